/** What a run has put into the registry: noted where requests leave, so that no check can forget to. */
import { isSuccess, textAt } from "./answer.ts";
import type { WireOutcome, WireRequest } from "./transport.ts";

/** A release that the run made, or may have made. */
export interface CreatedRelease {
  /** The volume as it stands in paths: `@scope/name` or `name`. */
  readonly path: string;
  /** Empty where neither the create request nor the finalize answer said it. */
  readonly version: string;
  /** False where the answer to its finalize was lost, so that nobody knows. */
  readonly isCertain: boolean;
}

export interface Journal {
  /** Sees each request with what came of it, and who sent it. */
  readonly note: (request: WireRequest, outcome: WireOutcome, actorId?: string) => void;
  /** Told when an actor does everything anew because the network failed: what it has made so far is at stake. */
  readonly startOver: (actorId: string) => void;
  /**
   * True for a create or finalize of a release of which an earlier try got no answer, or was done by an actor that starts over:
   * it has had its effect or may have, so that a refusal of this one says nothing about the registry.
   */
  readonly isAtStake: (request: WireRequest) => boolean;
  /** The versions of a volume, as it stands in paths, that were finalized by a try which was given up, or may have been. */
  readonly lostVersions: (path: string) => readonly string[];
  /** Notes a release that came about in another way, such as by the states hook. */
  readonly add: (release: CreatedRelease) => void;
  /** All releases, in an order that does not depend on which check came first. */
  readonly releases: () => readonly CreatedRelease[];
  /** Those that no request has unpublished since, as `name@version`. */
  readonly remaining: () => readonly string[];
}

interface Sent {
  readonly outcome: WireOutcome;
  readonly actorId: string;
}

const volume = String.raw`(@[^/]+/[^/]+|[^/]+)`;
const createPath = new RegExp(`^${volume}$`);
const finalizePath = new RegExp(`^${volume}/uploads/([^/]+)/finalize$`);
const releasePath = new RegExp(`^${volume}/([^/]+)$`);

/** @param baseUrl without a slash at its end */
export function createJournal(baseUrl: string): Journal {
  const prefix = `${baseUrl}/api/v1/volumes/`;
  const versions = new Map<string, string>();
  const releases = new Map<string, CreatedRelease>();
  const gone = new Set<string>();
  /** Releases of which a request got no answer, until a later one of its kind succeeds. */
  const unanswered = { create: new Set<string>(), finalize: new Set<string>() };

  const finalized = new Map<string, Set<string>>();

  function noteAnswer(kind: keyof typeof unanswered, id: string, { response }: WireOutcome): void {
    if (response === undefined) unanswered[kind].add(id);
    else if (isSuccess(response)) unanswered[kind].delete(id);
  }

  function toPath(request: WireRequest): string {
    return request.url.slice(prefix.length).split("?")[0] ?? "";
  }

  function add(release: CreatedRelease): void {
    const id = toReleaseId(release);
    const isCertain = release.isCertain || releases.get(id)?.isCertain === true;
    releases.set(id, { ...release, isCertain });
    gone.delete(id);
  }

  function noteCreate(path: string, request: WireRequest, outcome: WireOutcome): void {
    const uploadId = textAt(readJson(outcome.response?.body), "uploadId");
    const version = textAt(readJson(request.body), "version");
    noteAnswer("create", toReleaseId({ path, version: version ?? "" }), outcome);
    if (uploadId !== undefined && version !== undefined) versions.set(`${path} ${uploadId}`, version);
  }

  function noteFinalize(path: string, uploadId: string, { outcome, actorId }: Sent): void {
    const { response } = outcome;
    // what was answered with a server error may have been done all the same
    const isCertain = response !== undefined && isSuccess(response);
    if (!isCertain && response !== undefined && response.status < 500) return;
    const answered = textAt(readJson(response?.body), "release", "version");
    const version = versions.get(`${path} ${uploadId}`) ?? answered ?? "";
    const id = toReleaseId({ path, version });
    noteAnswer("finalize", id, outcome);
    if (isCertain) finalized.set(actorId, (finalized.get(actorId) ?? new Set()).add(id));
    if (version !== "" || isCertain) add({ path, version, isCertain });
  }

  return {
    note(request, outcome, actorId = "") {
      if (request.method === "GET" || !request.url.startsWith(prefix)) return;
      const path = toPath(request);
      const finalize = finalizePath.exec(path);
      const isDone = outcome.response !== undefined && isSuccess(outcome.response);
      if (request.method === "DELETE") {
        const [, name = "", version = ""] = releasePath.exec(path) ?? [];
        if (isDone) gone.add(`${name}@${decode(version)}`);
      } else if (finalize !== null)
        noteFinalize(finalize[1] ?? "", decode(finalize[2] ?? ""), { outcome, actorId });
      else if ((isDone || outcome.response === undefined) && createPath.test(path))
        noteCreate(path, request, outcome);
    },
    startOver(actorId) {
      for (const id of finalized.get(actorId) ?? []) unanswered.finalize.add(id);
    },
    isAtStake(request) {
      if (request.method !== "POST" || !request.url.startsWith(prefix)) return false;
      const path = toPath(request);
      const [, volumePath = path, uploadId] = finalizePath.exec(path) ?? [];
      const version =
        uploadId === undefined
          ? textAt(readJson(request.body), "version")
          : versions.get(`${volumePath} ${decode(uploadId)}`);
      const id = toReleaseId({ path: volumePath, version: version ?? "" });
      return unanswered.create.has(id) || unanswered.finalize.has(id);
    },
    lostVersions: (path) =>
      [...unanswered.finalize].flatMap((id) =>
        id.startsWith(`${path}@`) ? [id.slice(path.length + 1)] : [],
      ),
    add,
    releases: () => [...releases.values()].toSorted((a, b) => (toReleaseId(a) < toReleaseId(b) ? -1 : 1)),
    remaining: () =>
      [...releases.entries()]
        .flatMap(([id, { isCertain }]) => (isCertain && !gone.has(id) ? [id] : []))
        .toSorted(),
  };
}

/** `name@version`, the name as it stands in paths. */
export function toReleaseId({ path, version }: Pick<CreatedRelease, "path" | "version">): string {
  return version === "" ? path : `${path}@${version}`;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function readJson(bytes: Uint8Array | undefined): unknown {
  try {
    return bytes === undefined ? undefined : JSON.parse(Buffer.from(bytes).toString("utf8"));
  } catch {
    return undefined;
  }
}
