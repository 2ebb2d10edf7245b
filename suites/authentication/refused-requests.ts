import type { RequestOptions } from "../../harness/api/registry.ts";
import type { CheckFile } from "../../harness/check-file.ts";
import type { Tools } from "../../harness/check.ts";
import { describeAnswer } from "../../harness/expect/expect.ts";
import { isSuccess, listAt, textAt } from "../../harness/exchange/answer.ts";
import { ExpectationFailed } from "../../harness/outcome.ts";
import { expectArchiveIfFetchable } from "../situations/download.ts";
import { releaseToGuard } from "../situations/guarded-uploads.ts";
import { unpublishGuarded } from "./unpublish-requests.ts";
import { type UnauthorizedCaller, optionsOfCallers } from "./unauthorized-callers.ts";

/** Where one caller is enough, it is the first: with its own valid token it can reserve something for itself. */
const unauthorizedCallers: readonly UnauthorizedCaller[] = [
  "outsider",
  "nobody",
  "malformed",
  "unknown",
  "expired",
  "revoked",
];

/**
 * Judges what all callers leave behind together. Where it is wrong, each is judged alone: the report then says after whose request.
 * @throws ExpectationFailed with the findings of each caller alone, or with that of all where none of them has one
 */
async function judgeTogether(
  { each }: Pick<Tools, "each">,
  callers: readonly RequestOptions[],
  judge: (callers: readonly RequestOptions[]) => Promise<void>,
): Promise<void> {
  try {
    await judge(callers);
  } catch (error) {
    if (error instanceof ExpectationFailed && callers.length > 1)
      await each(callers, async (caller) => await judge([caller]));
    throw error;
  }
}

