/** Uploads that are transferred and finalized, successfully or not. The checks of failed finalizes share them. */
import { type Situation, situation } from "../../harness/given/situation.ts";
import type { Tools } from "../../harness/check.ts";
import {
  type Archive,
  type ArchiveEntry,
  buildArchive,
  renderManifest,
  toArchive,
} from "../../harness/given/archive.ts";
import { undefinedIfNotPossible } from "../../harness/outcome.ts";
import type { Given, ReleaseOptions, UploadIntent } from "../../harness/given/given.ts";
import { type Answer, isSuccess, isTooLarge } from "../../harness/exchange/answer.ts";
import { type ReleaseName, toFullName } from "../../harness/exchange/volume.ts";
import { quote } from "../../harness/expect/quote.ts";
import type { RequestOptions } from "../../harness/api/registry.ts";
import type { Slug } from "../../schemas/problems.ts";
import { others, releaseOf } from "./attempt-release.ts";

/** A finalized upload, successful or not. */
export interface Attempt {
  readonly intent: UploadIntent;
  /** What is wrong with the archive, in words; what its manifest has, if absent. */
  readonly input?: string;
  /** The text of its manifest. */
  readonly manifest?: string;
  /** What was declared and sent first, if other bytes were sent after it. */
  readonly earlier?: Archive;
  readonly transfer: Answer;
  readonly answer: Answer;
}

/**
 * Creates what is uploaded for a release.
 * @param isUsual true if the registry has refused what is larger or stranger than usual
 */
export type ToOptions = (
  release: ReleaseName,
  given: Given,
  isUsual: boolean,
) => Promise<AttemptOptions> | AttemptOptions;

/** What is uploaded, and how often. */
export interface AttemptOptions extends ReleaseOptions {
  /** An archive that is sent before it, as the bytes of the same upload. */
  readonly earlier?: Archive;
  /** Whether the same bytes are sent again once finalize has refused them: the end of the run repeats the finalize. */
  readonly isSentAgain?: boolean;
}

/**
 * Creates an intent, transfers its bytes and finalizes it, once per form and name. The kind of its version, and whether it has
 * idempotency keys, depend on the form and the name, because what is refused does not depend on them. The check is blocked if the same steps fail with a
 * valid archive in this form.
 */
export async function attempt(given: Given, name: string, toOptions: ToOptions): Promise<Attempt> {
  await given.sharedRelease();
  return await attemptOnce(given, name, toOptions);
}

const attemptOnce: Situation<Attempt, [name: string, toOptions: ToOptions]> = situation(
  (name, _toOptions) => `finalize/${name}`,
  async ({ given, registry, target, depth }, name, toOptions) => {
    const isKeyed = (given.half === "first") === !others.has(name);
    let asked: AttemptOptions = {};
    const open = async (isUsual: boolean): Promise<UploadIntent> => {
      const release = await releaseOf(given, name, isUsual);
      asked = await toOptions(release, given, isUsual);
      const { earlier: _earlier, isSentAgain: _isSentAgain, ...upload } = asked;
      const options = { ...withKey(given, isKeyed), ...upload };
      // what is refused does not depend on whether a size was declared
      const isSizeless = given.half === "second" && options.body === undefined && (await maySkipSize(given));
      const body = isSizeless ? { body: withoutSize } : {};
      return await given.uploadIntent({ ...release, ...options, ...body });
    };
    // requirements of their own judge which names and versions are taken
    const unusual =
      name.startsWith("names-") || depth === "quick"
        ? undefined
        : await undefinedIfNotPossible(() => open(false));
    const intent = unusual ?? (await open(true));
    const send = async (opened: UploadIntent): Promise<Attempt> => {
      const { earlier } = asked;
      if (earlier !== undefined) await given.offerBytes(opened, earlier.bytes);
      const finished = await finish(given, registry, { intent: opened, isKeyed });
      return earlier === undefined ? finished : { ...finished, earlier };
    };
    const first = await send(intent);
    // how large an archive may be is left to the registry
    const refused = intent === unusual && isTooLarge(first) ? await send(await open(true)) : first;
    const { bytes, entries } = refused.intent.archive;
    const isSentAgain = asked.isSentAgain === true && depth !== "quick" && !isSuccess(refused.answer);
    if (isSentAgain) await given.offerBytes(refused.intent, bytes);
    const content = entries.find((one) => one.name === target.archive.manifestPath)?.content;
    return typeof content === "string" ? { ...refused, manifest: content } : refused;
  },
);

