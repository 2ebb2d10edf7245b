/** What the path of a request names: a volume, a release or an upload. */
import type { Answer } from "../harness/registry/answer.ts";
import { placeholderPattern } from "../harness/registry/redaction.ts";

import { percentDecode, type Volume } from "../harness/registry/volume.ts";

/** The decoded parts of the path of a request. */
export interface PathParts {
  readonly volume: Volume;
  readonly version?: string;
  readonly uploadId?: string;
}

/**
 * Undefined for a path that does not belong to a volume, because locators of the registry are opaque.
 * Undefined also for a path with a redacted secret.
 */
export function pathPartsOf(answer: Answer): PathParts | undefined {
  const path = /^[^?#]*\/api\/v1\/volumes\/([^?#]+)/.exec(answer.exchange.request.url)?.[1];
  return path === undefined || placeholderPattern.test(path) ? undefined : toParts(path);
}

function toParts(path: string): PathParts {
  const parts = path.split("/").map(percentDecode);
  const scope = parts[0]?.startsWith("@") === true ? parts.shift()?.slice(1) : undefined;
  const [segment = "", ...rest] = parts;
  const volume = scope === undefined ? { segment } : { scope, segment };
  if (rest[0] === "uploads") return { volume, ...(rest[1] === undefined ? {} : { uploadId: rest[1] }) };
  const [version, , , uploadId] = rest;
  return {
    volume,
    ...(version === undefined ? {} : { version }),
    ...(uploadId === undefined ? {} : { uploadId }),
  };
}

const label = /^[a-z0-9](?:-?[a-z0-9])*$/;
const identifiers = "(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)";
const semver = new RegExp(
  `^(?:0|[1-9]\\d*)(?:\\.(?:0|[1-9]\\d*)){2}(?:-${identifiers}(?:\\.${identifiers})*)?(?:\\+[0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*)?$`,
);

function isLabel(text: string, maxLength: number): boolean {
  return text.length <= maxLength && label.test(text);
}

/** True for a read whose path has a malformed volume name or version: such a path names nothing. */
export function readsNothing(answer: Answer): boolean {
  const { method, url } = answer.exchange.request;
  if (method !== "GET") return false;
  const path = /^[^?#]*\/api\/v1\/(?:index\/)?volumes\/([^?#]+)/.exec(url)?.[1];
  if (path === undefined || placeholderPattern.test(path)) return false;
  const { volume, version } = toParts(path);
  const isVolume = isLabel(volume.segment, 128) && (volume.scope === undefined || isLabel(volume.scope, 64));
  return !isVolume || (version !== undefined && !semver.test(version));
}

/** Control characters, and characters that take no place: a server in front of the API may refuse them. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** True if the path has a control character or an invisible one. */
export function hasUnseenCharacter(answer: Answer): boolean {
  const path = answer.exchange.request.url.split(/[?#]/, 1)[0] ?? "";
  return path.includes("%") && unseen.test(percentDecode(path));
}
