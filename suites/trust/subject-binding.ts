/** The `purl` and the `integrity` of a trust create request have to be those of the release in the path. */
import type { Tools } from "../../harness/check.ts";
import type { CheckFile } from "../../harness/check-file.ts";
import type { PublishedRelease, ReadableRelease } from "../../harness/given/given.ts";
import { undefinedIfNotPossible } from "../../harness/outcome.ts";
import type { Slug } from "../../schemas/problems.ts";
import { toPurl } from "../../harness/exchange/volume.ts";
import { type Answer, isSuccess, slugOf } from "../../harness/exchange/answer.ts";
import { casesAt } from "../inputs/cases.ts";
import { lastDigit, middleDigit, withOtherDigit } from "../inputs/near-digests.ts";
import { ownReleaseWith } from "../situations/other-targets.ts";
import { withoutBuild } from "../inputs/versions.ts";
import { keyInOneHalf } from "../situations/contexts.ts";
import {
  absentLookAlike,
  attachedRelease,
  busyRelease,
  openIntent,
  siblingVersion,
} from "../situations/attached-release.ts";
import { trustCreateFor } from "../situations/trust-create.ts";
import { furtherFormat } from "./attached-pair.ts";
import { purlsOfVersions, purlsOfVolumes } from "./near-purls.ts";
import { buildRelease, yankedRelease } from "./unusual-releases.ts";

const covers: readonly string[] = [
  "slug:subject-binding-mismatch",
  "answers:createTrustUpload/subject-binding-mismatch",
  "member:create-trust-request.subject",
];

/** A subject, changed from that of a release so that it does not bind. */
type ToSubject = (release: ReadableRelease) => Readonly<Record<string, unknown>>;

/** Sends the request of `openIntent` with a different subject, and expects `subject-binding-mismatch`. */
async function expectBindingMismatch(
  tools: Tools,
  toSubject: ToSubject,
  ...alsoAllowed: readonly Slug[]
): Promise<void> {
  const { given, registry, expect } = tools;
  const release = await given.sharedRelease();
  const { requestBody } = await openIntent(given);
  const subject = toSubject(release);

  const answer = await registry.createTrustUpload(release, { ...requestBody, subject }, keyInOneHalf(given));

  expect.problem(answer, "subject-binding-mismatch", ...alsoAllowed);
}

/** True for a refusal that does not show whether the subject binds: a registry may look at the format or the release first. */
function isRefusedForAnotherReason(answer: Answer): boolean {
  return !isSuccess(answer) && slugOf(answer) !== "subject-binding-mismatch";
}

/**
 * The same for another release, which differs in its state, source or version. A registry may refuse any attachment to it for a reason
 * of its own; then the shared release shows whether the subject binds.
 */
async function expectBindingMismatchOf(
  tools: Tools,
  release: ReadableRelease | undefined,
  toSubject: ToSubject,
  ...alsoAllowed: readonly Slug[]
): Promise<void> {
  const { given, registry, expect } = tools;
  if (release !== undefined && release.integrity !== "") {
    const body = given.trustBody(release, given.artifact());
    const answer = await registry.createTrustUpload(
      release,
      { ...body, subject: toSubject(release) },
      keyInOneHalf(given),
    );
    if (!isRefusedForAnotherReason(answer)) return expect.problem(answer, "subject-binding-mismatch");
  }
  await expectBindingMismatch(tools, toSubject, ...alsoAllowed);
}

/** What is in a request's subject where that is malformed. */
type ToMalformed = (release: Pick<PublishedRelease, "volume" | "purl" | "integrity">) => unknown;

const malformedSubjects: readonly ToMalformed[] = [
  ({ purl }) => purl,
  ({ purl, integrity }) => ({ purl: purl.slice(0, purl.lastIndexOf("@")), integrity }),
  ({ purl, integrity }) => ({ purl, integrity: integrity.slice(0, -1) }),
  ({ purl, integrity }) => ({ purl: purl.slice(0, -1), integrity }),
  ({ purl, integrity }) => ({ purl: [purl], integrity }),
  ({ volume: { segment }, purl, integrity }) => ({
    purl: purl.replace(segment, segment.toUpperCase()),
    integrity,
  }),
  ({ purl, integrity }) => ({ purl: `${purl}#readme.md`, integrity }),
  ({ purl, integrity }) => ({ purl: `${purl} `, integrity }),
];

