/** The releases that a run has put into the registry: noted where requests are sent, so that no check can forget to. */
import { isPage, isSuccess, textAt } from "../exchange/answer.ts";
import { readJson } from "../exchange/json-body.ts";
import { notSent } from "../transport/network-error.ts";
import type { ReleaseWrite } from "../exchange/release-write.ts";
import type { WireOutcome } from "../transport/transport.ts";

/** A release that the run made, or may have made. */
export interface CreatedRelease {
  /** The volume as it is in paths: `@scope/name` or `name`. */
  readonly path: string;
  /** Empty where neither the create request nor the answer to finalize has it. */
  readonly version: string;
  /** False where the answer to its finalize was lost, so that it may not exist. */
  readonly isCertain: boolean;
}

export interface Journal {
  /** Notes a write with its outcome, and which actor sent it. */
  readonly note: (write: ReleaseWrite, outcome: WireOutcome, actorId?: string) => void;
  /** Called when an actor restarts because the network failed: the releases it has made so far may exist already. */
  readonly restartScenario: (actorId: string) => void;
  /**
   * True for a create or finalize of a release if an earlier try of the actor got no answer, or came before its restart. The
   * write may already have been applied, so that a refusal of this one says nothing about the registry. What others lose does not
   * count: no check depends on it, and `verify` comes to it in another order than the run.
   */
  readonly mayAlreadyBeApplied: (write: ReleaseWrite, actorId?: string) => boolean;
  /** The versions of a volume, as it is in paths, that were finalized by an abandoned try, or may have been. */
  readonly lostVersions: (path: string) => readonly string[];
  /**
   * Notes a release that was made in another way, such as by the states hook.
   * @param endedMs when that had ended, in milliseconds from the run's start; never, where it is not known
   */
  readonly add: (release: CreatedRelease, endedMs?: number) => void;
  /** Notes that the states hook took a release away, as if it never was. */
  readonly remove: (release: Pick<CreatedRelease, "path" | "version">) => void;
  /**
   * Notes that the states hook put a release into a state.
   * @param isTombstone true if nothing is left to unpublish
   * @param sentMs when it was asked for, in milliseconds from the run's start
   */
  readonly enter: (
    release: Pick<CreatedRelease, "path" | "version">,
    about: { readonly isTombstone: boolean; readonly sentMs: number },
  ) => void;
  /** True if it was published, and a later request unpublished it with success, or the states hook left a tombstone: one sent after each answer about its publication. */
  readonly isUnpublished: (release: CreatedRelease) => boolean;
  /** All releases, in an order that does not depend on which check came first. */
  readonly releases: () => readonly CreatedRelease[];
  /** Those that no request has unpublished since, as `name@version`. */
  readonly remaining: () => readonly string[];
}

/** The writes of one kind. */
type WriteOf<Kind extends ReleaseWrite["kind"]> = Extract<ReleaseWrite, { readonly kind: Kind }>;

interface Sent {
  readonly outcome: WireOutcome;
  readonly actorId: string;
}

