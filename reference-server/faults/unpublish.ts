import type { Call } from "../call.ts";
import { releasesOf, saveIntent, saveRelease } from "../lookup.ts";
import { Refusal } from "../refusal.ts";
import { type Change, replaceRule } from "../rules/change.ts";
import { allReleases, type Intent, type Release } from "../store.ts";
import type { Fault } from "./fault.ts";
import { isYanked } from "./release-states.ts";

/** Does something to other releases besides, whenever one is unpublished. */
function besides(
  isHit: (other: Release, release: Release) => boolean,
  change: (other: Release) => Release,
): Change {
  return replaceRule("unpublish", "apply", (before) => (release, call) => {
    for (const other of allReleases(call.registry.store)) {
      if (other !== release && isHit(other, release)) saveRelease(change(other), call);
    }
    return before(release, call);
  });
}

/** Makes the volume's open uploads of that kind fail, whenever one of its versions is unpublished. */
function endingOpenUploads(kind: Intent["kind"]): Change {
  return replaceRule("unpublish", "apply", (before) => (release, call) => {
    for (const intent of call.registry.store.intents.values()) {
      if (intent.kind === kind && intent.name === release.name && !intent.isFinalized)
        saveIntent({ ...intent, state: "failed" }, call);
    }
    return before(release, call);
  });
}

const tombstoned = (release: Release): Release => ({ ...release, status: { state: "tombstoned" } });

const hasTombstone = (release: Release, call: Call): boolean =>
  releasesOf(release.name, call).some(({ status }) => status.state === "tombstoned");

const isSameVolume = (other: Release, release: Release): boolean => other.name === release.name;

const segmentOf = (name: string): string => name.slice(name.indexOf("/") + 1);