const rarerMalformedSubjects: readonly ToMalformed[] = [
  () => "",
  () => [],
  ({ integrity }) => ({ purl: "", integrity }),
  ({ purl }) => ({ purl, integrity: "" }),
  ({ purl }) => ({ purl, integrity: "sha256:" }),
  ({ purl, integrity }) => ({ purl, integrity: [integrity] }),
  ({ purl, integrity }) => ({ purl: purl.replace("pkg:", ""), integrity }),
  ({ purl, integrity }) => ({ purl: purl.replace(/@(?=[^@]*$)/, "@v"), integrity }),
  ({ purl, integrity }) => ({ purl, integrity: integrity.replace(/[0-9a-f]{64}$/, "0".repeat(64)) }),
  ({ purl, integrity }) => ({ purl: `${purl}?`, integrity }),
  ({ purl, integrity }) => ({ purl: ` ${purl}`, integrity }),
  ({ purl, integrity }) => ({ purl: `${purl}\n`, integrity }),
  ({ purl, integrity }) => ({ purl, integrity: `${integrity} ` }),
];

export const subjectBinding: CheckFile = {
  source: "Errors, table of slugs: subject-binding-mismatch; Create trust attachment upload intent: subject",
  operations: ["createTrustUpload"],
  needs: ["token:publisher"],
  checks: [
    {
      id: "trust/other-versions-do-not-bind",
      of: "trust/subjects-bind-to-the-release",
      rule: "`POST` trust create with a `subject.purl` of a different version of the volume answers 400 `subject-binding-mismatch`.",
      reading:
        "The text does not say whether a version without its build metadata is a different one. We judge this only where the registry publishes two versions that differ in nothing else.",
      covers: [...covers, "member:create-trust-request.subject.purl"],
      async run(tools) {
        const { given, half, depth } = tools;
        const [first, ...others] = casesAt(tools, purlsOfVersions(await given.sharedRelease()));
        const toOther =
          (purl: string | undefined): ToSubject =>
          ({ integrity }) => ({ purl, integrity });

        if (depth === "quick") return expectBindingMismatch(tools, toOther(first));
        await tools.each(depth === "deep" || half === "first" ? others : [], (purl) =>
          expectBindingMismatch(tools, toOther(purl)),
        );
        const among = await undefinedIfNotPossible(() => busyRelease(given));
        await expectBindingMismatchOf(tools, among, (release) => ({
          purl: toPurl({ ...release, version: absentLookAlike(half) }),
          integrity: release.integrity,
        }));
        if (half === "first") return;
        await expectBindingMismatchOf(tools, await buildRelease(tools), (release) => ({
          purl: release.version.includes("+")
            ? toPurl({ ...release, version: withoutBuild(release.version) })
            : first,
          integrity: release.integrity,
        }));
      },
    },
    {
      id: "trust/other-volumes-do-not-bind",
      of: "trust/subjects-bind-to-the-release",
      rule: "`POST` trust create with a `subject.purl` of a different volume answers 400 `subject-binding-mismatch`, even if only the scope differs. A purl of another type, or with qualifiers, may also answer 400 `validation-failed`.",
      reading:
        "The text does not say whether a purl of another type or with qualifiers is a malformed subject. We accept either problem for it.",
      covers: [...covers, "member:create-trust-request.subject.purl"],
      from: "standard",
      async run(tools) {
        const { given, half, depth } = tools;
        const [first, ...others] = casesAt(tools, purlsOfVolumes(await given.sharedRelease()));

        await tools.each(others, (purl) =>
          expectBindingMismatch(tools, ({ integrity }) => ({ purl, integrity })),
        );
        await expectBindingMismatchOf(
          tools,
          half === "first" ? await yankedRelease(tools) : undefined,
          (release) => ({
            purl: purlsOfVolumes(release)[0] ?? first,
            integrity: release.integrity,
          }),
        );
        if (half === "first" || depth === "deep")
          await expectBindingMismatchOf(
            tools,
            await ownReleaseWith(given, "git"),
            ({ purl, integrity }) => ({ purl: purl.replace("pkg:volume/", "pkg:generic/"), integrity }),
            "validation-failed",
          );
        if (half === "second" || depth === "deep")
          await expectBindingMismatch(
            tools,
            ({ purl, integrity }) => ({ purl: `${purl}?type=archive`, integrity }),
            "validation-failed",
          );
      },
    },
    {
      id: "trust/other-integrities-do-not-bind",
      of: "trust/subjects-bind-to-the-release",
      forms: "one",
      rule: "`POST` trust create with the correct `subject.purl` and a wrong `subject.integrity` answers 400 `subject-binding-mismatch`.",
      covers: [...covers, "member:create-trust-request.subject.integrity"],
      async run(tools) {
        const { given, depth } = tools;
        const { archive } = await given.sharedRelease();

        // a comparison of the first or the last digits takes the first of these
        await tools.each(depth === "deep" ? [lastDigit, 0] : [], (digit) =>
          expectBindingMismatch(tools, ({ purl, integrity }) => ({
            purl,
            integrity: withOtherDigit(integrity, digit),
          })),
        );
        await expectBindingMismatchOf(
          tools,
          depth === "quick" ? undefined : await yankedRelease(tools),
          ({ purl, integrity }) => ({
            purl,
            integrity: withOtherDigit(integrity, middleDigit),
          }),
        );
        if (depth !== "quick")
          await expectBindingMismatchOf(tools, await ownReleaseWith(given, "git"), ({ purl, integrity }) => ({
            purl,
            integrity: withOtherDigit(integrity, lastDigit),
          }));
        // the digest of the archive is no integrity: that is of the file tree
        if (depth !== "quick")
          await expectBindingMismatch(tools, ({ purl }) => ({ purl, integrity: archive.digest }));
      },
    },
    {
      id: "trust/integrities-of-other-versions-do-not-bind",
      of: "trust/subjects-bind-to-the-release",
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
      of: "trust/subjects-bind-to-the-release",
      rule: "`POST` trust create with the `purl` and `integrity` of a different existing release in `subject` answers 400 `subject-binding-mismatch`.",
      covers,
      async run(tools) {
        const { given, registry, expect, depth } = tools;
        const { purl, integrity } = (await attachedRelease(given)).release;
        const subject = { purl, integrity };
        const further =
          depth === "quick" ? undefined : await undefinedIfNotPossible(() => furtherFormat(given));
        const attachment = further?.attachment?.intent.requestBody["attachment"];

        if (attachment !== undefined) {
          const { requestBody } = await openIntent(given);
          const body = { ...requestBody, attachment, subject };
          const answer = await registry.createTrustUpload(await given.sharedRelease(), body);
          if (!isRefusedForAnotherReason(answer)) return expect.problem(answer, "subject-binding-mismatch");
        }
        await expectBindingMismatch(tools, () => subject);
      },
    },
    {
      id: "trust/malformed-subjects-are-refused",
      of: "trust/subjects-bind-to-the-release",
      rule: "`POST` trust create with a malformed `subject`, `subject.purl` or `subject.integrity` answers 400 `subject-binding-mismatch` or 400 `validation-failed`.",
      source: "Create trust attachment upload intent: subject; Errors, rule 3",
      reading:
        "The text does not say how a malformed subject is refused. It is invalid and it does not bind, so either problem is correct.",
      covers,
      from: "standard",
      async run(tools) {
        const { expect } = tools;

        const subjects = [...malformedSubjects, ...rarerMalformedSubjects];
        await tools.each(casesAt(tools, malformedSubjects, 0, rarerMalformedSubjects), async (toSubject) => {
          const { release, body, send } = await trustCreateFor(
            tools,
            `malformed subject ${subjects.indexOf(toSubject)}`,
          );
          const subject = toSubject(release);
          const answer = await send({ ...body, subject });

          expect.problem(answer, "subject-binding-mismatch", "validation-failed");
        });
      },
    },
  ],
};