export const refusedRequests: CheckFile = {
  source: "Authentication, rules 1, 6, 7 and 8",
  reading:
    "The text does not say what an unauthorized request (no usable token, or no authority) may leave behind. We read it as rejected completely, so nothing changes for the owner.",
  operations: ["createReleaseUpload", "finalizeReleaseUpload"],
  needs: ["token:publisher"],
  covers: ["rule:authentication/7", "rule:authentication/8"],
  forms: "either",
  from: "standard",
  checks: [
    {
      id: "authentication/refused-creates-change-nothing",
      of: "authentication/refused-requests-change-nothing",
      forms: "one",
      rule: "An unauthorized `POST` create answers 4xx, and the owner's create and finalize of the same version with the same idempotency key still succeed.",
      async run({ given, registry, expect }) {
        // who may publish under a new unscoped name is the registry's own affair
        const { volume } = await releaseToGuard(given);
        const release = { volume, version: given.version("1.1.0") };
        const archive = await given.archive(release);
        const requestBody = given.createBody(release.version, archive);
        const [one = { as: "nobody" }] = await optionsOfCallers(given, unauthorizedCallers);
        const idempotencyKey = given.key();
        const caller = { ...one, idempotencyKey };

        const otherBody = given.createBody(given.version("1.20.0"), archive);
        for (const refused of [otherBody, requestBody])
          expect.refusal(await registry.createReleaseUpload(release.volume, refused, caller));
        const created = await registry.createReleaseUpload(release.volume, requestBody, { idempotencyKey });
        expect.success(created);
        const upload = given.intentOf({ ...release, archive, requestBody }, created);
        await given.transfer(upload, archive.bytes);
        expect.refusal(await registry.createReleaseUpload(release.volume, requestBody, caller));
        const finalized = await registry.finalizeReleaseUpload(upload);

        expect.success(finalized);
      },
    },
    {
      id: "authentication/refused-finalizes-publish-nothing",
      of: "authentication/refused-requests-change-nothing",
      forms: "one",
      rule: "Unauthorized `POST` finalizes answer 4xx, `GET` metadata shows no release, and the owner's finalize with the same key still succeeds.",
      operations: ["finalizeReleaseUpload", "getRelease"],
      async run(tools) {
        const { given, registry, expect } = tools;
        // who may publish under a new unscoped name is the registry's own affair
        const volume = given.form === "scoped" ? given.volume() : (await given.publishedRelease()).volume;
        let versions = 0;
        await judgeTogether(tools, await optionsOfCallers(given, unauthorizedCallers), async (callers) => {
          versions += 1;
          const upload = await given.uploadedBytes({ volume, version: given.version(`1.${versions}.0`) });
          const idempotencyKey = given.key();
          for (const caller of callers)
            expect.refusal(await registry.finalizeReleaseUpload(upload, { ...caller, idempotencyKey }));
          const seen = await registry.getRelease(upload);
          const finalized = await registry.finalizeReleaseUpload(upload, { idempotencyKey });

          expect.that(!isSuccess(seen), {
            expected: "no release metadata",
            wanted: { answer: "nothing" },
            got: describeAnswer(seen),
            answer: seen,
          });
          expect.success(finalized);
        });
      },
    },
    {
      id: "authentication/refused-trust-creates-keep-no-key",
      of: "authentication/refused-requests-change-nothing",
      rule: "An unauthorized `POST` trust create answers 4xx, and the owner's trust create with the same body and idempotency key still succeeds.",
      operations: ["createTrustUpload"],
      async run({ given, registry, expect, eventually }) {
        const release = await releaseToGuard(given);
        const body = given.trustBody(release, given.artifact());
        const [caller = { as: "nobody" }] = await optionsOfCallers(given, unauthorizedCallers);
        const idempotencyKey = given.key();

        expect.refusal(await registry.createTrustUpload(release, body, { ...caller, idempotencyKey }));
        const created = await eventually(
          () => registry.createTrustUpload(release, body, { idempotencyKey }),
          { since: release },
        );

        expect.success(created);
      },
    },
    {
      id: "authentication/refused-trust-finalizes-attach-nothing",
      of: "authentication/refused-requests-change-nothing",
      forms: "one",
      rule: "Unauthorized `POST` trust finalizes answer 4xx, `GET` trust detail shows no such attachment, and the owner's trust finalize with the same key still succeeds.",
      operations: ["finalizeTrustUpload", "getTrustDetail"],
      async run(tools) {
        const { given, registry, expect, eventually } = tools;
        const release = await releaseToGuard(given);
        await judgeTogether(tools, await optionsOfCallers(given, unauthorizedCallers), async (callers) => {
          const upload = await given.trustUploaded(release);
          const body = { idempotencyKey: given.key() };
          for (const caller of callers)
            expect.refusal(await registry.finalizeTrustUpload(upload, body, caller));
          const detail = await eventually(() => registry.getTrustDetail(release), { since: release });
          const finalized = await registry.finalizeTrustUpload(upload, body);

          const digests = listAt(detail.body, "attachments").map((attachment) =>
            textAt(attachment, "artifactDigest"),
          );
          expect.that(!digests.includes(upload.artifactDigest), {
            expected: "no attachment with the artifact's digest",
            got: "an attachment with that digest",
            answer: detail,
          });
          expect.success(finalized);
        });
      },
    },
    {
      id: "authentication/refused-unpublishes-remove-nothing",
      of: "authentication/refused-requests-change-nothing",
      rule: "Unauthorized `DELETE`s answer 4xx, and the release stays available and keeps its `GET` index row and its archive.",
      operations: ["unpublishVersion", "getRelease", "getVersionIndex", "transferBytes"],
      forms: "unscoped",
      async run(tools) {
        const { given, registry, expect, eventually } = tools;
        const guarded = await releaseToGuard(given);
        await judgeTogether(tools, await optionsOfCallers(given, unauthorizedCallers), async (callers) => {
          // alone, each has a release of its own: the one for all may be gone
          const release = callers.length > 1 ? guarded : await given.publishedRelease();
          const before = await eventually(() => registry.getRelease(release), { since: release });
          if (!isSuccess(before))
            throw given.blocked(`GET metadata of the release answered ${describeAnswer(before)}`, before);

          for (const caller of callers)
            expect.refusal(
              release === guarded
                ? await unpublishGuarded(tools, caller)
                : await registry.unpublishVersion(release, caller),
            );

          const after = await eventually(() => registry.getRelease(release), { since: release });
          expect.success(after);
          expect.equal(textAt(after.body, "status", "state"), "available", {
            what: "the release's state",
            answer: after,
          });
          // members of a row may be absent; this is the only row of its volume
          const isListed = (row: unknown): boolean =>
            (textAt(row, "version") ?? release.version) === release.version &&
            (textAt(row, "status", "state") ?? "available") === "available";
          const index = await eventually(() => registry.getVersionIndex(release.volume), {
            since: release,
            until: (answer) => listAt(answer.body, "items").some(isListed),
          });
          expect.that(listAt(index.body, "items").some(isListed), {
            expected: `a row for ${release.version} with status.state available, or without a state`,
            got: describeAnswer(index),
            answer: index,
          });
          await expectArchiveIfFetchable(tools, release, after);
        });
      },
    },
  ],
};
