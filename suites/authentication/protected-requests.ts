/** The requests that require a token. They are valid except for the caller. */
import { type Situation, situation } from "../../harness/given/situation.ts";
import type { Check, Operation, Tools } from "../../harness/check.ts";
import type { PublishedRelease, TrustIntent, UploadIntent } from "../../harness/given/given.ts";
import { undefinedIfNotPossible } from "../../harness/outcome.ts";
import type { Answer } from "../../harness/exchange/answer.ts";
import type { Half } from "../../harness/vocabulary.ts";
import type { RequestOptions } from "../../harness/api/registry.ts";
import type { ReleaseName, Volume } from "../../harness/exchange/volume.ts";
import type { AuthorityTarget, LimitedToken } from "./authority-model.ts";
import { keyInOneHalf, prereleaseInOneHalf } from "../situations/contexts.ts";
import { createForOtherBuild, trustUploadToGuard } from "../situations/guarded-trust-upload.ts";
import { buildInOneHalf, releaseToGuard, uploadToGuard } from "../situations/guarded-uploads.ts";
import { emptiedVolume, madeReleases, ownReleaseWith, type Trait } from "../situations/other-targets.ts";

/** Which requests of a group are sent, and what they are about. */
export interface Turn {
  /** In every other turn the last alone; all without a turn. */
  readonly turn?: number | undefined;
  /** Which of the targets the requests are about; the usual one without a place. */
  readonly place?: number | undefined;
}

/** Sends one request for each operation of a group, or in some turns only the last. */
type Send = (tools: Tools, options: RequestOptions, turn?: Turn) => Promise<readonly Answer[]>;

/** Sends the requests one after the other; in every other turn the last alone, which changes most if it is accepted. */
async function sendInTurn(
  requests: readonly GuardedRequest[],
  options: RequestOptions,
  { turn }: Turn,
): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const [place, { send }] of requests.entries())
    if (turn === undefined || turn % 2 === 0 || place === requests.length - 1)
      answers.push(await send(options));
  return answers;
}

/**
 * What the two requests of a group are about: the usual target, a yanked and a blocked release take turns. The token is the first problem
 * of each request, so that the others of such a target do not matter. A quick run has the usual one only.
 */
async function targetsAt(
  { given, depth }: Tools,
  usual: ReleaseName,
  { place }: Turn,
): Promise<readonly [first: ReleaseName, second: ReleaseName]> {
  if (place === undefined || depth === "quick") return [usual, usual];
  const targets = [usual, ...(await madeReleases(given))];
  const at = (index: number): ReleaseName => targets[index % targets.length] ?? usual;
  return [at(place), at(place + 1)];
}

/** A request for which only the caller is a reason to reject it, and the release that it is about. */
export interface GuardedRequest extends AuthorityTarget {
  /** True if its version or the state of its release may be a reason too: which problem comes first is open. */
  readonly isUnusual?: boolean;
  readonly send: (options: RequestOptions) => Promise<Answer>;
}

/** A group of protected operations that a target offers together or not at all. */
export interface ProtectedGroup {
  /** The part of the id. */
  readonly id: "publishing" | "trust-upload" | "unpublish";
  /** The subject of the rule. */
  readonly name: string;
  readonly operations: readonly Operation[];
  readonly forms?: Check["forms"];
  /**
   * For uploads without bytes, and for releases that no other check reads or that do not exist: a registry that accepts an unusable
   * token changes nothing that other checks read.
   */
  readonly send: Send;
  /** For uploads with bytes and a release of its own: one request for each operation. */
  readonly guarded: (tools: Tools) => Promise<readonly GuardedRequest[]>;
  /**
   * The first of these requests about another release or volume, for each kind of token that lacks authority. If it is accepted, it
   * changes nothing that other checks read. Undefined if there is nothing else to send it for.
   */
  readonly elsewhere: (tools: Tools, kind: LimitedToken["kind"]) => Promise<GuardedRequest | undefined>;
}

/** Sends the guarded request of each operation. */
export async function sendEffective(
  group: ProtectedGroup,
  tools: Tools,
  options: RequestOptions,
): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const { send } of await group.guarded(tools)) answers.push(await send(options));
  return answers;
}

/** A trust upload without bytes. If it cannot be created, the checks that depend on it have one common cause. */
export const openTrustUpload: Situation<TrustIntent> = situation(
  "open-trust-upload",
  async ({ given }) => await given.trustIntent(await releaseToGuard(given)),
);

/** A prerelease in one half, and a version with build metadata in the other if the registry takes it. */
export const openUpload: Situation<UploadIntent> = situation("open-upload", async (tools) => {
  const { given } = tools;
  const { volume } = await releaseToGuard(given);
  const version = `${prereleaseInOneHalf(given, "2.1.12", "rc.12")}${await buildInOneHalf(tools)}`;
  return await given.uploadIntent({ volume, version: given.version(version) });
});

/**
 * A create of a version that no other request has, and a finalize.
 * @param version of the create request
 * @param paths whose volumes are in the paths of both requests
 */