export function createJournal(): Journal {
  /** By volume and upload, and by those and the actor: several actors may get the same id from a wrong registry. */
  const versions = new Map<string, string>();
  const releases = new Map<string, CreatedRelease>();
  const gone = new Set<string>();
  /** When the last publication of a release had ended; never, where that is not known. And when the last unpublish was sent. */
  const publishedMs = new Map<string, number>();
  const unpublishedMs = new Map<string, number>();
  /** By actor: releases of which a request got no answer, until a later one of its kind succeeds. */
  const unanswered = { create: new Map<string, Set<string>>(), finalize: new Map<string, Set<string>>() };
  /** By actor. */
  const finalized = new Map<string, Set<string>>();

  function noteAnswer(kind: keyof typeof unanswered, id: string, { outcome, actorId }: Sent): void {
    const { response, failure } = outcome;
    // after an interrupt no answer counts any more; `verify` may come to one in another order than the run
    if (failure?.startsWith(notSent) === true) return;
    // a version that is published is taken, whatever became of this request
    const isTaken = releases.get(id)?.isCertain === true && !gone.has(id);
    // a gateway may have lost the answer of the registry
    const isLost = response === undefined || response.status >= 502;
    if (isLost && !isTaken) addTo(unanswered[kind], actorId, id);
    else if (!isLost && isSuccess(response)) unanswered[kind].get(actorId)?.delete(id);
  }

  /** The version that an upload was opened for, by the actor or else by any other. */
  function openedAs(
    { path, uploadId }: Pick<WriteOf<"finalize">, "path" | "uploadId">,
    actorId: string,
  ): string | undefined {
    return versions.get(`${path} ${uploadId} ${actorId}`) ?? versions.get(`${path} ${uploadId}`);
  }

  function add(release: CreatedRelease, endedMs = Number.POSITIVE_INFINITY): void {
    const id = toReleaseId(release);
    publishedMs.set(id, Math.max(endedMs, publishedMs.get(id) ?? 0));
    const isCertain = release.isCertain || releases.get(id)?.isCertain === true;
    releases.set(id, { ...release, isCertain });
    gone.delete(id);
  }

  function noteCreate({ path, version }: WriteOf<"create">, { outcome, actorId }: Sent): void {
    const { status = 0 } = outcome.response ?? {};
    if (status >= 300 && status < 502) return;
    const uploadId = textAt(readJson(outcome.response?.body), "uploadId");
    noteAnswer("create", toReleaseId({ path, version: version ?? "" }), { outcome, actorId });
    if (uploadId === undefined || version === undefined) return;
    versions.set(`${path} ${uploadId}`, version);
    versions.set(`${path} ${uploadId} ${actorId}`, version);
  }

  function noteFinalize({ path, uploadId }: WriteOf<"finalize">, { outcome, actorId }: Sent): void {
    const { response } = outcome;
    const isCertain = response !== undefined && isSuccess(response);
    // a request that was answered with a server error may have been applied all the same
    if (!isCertain && response !== undefined && response.status < 500) return;
    const answered = textAt(readJson(response?.body), "release", "version");
    const version = openedAs({ path, uploadId }, actorId) ?? answered ?? "";
    const id = toReleaseId({ path, version });
    noteAnswer("finalize", id, { outcome, actorId });
    if (isCertain) addTo(finalized, actorId, id);
    const endedMs = isCertain ? outcome.startedAtMs + outcome.durationMs : undefined;
    if (version !== "" || isCertain) add({ path, version, isCertain }, endedMs);
  }

  function noteUnpublish(write: WriteOf<"unpublish">, { response, startedAtMs }: WireOutcome): void {
    if (response === undefined || !isSuccess(response) || isPage(response.headers)) return;
    const id = toReleaseId(write);
    gone.add(id);
    unpublishedMs.set(id, Math.max(startedAtMs, unpublishedMs.get(id) ?? 0));
  }

  return {
    note(write, outcome, actorId = "") {
      if (write.kind === "create") noteCreate(write, { outcome, actorId });
      else if (write.kind === "finalize") noteFinalize(write, { outcome, actorId });
      else noteUnpublish(write, outcome);
    },
    restartScenario(actorId) {
      for (const id of finalized.get(actorId) ?? []) addTo(unanswered.finalize, actorId, id);
    },
    mayAlreadyBeApplied(write, actorId = "") {
      if (write.kind === "unpublish") return false;
      const { path } = write;
      const version = write.kind === "create" ? write.version : openedAs(write, actorId);
      const id = toReleaseId({ path, version: version ?? "" });
      return Object.values(unanswered).some((byActor) => byActor.get(actorId)?.has(id) === true);
    },
    lostVersions: (path) =>
      [...new Set([...unanswered.finalize.values()].flatMap((ids) => [...ids]))].flatMap((id) =>
        id.startsWith(`${path}@`) ? [id.slice(path.length + 1)] : [],
      ),
    add,
    remove(release) {
      gone.add(toReleaseId(release));
    },
    enter(release, { isTombstone, sentMs }) {
      const id = toReleaseId(release);
      if (isTombstone) {
        gone.add(id);
        unpublishedMs.set(id, sentMs);
      } else {
        gone.delete(id);
        unpublishedMs.delete(id);
      }
    },
    isUnpublished(release) {
      const id = toReleaseId(release);
      const [from, to] = [publishedMs.get(id), unpublishedMs.get(id)];
      return from !== undefined && to !== undefined && from <= to;
    },
    releases: () => [...releases.values()].toSorted((a, b) => (toReleaseId(a) < toReleaseId(b) ? -1 : 1)),
    remaining: () =>
      [...releases.entries()]
        .flatMap(([id, { isCertain }]) => (isCertain && !gone.has(id) ? [id] : []))
        .toSorted(),
  };
}

function addTo(sets: Map<string, Set<string>>, key: string, value: string): void {
  sets.set(key, (sets.get(key) ?? new Set()).add(value));
}

/** `name@version`, the name as it is in paths. */
export function toReleaseId({ path, version }: Pick<CreatedRelease, "path" | "version">): string {
  return version === "" ? path : `${path}@${version}`;
}
