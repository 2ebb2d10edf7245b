/** The requests that require a token. They are valid except for the caller. */
import { type Situation, situation } from "../../harness/given/situation.ts";
import type { Check, Operation, TokenRole, Tools } from "../../harness/check.ts";
import type { PublishedRelease, TrustIntent, UploadIntent } from "../../harness/given/given.ts";
import { undefinedIfSkipped } from "../../harness/outcome.ts";
import type { Answer } from "../../harness/exchange/answer.ts";
import type { RequestOptions } from "../../harness/api/registry.ts";
import type { ReleaseName, Volume } from "../../harness/exchange/volume.ts";
import type { LimitedToken } from "./authority-model.ts";
import { keyInOneForm, prereleaseInOneForm } from "../situations/contexts.ts";
import { releaseToGuard, trustUploadToGuard, uploadToGuard } from "../situations/guarded-uploads.ts";
import { madeReleases, ownReleaseWith, type Trait } from "../situations/other-targets.ts";

/** Sends one request for each operation of a group, or in some turns only the last. */
type Send = (tools: Tools, options: RequestOptions, turn?: number) => Promise<readonly Answer[]>;

/** Sends the requests one after the other; in every other turn the last alone, which changes most if it is accepted. */
async function sendInTurn(
  requests: readonly GuardedRequest[],
  options: RequestOptions,
  turn: number | undefined,
): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const [place, { send }] of requests.entries())
    if (turn === undefined || turn % 2 === 0 || place === requests.length - 1)
      answers.push(await send(options));
  return answers;
}

