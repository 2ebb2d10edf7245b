/** In which states an upload can be finalized, and what a refusal leaves behind. */
import type { Check } from "../../harness/check.ts";
import { undefinedIfSkipped } from "../../harness/outcome.ts";
import { isSuccess, listAt, textAt } from "../../harness/registry/answer.ts";
import { casesAt } from "../cases.ts";
import { notGzip } from "./archives.ts";
import { attempt, type Attempt, type Tools } from "./attempt.ts";
import { digitOf, withOtherDigest } from "./bytes.ts";
import { namingAnotherVersion } from "./manifest-identity.ts";
import { escalating, malformed } from "./manifests.ts";

const shared: Pick<Check, "level" | "source" | "operations" | "needs"> = {
  level: "must",
  source: "Errors, rule 2; States and transitions, finalize failure conditions",
  operations: ["finalizeReleaseUpload"],
  needs: ["token:publisher"],
};

export const expiredUploadsAreRefused: Check = {
  ...shared,
  id: "finalize/expired-uploads-are-refused",
  rule: "Finalizing an upload that has expired answers 410 upload-expired, although its bytes have arrived.",
  operations: ["finalizeReleaseUpload", "getRelease"],
  needs: ["token:publisher", "expired-intent"],
  covers: [
    "rule:errors/2",
    "transition:finalize-failures",
    "slug:upload-expired",
    "answers:finalizeReleaseUpload/upload-expired",
    "member:release-upload-intent.expiresAt",
  ],
  async run({ given, registry, expect }) {
    const upload = await given.uploadedBytes();
    await given.expire(upload);

    const answer = await registry.finalizeReleaseUpload(upload);

    expect.problem(answer, "upload-expired");
    const metadata = await registry.getRelease(upload);
    expect.problem(metadata, "not-found");
  },
};

export const failedUploadsAreRefused: Check = {
  ...shared,
  id: "finalize/failed-uploads-are-refused",
  rule: "Finalizing an upload in the state failed answers 409 invalid-upload-state.",
  reading:
    "Of the states listed, failed is the one that is neither on the way nor expired: it cannot be finalized.",
  operations: ["finalizeReleaseUpload", "getRelease"],
  needs: ["token:publisher", "state:intent-failed"],
  covers: [
    "rule:errors/2",
    "transition:finalize-failures",
    "slug:invalid-upload-state",
    "answers:finalizeReleaseUpload/invalid-upload-state",
    "member:release-upload-intent.state",
  ],
  forms: "either",
  from: "standard",
  async run({ given, registry, expect }) {
    const upload = await given.uploadedBytes();
    await given.state("intent-failed", { uploadId: upload.uploadId });

    const answer = await registry.finalizeReleaseUpload(upload);

    expect.problem(answer, "invalid-upload-state");
    const metadata = await registry.getRelease(upload);
    expect.problem(metadata, "not-found");
  },
};

/** Uploads that finalize refuses, each for a reason of its own. They are those of the checks of these reasons. */
const refusals: readonly ((tools: Tools) => Promise<Attempt>)[] = [
  ({ given, form }) => attempt(given, `digest-${digitOf(form)}`, withOtherDigest(digitOf(form))),
  ({ given }) => attempt(given, "not-gzip", notGzip),
  ({ given }) => escalating(given),
  (tools) => malformed(tools, "line"),
  namingAnotherVersion,
];

/** Those that a target allows: without a key that a refusal needs, there is none. */
async function refusedOnce(tools: Tools): Promise<readonly Attempt[]> {
  const attempts: Attempt[] = [];
  for (const refusal of casesAt(tools, refusals)) {
    const made = await undefinedIfSkipped(() => refusal(tools));
    if (made !== undefined) attempts.push(made);
  }
  // one that was published after all is another requirement's matter
  const refused = attempts.filter(({ answer }) => !isSuccess(answer));
  if (refused.length === 0)
    throw tools.given.blocked("the registry published every bad upload", attempts[0]?.answer);
  return refused;
}

export const refusedUploadsPublishNothing: Check = {
  ...shared,
  id: "finalize/refused-uploads-publish-nothing",
  rule: "A finalize that was refused leaves no release: no metadata, and no row in the index.",
  source: "States and transitions",
  operations: ["finalizeReleaseUpload", "getRelease", "getVersionIndex"],
  covers: ["transition:release-finalize", "transition:finalize-failures"],
  async run(tools) {
    const { registry, expect } = tools;
    for (const [count, { intent }] of (await refusedOnce(tools)).entries()) {
      const metadata = await registry.getRelease(intent);

      expect.problem(metadata, "not-found");
      if (count > 0) continue;
      const index = await registry.getVersionIndex(intent.volume);
      const versions = listAt(index.body, "items").map((row) => textAt(row, "version"));
      expect.that(!isSuccess(index) || !versions.includes(intent.version), {
        expected: "no row of a version whose finalize was refused",
        got: `a row of ${intent.version}`,
        answer: index,
      });
    }
  },
};
