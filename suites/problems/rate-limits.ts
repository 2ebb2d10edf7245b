import { trustUploadToGuard } from "../situations/guarded-trust-upload.ts";
import { uploadToGuard } from "../situations/guarded-uploads.ts";
import type { CheckFile } from "../../harness/check-file.ts";
import type { Tools } from "../../harness/check.ts";
import { type Answer, isSuccess, textAt } from "../../harness/exchange/answer.ts";
import { type Situation, situation } from "../../harness/given/situation.ts";
import type { RequestOptions } from "../../harness/api/registry.ts";

/** Sends the token that is over its limit, and returns the 429 instead of retrying. */
const overTheLimit: RequestOptions = { as: "rateLimited", expectsRateLimit: true };

/** A create request over the limit, and another request of the publisher with the same key. */
interface Limited {
  readonly limited: Answer;
  readonly next: () => Promise<Answer>;
}

/** Of a release. */
const limitedCreate: Situation<Limited> = situation(
  "problems/limited-create",
  async ({ given, registry }) => {
    const { volume, archive } = await given.sharedRelease();
    const [body, next] = ["7.0.0", "7.1.0"].map((one) => given.createBody(given.version(one), archive));
    const key = { idempotencyKey: given.key() };
    return {
      limited: await registry.createReleaseUpload(volume, body, { ...overTheLimit, ...key }),
      next: () => registry.createReleaseUpload(volume, next, key),
    };
  },
);

/** Of a trust artifact. */
const limitedTrustCreate: Situation<Limited> = situation(
  "problems/limited-trust-create",
  async ({ given, registry, eventually }) => {
    const release = await given.sharedRelease();
    const [body, next] = [given.artifact(), given.artifact()].map((one) => given.trustBody(release, one));
    const key = { idempotencyKey: given.key() };
    return {
      limited: await registry.createTrustUpload(release, body, { ...overTheLimit, ...key }),
      next: () => eventually(() => registry.createTrustUpload(release, next, key), { since: release }),
    };
  },
);

const reading =
  "The text does not state the limits. The `rateLimited` token of the target is over its limit, so we expect every request with it to be refused.";

/** Judges the responses to reads with a token that is over its limit. */
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

const readingOfReads =
  "The text does not state the limits, and a read needs no token. So a read with the `rateLimited` token may succeed, but a refusal comes from the rate limit.";

