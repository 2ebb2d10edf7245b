import { findRelease } from "../lookup.ts";
import { ProblemError, type ProblemSlug } from "../problem-error.ts";
import { allOf, type Change, replaceRule } from "../rules/change.ts";
import { readList } from "../rules/manifest-table.ts";
import type { Dialect } from "../rules/manifest.ts";
import type { Choice, Variation } from "./choice.ts";

function mismatchedSize(slug: ProblemSlug): Variation {
  return {
    summary: `It is ${slug}`,
    change: replaceRule("finalize", "assertSize", (before) => (intent, call) => {
      try {
        before(intent, call);
      } catch (error) {
        throw error instanceof ProblemError ? new ProblemError(slug, error.message) : error;
      }
    }),
  };
}

function speaking(summary: string, dialect: Dialect): Variation {
  return { summary, change: replaceRule("manifest", "dialect", () => dialect) };
}

const sameRelease: Change = replaceRule("finalize", "repeat", () => (intent, call) => {
  const release = findRelease(intent.name, intent.version, call);
  if (release?.status.state !== "available") return undefined;
  return call.rules.respond.success(call.rules.render.finalized(intent, release, call), call);
});

const safeLinks: Change = allOf(
  replaceRule(
    "archive",
    "isPermittedType",
    (before) => (type, call) => type === "symlink" || before(type, call),
  ),
  replaceRule("archive", "toFile", (before) => (entry, call) => {
    const target = entry.linkTarget ?? "";
    const isInside = !target.startsWith("/") && !target.split("/").includes("..");
    if (entry.type === "symlink" && !isInside)
      throw new ProblemError("invalid-archive", "a link leaves the tree");
    return before(entry, call);
  }),
);

/** Finalizing releases: archives and manifests. */
export const finalizeChoices: readonly Choice[] = [
  {
    name: "size-mismatch",
    question: "What are bytes that contradict declaredSize alone?",
    default: "validation-failed",
    values: {
      ignored: { summary: "Nothing", change: replaceRule("finalize", "assertSize", () => () => undefined) },
      "digest-mismatch": mismatchedSize("digest-mismatch"),
      "invalid-archive": mismatchedSize("invalid-archive"),
      "payload-too-large": mismatchedSize("payload-too-large"),
    },
  },
  {
    name: "refused-finalize",
    question: "What becomes of an intent whose finalize is refused?",
    default: "failed",
    values: {
      open: {
        summary: "It stays as it was",
        change: replaceRule("finalize", "stateAfter", () => (_slug, intent) => intent.state),
      },
    },
  },
  {
    name: "second-finalize",
    question: "What does a second finalize without a key answer?",
    default: "invalid-upload-state",
    values: {
      "version-conflict": {
        summary: "version-conflict",
        change: replaceRule("finalize", "assertState", (before) => (intent, call) => {
          if (intent.isFinalized && call.operation.startsWith("finalize")) {
            throw new ProblemError("version-conflict", "it was finalized before");
          }
          before(intent, call);
        }),
      },
      "same-release": { summary: "The same release again", change: sameRelease },
    },
  },
  {
    name: "finalize-order",
    question: "In which order does finalize find fault with an intent?",
    default: "state-expiry-bytes",
    values: {
      "expiry-first": {
        summary: "Expiry before state",
        change: replaceRule(
          "finalize",
          "order",
          () => ["expiry", "state", "bytes", "digest", "size"] as const,
        ),
      },
    },
  },
  {
    name: "manifest-refusal",
    question: "How is a manifest refused that breaks its format?",
    default: "invalid-manifest",
    values: {
      "validation-failed": {
        summary: "With validation-failed",
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
    question: "What becomes of a declared dependency that no declaration can hold?",
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
    name: "absent-manifest",
    question: "How is an archive without a manifest refused?",
    default: "invalid-archive",
    values: {
      "invalid-manifest": {
        summary: "With invalid-manifest",
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
    name: "links-in-archives",
    question: "May an archive hold symbolic links that stay inside its tree?",
    default: "refused",
    values: { accepted: { summary: "It may", change: safeLinks } },
  },
  {
    name: "integrity-algorithm",
    question: "How is the digest of a normalized file tree computed?",
    default: "lines",
    values: {
      "size-first": {
        summary: "With sizes in each line, and files in the opposite order",
        change: allOf(
          replaceRule(
            "integrity",
            "order",
            (before) => (tree, context) => before(tree, context).toReversed(),
          ),
          replaceRule(
            "integrity",
            "line",
            (before) => (file, context) => `${file.bytes.byteLength} ${before(file, context)}`,
          ),
        ),
      },
    },
  },
  {
    name: "declaration-key-prefix",
    question: "Which word begins an external dependency declaration key?",
    default: "volume",
    values: { other: { summary: "pkg", change: replaceRule("manifest", "keyPrefix", () => "pkg") } },
  },
];
