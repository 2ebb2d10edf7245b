/** How finalize validates the manifest in the archive. */
import type { Tools } from "../../harness/check.ts";
import type { CheckFile } from "../../harness/check-file.ts";
import { buildArchive } from "../../harness/given/archive.ts";
import type { Given } from "../../harness/given/given.ts";
import { mayRefuseManifest } from "../../harness/given/releases.ts";
import { amongHarmlessComponents } from "../../harness/given/varied-manifests.ts";
import { quote } from "../../harness/expect/quote.ts";
import { attempt, type Attempt, earlyRejection, expectRefused, manifestOf } from "./attempt.ts";

/** What makes a manifest invalid TOML: a line before its first key, the same at its end, the first key twice, or a control character. */
const malformations = ["line", "end", "duplicate", "control"] as const;

/** How the manifest of a form is malformed: how it is does not depend on the form. */
function malformationOf({ half, depth }: Tools): (typeof malformations)[number] {
  if (depth === "quick") return "line";
  return half === "first" ? "end" : "duplicate";
}

/** Finalizes an upload whose manifest has one line that makes it invalid TOML. */
export function malformedManifest(
  tools: Tools,
  kind: (typeof malformations)[number] = malformationOf(tools),
): Promise<Attempt> {
  const { given, target } = tools;
  return attempt(given, `toml-${kind}`, (release) => {
    const valid = manifestOf(target, release);
    const firstLine = valid.split("\n").find((line) => /^\s*[\w-]+\s*=/.test(line));
    const invalidLine = kind !== "duplicate" || firstLine === undefined ? "broken = = \n" : `${firstLine}\n`;
    if (kind === "end") return { manifestText: `${valid}\n${invalidLine}` };
    // TOML allows no control character but a tab, not even in a comment
    if (kind === "control") return { manifestText: `${valid}\n# \u0001\n` };
    const at = firstLine === undefined ? 0 : valid.indexOf(firstLine);
    return { manifestText: valid.slice(0, at) + invalidLine + valid.slice(at) };
  });
}

/** Finalizes an archive without a manifest at its path. In another folder and under similar names there is a right one. */
function withMisplacedManifests({ given, target }: Tools): Promise<Attempt> {
  const { manifestPath } = target.archive;
  const similar = [`docs/${manifestPath}`, manifestPath.toUpperCase(), `${manifestPath}.orig`];
  return attempt(given, "no-manifest", async (release, own) => {
    const content = manifestOf(target, release);
    const { entries } = await own.archive(release, { manifest: null });
    const misplaced = similar.filter((name) => name !== manifestPath).map((name) => ({ name, content }));
    return { archive: await buildArchive([...entries, ...misplaced]) };
  });
}

function semanticallyInvalidManifest(given: Given): Promise<Attempt> {
  return attempt(given, "semantics", () => ({ manifest: "semanticallyInvalid" }));
}

/** Alone in one half, in the other between two harmless components, if the manifests of the target have components. */
export async function escalatingManifest({
  given,
  target,
}: Pick<Tools, "given" | "target">): Promise<Attempt> {
  const { permissionEscalation, minimal } = target.archive.manifests;
  const among = amongHarmlessComponents(permissionEscalation?.template ?? "", minimal?.template ?? "");
  if (given.half === "second" && among !== undefined) {
    const refused = await attempt(given, "permissions-of-one", () => ({ manifestText: among }));
    // the copies break another rule of the format, or the kind of the version counts, which is the same for the other name
    if (!mayRefuseManifest(refused.answer)) return refused;
    return await attempt(given, "permissions-of-all", () => ({ manifest: "permissionEscalation" }));
  }
  return await attempt(given, "permissions", () => ({ manifest: "permissionEscalation" }));
}

