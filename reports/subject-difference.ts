/** How the subject of a trust upload differs from the release in the path, by which alone it can be judged. */
import type { Exchange } from "../schemas/report.ts";
import { nameOfVolume } from "../schemas/volume-name.ts";
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

/** `/subject/integrity is "sha256:…", not that of the release`, where the purl names the release of the path. Empty where there is none to show. */
export function describeIntegrity(exchange: Exchange): readonly string[] {
  const { subject } = parseBody(exchange);
  if (subject === null || typeof subject !== "object" || !("integrity" in subject)) return [];
  const { integrity } = subject;
  if (typeof integrity !== "string" || describeSubject(exchange).length > 0) return [];
  return [
    `/subject/integrity is ${JSON.stringify(cutMiddle(integrity, maxIntegrity))}, not that of the release`,
  ];
}
