import type { CheckFile } from "../../harness/check-file.ts";
import { type Situation, situation } from "../../harness/given/situation.ts";
import { describeAnswer } from "../../harness/expect/expect.ts";
import { type Answer, isSuccess, textAt } from "../../harness/exchange/answer.ts";
import { casesAt } from "../inputs/cases.ts";
import { finalizesWithKeyInHeader, malformedFinalizes } from "../situations/trust-finalize-bodies.ts";
import { countOf } from "../situations/attached-release.ts";
import {
  type KeyedTrustFinalize,
  expectConflict,
  keyedFinalize,
  keyedTrustFinalize,
  releaseWithKeyedTrust,
  expectNoConflict,
} from "../situations/idempotency-key.ts";

/** The same finalize a second time. */
const repeatedFinalize: Situation<KeyedTrustFinalize & { readonly again: Answer }> = situation(
  "repeated-trust-finalize",
  async ({ given, registry }) => {
    const finalized = await keyedTrustFinalize(given);
    const { upload, key } = finalized;
    return { ...finalized, again: await registry.finalizeTrustUpload(upload, { idempotencyKey: key }) };
  },
);

export const finalizeTrust: CheckFile = {
  source: "Endpoints, idempotency; Errors, rule 1",
  operations: ["finalizeTrustUpload"],
  needs: ["token:publisher"],
  from: "standard",
  checks: [
    {
      id: "idempotency/repeated-trust-finalizes-do-not-conflict",
      of: "idempotency/equal-requests-with-one-key-never-conflict",
      rule: "A repeated `POST` trust finalize with the same key never answers `idempotency-conflict`, with the key in the header, the body or both.",
      covers: ["rule:errors/1", "convention:idempotency-key", "member:finalize-trust-request.idempotencyKey"],
      async run(tools) {
        const { upload, key, again: inBody } = await repeatedFinalize(tools.given);
        const { registry, expect } = tools;

        const answers = [inBody];
        for (const body of casesAt(tools, [{}, { idempotencyKey: key }], 0))
          answers.push(await registry.finalizeTrustUpload(upload, body, { idempotencyKey: key }));

        for (const answer of answers) {
          expectNoConflict(expect, answer);
        }
      },
    },
    {
      id: "idempotency/repeated-trust-finalizes-attach-once",
      of: "idempotency/equal-requests-with-one-key-have-one-result",
      rule: "A repeated `POST` trust finalize with the same key succeeds with the same `attachmentId`, and `GET` trust detail lists the artifact at most once.",
      reading:
        "The text does not say what a repeated trust finalize answers. With a key, we read idempotency as the same result and no second attachment.",
      operations: ["finalizeTrustUpload", "getTrustDetail"],
      covers: ["convention:idempotency-key", "question:5"],
      async run(tools) {
        const { release, upload, answer: first, again: answer } = await repeatedFinalize(tools.given);
        const { registry, expect, eventually } = tools;

        const detail = await eventually(() => registry.getTrustDetail(release), {
          since: { sinceMs: answer.endedAtMs },
          until: (seen) => countOf(upload.artifactDigest, seen) > 0,
        });

        expect.success(answer);
        expect.equal(textAt(answer.body, "attachmentId"), textAt(first.body, "attachmentId"), {
          what: "attachmentId",
          answer,
        });
        expect.that(countOf(upload.artifactDigest, detail) <= 1, {
          expected: "at most one attachment with the artifact's digest",
          got: `${countOf(upload.artifactDigest, detail)}`,
          answer: detail,
        });
      },
    },
    {
      id: "idempotency/trust-finalizes-take-the-key-from-the-header",
      of: "idempotency/equal-requests-with-one-key-never-conflict",
      forms: "one",
      rule: "`POST` trust finalize with a key in the header alone and an empty object as body succeeds. Repeating it never answers `idempotency-conflict`.",
      source: "Endpoints, idempotency",
      reading:
        "The text says that the key is the one that is present, if only one is. So the body needs no key if the header has one.",
      covers: ["convention:idempotency-key", "member:finalize-trust-request.idempotencyKey"],
      async run(tools) {
        const [first, again] = await finalizesWithKeyInHeader(tools);
        const { expect } = tools;

        expect.success(first);
        expectNoConflict(expect, again);
      },
    },
    {
      id: "idempotency/trust-finalizes-with-the-key-in-the-header-attach-once",
      of: "idempotency/equal-requests-with-one-key-have-one-result",
      forms: "one",
      rule: "A repeated `POST` trust finalize with the same key in the header alone succeeds with the same `attachmentId`.",
      reading:
        "The text does not say what a repeated trust finalize answers. With a key, we read idempotency as the same result.",
      covers: ["convention:idempotency-key", "question:5"],
      async run(tools) {
        const [first, again] = await finalizesWithKeyInHeader(tools);
        const { given, expect } = tools;
        if (!isSuccess(first))
          throw given.blocked(`the first finalize answered ${describeAnswer(first)}`, first);

        expect.success(again);
        expect.equal(textAt(again.body, "attachmentId"), textAt(first.body, "attachmentId"), {
          what: "attachmentId",
          answer: again,
        });
      },
    },
    {
      id: "idempotency/keys-of-trust-finalizes-that-are-not-strings-are-refused",
      of: "publish/members-are-taken-literally",
      forms: "one",
      rule: "`POST` trust finalize with an `idempotencyKey` that is not a string answers 400 `validation-failed`.",
      source: "Finalize trust attachment upload, body: idempotencyKey",
      reading:
        "The type is string, but the text does not say whether a registry may convert or ignore other types. Doing so causes little harm, so this is only a warning.",
      covers: ["member:finalize-trust-request.idempotencyKey"],
      async run(tools) {
        for (const answer of await malformedFinalizes(tools, "key"))
          tools.expect.problem(answer, "validation-failed");
      },
    },
    {
      id: "idempotency/trust-finalizes-never-return-another-attachment",
      of: "idempotency/keys-never-return-something-else",
      forms: "each",
      owns: ["every-response/results-name-the-upload-of-their-path"],
      rule: "`POST` trust finalize with a key that finalized another upload returns a different `attachmentId` and its own `artifactDigest`, or answers 409.",
      reading:
        "The text does not say whether a key applies across paths. On another path it may be a new key or a 409.",
      covers: ["question:6", "answers:finalizeTrustUpload/idempotency-conflict"],
      async run(tools) {
        const { release, key, answer: first } = await keyedTrustFinalize(tools.given);
        const { given, registry, expect } = tools;
        const other = await given.trustUploaded(release);

        const answer = await registry.finalizeTrustUpload(
          other,
          { idempotencyKey: key },
          { idempotencyKey: key },
        );

        if (!isSuccess(answer)) return expectConflict(expect, answer);
        const attachmentId = textAt(answer.body, "attachmentId");
        expect.that(attachmentId !== textAt(first.body, "attachmentId"), {
          expected: "a different attachmentId",
          wanted: { member: "attachmentId", differs: true },
          got: "the attachmentId of the other upload",
          answer,
        });
        expect.echo(answer, ["artifactDigest"], other.artifactDigest);
      },
    },
    {
      id: "idempotency/trust-finalizes-never-return-a-create-response",
      of: "idempotency/keys-never-return-something-else",
      forms: "each",
      owns: ["every-response/finalize-trust-results-are-well-formed"],
      rule: "`POST` trust finalize with the key of its own create request, or of the finalize of its release, returns an `attachmentId`, or answers 409.",
      reading:
        "The text does not say whether a key applies across paths. On another path it may be a new key or a 409.",
      operations: ["createTrustUpload", "finalizeTrustUpload"],
      covers: ["question:6"],
      async run({ given, registry, expect }) {
        const isOwn = given.half === "first";
        const key = isOwn ? given.key() : (await keyedFinalize(given)).key;
        const release = await releaseWithKeyedTrust(given);
        const upload = await given.trustUploaded(release, isOwn ? { idempotencyKey: key } : {});

        const answer = await registry.finalizeTrustUpload(
          upload,
          { idempotencyKey: key },
          { idempotencyKey: key },
        );

        if (!isSuccess(answer)) return expectConflict(expect, answer);
        expect.text(answer, "attachmentId");
      },
    },
  ],
};
