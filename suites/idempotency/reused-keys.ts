/** Keys that are used again: after a refusal, at the same time, for another volume, and for the volume of the same name in the other form. */
import type { CheckFile } from "../../harness/check-file.ts";
import type { Tools } from "../../harness/check.ts";
import type { UploadIntent } from "../../harness/given/given.ts";
import { type Situation, situation } from "../../harness/given/situation.ts";
import { type Answer, isSuccess, textAt } from "../../harness/exchange/answer.ts";
import { atOnce } from "../../harness/api/at-once.ts";
import { toFullName, type Volume } from "../../harness/exchange/volume.ts";
import {
  expectConflict,
  isSameUpload,
  keyedTrustUpload,
  keyedUpload,
  trustCreateWithKeyOfRelease,
} from "../situations/idempotency-key.ts";

/** Asserts that not both of two requests with one key succeeded. */
function expectOneSuccess(expect: Tools["expect"], answers: readonly Answer[]): void {
  const [, second] = answers.filter(isSuccess);
  expect.that(second === undefined, {
    expected: "at most one success",
    got: "two successes with one key",
    wanted: { atOnce: true },
    ...(second === undefined ? {} : { answer: second }),
  });
}

/** The same create with the same key on the path of another volume. */
export const createOnOtherVolume: Situation<{
  readonly upload: UploadIntent;
  readonly volume: Volume;
  readonly answer: Answer;
}> = situation("keyed-create-elsewhere", async ({ given, registry }) => {
  const { upload, key } = await keyedUpload(given);
  const volume = given.volume();
  const answer = await registry.createReleaseUpload(volume, upload.requestBody, { idempotencyKey: key });
  return { upload, volume, answer };
});

const otherPaths =
  "The text does not say whether a key applies across paths. On another path it may be a new key or a 409; the target always comes from the path.";