/** Broken unpublishing. */
export const unpublishFaults: readonly Fault[] = [
  {
    name: "unpublish-refused",
    breaks: "unpublish/publishers-may-unpublish",
    summary: "Nobody may unpublish",
    change: replaceRule("unpublish", "find", () => () => {
      throw new Refusal("authorization-failed", "versions stay");
    }),
  },
  {
    name: "unpublish-finds-no-release",
    breaks: "unpublish/publishers-may-unpublish",
    summary: "An existing unscoped version is not found when it is unpublished",
    change: replaceRule("unpublish", "find", (before) => (call) => {
      if (call.form === "unscoped") throw new Refusal("not-found", "there is no such release");
      return before(call);
    }),
  },
  {
    name: "unpublish-does-nothing",
    breaks: "unpublish/versions-stop-being-available",
    summary: "Unpublishing is accepted and has no effect",
    change: replaceRule("unpublish", "apply", () => (release) => release),
  },
  {
    name: "unpublish-works-once",
    breaks: "unpublish/versions-stop-being-available",
    summary: "Of a volume's versions only the first that is unpublished goes",
    change: replaceRule(
      "unpublish",
      "apply",
      (before) => (release, call) => (hasTombstone(release, call) ? release : before(release, call)),
    ),
  },
  {
    name: "unpublish-hides-the-index-row-only",
    breaks: "unpublish/versions-stop-being-available",
    summary: "Metadata of an unpublished version says that it is available",
    change: replaceRule(
      "render",
      "release",
      (before) => (release, call) =>
        before(
          release.status.reason === "unpublished by its owner"
            ? { ...release, status: { state: "available" } }
            : release,
          call,
        ),
    ),
  },
  {
    name: "unpublish-leaves-the-index-row",
    breaks: "unpublish/the-index-stops-calling-versions-available",
    summary: "The index goes on calling an unpublished version available",
    change: replaceRule(
      "render",
      "row",
      (before) => (release, call) => before({ ...release, status: { state: "available" } }, call),
    ),
  },
  {
    name: "tombstone-loses-its-integrity",
    breaks: "unpublish/tombstones-keep-their-identity",
    summary: "The metadata of an unpublished version has another integrity",
    change: replaceRule(
      "unpublish",
      "apply",
      (before) => (release, call) => before({ ...release, integrity: `sha256:${"0".repeat(64)}` }, call),
    ),
  },
  {
    name: "unpublish-takes-every-version",
    breaks: "unpublish/other-versions-keep-their-metadata",
    summary: "Unpublishing a version takes the whole volume",
    change: besides(isSameVolume, tombstoned),
  },
  {
    name: "unpublish-takes-versions-that-begin-alike",
    breaks: "unpublish/other-versions-keep-their-metadata",
    summary: "Unpublishing a version takes its prereleases along",
    change: besides(
      (other, release) => isSameVolume(other, release) && other.version.startsWith(release.version),
      tombstoned,
    ),
  },
  {
    name: "unpublish-yanks-later-versions",
    breaks: "unpublish/other-versions-keep-their-metadata",
    summary: "Unpublishing a version yanks those that were published after it",
    change: besides(
      (other, release) => isSameVolume(other, release) && other.publishedAt >= release.publishedAt,
      (other) => ({ ...other, status: { state: "yanked" } }),
    ),
  },
  {
    name: "unpublish-empties-the-index",
    breaks: "unpublish/other-versions-keep-their-rows",
    summary: "The index of a volume with an unpublished version is empty",
    change: replaceRule(
      "visibility",
      "inIndex",
      (before) => (release, call) => before(release, call) && !hasTombstone(release, call),
    ),
  },
  {
    name: "unpublish-colours-every-row",
    breaks: "unpublish/other-versions-keep-their-rows",
    summary: "Every row of a volume with an unpublished version is tombstoned",
    change: replaceRule(
      "render",
      "row",
      (before) => (release, call) =>
        before(hasTombstone(release, call) ? tombstoned(release) : release, call),
    ),
  },
  {
    name: "unpublish-stops-all-downloads",
    breaks: "unpublish/other-versions-can-be-downloaded",
    summary: "No version of a volume with an unpublished one can be downloaded",
    change: replaceRule(
      "visibility",
      "inDownload",
      (before) => (release, call) => before(release, call) && !hasTombstone(release, call),
    ),
  },
  {
    name: "unpublish-strips-trust",
    breaks: "unpublish/other-versions-keep-their-trust",
    summary: "Unpublishing a version takes the trust of the volume's other versions",
    change: besides(isSameVolume, (other) => ({ ...other, attachments: [] })),
  },
  {
    name: "unpublish-ends-a-yank",
    breaks: "unpublish/yanked-versions-stay-yanked",
    summary: "Unpublishing a version makes the volume's yanked ones available",
    change: besides(
      (other, release) => isSameVolume(other, release) && isYanked(other),
      (other) => ({ ...other, status: { state: "available" } }),
    ),
  },
  {
    name: "unpublish-takes-the-scoped-twin",
    breaks: "unpublish/other-volumes-stay",
    summary: "Unpublishing a version takes the same version of volumes of that name in any scope",
    change: besides(
      (other, release) =>
        segmentOf(other.name) === segmentOf(release.name) && other.version === release.version,
      tombstoned,
    ),
  },
  {
    name: "unpublish-takes-volumes-that-begin-alike",
    breaks: "unpublish/other-volumes-stay",
    summary: "Unpublishing a version takes the same version of volumes whose names begin alike",
    change: besides(
      (other, release) => other.name.startsWith(release.name) && other.version === release.version,
      tombstoned,
    ),
  },
  {
    name: "unpublish-closes-the-volume",
    breaks: "unpublish/volumes-take-further-versions",
    summary: "A volume with an unpublished version takes no other",
    change: replaceRule("publish", "isTaken", (before) => (name, version, call) => {
      const isClosed = releasesOf(name, call).some(({ status }) => status.state === "tombstoned");
      return isClosed || before(name, version, call);
    }),
  },
  {
    name: "unpublish-ends-open-uploads",
    breaks: "unpublish/open-uploads-can-be-finalized",
    summary: "Unpublishing a version makes the open uploads of its volume fail",
    change: endingOpenUploads("release"),
  },
  {
    name: "unpublish-ends-open-trust-uploads",
    breaks: "unpublish/open-trust-uploads-can-be-finalized",
    summary: "Unpublishing a version makes the open trust uploads of its volume fail",
    change: endingOpenUploads("trust"),
  },
];
