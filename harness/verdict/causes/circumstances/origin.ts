/** Of which other release what a response shows is: its digests and ids are those of one that was taken for this one. */
import { keepEnds } from "../../../../schemas/short-text.ts";
import type { Exchange } from "../../../../schemas/report.ts";
import { listAt, textAt, valueAt } from "../../../exchange/answer.ts";
import { type Sighting, slugIn } from "../deviation.ts";
import { isDownload, sentJson, shownJson } from "../exchange-text.ts";
import { isAccepted } from "../wrong.ts";
import { describeLikeness } from "./likeness.ts";
import { endOf, isWrite } from "./reads-before.ts";
import type { RecordedRun } from "./recorded-run.ts";
import type { Place } from "./release-events.ts";
import { toSpan } from "./span.ts";
import { toPlace } from "./subject-place.ts";
import { tellToken } from "./token-facts.ts";
import { tellUpload } from "./upload-facts.ts";
import { succeeded } from "./uploads.ts";

/** What is known of the release or the upload that a response shows, and where to look because of it. */
interface Origin {
  readonly line: string;
  readonly hint?: string;
  /** The same where nothing else that is known has a hint. */
  readonly lastHint?: string;
}

/**
 * Undefined where nothing that is shown is known of another release, of the upload or of the token.
 * @param others what else the cause is of
 */
export type TellOrigin = (sighting: Sighting, others?: readonly Sighting[]) => Origin | undefined;

/** Digests, and ids with a digit or a capital letter: no two of a run are equal by chance. Not what stands for a secret. */
const distinctive = /^(?:sha256:[0-9a-f]{64}|(?=.*[0-9A-Z])[\w-]{12,80})$/;

/** So many values are looked up. */
const maxValues = 8;

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
  return tellNamed(shown, own) ?? tellOwner(sighting, { shown, own, run }) ?? ofOther();
}

