import { ProblemError } from "../problem-error.ts";
import { replaceRule } from "../rules/change.ts";
import { readList } from "../rules/manifest-table.ts";
import type { Dialect } from "../rules/manifest.ts";
import type { ReferenceTarget } from "../target.ts";
import type { Choice, Variation } from "./choice.ts";

function speaking(summary: string, dialect: Dialect): Variation {
  return { summary, change: replaceRule("manifest", "dialect", () => dialect) };
}

/** The manifests of a target file with `{{segment}}` in place of `{{name}}`. */
function namingTheSegment(archive: ReferenceTarget["archive"]): ReferenceTarget["archive"] {
  const { externalDependencies, ...texts } = archive.manifests;
  const rename = (template: string): string => template.replaceAll("{{name}}", "{{segment}}");
  return {
    ...archive,
    manifests: {
      minimal: rename(texts.minimal),
      permissionEscalation: rename(texts.permissionEscalation),
      semanticallyInvalid: rename(texts.semanticallyInvalid),
      externalDependencies: {
        ...externalDependencies,
        template: rename(externalDependencies.template),
      },
    },
  };
}

/** The declarations of one package: at run time for two components, and another range of it for tests of one. */
const declaredTwice = [
  {
    purl: "pkg:npm/chalk",
    constraint: "vers:npm/>=5.0.0|<6.0.0",
    purpose: "runtime",
    components: ["greeter", "parter"],
  },
  {
    purl: "pkg:npm/chalk",
    constraint: "vers:npm/4.1.2",
    purpose: "org.example:test",
    components: ["parter"],
  },
];

/** The manifests of a target file, of which one declares a package twice. */
function declaringTwice(archive: ReferenceTarget["archive"]): ReferenceTarget["archive"] {
  const { externalDependencies } = archive.manifests;
  const [, table = ""] = /\[\[([^\]]+)\]\]\npurl = /.exec(externalDependencies.template) ?? [];
  const declared = declaredTwice.map((one) => {
    const members = Object.entries(one).map(([name, value]) => `${name} = ${JSON.stringify(value)}\n`);
    return `\n[[${table}]]\n${members.join("")}`;
  });
  const [, components = ""] = /\[\[([^\]]+)\]\]\ntype = /.exec(externalDependencies.template) ?? [];
  const component = `\n[[${components}]]\ntype = "skill"\nname = "parter"\n`;
  return {
    ...archive,
    manifests: {
      ...archive.manifests,
      externalDependencies: {
        template: [externalDependencies.template, component, ...declared].join(""),
        expect: [...externalDependencies.expect, ...declaredTwice],
      },
    },
  };
}

