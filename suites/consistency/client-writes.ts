/** Writes of clients that send more header fields than they have to. */
import type { CheckFile } from "../../harness/check-file.ts";
import type { Tools } from "../../harness/check.ts";
import { type Answer, isSuccess } from "../../harness/exchange/answer.ts";
import { describeAnswer } from "../../harness/expect/expect.ts";
import type { HeaderField } from "../../schemas/report.ts";
import { userAgents } from "../inputs/clients.ts";
import { finalizeBody } from "../situations/attached-release.ts";
import { releaseWithKeyedTrust } from "../situations/idempotency-key.ts";

const clients: readonly (readonly HeaderField[])[] = [
  [
    ["User-Agent", userAgents.packageManager],
    ["Accept", "*/*"],
    ["Accept-Language", "de-DE,de;q=0.9,en;q=0.5"],
    ["Cookie", "theme=dark"],
    ["Cache-Control", "no-cache"],
  ],
  [
    ["User-Agent", userAgents.script],
    ["Accept", "application/json, */*;q=0.1"],
    ["Accept-Encoding", "gzip;q=0.5, deflate;q=0.1"],
    ["Accept-Language", "*"],
  ],
];

/** A client's version may be a prerelease of any kind. */
const versions = ["1.0.0-0", "1.0.0--0a"] as const;

const contentType = "application/json; charset=utf-8";

/** Asserts that a write with further header fields succeeds, if it does without them. */
async function expectAsWithout(
  { expect }: Pick<Tools, "expect">,
  answer: Answer,
  sendPlain: () => Promise<Answer>,
): Promise<void> {
  const isAsWithout = isSuccess(answer) || !isSuccess(await sendPlain());
  expect.that(isAsWithout, {
    expected: "a success, as without further header fields",
    wanted: { otherStatus: true },
    got: describeAnswer(answer),
    answer,
  });
}

export const clientWrites: CheckFile = {
  source: "What the service does, rule 2; RFC 9110, sections 10.1.5 and 12.5",
  operations: ["createReleaseUpload", "finalizeReleaseUpload"],
  level: "should",
  needs: ["token:publisher"],
  reading:
    "The text says what a request has to have, and nothing of other header fields. So none of them is a reason to refuse a write.",
  from: "standard",
  checks: [
    {
      id: "consistency/releases-can-be-published-by-any-client",
      of: "consistency/writes-are-open-to-every-client",
      rule: "`POST` create, `POST` finalize and `DELETE` succeed for every client, with any `User-Agent`, `Accept`, languages and cookies.",
      operations: ["createReleaseUpload", "finalizeReleaseUpload", "unpublishVersion"],
      forms: "unscoped",
      async run({ given, registry, expect, eventually, target }) {
        for (const [place, headers] of clients.entries()) {
          const volume = given.volume();
          const version = versions[place] ?? "1.0.0";
          const archive = await given.archive({ volume, version });
          const requestBody = given.createBody(version, archive);
          const created = await registry.createReleaseUpload(volume, requestBody, { headers, contentType });
          expect.success(created);
          const intent = given.intentOf({ volume, version, archive, requestBody }, created);
          await given.transfer(intent, archive.bytes);

          const finalized = await registry.finalizeReleaseUpload(intent, { headers });
          expect.success(finalized);

          if (!target.features.unpublish) continue;
          // whether a new release can be unpublished at all, and how soon, is judged by other requirements
          const unpublished = await eventually(() => registry.unpublishVersion(intent, { headers }), {
            since: { sinceMs: finalized.endedAtMs },
            until: isSuccess,
          });
          await expectAsWithout({ expect }, unpublished, () => registry.unpublishVersion(intent));
        }
      },
    },
    {
      id: "consistency/artifacts-can-be-attached-by-any-client",
      of: "consistency/writes-are-open-to-every-client",
      rule: "`POST` trust create and `POST` trust finalize succeed for every client, with any `User-Agent`, `Accept`, languages and cookies.",
      operations: ["createTrustUpload", "finalizeTrustUpload"],
      forms: "scoped",
      async run(tools) {
        const { given, registry, eventually } = tools;
        const release = await releaseWithKeyedTrust(given);
        for (const headers of clients) {
          const artifact = given.artifact();
          const requestBody = given.trustBody(release, artifact);
          const created = await eventually(
            () => registry.createTrustUpload(release, requestBody, { headers, contentType }),
            { since: release },
          );
          await expectAsWithout(tools, created, () => registry.createTrustUpload(release, requestBody));
          const { volume, version } = release;
          const intent = given.trustIntentOf({ ...release, volume, version, artifact, requestBody }, created);
          await given.transfer(intent, artifact);
          const body = finalizeBody(given);

          const finalized = await registry.finalizeTrustUpload(intent, body, { headers, contentType });

          await expectAsWithout(tools, finalized, () => registry.finalizeTrustUpload(intent, body));
        }
      },
    },
  ],
};