/** An integrity that was sent, and that is of another release. */
function tellSent({ shown, own, run }: About): Origin | undefined {
  const sent = textAt(sentJson(shown), "subject", "integrity");
  if (sent === undefined) return undefined;
  const owner = findPublished(sent, shown, run).find((one): one is Release => one.version !== undefined);
  if (owner === undefined || (owner.volume === own.volume && owner.version === own.version)) return undefined;
  return {
    line: `the \`integrity\` that was sent is of version ${owner.version} of ${describeVolume(own, owner)}`,
  };
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

interface Release extends Place {
  readonly version: string;
}

/** How the version of the path is spoken of. */
const inPath = "the one in the path";

/** A document that names another version or another volume than the path it was read from. */
function tellNamed(shown: Exchange, own: Release): Origin | undefined {
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
  return {
    line: `the document names ${describeVolume(own, { volume, version: own.version })}`,
    hint: "Check how the names of volumes are compared, and what a cache has as its key",
  };
}

function decodeVersion(text: string): string {
  return text.replaceAll(/%2B/gi, "+");
}

/** Where to look if a value is right, and of another release. */
const ownerHint = "This value is right for another release: find how it is looked up here";

interface About {
  readonly shown: Exchange;
  readonly own: Release;
  readonly run: RecordedRun;
}

function tellOwner(sighting: Sighting, { shown, own, run }: About): Origin | undefined {
  const rows = shown.operation === "getVersionIndex" ? listAt(shownJson(shown), "items") : [];
  for (const value of valuesIn(sighting, shown)) {
    const written = run.exchanges
      .filter((one) => isWrite(one) && one.startedAtMs < shown.startedAtMs && holds(one, value, shown))
      .flatMap((one) => run.events.placeOf(one) ?? run.events.placeOfUpload(one) ?? []);
    const isOwn = written.some(({ volume, version }) => volume === own.volume && version === own.version);
    const owner = written.find((one): one is Release => one.version !== undefined);
    if (!isOwn && owner !== undefined)
      return { line: describeOwner(value, own, owner, rows), lastHint: ownerHint };
    // they are wrong, and yet of this release: it has several
    if (isOwn && isDownload(shown) && sighting.deviation.wrong.kind === "content")
      return tellOtherUpload(value, { shown, own, run });
  }
  return undefined;
}

/** Bytes that were sent in another upload for the release that is downloaded. */
function tellOtherUpload(digest: string, { shown, own, run }: About): Origin {
  const { events, exchanges } = run;
  const sent = exchanges.findLast(
    (one) => isWrite(one) && one.startedAtMs < shown.startedAtMs && holds(one, digest, shown),
  );
  const published = exchanges.find((one) => {
    const { volume, version } = events.placeOf(one) ?? {};
    const isOwn = volume === own.volume && version === own.version;
    return isOwn && one.operation === "finalizeReleaseUpload" && succeeded(one);
  });
  const isLate = sent !== undefined && published !== undefined && sent.startedAtMs > endOf(published);
  const when = isLate
    ? `, ${toSpan(sent.startedAtMs - endOf(published))} after the release was published`
    : "";
  return {
    line: `these bytes were sent in another upload for this release${when}`,
    hint: "Check under which key uploaded bytes are kept: it has to be of the upload, and not of its release",
  };
}

/** The digests and ids in the member that is wrong, or in the whole document; of a download, the digest of its bytes. */
function valuesIn({ member, wanted }: Sighting, shown: Exchange): readonly string[] {
  if (isDownload(shown)) {
    const { digest } = shown.response?.body ?? {};
    return digest === undefined ? [] : [digest];
  }
  const pointer = member ?? wanted?.value?.at ?? "";
  const isNamed = pointer !== "" || !isWrite(shown);
  const part = valueAt(shownJson(shown), ...pointer.split("/").slice(1));
  // what the request itself said is answered rightly
  const { url, body } = shown.request;
  return (
    textsIn(part)
      // several writes may have the same digest, but no two the same id
      .filter((text) => distinctive.test(text) && (isNamed || !text.startsWith("sha256:")))
      .filter((text) => !url.includes(text) && body?.text?.includes(text) !== true)
      .slice(0, maxValues)
  );
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

/** True for an exchange whose bytes, or whose text, the value is of. */
function holds({ request, response }: Exchange, value: string, shown: Exchange): boolean {
  if (isDownload(shown)) return request.body?.digest === value;
  return [request.body?.text, response?.body?.text].some((text) => text?.includes(value));
}

/** Longer values are known by their ends. */
const maxShown = 24;

/** @param rows those of the version index that shows it; none in another document */
function describeOwner(value: string, own: Release, owner: Release, rows: readonly unknown[]): string {
  const name = value.length <= maxShown ? value : keepEnds(value, maxShown);
  const row = rows.findIndex((one) => textAt(one, "version") === owner.version);
  if (row !== -1) return `"${name}" is that of row ${row + 1} of ${rows.length}, version ${owner.version}`;
  return `"${name}" is of version ${owner.version} of ${describeVolume(own, owner)}`;
}

function describeVolume(own: Release, owner: Release): string {
  const toClause = (which: string, likeness: string | undefined): string =>
    likeness === undefined ? "" : `, ${which} ${likeness}`;
  if (owner.volume === own.volume)
    return `this volume${toClause("which", describeLikeness(own.version, owner.version, { it: inPath }))}`;
  const [segment, other] = [own, owner].map(({ volume }) => volume.split("/").at(-1));
  if (segment === other) return "a volume with this name and another scope, or none";
  return `another volume${toClause("whose name", describeNames(own.volume, owner.volume))}`;
}

/** The names of a run begin alike: only a long beginning is one that may be compared alone. */
const minBeginningOfNames = 60;

/** How two names of volumes look alike that were taken for one another. */
function describeNames(own: string, other: string): string | undefined {
  return describeLikeness(own, other, { it: "this one", minBeginning: minBeginningOfNames });
}