/** Manifests, and what they declare. */
export const manifestChoices: readonly Choice[] = [
  {
    name: "manifest-refusal",
    question: "Which problem does an invalid manifest answer?",
    default: "invalid-manifest",
    values: {
      "validation-failed": {
        summary: "400 validation-failed",
        warns: [
          "finalize/malformed-manifests-answer-invalid-manifest",
          "finalize/semantically-invalid-manifests-answer-invalid-manifest",
        ],
        change: replaceRule(
          "manifest",
          "invalid",
          () => (detail) => new ProblemError("validation-failed", detail),
        ),
      },
    },
  },
  {
    name: "malformed-declaration",
    question: "How is a dependency handled that no declaration can represent?",
    default: "refused",
    values: {
      "left-out": {
        summary: "The release is published without it",
        change: replaceRule("manifest", "readExternalDependencies", (before) => (table, components, call) => {
          const { dialect } = call.rules.manifest;
          const declared = readList(table, dialect.externalDependencies);
          return declared.flatMap((entry) => {
            try {
              return before({ [dialect.externalDependencies]: [entry] }, components, call);
            } catch {
              return [];
            }
          });
        }),
      },
    },
  },
  {
    name: "declared-purls",
    question: "Does a manifest declare a package twice?",
    default: "once",
    values: {
      twice: {
        summary: "One package for two purposes, in two ranges",
        excludes: ["manifest-size=one-component", "declared-components=all"],
        change: (rules) => rules,
        target: (target) => ({ ...target, archive: declaringTwice(target.archive) }),
      },
    },
  },
  {
    name: "manifest-size",
    question: "How much may a manifest declare?",
    default: "without limit",
    values: {
      "five-declarations": {
        summary: "400 invalid-manifest for a sixth dependency",
        skips: ["release-metadata/declared-components-are-listed"],
        change: replaceRule("manifest", "readExternalDependencies", (before) => (table, components, call) => {
          const declared = before(table, components, call);
          if (declared.length > 5) throw call.rules.manifest.invalid("too many dependencies", call);
          return declared;
        }),
      },
      "one-component": {
        summary: "400 invalid-manifest for a second component",
        skips: ["release-metadata/declared-components-are-listed"],
        change: replaceRule("manifest", "readComponents", (before) => (table, call) => {
          const components = before(table, call);
          if (components.length > 1) throw call.rules.manifest.invalid("too many components", call);
          return components;
        }),
      },
    },
  },
  {
    name: "declared-components",
    question: "Which components do declarations show?",
    default: "those of the manifest",
    values: {
      all: {
        summary: "All components of the volume, whichever the manifest names",
        skips: ["release-metadata/declared-components-are-listed"],
        change: replaceRule(
          "manifest",
          "readExternalDependencies",
          (before) => (table, components, call) =>
            before(table, components, call).map((one) => ({
              ...one,
              components: components.map(({ name }) => name),
            })),
        ),
      },
      none: {
        summary: "None: the member is absent",
        skips: ["release-metadata/declared-components-are-listed"],
        change: replaceRule(
          "manifest",
          "readExternalDependencies",
          (before) => (table, components, call) =>
            before(table, components, call).map((one) => ({ ...one, components: [] })),
        ),
      },
    },
  },
  {
    name: "absent-manifest",
    question: "Which problem does an archive without a manifest answer?",
    default: "invalid-archive",
    values: {
      "invalid-manifest": {
        summary: "400 invalid-manifest",
        change: replaceRule("manifest", "find", (before) => (tree, call) => {
          if (tree.some(({ path }) => path === call.rules.manifest.dialect.path)) return before(tree, call);
          throw new ProblemError("invalid-manifest", "the archive has no manifest");
        }),
      },
    },
  },
  {
    name: "manifest-dialect",
    question: "What is the manifest format?",
    default: "plain",
    values: {
      nested: speaking("The manifest lies in a folder", {
        path: "manifest/volume.toml",
        volume: "volume",
        components: "components",
        dependencies: "dependencies",
        externalDependencies: "external-dependencies",
        permissions: "permissions",
      }),
      renamed: speaking("Other table names", {
        path: "volume.toml",
        volume: "package",
        components: "part",
        dependencies: "requires",
        externalDependencies: "foreign",
        permissions: "capabilities",
      }),
    },
  },
  {
    name: "manifest-name",
    question: "Which name does a manifest have?",
    default: "full",
    values: {
      segment: {
        summary: "The name segment without its scope",
        skips: ["finalize/manifests-name-the-scope"],
        change: replaceRule("manifest", "assertIdentity", (before) => (manifest, intent, call) => {
          const segment = intent.name.slice(intent.name.lastIndexOf("/") + 1);
          before({ ...manifest, name: manifest.name === segment ? intent.name : "" }, intent, call);
        }),
        target: (target) => ({ ...target, archive: namingTheSegment(target.archive) }),
      },
    },
  },
  {
    name: "declaration-key-prefix",
    question: "Which prefix does an external dependency declaration key have?",
    default: "volume",
    values: { other: { summary: "pkg", change: replaceRule("manifest", "keyPrefix", () => "pkg") } },
  },
];