export const manifests: CheckFile = {
  source: "Errors, invalid-manifest",
  operations: ["createReleaseUpload", "transferBytes", "finalizeReleaseUpload"],
  needs: ["token:publisher"],
  from: "standard",
  checks: [
    {
      id: "finalize/archives-without-a-manifest-are-refused",
      of: "finalize/manifest-problems-are-named",
      forms: "one",
      rule: "`POST` finalize of an archive without a manifest answers 400 `invalid-manifest` or `invalid-archive`, also if files in other folders or with similar names hold one.",
      source: "Errors, invalid-manifest, invalid-archive",
      reading: `The text mentions the submitted \`volume.toml\` but does not say that it is required. We read it as required, as a warning only. ${earlyRejection}`,
      covers: ["question:9", "question:7"],
      async run(tools) {
        const refused = await withMisplacedManifests(tools);
        const files = refused.intent.archive.entries.map(({ name }) => quote(name)).join(", ");

        expectRefused(
          tools.expect,
          { ...refused, input: `an archive with the files ${files}` },
          "invalid-manifest",
          "invalid-archive",
        );
      },
    },
    {
      id: "finalize/empty-manifests-are-refused",
      of: "finalize/manifest-problems-are-named",
      forms: "one",
      rule: "`POST` finalize of an archive whose manifest is an empty file answers 400 `invalid-manifest`, `validation-failed` or `invalid-archive`, or 409 `identity-mismatch`.",
      source: "Errors, invalid-manifest, identity-mismatch",
      reading: `The text does not define the manifest format. We judge this, as a warning only, if the target file's minimal manifest names the volume or the version. ${earlyRejection}`,
      covers: ["question:9", "question:7"],
      async run({ given, expect, target }) {
        const template = target.archive.manifests.minimal?.template ?? "";
        if (!/\{\{\s*(?:name|segment|version)\s*\}\}/.test(template))
          throw given.nothingToJudge("the minimal manifest of the target names neither volume nor version");
        const refused = await attempt(given, "empty-manifest", () => ({ manifestText: "" }));

        expectRefused(
          expect,
          refused,
          "invalid-manifest",
          "validation-failed",
          "invalid-archive",
          "identity-mismatch",
        );
      },
    },
    {
      id: "finalize/malformed-manifests-are-refused",
      of: "finalize/manifests-can-be-read",
      rule: "`POST` finalize of an archive whose manifest is not valid TOML answers 400 `invalid-manifest`, `validation-failed` or `invalid-archive`.",
      reading: `The meanings overlap: \`validation-failed\` also mentions manifests, and Errors rule 3 groups it under finalize. We accept each of these problems. ${earlyRejection}`,
      covers: [
        "slug:invalid-manifest",
        "answers:finalizeReleaseUpload/invalid-manifest",
        "question:2",
        "question:7",
      ],
      from: "quick",
      async run(tools) {
        await tools.each(tools.depth === "deep" ? malformations : [malformationOf(tools)], async (kind) => {
          const refused = await malformedManifest(tools, kind);

          expectRefused(tools.expect, refused, "invalid-manifest", "validation-failed", "invalid-archive");
        });
      },
    },
    {
      id: "finalize/malformed-manifests-answer-invalid-manifest",
      of: "finalize/manifest-problems-are-named",
      forms: "one",
      rule: "`POST` finalize of an archive whose manifest is not valid TOML answers 400 `invalid-manifest`.",
      reading: earlyRejection,
      covers: ["slug:invalid-manifest"],
      async run(tools) {
        const refused = await malformedManifest(tools);

        expectRefused(tools.expect, refused, "invalid-manifest");
      },
    },
    {
      id: "finalize/semantically-invalid-manifests-are-refused",
      of: "finalize/manifests-can-be-read",
      rule: "`POST` finalize of an archive whose manifest is valid TOML but semantically invalid answers 400 `invalid-manifest` or `validation-failed`.",
      reading: `The text does not define the manifest format. The target file provides a manifest that the registry must reject. ${earlyRejection}`,
      needs: ["token:publisher", "manifest:semanticallyInvalid"],
      covers: ["slug:invalid-manifest", "answers:finalizeReleaseUpload/invalid-manifest", "question:9"],
      async run({ given, expect }) {
        const refused = await semanticallyInvalidManifest(given);

        expectRefused(expect, refused, "invalid-manifest", "validation-failed");
      },
    },
    {
      id: "finalize/semantically-invalid-manifests-answer-invalid-manifest",
      of: "finalize/manifest-problems-are-named",
      rule: "`POST` finalize of an archive whose manifest is valid TOML but semantically invalid answers 400 `invalid-manifest`.",
      reading: earlyRejection,
      needs: ["token:publisher", "manifest:semanticallyInvalid"],
      covers: ["slug:invalid-manifest"],
      forms: "either",
      async run({ given, expect }) {
        const refused = await semanticallyInvalidManifest(given);

        expectRefused(expect, refused, "invalid-manifest");
      },
    },
    {
      id: "finalize/permissions-stay-within-the-volume",
      rule: "`POST` finalize answers 400 `permission-escalation` if the manifest gives a component more permissions than its volume.",
      source: "Errors, permission-escalation; Finalize release upload",
      reading: `The text does not define how permissions are written. The target file provides a manifest with too many permissions. ${earlyRejection}`,
      needs: ["token:publisher", "manifest:permissionEscalation"],
      covers: ["slug:permission-escalation", "answers:finalizeReleaseUpload/permission-escalation"],
      async run({ given, expect, target }) {
        expectRefused(expect, await escalatingManifest({ given, target }), "permission-escalation");

        const further = target.archive.manifests.permissionEscalation?.further ?? [];
        for (const [place, { template }] of further.entries()) {
          const refused = await attempt(given, `permissions-${place + 2}`, () => ({
            manifestText: template,
          }));
          expectRefused(expect, refused, "permission-escalation");
        }
      },
    },
  ],
};