export const reusedKeys: CheckFile = {
  source: "Errors, rule 1",
  operations: ["createReleaseUpload"],
  needs: ["token:publisher"],
  from: "standard",
  checks: [
    {
      id: "idempotency/keys-of-refused-creates-never-return-the-refusal",
      of: "idempotency/keys-never-return-something-else",
      rule: "`POST` create with a key of a refused request and a corrected body succeeds or answers 409 `idempotency-conflict`.",
      reading:
        "The text does not say whether the key of a refused request is remembered. If it is, the corrected request has conflicting parameters; if not, the request is new.",
      covers: ["rule:errors/1", "question:6"],
      async run({ given, registry, expect }) {
        const idempotencyKey = given.key();
        const { upload } = await keyedUpload(given);
        const body = given.createBody(given.version("1.2.0"), upload.archive);

        const refused = await registry.createReleaseUpload(
          upload.volume,
          { ...body, declaredDigest: "sha256:0" },
          { idempotencyKey },
        );
        const corrected = await registry.createReleaseUpload(upload.volume, body, { idempotencyKey });

        if (isSuccess(refused)) throw given.blocked("create with a malformed digest succeeded", refused);
        if (!isSuccess(corrected)) expect.problem(corrected, "idempotency-conflict");
        else expect.echo(corrected, ["target", "version"], body["version"]);
      },
    },
    {
      id: "idempotency/concurrent-creates-with-one-key-conflict",
      of: "idempotency/other-requests-with-one-key-conflict",
      rule: "Of two concurrent `POST` creates with one key and different versions, at most one succeeds.",
      reading:
        "In either order, the second request has conflicting parameters. The text does not say what it answers while the first is under way, so we judge only that both do not succeed.",
      covers: ["rule:errors/1"],
      async run({ given, registry, expect }) {
        const idempotencyKey = given.key();
        const { upload } = await keyedUpload(given);
        const versions = [given.version("1.3.0"), given.version("1.4.0")];

        const answers = await atOnce(
          registry,
          versions.map((version) => (racing) => {
            const body = given.createBody(version, upload.archive);
            return racing.createReleaseUpload(upload.volume, body, { idempotencyKey });
          }),
        );

        expectOneSuccess(expect, answers);
      },
    },
    {
      id: "idempotency/concurrent-trust-creates-with-one-key-conflict",
      of: "idempotency/other-requests-with-one-key-conflict",
      rule: "Of two concurrent `POST` trust creates with one key and different digests, at most one succeeds.",
      reading:
        "In either order, the second request has conflicting parameters. The text does not say what it answers while the first is under way, so we judge only that both do not succeed.",
      operations: ["createTrustUpload"],
      covers: ["rule:errors/1"],
      forms: "one",
      async run({ given, registry, expect }) {
        const idempotencyKey = given.key();
        const { release } = await keyedTrustUpload(given);
        const bodies = [given.artifact(), given.artifact()].map((one) => given.trustBody(release, one));

        const answers = await atOnce(
          registry,
          bodies.map((body) => (racing) => racing.createTrustUpload(release, body, { idempotencyKey })),
        );

        expectOneSuccess(expect, answers);
      },
    },
    {
      id: "idempotency/keys-never-return-uploads-of-other-volumes",
      of: "idempotency/keys-never-return-something-else",
      owns: ["every-response/documents-name-the-release-of-their-path"],
      rule: "`POST` create with a key used for another volume returns a different upload, for the volume in the path, or answers 409.",
      source: "Endpoints, idempotency; Release upload intent",
      reading: otherPaths,
      covers: ["question:6"],
      async run({ given, expect }) {
        const { upload, volume, answer } = await createOnOtherVolume(given);

        if (!isSuccess(answer)) return expectConflict(expect, answer);
        expect.echo(answer, ["target", "name"], toFullName(volume));
        expect.that(!isSameUpload(answer, upload), {
          expected: "a different upload",
          wanted: { member: "upload", differs: true },
          got: "the other volume's upload",
          answer,
        });
      },
    },
    {
      id: "idempotency/keys-of-releases-never-return-their-upload-for-trust",
      of: "idempotency/keys-never-return-something-else",
      rule: "`POST` trust create with the key that `POST` create of its release had returns an upload of its own, or answers 409.",
      source: "Endpoints, idempotency; Trust attachment upload intent",
      reading:
        "The text does not say whether a key applies across paths. On another path it may be a new key or a 409, but its answer is never that of another operation.",
      operations: ["createTrustUpload"],
      covers: ["question:6"],
      forms: "scoped",
      async run({ given, expect }) {
        const { earlier, answer } = await trustCreateWithKeyOfRelease(given);

        if (answer.status === 409) return expectConflict(expect, answer);
        expect.success(answer);
        // ids may be unique for one kind of upload only, and addresses the same for all uploads: then the subject tells them apart
        const isOwn = !isSameUpload(answer, earlier) || textAt(answer.body, "subject", "purl") !== undefined;
        expect.that(isOwn, {
          expected: "an upload of its own",
          wanted: { member: "upload", differs: true },
          got: "the upload of the release",
          answer,
        });
      },
    },
    {
      id: "idempotency/keys-never-return-uploads-of-namesakes",
      of: "idempotency/keys-never-return-something-else",
      owns: ["every-response/documents-name-the-release-of-their-path"],
      rule: "`POST` create with a key used for the same name in the other form, with or without scope, returns its own upload or answers 409.",
      source: "Endpoints, idempotency; Release upload intent",
      reading: otherPaths,
      covers: ["question:6"],
      async run({ given, registry, expect, target }) {
        const { upload, key } = await keyedUpload(given);
        const { segment } = upload.volume;
        const { scope, prefix } = target.namespace ?? {};
        if (scope === undefined || prefix === undefined)
          throw given.skipped('needs "namespace.scope" and "namespace.prefix" in the target file');
        const volume = upload.volume.scope === undefined ? { scope, segment } : { segment };

        const answer = await registry.createReleaseUpload(volume, upload.requestBody, {
          idempotencyKey: key,
        });

        if (!isSuccess(answer)) return expectConflict(expect, answer);
        expect.echo(answer, ["target", "name"], toFullName(volume));
        expect.that(!isSameUpload(answer, upload), {
          expected: "a different upload",
          wanted: { member: "upload", differs: true },
          got: "the namesake's upload",
          answer,
        });
      },
    },
  ],
};