function toPublishing(
  { given, registry }: Tools,
  about: PublishedRelease["intent"],
  version: string,
  [first, second]: readonly [ReleaseName, ReleaseName] = [about, about],
): readonly [GuardedRequest, GuardedRequest] {
  const { volume } = first;
  const { uploadId } = about;
  const body = given.createBody(version, about.archive);
  return [
    {
      volume,
      version,
      send: (options) => registry.createReleaseUpload(volume, body, { ...keyInOneHalf(given), ...options }),
    },
    {
      ...about,
      send: (options) =>
        registry.finalizeReleaseUpload(
          { volume: second.volume, uploadId },
          { ...keyInOneHalf(given), ...options },
        ),
    },
  ];
}

/**
 * A create beside a blocked or a tombstoned release, of a new or an emptied volume of the publisher's scope, of a build, and of a version below
 * the guarded release. Who may publish under a new or emptied unscoped name is the registry's own affair.
 */
async function createElsewhere(
  { given, registry }: Tools,
  kind: LimitedToken["kind"],
): Promise<GuardedRequest | undefined> {
  const { volume: guarded, archive } = await releaseToGuard(given);
  const isScoped = given.form === "scoped";
  const create = (volume: Volume, version: string, isUnusual = true): GuardedRequest => {
    const body = given.createBody(version, archive);
    // as a pattern, in which a dot is any character, the first is this version too
    const lookAlikes =
      kind === "release" && version.includes("-rc-")
        ? [version.replace("-rc-", "-rc."), version.replace("-rc-", "-RC-")]
        : [];
    return {
      volume,
      version,
      isUnusual,
      lookAlikes,
      send: (options) => registry.createReleaseUpload(volume, body, { ...keyInOneHalf(given), ...options }),
    };
  };
  if (kind === "volume")
    return isScoped ? create(given.volume(), "1.0.12", false) : create(guarded, "3.1.12+build.12");
  if (kind === (isScoped ? "release" : "grant")) return create(guarded, "0.0.12-rc-12");
  const emptied = isScoped && kind === "scope" ? await emptiedVolume(given) : undefined;
  if (emptied !== undefined) return create(emptied, "3.0.12");
  const blocked = (await madeReleases(given)).find(({ state }) => state === "blocked");
  const beside = kind === "scope" ? blocked : await ownReleaseWith(given, "tombstoned");
  return beside && create(beside.volume, "3.0.12");
}

export const publishing: ProtectedGroup = {
  id: "publishing",
  name: "`POST` create or finalize",
  operations: ["createReleaseUpload", "finalizeReleaseUpload"],
  async send(tools, options, turn = {}) {
    const upload = await openUpload(tools.given);
    const version = tools.given.half === "first" ? "3.0.12-rc.1" : "3.0.12+build.12";
    const paths = await targetsAt(tools, upload, turn);
    return await sendInTurn(toPublishing(tools, upload, version, paths), options, turn);
  },
  guarded: async (tools) =>
    toPublishing(tools, await uploadToGuard(tools.given), prereleaseInOneHalf(tools.given, "3.0.12")),
  elsewhere: createElsewhere,
};

function toTrustUpload(
  { given, registry }: Tools,
  about: { readonly release: PublishedRelease; readonly upload: TrustIntent },
  [first, second]: readonly [ReleaseName, ReleaseName] = [about.release, about.upload],
): readonly [GuardedRequest, GuardedRequest] {
  const { release, upload } = about;
  const { uploadId } = upload;
  const body = given.trustBody(release, given.artifact());
  const key = { idempotencyKey: given.key() };
  return [
    {
      ...release,
      send: (options) => registry.createTrustUpload(first, body, { ...keyInOneHalf(given), ...options }),
    },
    { ...upload, send: (options) => registry.finalizeTrustUpload({ ...second, uploadId }, key, options) },
  ];
}

export const trustUpload: ProtectedGroup = {
  id: "trust-upload",
  name: "`POST` trust create or trust finalize",
  operations: ["createTrustUpload", "finalizeTrustUpload"],
  async send(tools, options, turn = {}) {
    const release = await releaseToGuard(tools.given);
    const upload = await openTrustUpload(tools.given);
    const targets = await targetsAt(tools, release, turn);
    return await sendInTurn(toTrustUpload(tools, { release, upload }, targets), options, turn);
  },
  async guarded(tools) {
    const release = await releaseToGuard(tools.given);
    const upload = await trustUploadToGuard(tools.given);
    return toTrustUpload(tools, { release, upload });
  },
  async elsewhere({ given, registry }, kind) {
    if (kind === "release") {
      const other = await undefinedIfNotPossible(() => createForOtherBuild(given));
      return (
        other && { ...other, ...other.release, isUnusual: true, send: () => Promise.resolve(other.answer) }
      );
    }
    const trait = traits[given.half][kind];
    const release = trait && (await ownReleaseWith(given, trait));
    if (release === undefined) return undefined;
    const body = given.trustBody(release, given.artifact());
    return {
      volume: release.volume,
      version: release.version,
      isUnusual: true,
      send: (options) => registry.createTrustUpload(release, body, { ...keyInOneHalf(given), ...options }),
    };
  },
};

/** What the release has that trust is attached to, by the kind of token. */
const traits: Readonly<Record<Half, Readonly<Partial<Record<LimitedToken["kind"], Trait>>>>> = {
  first: { volume: "build", scope: "git", grant: "yanked" },
  second: { volume: "blocked", scope: "yanked", grant: "git" },
};
