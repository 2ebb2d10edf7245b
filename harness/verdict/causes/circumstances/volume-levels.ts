/** What there was around a request when it was sent: the state of its release, and what else its volume had. */
import type { Exchange } from "../../../../schemas/report.ts";
import { listAt, textAt } from "../../../exchange/answer.ts";
import { shownJson } from "../exchange-text.ts";
import { keyOf } from "./described-keys.ts";
import { type Level, stateLevel, withLevel } from "./level.ts";
import { type Place, type ReleaseEvents, stateIn } from "./release-events.ts";
import { succeeded } from "./uploads.ts";

interface Around {
  /** The state of each version that the volume has. */
  readonly versions: ReadonlyMap<string, string>;
  /** The versions that are in a git repository. */
  readonly ofGit: ReadonlySet<string>;
  /** The versions that have attachments. */
  readonly attached: ReadonlySet<string>;
  /** The ids of uploads that nobody has finalized. */
  readonly unfinished: ReadonlySet<string>;
  /** The versions that have a trust upload of these. */
  readonly awaiting: ReadonlySet<string>;
}

const ofGitRelease: Level = {
  of: "release",
  words: "for a release in git",
  absent: "for a release that is not in git",
};

/** @param place the release, or the volume, that the request is about */
export function toVolumeLevels(
  exchange: Exchange,
  { version = "" }: Place,
  events: ReleaseEvents,
): readonly Level[] {
  const { versions, ofGit, attached, unfinished, awaiting } = lookAround(exchange, events);
  const { [version]: own = "available", ...others } = Object.fromEntries(versions);
  const hidden = new Set(Object.values(others).filter((state) => state !== "available"));
  const found = [
    listAt(events.publicationOf(exchange), "release", "externalDependencies").length > 0
      ? "external dependencies of the release"
      : [],
    attached.has(version) ? "attachments of the release" : [],
    awaiting.has(version) ? "an unfinished trust upload of the release" : [],
    keysOf(exchange, events),
  ];
  const ofVolume = [
    Object.keys(others).length > 0 ? "other versions in the volume" : [],
    [...hidden].map((state) => `another version in the state \`${state}\``),
    [...unfinished].some((id) => id !== exchange.about?.uploadId)
      ? "another unfinished upload in the volume"
      : [],
  ];
  return [
    ...(own === "available" ? [] : [stateLevel(own)]),
    ...(ofGit.has(version) ? [ofGitRelease] : []),
    ...found.flat().map((one) => withLevel("release", one)),
    ...ofVolume.flat().map((one) => ({ ...withLevel("release", one), isOfVolume: true })),
    ...toOrdinal(exchange, versions.size),
  ];
}

const ordinals = ["first", "second", "third", "fourth", "fifth"];

/** Of a finalize, which version of its volume it publishes. */
function toOrdinal({ operation }: Exchange, before: number): readonly Level[] {
  const ordinal = operation === "finalizeReleaseUpload" ? ordinals[before] : undefined;
  return ordinal === undefined
    ? []
    : [{ of: "release", words: `as the ${ordinal} version of the volume`, isOfVolume: true }];
}

/** Which of the two requests that published a release had a key, where another request is about it. */
function keysOf(exchange: Exchange, events: ReleaseEvents): readonly string[] {
  const finalize = events.publishedBy(exchange);
  if (finalize === undefined || exchange.about?.uploadId !== undefined) return [];
  const create = events.uploads.createOf(finalize);
  return [
    ...(create !== undefined && keyOf(create) !== undefined ? ["a key in the create of the release"] : []),
    ...(keyOf(finalize) === undefined ? [] : ["a key in the finalize of the release"]),
  ];
}

function lookAround(exchange: Exchange, events: ReleaseEvents): Around {
  const versions = new Map<string, string>();
  const ofGit = new Set<string>();
  const attached = new Set<string>();
  const finalized = new Set<string>();
  const created = new Map<string, Exchange>();
  for (const { operation, version = "", exchange: sent } of events.before(exchange)) {
    if (!succeeded(sent)) continue;
    if (operation === undefined) versions.set(version, stateIn(sent) ?? "available");
    if (sent.about?.state === "git-release") ofGit.add(version);
    if (operation === "unpublishVersion") versions.delete(version);
    if (operation === "finalizeTrustUpload") attached.add(version);
    if (operation === "finalizeReleaseUpload" && !versions.has(version)) versions.set(version, "available");
    const { uploadId = "" } = sent.about ?? {};
    if (uploadId === "") created.set(textAt(shownJson(sent), "uploadId") ?? "", sent);
    else finalized.add(uploadId);
  }
  created.delete("");
  const unfinished = [...created].filter(([id]) => !finalized.has(id));
  const awaiting = unfinished.flatMap(([, { operation, about }]) =>
    operation === "createTrustUpload" ? (about?.version ?? []) : [],
  );
  return {
    versions,
    ofGit,
    attached,
    unfinished: new Set(unfinished.map(([id]) => id)),
    awaiting: new Set(awaiting),
  };
}
