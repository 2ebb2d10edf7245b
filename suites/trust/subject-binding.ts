/** The `purl` and the `integrity` of a trust create request have to be those of the release in the path. */
import type { Tools } from "../../harness/check.ts";
import type { CheckFile } from "../../harness/check-file.ts";
import type { ReadableRelease } from "../../harness/given/given.ts";
import type { Slug } from "../../schemas/problems.ts";
import { toPurl } from "../../harness/registry/volume.ts";
import { casesAt } from "../inputs/cases.ts";
import { lastDigit, middleDigit, withOtherDigit } from "../inputs/near-digests.ts";
import { nearScopes, nearVersions, nearVolumes } from "../inputs/near-identities.ts";
import { keyInOneForm } from "../situations/contexts.ts";
import { attachedRelease, openIntent, siblingVersion } from "../situations/attached-release.ts";

const covers: readonly string[] = [
  "slug:subject-binding-mismatch",
  "answers:createTrustUpload/subject-binding-mismatch",
  "member:create-trust-request.subject",
];

/** Sends the request of `openIntent` with a different subject, and expects `subject-binding-mismatch`. */
async function expectBindingMismatch(
  tools: Tools,
  subject: Readonly<Record<string, unknown>>,
  ...alsoAllowed: readonly Slug[]
): Promise<void> {
  const { given, registry, expect } = tools;
  const release = await given.sharedRelease();
  const { requestBody } = await openIntent(given);

  const answer = await registry.createTrustUpload(release, { ...requestBody, subject }, keyInOneForm(given));

  expect.problem(answer, "subject-binding-mismatch", ...alsoAllowed);
}

/** The purls of other versions of the volume. */
function purlsOfVersions({ volume, version }: ReadableRelease): readonly string[] {
  const [longer, ...others] = nearVersions(version).map(({ value }) => value);
  const versions = ["1.0.1", ...others, ...(longer === undefined ? [] : [longer])];
  return versions.map((one) => toPurl({ volume, version: one }));
}

/** The purls of the same version of other volumes: in the other form first, then of similar names. */
function purlsOfVolumes({ volume, version }: ReadableRelease): readonly string[] {
  const near = nearVolumes(volume, "conformance").map(({ value }) => value);
  const scopes = volume.scope === undefined ? [] : nearScopes(volume.scope).slice(0, 2);
  const volumes = [
    ...near.slice(-1),
    ...near.slice(0, -1),
    ...scopes.map(({ value: scope }) => ({ ...volume, scope })),
  ];
  return volumes.map((one) => toPurl({ volume: one, version }));
}

export const subjectBinding: CheckFile = {
  source: "Errors, table of slugs: subject-binding-mismatch; Create trust attachment upload intent: subject",
  operations: ["createTrustUpload"],
  needs: ["token:publisher"],
  checks: [
    {
      id: "trust/other-versions-do-not-bind",
      rule: "`POST` trust create with a `subject.purl` of a different version of the volume answers 400 `subject-binding-mismatch`.",
      covers: [...covers, "member:create-trust-request.subject.purl"],
      async run(tools) {
        const release = await tools.given.sharedRelease();

        for (const purl of casesAt(tools, purlsOfVersions(release)))
          await expectBindingMismatch(tools, { purl, integrity: release.integrity });
      },
    },
    {
      id: "trust/other-volumes-do-not-bind",
      rule: "`POST` trust create with a `subject.purl` of a different volume answers 400 `subject-binding-mismatch`, even if only the scope differs. A purl of another type may also answer 400 `validation-failed`.",
      reading:
        "The text does not say whether a purl of another type is a malformed subject. We accept either problem for it.",
      covers: [...covers, "member:create-trust-request.subject.purl"],
      from: "standard",
      async run(tools) {
        const release = await tools.given.sharedRelease();
        const { integrity } = release;
        const otherType = release.purl.replace("pkg:volume/", "pkg:generic/");

        for (const purl of casesAt(tools, purlsOfVolumes(release)))
          await expectBindingMismatch(tools, { purl, integrity });
        await expectBindingMismatch(tools, { purl: otherType, integrity }, "validation-failed");
      },
    },
    {
      id: "trust/other-integrities-do-not-bind",
      forms: "one",
      rule: "`POST` trust create with the correct `subject.purl` and a wrong `subject.integrity` answers 400 `subject-binding-mismatch`.",
      covers: [...covers, "member:create-trust-request.subject.integrity"],
      async run(tools) {
        const { purl, integrity, archive } = await tools.given.sharedRelease();

        const changedDigits = [lastDigit, middleDigit, ...(tools.depth === "deep" ? [0] : [])];
        const changedIntegrities = changedDigits.map((index) => withOtherDigit(integrity, index));
        // the digest of the archive is no integrity: that is of the file tree
        const others = tools.depth === "quick" || archive.digest === integrity ? [] : [archive.digest];
        for (const other of [...casesAt(tools, changedIntegrities), ...others])
          await expectBindingMismatch(tools, { purl, integrity: other });
      },
    },
    {
      id: "trust/integrities-of-other-versions-do-not-bind",
      forms: "one",
      rule: "`POST` trust create with the `integrity` of a different version of the volume in `subject` answers 400 `subject-binding-mismatch`.",
      covers: [...covers, "member:create-trust-request.subject.integrity"],
      from: "standard",
      async run({ given, registry, expect }) {
        const { release, attachment } = await attachedRelease(given);
        const { integrity } = (await siblingVersion(given)).release;

        const subject = { purl: release.purl, integrity };
        const answer = await registry.createTrustUpload(release, {
          ...attachment.intent.requestBody,
          subject,
        });

        expect.problem(answer, "subject-binding-mismatch");
      },
    },
    {
      id: "trust/other-releases-do-not-bind",
      rule: "`POST` trust create with the `purl` and `integrity` of a different existing release in `subject` answers 400 `subject-binding-mismatch`.",
      covers,
      async run(tools) {
        const { release: other } = await attachedRelease(tools.given);

        await expectBindingMismatch(tools, { purl: other.purl, integrity: other.integrity });
      },
    },
    {
      id: "trust/malformed-subjects-are-refused",
      rule: "`POST` trust create with a malformed `subject`, `subject.purl` or `subject.integrity` answers 400 `subject-binding-mismatch` or 400 `validation-failed`.",
      source: "Create trust attachment upload intent: subject; Errors, rule 3",
      reading:
        "The text does not say how a malformed subject is refused. It is invalid and it does not bind, so either problem is correct.",
      covers,
      from: "standard",
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

        const rarer = [
          "",
          [],
          { purl: "", integrity },
          { purl, integrity: "" },
          { purl, integrity: "sha256:" },
          { purl, integrity: [integrity] },
          { purl: purl.replace("pkg:", ""), integrity },
          { purl: purl.replace(/@(?=[^@]*$)/, "@v"), integrity },
          { purl, integrity: integrity.replace(/[0-9a-f]{64}$/, "0".repeat(64)) },
        ];

        for (const subject of casesAt<unknown>(tools, subjects, 0, rarer)) {
          const answer = await registry.createTrustUpload(release, { ...requestBody, subject });

          expect.problem(answer, "subject-binding-mismatch", "validation-failed");
        }
      },
    },
  ],
};