export const rateLimits: CheckFile = {
  source: "Errors, table of slugs, rate-limited; Create release upload intent; Finalize release upload",
  operations: ["createReleaseUpload", "finalizeReleaseUpload"],
  needs: ["token:rateLimited"],
  from: "standard",
  checks: [
    {
      id: "problems/publishing-is-rate-limited",
      of: "problems/rate-limits-answer-429",
      rule: "`POST` create and `POST` finalize with a token over its rate limit answer 429 `rate-limited`.",
      reading,
      needs: ["token:publisher", "token:rateLimited"],
      covers: [
        "slug:rate-limited",
        "answers:createReleaseUpload/rate-limited",
        "answers:finalizeReleaseUpload/rate-limited",
      ],
      from: "quick",
      async run({ given, registry, expect }) {
        const { limited: created } = await limitedCreate(given);
        const finalized = await registry.finalizeReleaseUpload(await uploadToGuard(given), overTheLimit);

        expect.problem(created, "rate-limited");
        expect.problem(finalized, "rate-limited");
      },
    },
    {
      id: "problems/trust-upload-is-rate-limited",
      of: "problems/rate-limits-answer-429",
      rule: "`POST` trust create and `POST` trust finalize with a token over its rate limit answer 429 `rate-limited`.",
      source:
        "Errors, table of slugs, rate-limited; Create trust attachment upload intent; Finalize trust attachment upload",
      reading,
      operations: ["createTrustUpload", "finalizeTrustUpload"],
      needs: ["token:publisher", "token:rateLimited"],
      covers: [
        "slug:rate-limited",
        "answers:createTrustUpload/rate-limited",
        "answers:finalizeTrustUpload/rate-limited",
      ],
      async run({ given, registry, expect }) {
        const { limited: created } = await limitedTrustCreate(given);
        const finalized = await registry.finalizeTrustUpload(
          await trustUploadToGuard(given),
          {},
          overTheLimit,
        );

        expect.problem(created, "rate-limited");
        expect.problem(finalized, "rate-limited");
      },
    },
    {
      id: "problems/rate-limited-creates-keep-no-key",
      of: "problems/rate-limits-answer-429",
      forms: "one",
      rule: "After `POST` create or `POST` trust create was answered 429, another valid request of the publisher with its key succeeds.",
      source: "Errors, table of slugs, rate-limited; Errors, rule 1",
      reading: "What the limit refuses has had no effect, so its key is not used yet.",
      operations: ["createReleaseUpload", "createTrustUpload"],
      needs: ["token:publisher", "token:rateLimited"],
      covers: ["slug:rate-limited", "rule:errors/1"],
      async run({ given, expect, target }) {
        const creates = target.features.trust ? [limitedCreate, limitedTrustCreate] : [limitedCreate];
        let judged = 0;
        for (const create of creates) {
          const { limited, next } = await create(given);
          // requirements of their own judge the limit
          if (limited.status !== 429) continue;
          expect.success(await next());
          judged++;
        }
        if (judged === 0) throw given.nothingToJudge("the limit refused no create");
      },
    },
    {
      id: "problems/rate-limited-unpublish-changes-nothing",
      of: "problems/rate-limits-answer-429",
      forms: "unscoped",
      rule: "After `DELETE` with a token over its rate limit has answered 429, the release is available as before.",
      source: "Errors, table of slugs, rate-limited; Unpublish a version",
      reading:
        "The text does not list the problems of `DELETE`. Where the limit refuses it, the request has had no effect.",
      operations: ["unpublishVersion", "getRelease"],
      needs: ["token:publisher", "token:rateLimited"],
      covers: ["operation:unpublishVersion"],
      async run({ given, registry, expect, eventually }) {
        const release = await given.publishedRelease();
        const answer = await registry.unpublishVersion(release, overTheLimit);
        if (answer.status !== 429)
          throw given.nothingToJudge(`\`DELETE\` with this token answers ${answer.status}`);

        const metadata = await eventually(() => registry.getRelease(release), { since: release });

        expect.success(metadata);
        expect.equal(textAt(metadata.body, "status", "state") ?? "available", "available", {
          what: "the release's state",
          answer: metadata,
        });
      },
    },
    {
      id: "problems/limited-reads-are-rate-limited",
      of: "problems/rate-limits-answer-429",
      forms: "one",
      rule: "`GET` index, `GET` metadata and `GET /capabilities` with a token over its rate limit answer 2xx or 429 `rate-limited`.",
      source:
        "Errors, table of slugs, rate-limited; Version index; Fetch release metadata; Capability metadata",
      reading: readingOfReads,
      operations: ["getVersionIndex", "getRelease", "getCapabilities"],
      covers: [
        "answers:getVersionIndex/rate-limited",
        "answers:getRelease/rate-limited",
        "answers:getCapabilities/rate-limited",
      ],
      async run(tools) {
        const { given, registry, eventually } = tools;
        const release = await given.readableRelease();

        await judgeReads(tools, [
          () => eventually(() => registry.getVersionIndex(release.volume, overTheLimit), { since: release }),
          () => eventually(() => registry.getRelease(release, overTheLimit), { since: release }),
          () => registry.getCapabilities(overTheLimit),
        ]);
      },
    },
    {
      id: "problems/limited-searches-are-rate-limited",
      of: "problems/rate-limits-answer-429",
      rule: "`GET` search with a token over its rate limit answers 2xx or 429 `rate-limited`.",
      source: "Errors, table of slugs, rate-limited; Search",
      reading: readingOfReads,
      operations: ["searchVolumes"],
      covers: ["answers:searchVolumes/rate-limited"],
      forms: "none",
      run: (tools) => judgeReads(tools, [() => tools.registry.searchVolumes([], overTheLimit)]),
    },
    {
      id: "problems/limited-advisory-reads-are-rate-limited",
      of: "problems/rate-limits-answer-429",
      rule: "`GET /advisories` with a token over its rate limit answers 2xx or 429 `rate-limited`. `GET /advisories/{id}` with an unknown id answers 429 `rate-limited` or 404 `not-found`.",
      source: "Errors, table of slugs, rate-limited; Search advisories; Get advisory",
      reading: readingOfReads,
      operations: ["searchAdvisories", "getAdvisory"],
      covers: ["answers:searchAdvisories/rate-limited", "answers:getAdvisory/rate-limited"],
      forms: "none",
      async run(tools) {
        await judgeReads(tools, [() => tools.registry.searchAdvisories([], overTheLimit)]);
        const single = await tools.registry.getAdvisory(
          "conformance-run-looks-for-no-such-advisory",
          overTheLimit,
        );
        tools.expect.problem(single, "rate-limited", "not-found");
      },
    },
    {
      id: "problems/limited-trust-reads-are-rate-limited",
      of: "problems/rate-limits-answer-429",
      rule: "`GET` trust summary and `GET` trust detail with a token over its rate limit answer 2xx or 429 `rate-limited`.",
      source: "Errors, table of slugs, rate-limited; Trust summary; Trust detail",
      reading: readingOfReads,
      operations: ["getTrustSummary", "getTrustDetail"],
      covers: ["answers:getTrustSummary/rate-limited", "answers:getTrustDetail/rate-limited"],
      async run(tools) {
        const { given, registry, eventually } = tools;
        const release = await given.readableRelease();

        await judgeReads(tools, [
          () => eventually(() => registry.getTrustSummary(release, overTheLimit), { since: release }),
          () => eventually(() => registry.getTrustDetail(release, overTheLimit), { since: release }),
        ]);
      },
    },
  ],
};
