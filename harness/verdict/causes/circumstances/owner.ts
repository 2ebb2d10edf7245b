/** Of which release, upload or row a wrong value is: digests and ids are of one alone. */
import { fitEnds } from "../../../../schemas/short-text.ts";
import type { Exchange } from "../../../../schemas/report.ts";
import { listAt, textAt, valueAt } from "../../../exchange/answer.ts";
import type { Sighting } from "../deviation.ts";
import { isDownload, sentJson, shownJson } from "../exchange-text.ts";
import { isMember } from "../wrong.ts";
import { findGiverOfOther } from "../given-addresses.ts";
import { comparedHint, keptHint, memberHint } from "./byte-hints.ts";
import { tellArtifact } from "./artifact-facts.ts";
import { type About, describeVolume, type Origin, type Release } from "./other-release.ts";
import { endOf, isWrite } from "./reads-before.ts";
import type { RecordedRun } from "./recorded-run.ts";
import { toSpan } from "./span.ts";
import { succeeded } from "./uploads.ts";

/** Digests, and ids with a digit or a capital letter: no two of a run are equal by chance. Not what stands for a secret. */
const distinctive = /^(?:sha256:[0-9a-f]{64}|(?=.*[0-9A-Z])[\w-]{12,80})$/;

/** So many values are looked up. */
const maxValues = 8;

/** Where to look if a value is right, and of another release. */
const ownerHint = "This value is right for another release: find how it is looked up here";

/** Undefined where nothing that is wrong in the response was sent for another release, or returned for it. */
export function tellOwner(sighting: Sighting, { shown, own, run }: About): Origin | undefined {
  for (const value of valuesIn(sighting, shown)) {
    const written = run.exchanges
      .filter((one) => isWrite(one) && one.startedAtMs < shown.startedAtMs && holds(one, value, shown))
      .flatMap((one) => run.events.placeOf(one) ?? run.events.placeOfUpload(one) ?? []);
    const isOwn = written.some(({ volume, version }) => volume === own.volume && version === own.version);
    const owner = written.find((one): one is Release => one.version !== undefined);
    // what the responses for several releases have is of none of them
    const volumes = new Set(written.map(({ volume }) => volume)).size;
    if (!isOwn && owner !== undefined && volumes === 1)
      return { line: describeOwner(value, owner, { shown, own, run }), lastHint: ownerHint };
    const isOfArtifact = isOwn && isMember(sighting.deviation.wrong, "integrity") && isDeclared(value, run);
    if (isOfArtifact)
      return {
        line: `"${toShown(value)}" is the digest of an artifact that was attached to this release`,
        lastHint: memberHint,
      };
    // they are wrong, and yet of this release: it has several
    if (isOwn && isDownload(shown) && sighting.deviation.wrong.kind === "content")
      return tellOtherUpload(value, { shown, own, run });
  }
  return tellUnknown(sighting, { shown, own, run });
}

/** True for a digest that a create of a trust upload declared. */
function isDeclared(digest: string, { exchanges }: RecordedRun): boolean {
  return exchanges.some(
    (one) => one.operation === "createTrustUpload" && textAt(sentJson(one), "declaredDigest") === digest,
  );
}

/** A digest in a member that was neither sent nor shown anywhere else, although the right one was. */
function tellUnknown({ member, wanted }: Sighting, { shown, run }: About): Origin | undefined {
  const at = member ?? wanted?.value?.at;
  const value = at === undefined ? undefined : textAt(shownJson(shown), ...at.split("/").slice(1));
  if (value === undefined || !value.startsWith("sha256:") || !distinctive.test(value)) return undefined;
  const isKnown = (digest: string): boolean =>
    run.exchanges.some(
      ({ request, response, operation }) =>
        request.body?.digest === digest ||
        request.body?.text?.includes(digest) === true ||
        (operation !== shown.operation && response?.body?.text?.includes(digest) === true),
    );
  const right = wanted?.value?.is;
  const isMade = wanted?.differs === true || (typeof right === "string" && !isKnown(right));
  return isMade || isKnown(value)
    ? undefined
    : { line: `"${toShown(value)}" is in no request, and in no response of another operation` };
}

/** Bytes that were sent in another upload for the release that is downloaded, or in its own one beside others. */
function tellOtherUpload(digest: string, { shown, own, run }: About): Origin {
  const { events, exchanges } = run;
  const given = findGiverOfOther(shown, exchanges, []);
  if (given?.giver.operation === "getTrustDetail") return tellArtifact(digest, given, run);
  const sent = exchanges.findLast(
    (one) => isWrite(one) && one.startedAtMs < shown.startedAtMs && holds(one, digest, shown),
  );
  const published = exchanges.find((one) => {
    const { volume, version } = events.placeOf(one) ?? {};
    const isOwn = volume === own.volume && version === own.version;
    return isOwn && one.operation === "finalizeReleaseUpload" && succeeded(one);
  });
  const [uploadId, ofRelease] = [sent, published].map((one) => one && events.uploads.ofRequest(one));
  if (uploadId !== undefined && uploadId === ofRelease)
    return {
      line: "these bytes were sent in the upload of this release, and are not those that it declared",
      hint: comparedHint,
    };
  const isLate = sent !== undefined && published !== undefined && sent.startedAtMs > endOf(published);
  const when = isLate
    ? `, ${toSpan(sent.startedAtMs - endOf(published))} after the release was published`
    : "";
  return {
    line: `these bytes were sent in another upload for this release${when}`,
    hint: keptHint,
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

function toShown(value: string): string {
  return fitEnds(value, maxShown);
}

function describeOwner(value: string, owner: Release, { shown, own }: About): string {
  const name = toShown(value);
  if (isDownload(shown))
    return `these bytes are of version ${owner.version} of ${describeVolume(own, owner, `the right one, ${own.version}`)}`;
  const rows = shown.operation === "getVersionIndex" ? listAt(shownJson(shown), "items") : [];
  const row = rows.findIndex((one) => textAt(one, "version") === owner.version);
  if (row !== -1) return `"${name}" is that of row ${row + 1} of ${rows.length}, version ${owner.version}`;
  return `"${name}" is of version ${owner.version} of ${describeVolume(own, owner)}`;
}