/** A request for which only the caller is a reason to reject it, and the release that it is about. */
export interface GuardedRequest extends ReleaseName {
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
   * For uploads without bytes and a volume that does not exist: a registry that accepts an unusable token changes nothing that
   * other checks read.
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

export const openUpload: Situation<UploadIntent> = situation("open-upload", async ({ given }) => {
  const { volume } = await releaseToGuard(given);
  return await given.uploadIntent({ volume, version: given.version("2.1.12") });
});

/** A create of a version that no other request has, and a finalize. */
function toPublishing(
  { given, registry }: Tools,
  about: PublishedRelease["intent"],
): readonly [GuardedRequest, GuardedRequest] {
  const { volume } = about;
  const version = prereleaseInOneForm(given, "3.0.12");
  const body = given.createBody(version, about.archive);
  return [
    {
      volume,
      version,
      send: (options) => registry.createReleaseUpload(volume, body, { ...keyInOneForm(given), ...options }),
    },
    {
      ...about,
      send: (options) => registry.finalizeReleaseUpload(about, { ...keyInOneForm(given), ...options }),
    },
  ];
}

/**
 * A create beside a yanked or a tombstoned release, of a new volume of the publisher's scope, of a build, and of a version below the guarded
 * release. Who may publish under a new unscoped name is the registry's own affair.
 */
async function createElsewhere(
  { given, registry }: Tools,
  kind: LimitedToken["kind"],
): Promise<GuardedRequest | undefined> {
  const { volume: guarded, archive } = await releaseToGuard(given);
  const isScoped = given.form === "scoped";
  const create = (volume: Volume, version: string, isUnusual = true): GuardedRequest => {
    const body = given.createBody(version, archive);
    return {
      volume,
      version,
      isUnusual,
      send: (options) => registry.createReleaseUpload(volume, body, { ...keyInOneForm(given), ...options }),
    };
  };
  if (kind === "volume")
    return isScoped ? create(given.volume(), "1.0.12", false) : create(guarded, "3.1.12+build.12");
  // below the guarded release, and a prerelease if that is not one
  if (kind === (isScoped ? "release" : "grant")) return create(guarded, isScoped ? "0.0.12" : "0.0.12-rc.12");
  const beside = await ownReleaseWith(given, kind === "scope" ? "yanked" : "tombstoned");
  return beside && create(beside.volume, "3.0.12");
}

export const publishing: ProtectedGroup = {
  id: "publishing",
  name: "`POST` create or finalize",
  operations: ["createReleaseUpload", "finalizeReleaseUpload"],
  send: async (tools, options, turn) =>
    await sendInTurn(toPublishing(tools, await openUpload(tools.given)), options, turn),
  guarded: async (tools) => toPublishing(tools, await uploadToGuard(tools.given)),
  elsewhere: createElsewhere,
};

function toTrustUpload(
  { given, registry }: Tools,
  about: { readonly release: PublishedRelease; readonly upload: TrustIntent },
): readonly [GuardedRequest, GuardedRequest] {
  const { release, upload } = about;
  const body = given.trustBody(release, given.artifact());
  const key = { idempotencyKey: given.key() };
  return [
    {
      ...release,
      send: (options) => registry.createTrustUpload(release, body, { ...keyInOneForm(given), ...options }),
    },
    { ...upload, send: (options) => registry.finalizeTrustUpload(upload, key, options) },
  ];
}

export const trustUpload: ProtectedGroup = {
  id: "trust-upload",
  name: "`POST` trust create or trust finalize",
  operations: ["createTrustUpload", "finalizeTrustUpload"],
  async send(tools, options, turn) {
    const release = await releaseToGuard(tools.given);
    const upload = await openTrustUpload(tools.given);
    return await sendInTurn(toTrustUpload(tools, { release, upload }), options, turn);
  },
  async guarded(tools) {
    const release = await releaseToGuard(tools.given);
    const upload = await trustUploadToGuard(tools.given);
    return toTrustUpload(tools, { release, upload });
  },
  async elsewhere({ given, registry }, kind) {
    const trait = traits[kind];
    const release = trait && (await ownReleaseWith(given, trait));
    if (release === undefined) return undefined;
    const body = given.trustBody(release, given.artifact());
    return {
      ...release,
      isUnusual: true,
      send: (options) => registry.createTrustUpload(release, body, { ...keyInOneForm(given), ...options }),
    };
  },
};

/** What the release has that trust is attached to, by the kind of token. A token for a release is tried near the guarded one. */
const traits: Readonly<Partial<Record<LimitedToken["kind"], Trait>>> = {
  volume: "build",
  scope: "git",
  grant: "yanked",
};

/** A `DELETE` of the guarded release with the token of a role, sent once. */
const unpublishAs: Situation<Answer, [role: TokenRole]> = situation(
  (role) => `unpublish-as-${role}`,
  async ({ given, registry }, role) => registry.unpublishVersion(await releaseToGuard(given), { as: role }),
);

/** Whose `DELETE` comes first, whichever check is first: after one that was obeyed, 404 is right. A quick run has the first only. */
const rolesInOrder: readonly TokenRole[] = ["outsider", "trustOnly", "publishOnly"];

/** A `DELETE` of the guarded release. */
export async function unpublishGuarded(
  { given, registry, depth }: Tools,
  options: RequestOptions,
): Promise<Answer> {
  for (const role of depth === "quick" ? rolesInOrder.slice(0, 1) : rolesInOrder) {
    const answer = await undefinedIfSkipped(() => unpublishAs(given, role));
    if (options.as === role && answer !== undefined) return answer;
  }
  return await registry.unpublishVersion(await releaseToGuard(given), options);
}

export const unpublish: ProtectedGroup = {
  id: "unpublish",
  name: "`DELETE` of a version",
  operations: ["unpublishVersion"],
  // the specification states it for unscoped names only
  forms: "unscoped",
  async send({ given, registry }, options, turn = 0) {
    const unknown = { volume: given.volume(), version: "9.9.9" };
    const release = turn === 0 ? unknown : (await madeReleases(given))[turn % 3];
    return [await registry.unpublishVersion(release ?? unknown, options)];
  },
  async guarded(tools) {
    const release = await releaseToGuard(tools.given);
    return [{ ...release, send: (options) => unpublishGuarded(tools, options) }];
  },
  async elsewhere({ given, registry }, kind) {
    const [yanked, blocked] = await madeReleases(given);
    const release = kind === "grant" || kind === "release" ? yanked : blocked;
    return (
      release && {
        ...release,
        isUnusual: true,
        send: (options) => registry.unpublishVersion(release, options),
      }
    );
  },
};

export const protectedGroups: readonly ProtectedGroup[] = [publishing, trustUpload, unpublish];
