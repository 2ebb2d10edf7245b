/** Names of volumes and releases, and where they stand in paths. */
import type { Form } from "../vocabulary.ts";

/** A volume: its name's last part, and its scope where it has one. Unchecked, so that malformed names can be sent. */
export interface Volume {
  readonly scope?: string;
  readonly segment: string;
}

/** One version of a volume. */
export interface ReleaseName {
  readonly volume: Volume;
  readonly version: string;
}

/** `@scope/segment` or `segment` (Resources, Shared formats: volume name). */
export function toFullName(volume: Volume): string {
  return volume.scope === undefined ? volume.segment : `@${volume.scope}/${volume.segment}`;
}

/** The volume that a full name names; a name without the prefix is an unscoped volume. */
export function toVolume(fullName: string): Volume {
  const match = /^@([^/]*)\/(.*)$/s.exec(fullName);
  return match ? { scope: match[1] ?? "", segment: match[2] ?? "" } : { segment: fullName };
}

/** `pkg:volume/%40scope/name@version`, taken literally (Resources, Shared formats: release purl). */
export function toPurl(release: ReleaseName): string {
  const scope = release.volume.scope === undefined ? "" : `%40${release.volume.scope}/`;
  return `pkg:volume/${scope}${release.volume.segment}@${release.version}`;
}

export function toForm(volume: Volume): Form {
  return volume.scope === undefined ? "unscoped" : "scoped";
}

/**
 * A path segment with everything encoded that RFC 3986 does not allow there. What it allows stays literal, `+`, `@` and
 * `~` among it. `.` and `..` are encoded too, since clients and proxies would resolve them away.
 */
export function encodeSegment(text: string): string {
  if (text === "." || text === "..") return text.replaceAll(".", "%2E");
  return percentEncode(text).replace(/%(?:40|2B|3A|24|26|2C|3B|3D)/g, (code) => decodeURIComponent(code));
}

/** Percent-encoded UTF-8; half a surrogate pair, which JSON can hold and UTF-8 cannot, becomes the replacement character. */
export function percentEncode(text: string): string {
  return encodeURIComponent(Buffer.from(text, "utf8").toString("utf8"));
}

/** The text that was percent-encoded, or as it is where that is no valid encoding. */
export function percentDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The path of a volume below a prefix: a literal `@` before the scope (Endpoints, Conventions). */
export function toVolumePath(volume: Volume): string {
  const scope = volume.scope === undefined ? "" : `@${encodeSegment(volume.scope)}/`;
  return `${scope}${encodeSegment(volume.segment)}`;
}
