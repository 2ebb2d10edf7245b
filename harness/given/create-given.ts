/** Binds the preconditions to one actor. */
import { placeholderPattern } from "../recording/redaction.ts";
import { Blocked, nothingToJudge, optional, Skipped } from "../outcome.ts";
import type { Given } from "./given.ts";
import {
  askHalf,
  freshVolume,
  type GivenContext,
  eventually,
  settled,
  uniqueKey,
  uniqueText,
  untriedVersion,
} from "./context.ts";
import { situationSetUp } from "./set-ups.ts";
import { toVolumePath } from "../exchange/volume.ts";
import { advisory, readableRelease, releaseWithDependencies } from "./readable.ts";
import {
  assertSizePromised,
  createIntent,
  offerBytes,
  publishRelease,
  sharedRelease,
  toCreateBody,
  toIntent,
  toPublished,
  toReleaseArchive,
  transferBytes,
  uploadBytes,
} from "./releases.ts";
import { enterState, gitRelease, releaseInState } from "./states.ts";
import {
  attach,
  blockedBy,
  createTrustIntent,
  expire,
  makeArtifact,
  toTrustBody,
  toTrustIntent,
  uploadTrustBytes,
} from "./trust.ts";

export function createGiven(context: GivenContext): Given {
  return {
    form: context.form,
    get half() {
      return askHalf(context);
    },
    volume: () => freshVolume(context),
    version: (version) => untriedVersion(context, version),
    lostVersions: (volume) => context.run.session.journal.lostVersions(toVolumePath(volume)),
    settled: (since) => settled(context, since),
    isOwnVolume: (name) => name.includes(`-${context.run.runId()}-`),
    unique: (what) => uniqueText(context, what),
    key: () => uniqueKey(context),
    archive: (release, options) => toReleaseArchive(context, release, options),
    createBody: toCreateBody,
    uploadIntent: (options) => createIntent(context, options),
    intentOf: (about, answer) => toIntent(context, about, answer),
    releaseOf: (intent, answer) => toPublished(context, intent, answer),
    uploadedBytes: (options) => uploadBytes(context, options),
    transfer: async (intent, bytes) => {
      await sharedRelease(context);
      return await transferBytes(context, intent, bytes);
    },
    assertSizePromised: (size, answer) => assertSizePromised(context, size, answer),
    offerBytes: (intent, bytes) => offerBytes(context, intent, bytes),
    publishedRelease: (options) => publishRelease(context, options),
    sharedRelease: () => sharedRelease(context),
    readableRelease: () => readableRelease(context),
    shared: (place, build) =>
      situationSetUp(context, place, (own) =>
        build({
          given: createGiven(own),
          registry: own.registry,
          target: own.run.target,
          depth: own.run.depth,
          eventually: (request, options) => eventually(own, request, options),
          now: () => own.actor.nowMs,
        }),
      ),
    releaseInState: (state) => releaseInState(context, state),
    gitRelease: () => gitRelease(context),
    releaseWithDependencies: () => releaseWithDependencies(context),
    advisory: (options) => advisory(context, options),
    artifact: () => makeArtifact(context),
    trustIntent: (release, options) => createTrustIntent(context, release, options),
    trustIntentOf: (about, answer) => toTrustIntent(context, about, answer),
    trustUploaded: (release, options) => uploadTrustBytes(context, release, options),
    attachment: (release, options) => attach(context, release, options),
    trustBody: (release, artifact) => toTrustBody(context, release, artifact),
    expire: (intent) => expire(context, intent),
    tokenOf: (role) => context.run.tokens.of(role),
    alteredToken: context.run.tokens.alter,
    assertNoTokenIn(id) {
      // in a replay the placeholder is there already
      if (placeholderPattern.test(context.run.session.redaction.text(id)))
        throw new Blocked("the registry gave a credential as an id, and ids like it would show it");
    },
    token: (request) => context.run.tokens.make(context.actor, request),
    isSharedToken: (token) => context.run.tokens.isShared(token),
    state: (state, params) => enterState(context, state, params),
    blocked: blockedBy,
    skipped: (reason) => new Skipped(reason),
    nothingToJudge,
    optional,
  };
}
