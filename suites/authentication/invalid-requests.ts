/** Requests that have an error besides the unusable token. The answer to the token comes first. */
import type { CheckEntry, CheckFile } from "../../harness/check-file.ts";
import type { Check, Operation, Tools } from "../../harness/check.ts";
import { describeAnswer } from "../../harness/expect/expect.ts";
import { type Answer, isSuccess, textAt } from "../../harness/exchange/answer.ts";
import type { RequestOptions } from "../../harness/api/registry.ts";
import type { ReleaseName } from "../../harness/exchange/volume.ts";
import { sha256 } from "../../harness/seed.ts";
import { casesAt } from "../inputs/cases.ts";
import { ownReleaseWith } from "../situations/other-targets.ts";
import { scopedUnpublish } from "../situations/scoped-unpublish.ts";
import { openTrustUpload, openUpload } from "./protected-requests.ts";
import { optionsOfCallers } from "./unauthorized-callers.ts";

type Send = (options: RequestOptions) => Promise<Answer>;

interface InvalidRequests {
  /** The part of the id. */
  readonly id: string;
  /** The part of the rule. */
  readonly name: string;
  readonly operation: Operation;
  readonly forms?: Check["forms"];
  /** Requests with one error each. A path that matches no route is not among them. */
  readonly requests: (tools: Tools) => Promise<readonly Send[]>;
}

const twoKeys = { header: "key-in-the-header", body: "key-in-the-body" };

const groups: readonly InvalidRequests[] = [
  {
    id: "creates",
    name: "`POST` create of an existing version, or with an invalid body or two different idempotency keys,",
    operation: "createReleaseUpload",
    async requests({ given, registry }) {
      const { volume, version, archive } = await given.sharedRelease();
      const body = given.createBody("3.1.0", archive);
      const create =
        (members: object, about: RequestOptions = {}): Send =>
        (options) =>
          registry.createReleaseUpload(volume, { ...body, ...members }, { ...about, ...options });
      return [
        create({}, { rawBody: JSON.stringify(body).slice(0, -1) }),
        create({ version }),
        create({ idempotencyKey: twoKeys.body }, { idempotencyKey: twoKeys.header }),
        create({ mediaType: "application/zip" }, { contentType: "text/plain" }),
        // 1 TiB
        create({ declaredSize: 2 ** 40 }),
      ];
    },
  },
  {
    id: "finalizes",
    name: "`POST` finalize of a finalized upload or of another volume's upload",
    operation: "finalizeReleaseUpload",
    async requests({ given, registry }) {
      const { intent, volume } = await given.sharedRelease();
      const { uploadId } = await openUpload(given);
      return [
        (options) => registry.finalizeReleaseUpload(intent, options),
        (options) => registry.finalizeReleaseUpload({ volume, uploadId }, options),
      ];
    },
  },
  {
    id: "trust-creates",
    name: "`POST` trust create for an unknown or tombstoned version, with an invalid body, another subject or two keys,",
    operation: "createTrustUpload",
    async requests({ given, registry, half }) {
      const release = await given.sharedRelease();
      const body = given.trustBody(release, given.artifact());
      const { purl } = release;
      const create =
        (members: object, about: RequestOptions = {}, to: ReleaseName = release): Send =>
        (options) =>
          registry.createTrustUpload(to, { ...body, ...members }, { ...about, ...options });
      // what is sent for them has another error in one half, and none in the other
      const unusual = half === "first" ? ["git" as const] : (["tombstoned", "yanked"] as const);
      const [first, second] = await Promise.all(unusual.map((trait) => ownReleaseWith(given, trait)));
      return [
        create({}, { rawBody: JSON.stringify(body).slice(0, -1) }),
        create({}, {}, first ?? { ...release, version: "9.8.7" }),
        create(
          { subject: { purl, integrity: sha256("another tree") }, declaredDigest: "sha256:0" },
          {},
          first,
        ),
        create({ idempotencyKey: twoKeys.body }, { idempotencyKey: twoKeys.header }, second),
      ];
    },
  },
  {
    id: "trust-finalizes",
    name: "`POST` trust finalize of an unknown upload, or with an invalid body or two different idempotency keys,",
    operation: "finalizeTrustUpload",
    async requests({ given, registry }) {
      const upload = await openTrustUpload(given);
      const { header: idempotencyKey } = twoKeys;
      return [
        (options) => registry.finalizeTrustUpload(upload, undefined, { rawBody: "{", ...options }),
        (options) =>
          registry.finalizeTrustUpload(
            upload,
            { idempotencyKey: twoKeys.body },
            { idempotencyKey, ...options },
          ),
        (options) => registry.finalizeTrustUpload({ ...upload, uploadId: "no-such-upload" }, {}, options),
      ];
    },
  },
  {
    id: "unpublishes",
    name: "`DELETE` of an unknown or tombstoned version",
    operation: "unpublishVersion",
    forms: "unscoped",
    async requests({ given, registry }) {
      const { volume } = await given.sharedRelease();
      const release = (await ownReleaseWith(given, "tombstoned")) ?? { volume, version: "9.8.7" };
      return [(options) => registry.unpublishVersion(release, options)];
    },
  },
];

