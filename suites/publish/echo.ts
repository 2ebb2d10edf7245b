/** Members of an intent that repeat the request have the values of the request. */
import type { Tools } from "../../harness/check.ts";
import type { CheckFile } from "../../harness/check-file.ts";
import type { UploadIntent } from "../../harness/given/given.ts";
import { toFullName } from "../../harness/exchange/volume.ts";
import { keyedUpload, uploadKeyedInBody } from "../situations/idempotency-key.ts";
import { controlIntent, siblingIntent } from "../situations/release-uploads.ts";

/** Two intents whose requests differ, to detect constant values. */
async function twoIntents({ given }: Tools): Promise<readonly UploadIntent[]> {
  return [await controlIntent(given), await siblingIntent(given)];
}

/** Asserts the value of a member of the intent, if the member is present. */
async function expectEcho(
  tools: Tools,
  path: readonly string[],
  toExpected: (intent: UploadIntent) => unknown,
): Promise<void> {
  for (const intent of await twoIntents(tools)) {
    const { answer } = intent;
    tools.expect.echo(answer, path, toExpected(intent));
  }
}

export const echo: CheckFile = {
  source: "Release upload intent",
  reading:
    "The table does not say which members are required. The member may be absent; if it is present, it must equal the value in the request.",
  operations: ["createReleaseUpload"],
  needs: ["token:publisher"],
  checks: [
    {
      id: "publish/intents-name-the-volume-of-the-path",
      of: "publish/intents-repeat-their-request",
      owns: ["every-response/documents-name-the-release-of-their-path"],
      rule: "`POST` create returns an intent whose `target.name`, if present, is the full volume name in the request path.",
      covers: ["member:release-upload-intent.target", "member:release-upload-intent.target.name"],
      run: (tools) => expectEcho(tools, ["target", "name"], ({ volume }) => toFullName(volume)),
    },
    {
      id: "publish/intents-name-the-requested-version",
      of: "publish/intents-repeat-their-request",
      rule: "`POST` create returns an intent whose `target.version`, if present, is exactly the `version` of the request.",
      covers: ["member:release-upload-intent.target.version", "member:create-release-request.version"],
      run: (tools) => expectEcho(tools, ["target", "version"], ({ version }) => version),
    },
    {
      id: "publish/intents-repeat-the-declared-digest",
      of: "publish/intents-repeat-their-request",
      rule: "`POST` create returns an intent whose `declaredDigest`, if present, is the `declaredDigest` of the request.",
      covers: ["member:release-upload-intent.declaredDigest", "member:create-release-request.declaredDigest"],
      run: (tools) => expectEcho(tools, ["declaredDigest"], ({ archive }) => archive.digest),
    },
    {
      id: "publish/intents-repeat-the-declared-size",
      of: "publish/intents-repeat-their-request",
      rule: "`POST` create returns an intent whose `declaredSize`, if present, is the `declaredSize` of the request.",
      covers: ["member:release-upload-intent.declaredSize", "member:create-release-request.declaredSize"],
      run: (tools) => expectEcho(tools, ["declaredSize"], ({ archive }) => archive.size),
    },
    {
      id: "publish/intents-repeat-the-media-type",
      of: "publish/intents-repeat-their-request",
      owns: ["every-response/release-upload-intents-are-well-formed"],
      rule: "`POST` create returns an intent whose `mediaType`, if present, is `application/gzip`.",
      covers: ["member:release-upload-intent.mediaType", "member:create-release-request.mediaType"],
      run: (tools) => expectEcho(tools, ["mediaType"], () => "application/gzip"),
    },
    {
      id: "publish/intents-repeat-the-idempotency-key",
      of: "publish/intents-repeat-their-request",
      rule: "`POST` create returns an intent whose `idempotencyKey`, if present, is the key in the header or body of the request.",
      source: "Release upload intent; Endpoints, conventions",
      covers: [
        "member:release-upload-intent.idempotencyKey",
        "member:create-release-request.idempotencyKey",
        "convention:idempotency-key",
      ],
      async run({ given, depth, expect }) {
        const keyed = [await keyedUpload(given)];
        if (depth !== "quick") keyed.push(await uploadKeyedInBody(given));

        for (const { key, upload } of keyed) expect.echo(upload.answer, ["idempotencyKey"], key);
      },
    },
  ],
};
