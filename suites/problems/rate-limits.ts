import type { Check, Tools } from "../../harness/check.ts";
import { isSuccess } from "../../harness/registry/answer.ts";
import type { RequestOptions } from "../../harness/registry/registry.ts";

/** Asks with the token that is over its limit, and takes the 429 for an answer. */
const overTheLimit: RequestOptions = { as: "rateLimited", expectsRateLimit: true };

const reading =
  "What the limits are is open. The target's rateLimited token is one whose limit is used up, so that every request with it is refused.";

export const publishingIsRateLimited: Check = {
  id: "problems/publishing-is-rate-limited",
  level: "must",
  rule: "Creating or finalizing a release upload over the rate limit answers 429 rate-limited.",
  source: "Errors, table of slugs, rate-limited; Create release upload intent; Finalize release upload",
  reading,
  operations: ["createReleaseUpload", "finalizeReleaseUpload"],
  needs: ["token:publisher", "token:rateLimited"],
  covers: [
    "slug:rate-limited",
    "answers:createReleaseUpload/rate-limited",
    "answers:finalizeReleaseUpload/rate-limited",
  ],
  async run({ given, registry, expect }) {
    const { volume, archive } = await given.sharedRelease();

    const created = await registry.createReleaseUpload(
      volume,
      given.createBody("7.0.0", archive),
      overTheLimit,
    );
    const finalized = await registry.finalizeReleaseUpload(
      { volume, uploadId: "no-such-upload" },
      overTheLimit,
    );

    expect.problem(created, "rate-limited");
    expect.problem(finalized, "rate-limited");
  },
};

export const trustUploadIsRateLimited: Check = {
  id: "problems/trust-upload-is-rate-limited",
  level: "must",
  rule: "Creating or finalizing a trust upload over the rate limit answers 429 rate-limited.",
  source:
    "Errors, table of slugs, rate-limited; Create trust attachment upload intent; Finalize trust attachment upload",
  reading,
  operations: ["createTrustUpload", "finalizeTrustUpload"],
  needs: ["token:publisher", "token:rateLimited"],
  from: "standard",
  covers: [
    "slug:rate-limited",
    "answers:createTrustUpload/rate-limited",
    "answers:finalizeTrustUpload/rate-limited",
  ],
  async run({ given, registry, expect }) {
    const release = await given.sharedRelease();
    const body = given.trustBody(release, given.artifact());

    const created = await registry.createTrustUpload(release, body, overTheLimit);
    const finalized = await registry.finalizeTrustUpload(
      { ...release, uploadId: "no-such-upload" },
      {},
      overTheLimit,
    );

    expect.problem(created, "rate-limited");
    expect.problem(finalized, "rate-limited");
  },
};

/** Judges what a read answers to a token over its limit. */
async function judgeReads(
  { expect }: Tools,
  reads: readonly (() => ReturnType<Tools["registry"]["getCapabilities"]>)[],
): Promise<void> {
  for (const read of reads) {
    const answer = await read();
    if (isSuccess(answer)) expect.success(answer);
    else expect.problem(answer, "rate-limited");
  }
}

const readingOfReads = `${reading} A read needs no token, and so may be counted for nobody and succeed; whatever refuses it is the limiter.`;

export const limitedReadsAreRateLimited: Check = {
  id: "problems/limited-reads-are-rate-limited",
  level: "must",
  rule: "A read over the rate limit, where it is refused, answers 429 rate-limited.",
  source: "Errors, table of slugs, rate-limited; Version index; Fetch release metadata; Capability metadata",
  reading: readingOfReads,
  operations: ["getVersionIndex", "getRelease", "getCapabilities"],
  needs: ["token:rateLimited"],
  from: "standard",
  covers: [
    "answers:getVersionIndex/rate-limited",
    "answers:getRelease/rate-limited",
    "answers:getCapabilities/rate-limited",
  ],
  async run(tools) {
    const { given, registry, settle } = tools;
    const release = await given.readableRelease();

    await judgeReads(tools, [
      () => settle(release, () => registry.getVersionIndex(release.volume, overTheLimit)),
      () => settle(release, () => registry.getRelease(release, overTheLimit)),
      () => registry.getCapabilities(overTheLimit),
    ]);
  },
};

export const limitedSearchesAreRateLimited: Check = {
  id: "problems/limited-searches-are-rate-limited",
  level: "must",
  rule: "A search over the rate limit, where it is refused, answers 429 rate-limited.",
  source: "Errors, table of slugs, rate-limited; Search",
  reading: readingOfReads,
  operations: ["searchVolumes"],
  needs: ["token:rateLimited"],
  forms: "none",
  from: "standard",
  covers: ["answers:searchVolumes/rate-limited"],
  run: (tools) => judgeReads(tools, [() => tools.registry.searchVolumes([], overTheLimit)]),
};

export const limitedAdvisoryReadsAreRateLimited: Check = {
  id: "problems/limited-advisory-reads-are-rate-limited",
  level: "must",
  rule: "A search for advisories over the rate limit, where it is refused, answers 429 rate-limited.",
  source: "Errors, table of slugs, rate-limited; Search advisories; Get advisory",
  reading: readingOfReads,
  operations: ["searchAdvisories", "getAdvisory"],
  needs: ["token:rateLimited"],
  forms: "none",
  from: "standard",
  covers: ["answers:searchAdvisories/rate-limited", "answers:getAdvisory/rate-limited"],
  async run(tools) {
    await judgeReads(tools, [() => tools.registry.searchAdvisories([], overTheLimit)]);
    const single = await tools.registry.getAdvisory(
      "conformance-run-looks-for-no-such-advisory",
      overTheLimit,
    );
    tools.expect.problem(single, "rate-limited", "not-found");
  },
};

export const limitedTrustReadsAreRateLimited: Check = {
  id: "problems/limited-trust-reads-are-rate-limited",
  level: "must",
  rule: "A read of trust data over the rate limit, where it is refused, answers 429 rate-limited.",
  source: "Errors, table of slugs, rate-limited; Trust summary; Trust detail",
  reading: readingOfReads,
  operations: ["getTrustSummary", "getTrustDetail"],
  needs: ["token:rateLimited"],
  from: "standard",
  covers: ["answers:getTrustSummary/rate-limited", "answers:getTrustDetail/rate-limited"],
  async run(tools) {
    const { given, registry, settle } = tools;
    const release = await given.readableRelease();

    await judgeReads(tools, [
      () => settle(release, () => registry.getTrustSummary(release, overTheLimit)),
      () => settle(release, () => registry.getTrustDetail(release, overTheLimit)),
    ]);
  },
};
