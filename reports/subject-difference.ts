/** How the subject of a trust upload differs from the release in the path, by which alone it can be judged. */
import type { About, Exchange } from "../schemas/report.ts";
import { nameOfVolume } from "../schemas/volume-name.ts";
import { parseJson } from "./json-text.ts";
import { parseBody } from "./positive-twin.ts";
import { cutMiddle } from "./visible-text.ts";

interface NamedRelease {
  readonly volume: string;
  readonly version: string;
}

/** What a purl names, taken literally but for the `@` of a scope. Undefined for a text that is no purl of a volume. */
function readPurl(purl: string): NamedRelease | undefined {
  const [, volume = "", version = ""] = /^pkg:volume\/(.+)@([^@]+)$/u.exec(purl) ?? [];
  return volume === "" ? undefined : { volume: volume.replace(/^%40/u, "@"), version };
}

/** The release in the path of a request; undefined where it names none. */
function readPath({ about }: Exchange): NamedRelease | undefined {
  const volume = nameOfVolume(about);
  return volume === undefined || about?.version === undefined
    ? undefined
    : { volume, version: about.version };
}

/**
 * `/subject/purl names version 1.1.0, the path version 1.0.0`. Empty where the purl names the release of the path, or none: then something
 * else about the subject is wrong.
 */
export function describeSubject(exchange: Exchange): readonly string[] {
  const { subject } = parseBody(exchange);
  const purl: unknown = subject !== null && typeof subject === "object" && "purl" in subject && subject.purl;
  const named = typeof purl === "string" ? readPurl(purl) : undefined;
  const path = readPath(exchange);
  if (named === undefined || path === undefined) return [];
  return [
    ...(named.volume === path.volume
      ? []
      : [`/subject/purl names the volume ${named.volume}, the path ${path.volume}`]),
    ...(named.version === path.version
      ? []
      : [`/subject/purl names version ${named.version}, the path version ${path.version}`]),
  ];
}

const maxIntegrity = 24;
/** Fewer digits are the same by chance. */
const minAlike = 6;

/**
 * `/subject/integrity is "sha256:…", not that of the release`, and how it is like that one, where the purl names the release of the path.
 * Empty where there is none to show.
 * @param exchanges all of the run: one of them shows the integrity of the release
 */
export function describeIntegrity(exchange: Exchange, exchanges: Iterable<Exchange>): readonly string[] {
  const { subject } = parseBody(exchange);
  if (subject === null || typeof subject !== "object" || !("integrity" in subject)) return [];
  const { integrity } = subject;
  if (typeof integrity !== "string" || describeSubject(exchange).length > 0) return [];
  const shown = JSON.stringify(cutMiddle(integrity, maxIntegrity));
  return [
    `/subject/integrity is ${shown}, not that of the release${describeLikeness(integrity, exchange, exchanges)}`,
  ];
}

function describeLikeness(own: string, { about }: Exchange, exchanges: Iterable<Exchange>): string {
  const right = findIntegrity(about, exchanges);
  if (right === undefined) return "";
  const [a, b] = [own, right].map((text) => Array.from(text.replace(/^sha256:/u, ""))) as [
    string[],
    string[],
  ];
  const alike = (one: readonly string[], other: readonly string[]): number => {
    const place = one.findIndex((digit, index) => digit !== other[index]);
    return place === -1 ? one.length : place;
  };
  const [start, end] = [alike(a, b), alike(a.toReversed(), b.toReversed())];
  const parts = [
    ...(start < minAlike ? [] : [`begins with the same ${start} digits`]),
    ...(end < minAlike ? [] : [`ends with the same ${end} digits`]),
  ];
  return parts.length === 0 ? "" : `, which ${parts.join(" and ")}`;
}

/** The integrity in the metadata of the release. */
function findIntegrity(about: About | undefined, exchanges: Iterable<Exchange>): string | undefined {
  const name = nameOfVolume(about);
  for (const one of exchanges) {
    if (one.operation !== "getRelease" || one.about?.version !== about?.version) continue;
    const found = nameOfVolume(one.about) === name && parseJson(one.response?.body?.text);
    if (found !== null && typeof found === "object" && "integrity" in found)
      return typeof found.integrity === "string" ? found.integrity : undefined;
  }
  return undefined;
}