const withoutSize = { declaredSize: undefined };

/** Whether the registry takes a create request without `declaredSize`; tried once. */
const maySkipSize: Situation<boolean> = situation("finalize/without-a-size", async ({ given, depth }) => {
  if (depth === "quick") return false;
  const upload = await undefinedIfNotPossible(() => given.uploadIntent({ body: withoutSize }));
  return upload !== undefined;
});

function withKey(given: Given, isKeyed: boolean): Pick<RequestOptions, "idempotencyKey"> {
  return isKeyed ? { idempotencyKey: given.key() } : {};
}

/** Transfers the bytes of an upload and finalizes it. */
async function finish(
  given: Given,
  registry: Tools["registry"],
  { intent, isKeyed }: { readonly intent: UploadIntent; readonly isKeyed: boolean },
): Promise<Attempt> {
  const transfer = await given.offerBytes(intent, intent.archive.bytes);
  const answer = await registry.finalizeReleaseUpload(intent, withKey(given, isKeyed));
  return { intent, transfer, answer };
}

/** An attempt for the version of another one that was refused. */
export interface Again {
  /** The response to its create request. */
  readonly created: Answer;
  /** On another volume, if the registry did not take the version again. */
  readonly attempt: Attempt;
}

/** Attempts to publish the version of a refused upload. Its bytes are invalid too, so it shares its requests with the check of these. */
export const attemptAgain: Situation<Again, [name: string, refused: Attempt, archive: Archive]> = situation(
  (name, _refused, _archive) => `finalize/${name}`,
  async ({ given, registry }, name, { intent: { volume, version } }, archive) => {
    const requestBody = given.createBody(version, archive);
    const created = await registry.createReleaseUpload(volume, requestBody);
    if (!isSuccess(created))
      return { created, attempt: await attempt(given, `${name}-elsewhere`, () => ({ archive })) };
    const intent = given.intentOf({ volume, version, archive, requestBody }, created);
    return {
      created,
      attempt: await finish(given, registry, { intent, isKeyed: given.half === "second" }),
    };
  },
);

/** The sentence about `expectRefused` for readings. */
export const earlyRejection =
  "If the upload transfer already rejects the bytes, finalize may also answer `missing-uploaded-bytes` or `invalid-upload-state`.";

/** After a rejected transfer, finalize has no bytes or a failed intent, so two more problems are accepted. */
export function expectRefused(expect: Tools["expect"], refused: Attempt, ...slugs: readonly Slug[]): void {
  const { transfer, answer } = refused;
  const earlySlugs: readonly Slug[] = isSuccess(transfer)
    ? []
    : ["missing-uploaded-bytes", "invalid-upload-state"];
  const input = refused.input ?? describeManifest(refused, slugs);
  const { problem } = input === undefined ? expect : expect.withInput(input);
  problem(answer, ...slugs, ...earlySlugs);
}

/** Problems that the manifest decides. */
const ofManifest: ReadonlySet<Slug> = new Set([
  "identity-mismatch",
  "invalid-manifest",
  "permission-escalation",
]);

function describeManifest({ manifest, intent }: Attempt, slugs: readonly Slug[]): string | undefined {
  if (manifest === undefined || !slugs.some((slug) => ofManifest.has(slug))) return undefined;
  return `the manifest ${quote(manifest)} in an upload of ${toFullName(intent.volume)}@${intent.version}`;
}

/** The release's archive with changed bytes. */
export async function withBytes(
  release: ReleaseName,
  given: Given,
  change: (valid: Uint8Array) => Uint8Array,
): Promise<{ readonly archive: Archive }> {
  const valid = await given.archive(release);
  return { archive: toArchive(change(valid.bytes)) };
}

/** A valid archive with these entries appended. */
export async function withEntries(
  release: ReleaseName,
  given: Given,
  entries: readonly ArchiveEntry[],
): Promise<{ readonly archive: Archive }> {
  const valid = await given.archive(release);
  return { archive: await buildArchive([...valid.entries, ...entries]) };
}

/** The minimal manifest for a release, as text. */
export function manifestOf(target: Tools["target"], release: ReleaseName): string {
  return renderManifest(target.archive.manifests.minimal?.template ?? "", release);
}
