/** Whether the path of a request can name something. */
import type { Answer } from "../harness/exchange/answer.ts";
import { percentDecode } from "../harness/exchange/volume.ts";

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
  const { about, request } = answer.exchange;
  if (request.method !== "GET" || about?.volume === undefined) return false;
  const { volume, version } = about;
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
