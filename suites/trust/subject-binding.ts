/** A trust upload binds to exactly the release of its path: purl and integrity both. */
import type { Check } from "../../harness/check.ts";
import type { ReadableRelease } from "../../harness/given/given.ts";
import { toPurl } from "../../harness/registry/volume.ts";
import { casesAt } from "../cases.ts";
import { attachedRelease, openIntent, siblingVersion, type Tools } from "./attached-release.ts";

const about: Pick<Check, "level" | "operations" | "needs"> = {
  level: "must",
  operations: ["createTrustUpload"],
  needs: ["token:publisher"],
};

const covers: readonly string[] = [
  "slug:subject-binding-mismatch",
  "answers:createTrustUpload/subject-binding-mismatch",
  "member:create-trust-request.subject",
];

/** Sends the request that was good for `openIntent` with another subject. */
async function bind(tools: Tools, subject: Readonly<Record<string, unknown>>): Promise<void> {
  const { given, registry, expect } = tools;
  const release = await given.sharedRelease();
  const { requestBody } = await openIntent(given);

  const answer = await registry.createTrustUpload(release, { ...requestBody, subject });

  expect.problem(answer, "subject-binding-mismatch");
}

/** Purls that are well-formed and name something else, the near misses first. */
function otherPurls({ volume, version, purl }: ReadableRelease): readonly string[] {
  const { scope, segment } = volume;
  const twin = scope === undefined ? { scope: "conformance", segment } : { segment };
  return [
    toPurl({ volume, version: "1.0.1" }),
    toPurl({ volume: { ...volume, segment: `${segment}x` }, version }),
    toPurl({ volume, version: `${version}-rc.1` }),
    toPurl({ volume: twin, version }),
    purl.replace("pkg:volume/", "pkg:generic/"),
  ];
}

export const otherVersionsDoNotBind: Check = {
  ...about,
  id: "trust/other-versions-do-not-bind",
  rule: "A subject whose purl names another version of the volume is refused with 400 subject-binding-mismatch.",
  source: "Errors, table of slugs: subject-binding-mismatch; Create trust attachment upload intent: subject",
  covers: [...covers, "member:create-trust-request.subject.purl"],
  async run(tools) {
    const release = await tools.given.sharedRelease();
    const [near, , longer] = otherPurls(release);

    for (const purl of casesAt(tools, [near, longer]))
      await bind(tools, { purl, integrity: release.integrity });
  },
};

export const otherVolumesDoNotBind: Check = {
  ...about,
  id: "trust/other-volumes-do-not-bind",
  from: "standard",
  rule: "A subject whose purl names another volume, also one that differs in its scope or type alone, is refused with 400 subject-binding-mismatch.",
  source: "Errors, table of slugs: subject-binding-mismatch; Create trust attachment upload intent: subject",
  covers: [...covers, "member:create-trust-request.subject.purl"],
  async run(tools) {
    const release = await tools.given.sharedRelease();
    const [, longer, , twin, otherType] = otherPurls(release);

    for (const purl of casesAt(tools, [twin, longer, otherType]))
      await bind(tools, { purl, integrity: release.integrity });
  },
};

export const otherIntegritiesDoNotBind: Check = {
  ...about,
  id: "trust/other-integrities-do-not-bind",
  rule: "A subject whose integrity is not the release's is refused with 400 subject-binding-mismatch, although its purl is right.",
  source: "Errors, table of slugs: subject-binding-mismatch; Create trust attachment upload intent: subject",
  covers: [...covers, "member:create-trust-request.subject.integrity"],
  async run(tools) {
    const { purl, integrity } = await tools.given.sharedRelease();
    const prefix = "sha256:".length;
    const first = integrity[prefix] === "0" ? "1" : "0";
    const last = integrity.endsWith("0") ? "1" : "0";

    const others = [
      `${integrity.slice(0, -1)}${last}`,
      `${integrity.slice(0, prefix)}${first}${integrity.slice(prefix + 1)}`,
    ];
    for (const other of casesAt(tools, others)) await bind(tools, { purl, integrity: other });
  },
};

export const integritiesOfOtherVersionsDoNotBind: Check = {
  ...about,
  id: "trust/integrities-of-other-versions-do-not-bind",
  rule: "A subject with the release's purl and the integrity of another version of its volume is refused with 400 subject-binding-mismatch.",
  source: "Errors, table of slugs: subject-binding-mismatch; Create trust attachment upload intent: subject",
  covers: [...covers, "member:create-trust-request.subject.integrity"],
  forms: "either",
  from: "standard",
  async run({ given, registry, expect }) {
    const { release, attachment } = await attachedRelease(given);
    const { integrity } = (await siblingVersion(given)).release;

    const subject = { purl: release.purl, integrity };
    const answer = await registry.createTrustUpload(release, { ...attachment.intent.requestBody, subject });

    expect.problem(answer, "subject-binding-mismatch");
  },
};

export const otherReleasesDoNotBind: Check = {
  ...about,
  id: "trust/other-releases-do-not-bind",
  rule: "A subject that names another existing release, with that release's own integrity, is refused with 400 subject-binding-mismatch.",
  source: "Errors, table of slugs: subject-binding-mismatch; Create trust attachment upload intent: subject",
  covers,
  async run(tools) {
    const { release: other } = await attachedRelease(tools.given);

    await bind(tools, { purl: other.purl, integrity: other.integrity });
  },
};

export const malformedSubjectsAreRefused: Check = {
  ...about,
  id: "trust/malformed-subjects-are-refused",
  from: "standard",
  rule: "A subject that is no object, or whose purl or integrity cannot be one, is refused with 400 subject-binding-mismatch or validation-failed.",
  source: "Create trust attachment upload intent: subject; Errors, rule 3",
  reading: "What is malformed does not bind, so that either of the two 400s is right.",
  covers,
  async run(tools) {
    const { given, registry, expect } = tools;
    const release = await given.sharedRelease();
    const { volume, purl, integrity } = release;
    const { requestBody } = await openIntent(given);
    const subjects = [
      purl,
      { purl: purl.slice(0, purl.lastIndexOf("@")), integrity },
      { purl, integrity: integrity.slice(0, -1) },
      { purl: purl.slice(0, -1), integrity },
      { purl: [purl], integrity },
      { purl: purl.replace(volume.segment, volume.segment.toUpperCase()), integrity },
    ];

    for (const subject of casesAt(tools, subjects)) {
      const answer = await registry.createTrustUpload(release, { ...requestBody, subject });

      expect.problem(answer, "subject-binding-mismatch", "validation-failed");
    }
  },
};
