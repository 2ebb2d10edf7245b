/** Of which other release what a response shows is: its digests and ids are those of one that was taken for this one. */
import type { Exchange } from "../../../../schemas/report.ts";
import { listAt, textAt } from "../../../exchange/answer.ts";
import { type Sighting, slugIn } from "../deviation.ts";
import { isDownload, sentJson, shownJson } from "../exchange-text.ts";
import { isAccepted } from "../wrong.ts";
import { memberHint } from "./byte-hints.ts";
import { describeLikeness } from "./likeness.ts";
import {
  type About,
  describeNames,
  describeVolume,
  inPath,
  type Origin,
  type Release,
} from "./other-release.ts";
import { tellOwner } from "./owner.ts";
import type { RecordedRun } from "./recorded-run.ts";
import type { Place } from "./release-events.ts";
import { toPlace } from "./subject-place.ts";
import { tellToken } from "./token-facts.ts";
import { tellUpload } from "./upload-facts.ts";
import { succeeded } from "./uploads.ts";

/**
 * Undefined where nothing that is shown is known of another release, of the upload or of the token.
 * @param others what else the cause is of
 */
export type TellOrigin = (sighting: Sighting, others?: readonly Sighting[]) => Origin | undefined;

export function createOrigins(readRun: () => RecordedRun): TellOrigin {
  return (sighting, others = []) => {
    const shown = sighting.deviation.exchange;
    if (shown?.response === undefined) return undefined;
    const run = readRun();
    return (
      tellUpload(sighting.deviation, run) ??
      tellToken(sighting.deviation, others, run) ??
      tellRelease(sighting, shown, run)
    );
  };
}

function tellRelease(sighting: Sighting, shown: Exchange, run: RecordedRun): Origin | undefined {
  const place = toPlace(shown, sighting.member, run);
  if (place === undefined) return undefined;
  const ofOther = (): Origin | undefined => tellRows(shown, place, run) ?? tellConflict(shown, place, run);
  if (place.version === undefined) return ofOther();
  const own = { ...place, version: place.version };
  const sent = isAccepted(sighting.deviation.wrong) ? tellSent({ shown, own, run }) : undefined;
  if (sent !== undefined) return sent;
  return tellNamed({ shown, own, run }) ?? tellOwner(sighting, { shown, own, run }) ?? ofOther();
}

/** An integrity that was sent, and that is of another release. */
function tellSent({ shown, own, run }: About): Origin | undefined {
  const sent = textAt(sentJson(shown), "subject", "integrity");
  if (sent === undefined) return undefined;
  const owner = findPublished(sent, shown, run).find((one): one is Release => one.version !== undefined);
  if (owner === undefined || (owner.volume === own.volume && owner.version === own.version)) return undefined;
  // the versions of a run look alike by design
  const where = owner.volume === own.volume ? "this volume" : describeVolume(own, owner);
  return { line: `the \`integrity\` that was sent is of version ${owner.version} of ${where}` };
}

/** The releases that were published with an integrity before a response. */
function findPublished(
  integrity: string,
  shown: Exchange,
  { events, exchanges }: RecordedRun,
): readonly Place[] {
  return exchanges
    .filter(
      (one) =>
        one.operation === "finalizeReleaseUpload" &&
        one.startedAtMs < shown.startedAtMs &&
        textAt(shownJson(one), "release", "integrity") === integrity,
    )
    .flatMap((one) => events.placeOf(one) ?? []);
}

/** Where to look if a volume is taken for one with another name. */
const namesHint = "Check how the names of volumes are compared";

/** A version that is said to be there already, where another volume has it, whose name may be taken for this one. */
function tellConflict(shown: Exchange, own: Place, { events }: RecordedRun): Origin | undefined {
  if (slugIn(shown) !== "version-conflict" || own.version === undefined) return undefined;
  const published = events.sorted.flatMap((one) => {
    const isThere =
      one.operation === "finalizeReleaseUpload" && succeeded(one) && one.startedAtMs < shown.startedAtMs;
    const place = isThere ? events.placeOf(one) : undefined;
    return place !== undefined && place.version === own.version ? [place.volume] : [];
  });
  if (published.includes(own.volume)) return undefined;
  const [found] = published.flatMap((volume) => describeNames(own.volume, volume) ?? []);
  return found === undefined
    ? undefined
    : {
        line: `no such version was published here, but in another volume, whose name ${found}`,
        hint: namesHint,
      };
}

/** A row of another volume in a version index. */
function tellRows(shown: Exchange, own: Place, run: RecordedRun): Origin | undefined {
  if (shown.operation !== "getVersionIndex") return undefined;
  for (const row of listAt(shownJson(shown), "items")) {
    const digest = textAt(row, "integrity");
    const version = textAt(row, "version");
    if (digest === undefined || version === undefined) continue;
    const owners = findPublished(digest, shown, run);
    const [owner] = owners;
    if (owner === undefined || owners.some(({ volume }) => volume === own.volume)) continue;
    return {
      line: `the row of ${version} is of ${describeVolume({ ...own, version }, { ...owner, version })}`,
      hint: namesHint,
    };
  }
  return undefined;
}

/** A document that names another version or another volume than the path it was read from. */
function tellNamed({ shown, own, run }: About): Origin | undefined {
  // an artifact may have any names
  if (isDownload(shown)) return undefined;
  const body = shownJson(shown);
  const purl = /^pkg:[^/]*\/(.+)@([^@]+)$/.exec(
    textAt(body, "subject", "purl") ?? textAt(body, "purl") ?? "",
  );
  const version = textAt(body, "version") ?? purl?.[2];
  const likeness =
    version === undefined ? undefined : describeLikeness(own.version, decodeVersion(version), { it: inPath });
  if (likeness !== undefined) return { line: `the version that it names ${likeness}` };
  const volume = textAt(body, "name") ?? purl?.[1]?.replace(/^%40/i, "@");
  if (volume === undefined || volume === own.volume) return undefined;
  const isPublished = run.events.sorted.some(
    (one) =>
      one.operation === "finalizeReleaseUpload" &&
      succeeded(one) &&
      run.events.placeOf(one)?.volume === volume,
  );
  if (!isPublished && own.volume.endsWith(`/${volume}`))
    return { line: "the document names this volume without its scope", hint: memberHint };
  return {
    line: `the document names ${describeVolume(own, { volume, version: own.version })}`,
    hint: "Check how the names of volumes are compared, and what a cache has as its key",
  };
}

function decodeVersion(text: string): string {
  return text.replaceAll(/%2B/gi, "+");
}
