/** Creating trust upload intents: what an intent says of the request it answers. */
import { constant, option, record, string } from "fast-check";
import type { Check } from "../../harness/check.ts";
import { isSuccess, momentAt, sentAt, slugOf, textAt } from "../../harness/registry/answer.ts";
import { attachmentOf, finalizedUpload, openAttempt, openIntent } from "./attached-release.ts";

const about: Pick<Check, "level" | "operations" | "needs"> = {
  level: "must",
  operations: ["createTrustUpload"],
  needs: ["token:publisher"],
};

export const uploadsAreCreated: Check = {
  ...about,
  id: "trust/uploads-are-created",
  rule: "A publisher's request for a trust upload on an existing release, with its purl and integrity as the subject, succeeds.",
  source: "Create trust attachment upload intent",
  reading: "No success status is stated, so any in the 200s is one.",
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
    // where it is our format that is not taken, this says which key is missing
    if (target.trust.isBuiltIn && slugOf(answer) === "unsupported-media-type")
      given.trustIntentOf(request, answer);

    expect.success(answer);
    expect.that((textAt(answer.body, "uploadId") ?? "") !== "", {
      expected: "an uploadId",
      got: "none",
      answer,
    });
  },
};

export const intentsNameTheirSubject: Check = {
  ...about,
  id: "trust/intents-name-their-subject",
  rule: "The subject of a trust upload intent is the purl and the integrity of the release of the path.",
  source: "Trust attachment upload intent: subject",
  reading:
    "The table has no column for required members: one that is absent is no breach, one that is there is true.",
  covers: ["subject", "subject.purl", "subject.integrity"].map(
    (member) => `member:trust-upload-intent.${member}`,
  ),
  async run({ given, expect }) {
    const release = await given.sharedRelease();
    const { answer } = await openIntent(given);

    expect.echo(answer, ["subject", "purl"], release.purl);
    expect.echo(answer, ["subject", "integrity"], release.integrity);
  },
};

export const intentsEchoTheFormat: Check = {
  ...about,
  id: "trust/intents-echo-the-format",
  rule: "The format in a trust upload intent is the one that was sent.",
  source: "Trust attachment upload intent: attachment",
  reading:
    "A member of the format that the intent leaves out is no breach; one that is there has the text that was sent.",
  covers: ["member:trust-upload-intent.attachment", "member:trust-upload-intent.attachment.format"],
  async run({ given, expect }) {
    const { answer, format } = await openIntent(given);

    for (const [member, text] of Object.entries(format))
      expect.echo(answer, ["attachment", "format", member], text);
  },
};

export const intentsEchoTheDeclaredDigest: Check = {
  ...about,
  id: "trust/intents-echo-the-declared-digest",
  rule: "The declaredDigest of a trust upload intent is the one that was sent.",
  source: "Trust attachment upload intent: declaredDigest",
  covers: ["member:trust-upload-intent.declaredDigest"],
  async run({ given, expect }) {
    const { answer, artifactDigest } = await openIntent(given);

    expect.echo(answer, ["declaredDigest"], artifactDigest);
  },
};

export const intentsEchoTheDeclaredSize: Check = {
  ...about,
  id: "trust/intents-echo-the-declared-size",
  rule: "The declaredSize of a trust upload intent is the one that was sent.",
  source: "Trust attachment upload intent: declaredSize",
  covers: ["member:trust-upload-intent.declaredSize"],
  async run({ given, expect }) {
    const { answer, artifact } = await openIntent(given);

    expect.echo(answer, ["declaredSize"], artifact.length);
  },
};

export const newIntentsAreOpen: Check = {
  ...about,
  id: "trust/new-intents-are-open",
  level: "should",
  rule: "A trust upload intent that was just created has a state from which it can be uploaded and finalized.",
  source: "Trust attachment upload intent: state",
  reading:
    "Which of the states a new intent has is not said; only expired and failed contradict that it was just made.",
  covers: ["member:trust-upload-intent.state"],
  async run({ given, expect }) {
    const { answer } = await openIntent(given);
    const state = textAt(answer.body, "state");

    expect.that(state !== "expired" && state !== "failed", {
      expected: "a state of an open intent, such as pending-upload",
      got: String(state),
      answer,
    });
  },
};

export const intentsExpireLater: Check = {
  ...about,
  id: "trust/intents-expire-later",
  level: "should",
  rule: "The expiresAt of a new trust upload intent lies after the moment at which it was answered.",
  source: "Trust attachment upload intent: expiresAt",
  reading: "The moment is the answer's own Date header, so that no two clocks are compared.",
  covers: ["member:trust-upload-intent.expiresAt", "gap:limits/3"],
  async run({ given, expect }) {
    const { answer } = await openIntent(given);
    const expiresAt = momentAt(answer.body, "expiresAt");
    const sent = sentAt(answer);

    expect.that(expiresAt === undefined || sent === undefined || expiresAt > sent, {
      expected: "expiresAt after the Date of the answer",
      got: `expiresAt ${textAt(answer.body, "expiresAt") ?? ""}`,
      answer,
    });
  },
};

const optionalText = option(string({ minLength: 1, maxLength: 40 }), { nil: undefined });

export const formatMembersAreEchoed: Check = {
  ...about,
  id: "trust/format-members-are-echoed",
  forms: "either",
  from: "standard",
  rule: "All five members of a format are strings that come back as they were sent.",
  source: "Trust attachment upload intent: format object",
  reading:
    "Which formats a registry takes is its own business: one that it does not know may be refused with unsupported-media-type or validation-failed.",
  covers: ["family", "mediaType", "predicateType", "profile", "version"].map(
    (member) => `member:format-object.${member}`,
  ),
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
};

export const instructionsTakeTheBytes: Check = {
  ...about,
  id: "trust/instructions-take-the-bytes",
  rule: "The artifact's bytes, sent as the upload instruction says, are taken.",
  source: "Trust attachment upload intent: upload",
  reading:
    "The instruction is opaque: URL, method and headers are used as they are, redirects are followed, any 2xx will do.",
  operations: ["createTrustUpload", "transferBytes"],
  covers: [
    "member:trust-upload-intent.upload",
    "member:trust-upload-intent.uploadId",
    "rule:service/6",
    ...["instructionType", "url", "method", "headers"].map((member) => `member:upload-instruction.${member}`),
  ],
  async run({ given, expect }) {
    const { transfer } = await finalizedUpload(given);

    expect.success(transfer);
  },
};
