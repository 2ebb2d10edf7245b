/** Set-up for the checks of this chapter. Each is built once per form. */
import type { Tools } from "../../harness/check.ts";
import type { Given, PublishedRelease, UploadIntent } from "../../harness/given/given.ts";
import type { Answer } from "../../harness/exchange/answer.ts";
import type { ReleaseName } from "../../harness/exchange/volume.ts";
import { type Situation, situation } from "../../harness/given/situation.ts";
import { undefinedIfNotPossible } from "../../harness/outcome.ts";
import { deriveNumber } from "../../harness/seed.ts";
import { lookAlikes } from "../inputs/look-alikes.ts";
import { prereleaseInOneHalf } from "./contexts.ts";
import { type Publication, publishedBy, tryToPublish } from "./publication.ts";

/** A create request and its response, successful or not. */
export interface CreateAttempt {
  readonly about: Pick<UploadIntent, "volume" | "version" | "archive" | "requestBody">;
  readonly answer: Answer;
}

/** The valid request, for a prerelease in one half. Every invalid request differs from it in one member. */
export const controlAttempt: Situation<CreateAttempt> = situation(
  "publish/control",
  async ({ given, registry }) => {
    const volume = given.volume();
    const version = prereleaseInOneHalf(given, "1.0.0");
    const archive = await given.archive({ volume, version });
    const requestBody = given.createBody(version, archive);
    const answer = await registry.createReleaseUpload(volume, requestBody);
    return { about: { volume, version, archive, requestBody }, answer };
  },
);

/** The intent that the valid request created. Its bytes are never sent, so it can never be finalized. */
export async function controlIntent(given: Given): Promise<UploadIntent> {
  const { about, answer } = await controlAttempt(given);
  return given.intentOf(about, answer);
}

/** A second intent on the control's volume, for a different version. Its id is not the first one of that volume. */
export const siblingIntent: Situation<UploadIntent> = situation("publish/sibling", async ({ given }) => {
  const control = await controlIntent(given);
  return await given.uploadIntent({ volume: control.volume, version: given.version("1.10.0-Beta.2") });
});

/**
 * The responses to publishing the first version of a volume: a release in one half, a prerelease in the other. The name of its volume
 * ends in a further digit.
 */
export const firstPublication: Situation<Publication> = situation(
  "publish/first",
  async ({ given, registry }) => {
    const { segment, ...scope } = given.volume();
    return await tryToPublish(given, registry, {
      volume: { ...scope, segment: `${segment}${digit}` },
      version: given.half === "first" ? lookAlikes.parts[0] : lookAlikes.letters[1],
    });
  },
);

const digit = "1";

/** A release whose name and version, joined without anything between them, are those of the first release, in one half. */
export async function joinedAlike(given: Given): Promise<ReleaseName> {
  const { volume, version } = await firstRelease(given);
  const { segment, ...scope } = volume;
  return { volume: { ...scope, segment: segment.slice(0, -digit.length) }, version: `${digit}${version}` };
}

/** A release in a volume that receives more versions. No check changes this version. */
export async function firstRelease(given: Given): Promise<PublishedRelease> {
  return await publishedBy(given, await firstPublication(given));
}

interface OpenPair {
  readonly opened: UploadIntent;
  readonly uploaded: UploadIntent;
}

/**
 * Two open uploads on the first release's volume: one without bytes, and one with bytes that is ready to finalize. Its bytes are sent when
 * the other one is the newest. In one half both are of one version, where the registry keeps two uploads of it. In the other half, the one
 * without bytes declares the archive of a release of another volume: a registry may keep bytes by their digest.
 */
export const openPair: Situation<OpenPair> = situation("publish/open-pair", async ({ given, depth }) => {
  const { volume } = await firstRelease(given);
  const ofVersions = async (ofUploaded: string, ofOpened: string): Promise<OpenPair> => {
    const uploaded = await given.uploadIntent({ volume, version: ofUploaded });
    const files = [{ name: "opened.md", content: "An upload without bytes\n" }];
    const content = given.half === "first" ? { archive: (await given.sharedRelease()).archive } : { files };
    const opened = await given.uploadIntent({ volume, version: ofOpened, ...content });
    await given.transfer(uploaded, uploaded.archive.bytes);
    return { opened, uploaded };
  };
  const same = given.version("15.4.0");
  const pair =
    given.half === "second" && depth !== "quick"
      ? await undefinedIfNotPossible(() => ofVersions(same, same))
      : undefined;
  return pair !== undefined && pair.opened.uploadId !== pair.uploaded.uploadId
    ? pair
    : await ofVersions(given.version("15.6.0"), given.version("15.5.0"));
});

/** What is refused does not depend on the kind of version. */
const endsOfVersions = ["", "-rc.1", "+build.7", "-RC.A+007", "-0"] as const;

/**
 * Sends the control's request with these members replaced. For each of them one half has a new volume, the other a new version of a volume
 * that has releases; and one half has an idempotency key.
 * @param members `undefined` removes a member
 */
export async function createWith(
  { given, registry, depth }: Pick<Tools, "given" | "registry" | "depth">,
  members: Readonly<Record<string, unknown>>,
): Promise<Answer> {
  const control = await controlIntent(given);
  const text = JSON.stringify(members);
  // the length is the same in every run
  const draw = deriveNumber(Object.keys(members).join(), text.length);
  const isSecond = given.half === "second";
  const isLater = depth !== "quick" && isSecond === (draw % 2 === 0);
  const isKeyed = depth === "quick" ? isSecond : isSecond === draw % 4 < 2;
  const volume = isLater ? (await firstRelease(given)).volume : given.volume();
  // a registry may take the request, and then reserve its version
  const end = endsOfVersions[(draw + (isSecond ? 0 : 2)) % endsOfVersions.length] ?? "";
  const numbers = isLater ? given.version(`33.0.${deriveNumber(text) % 1_000_000}`) : "1.0.1";
  const version = depth === "quick" ? {} : { version: `${numbers}${end}` };
  const body = { ...control.requestBody, ...version, ...members };
  return await registry.createReleaseUpload(volume, body, isKeyed ? { idempotencyKey: given.key() } : {});
}
