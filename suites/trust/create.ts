/** Creating trust upload intents: the intent repeats the request. */
import type { CheckFile } from "../../harness/check-file.ts";
import { constant, option, record, string } from "fast-check";
import { isSuccess, momentAt, sentAt, slugOf, textAt } from "../../harness/exchange/answer.ts";
import { attachmentOf, finalizedUpload, openAttempt, openIntent } from "../situations/attached-release.ts";

const optionalText = option(string({ minLength: 1, maxLength: 40 }), { nil: undefined });

export const create: CheckFile = {
  source: "Create trust attachment upload intent",
  operations: ["createTrustUpload"],
  needs: ["token:publisher"],
  checks: [
    {
      id: "trust/valid-requests-open-an-intent",
      of: "publish/valid-requests-open-an-upload",
      rule: "`POST` trust create of an existing release, with its `purl` and `integrity` as the subject, succeeds and returns an `uploadId`.",
      reading: "The text does not state the success status. Any 2xx passes.",
      covers: [
        "operation:createTrustUpload",
        "gap:endpoints/5",
        "convention:unscoped-form",
        ...[
          "subject",
          "subject.purl",
          "subject.integrity",
          "attachment",
          "attachment.format",
          "declaredDigest",
          "declaredSize",
        ].map((member) => `member:create-trust-request.${member}`),
      ],
      async run({ given, expect, target }) {
        const { about: request, answer } = await openAttempt(given);
        // if the default format is refused, this skips and names the missing key
        if (target.trust.isBuiltIn && slugOf(answer) === "unsupported-media-type")
          given.trustIntentOf(request, answer);

        expect.success(answer);
        expect.that((textAt(answer.body, "uploadId") ?? "") !== "", {
          expected: "an `uploadId`",
          wanted: { member: "uploadId" },
          got: "no `uploadId`",
          answer,
        });
      },
    },
    {
      id: "trust/intents-name-their-subject",
      of: "publish/intents-repeat-their-request",
      owns: ["every-response/documents-name-the-release-of-their-path"],
      rule: "Where `POST` trust create returns a `subject`, its `purl` and `integrity` are those of the release in the path.",
      source: "Trust attachment upload intent: subject",
      reading:
        "The table does not say which members are required. A missing member passes; a present one must have this value.",
      covers: ["subject", "subject.purl", "subject.integrity"].map(
        (member) => `member:trust-upload-intent.${member}`,
      ),
      async run({ given, expect }) {
        const release = await given.sharedRelease();
        const { answer } = await openIntent(given);

        expect.echo(answer, ["subject", "purl"], release.purl);
        expect.echo(answer, ["subject", "integrity"], release.integrity);
      },
    },
    {
      id: "trust/intents-repeat-the-format",
      of: "publish/intents-repeat-their-request",
      rule: "Where `POST` trust create returns members of the format, they have the values that were sent.",
      source: "Trust attachment upload intent: attachment",
      reading:
        "The text does not say which members of the format come back. A missing member passes; a present one has the value that was sent.",
      covers: ["member:trust-upload-intent.attachment", "member:trust-upload-intent.attachment.format"],
      async run({ given, expect }) {
        const { answer, format } = await openIntent(given);

        for (const [member, text] of Object.entries(format))
          expect.echo(answer, ["attachment", "format", member], text);
      },
    },
    {
      id: "trust/intents-repeat-the-declared-digest",
      of: "publish/intents-repeat-their-request",
      rule: "Where `POST` trust create returns `declaredDigest`, it is the one that was sent.",
      source: "Trust attachment upload intent: declaredDigest",
      covers: ["member:trust-upload-intent.declaredDigest"],
      async run({ given, expect }) {
        const { answer, artifactDigest } = await openIntent(given);

        expect.echo(answer, ["declaredDigest"], artifactDigest);
      },
    },
    {
      id: "trust/intents-repeat-the-declared-size",
      of: "publish/intents-repeat-their-request",
      rule: "Where `POST` trust create returns `declaredSize`, it is the one that was sent.",
      source: "Trust attachment upload intent: declaredSize",
      covers: ["member:trust-upload-intent.declaredSize"],
      async run({ given, expect }) {
        const { answer, artifact } = await openIntent(given);

        expect.echo(answer, ["declaredSize"], artifact.length);
      },
    },
    {
      id: "trust/fresh-intents-are-neither-expired-nor-failed",
      of: "publish/fresh-uploads-are-open",
      rule: "The `state` of the intent that `POST` trust create returns is neither `expired` nor `failed`.",
      source: "Trust attachment upload intent: state",
      reading:
        "The text does not say which state a new intent has. Only `expired` and `failed` contradict that the intent was just created.",
      covers: ["member:trust-upload-intent.state"],
      async run({ given, expect }) {
        const { answer } = await openIntent(given);
        const state = textAt(answer.body, "state");

        expect.that(state !== "expired" && state !== "failed", {
          expected: "a `state` other than `expired` and `failed`",
          wanted: { member: "state" },
          got: String(state),
          answer,
        });
      },
    },
    {
      id: "trust/intents-expire-in-the-future",
      of: "publish/fresh-uploads-expire-in-the-future",
      rule: "The `expiresAt` of the intent that `POST` trust create returns is later than the `Date` header of the same response.",
      source: "Trust attachment upload intent: expiresAt",
      reading:
        "The text does not say how long an intent lives. We compare with the `Date` header, so that only the clock of the registry counts; a missing `expiresAt` passes.",
      covers: ["member:trust-upload-intent.expiresAt", "gap:limits/3"],
      async run({ given, expect }) {
        const { answer } = await openIntent(given);
        const expiresAt = momentAt(answer.body, "expiresAt");
        const sent = sentAt(answer);

        expect.that(expiresAt === undefined || sent === undefined || expiresAt > sent, {
          expected: "an `expiresAt` after the `Date` of the response",
          wanted: { member: "expiresAt" },
          got: `\`expiresAt\` ${textAt(answer.body, "expiresAt") ?? ""}`,
          answer,
        });
      },
    },
    {
      id: "trust/intents-repeat-every-format-member",
      of: "publish/intents-repeat-their-request",
      rule: "Where a successful `POST` trust create returns members of the format, they equal the strings sent, for all five members.",
      source: "Trust attachment upload intent: format object",
      reading:
        "The text leaves open which formats a registry accepts. It may refuse an unknown one with 415 `unsupported-media-type` or 400 `validation-failed`.",
      covers: ["family", "mediaType", "predicateType", "profile", "version"].map(
        (member) => `member:format-object.${member}`,
      ),
      forms: "either",
      from: "standard",
      async run({ given, registry, expect, property, target }) {
        const release = await given.sharedRelease();
        await openIntent(given);
        const base = { family: target.trust.format.family, mediaType: target.trust.format.mediaType };

        await property(
          {
            input: record({
              predicateType: optionalText,
              profile: optionalText,
              version: constant(target.trust.format.version),
            }),
            examples: [{ predicateType: "https://cyclonedx.org/bom", profile: "Build Time", version: "1.6" }],
            runs: { quick: 0, standard: 1, deep: 8 },
          },
          async (members) => {
            const format = { ...base, ...members };
            const body = given.trustBody(release, given.artifact());
            const attachment = { ...attachmentOf(body), format };

            const answer = await registry.createTrustUpload(release, { ...body, attachment });

            if (!isSuccess(answer)) {
              expect.problem(answer, "unsupported-media-type", "validation-failed");
              return;
            }
            for (const [member, text] of Object.entries(format)) {
              if (text !== undefined) expect.echo(answer, ["attachment", "format", member], text);
            }
          },
        );
      },
    },
    {
      id: "trust/bytes-are-taken-as-instructed",
      of: "publish/instructions-can-be-followed",
      rule: "An upload transfer of the artifact with the URL, method and headers of the upload instruction succeeds.",
      source: "Trust attachment upload intent: upload",
      reading:
        "The text calls the instruction opaque. We use it unchanged, follow redirects and accept any 2xx.",
      operations: ["createTrustUpload", "transferBytes"],
      covers: [
        "member:trust-upload-intent.upload",
        "member:trust-upload-intent.uploadId",
        "rule:service/6",
        ...["instructionType", "url", "method", "headers"].map(
          (member) => `member:upload-instruction.${member}`,
        ),
      ],
      async run({ given, expect }) {
        const { transfer } = await finalizedUpload(given);

        expect.success(transfer);
      },
    },
  ],
};