function toCheck({ id, name, operation, forms, requests }: InvalidRequests): CheckEntry {
  return {
    id: `authentication/invalid-${id}-need-a-token`,
    of: "authentication/a-missing-token-is-the-first-problem",
    rule: `${name} without a usable token answers 401 \`authentication-required\`.`,
    source: "Authentication, rules 1 and 7",
    reading:
      "The text does not state the order of checks. Rule 7 says without exception that the answer is 401, so we read it as the answer to requests with other errors too.",
    operations: [operation],
    needs: ["token:publisher"],
    ...(forms === undefined ? {} : { forms }),
    covers: ["rule:authentication/1", "rule:authentication/7", "question:16"],
    from: "standard",
    async run(tools) {
      const callers = await optionsOfCallers(tools.given, ["nobody", "unknown", "expired"]);
      const sends = casesAt(tools, await requests(tools));
      await tools.each(sends, async (send, index) => {
        const answer = await send(callers[index % callers.length] ?? { as: "nobody" });

        tools.expect.problem(answer, "authentication-required");
      });
    },
  };
}

export const invalidRequests: CheckFile = {
  source: "Authentication, rules 1 and 7",
  operations: ["unpublishVersion"],
  needs: ["token:publisher"],
  from: "standard",
  checks: [
    ...groups.map(toCheck),
    {
      id: "authentication/scoped-unpublishes-need-a-token",
      of: "authentication/a-missing-token-is-the-first-problem",
      rule: "`DELETE` of a version of a scoped volume by an outsider or without a usable token answers 4xx, and the version stays available. If the publisher's `DELETE` succeeds, the answer to an unusable token is 401.",
      source: "Authentication, rules 1 and 7; Gaps in endpoint coverage: scoped form of unpublish",
      reading:
        "The text does not state a path for scoped names. A registry may offer the path of the unscoped form; then it needs a token as that does.",
      covers: ["rule:authentication/1", "rule:authentication/7", "gap:endpoints/8"],
      forms: "scoped",
      async run({ given, expect }) {
        const { unauthenticated, outsider, before, answer: asPublisher } = await scopedUnpublish(given);

        for (const answer of unauthenticated) {
          if (!isSuccess(asPublisher)) expect.refusal(answer);
          else
            expect.that(answer.status === 401, {
              expected: "401 authentication-required",
              wanted: { problems: ["authentication-required"] },
              got: describeAnswer(answer),
              answer,
            });
        }
        if (outsider !== undefined) expect.refusal(outsider);
        expect.that(textAt(before.body, "status", "state") === "available", {
          expected: "release metadata with `status.state` `available`",
          got: describeAnswer(before),
          answer: before,
        });
      },
    },
  ],
};
