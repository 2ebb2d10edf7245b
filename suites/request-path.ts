/** Whether the path of a request can name something. */
import type { Answer } from "../harness/exchange/answer.ts";
import { percentDecode } from "../harness/exchange/volume.ts";
import { isSemver, isWellFormed } from "../harness/exchange/well-formed.ts";

/** True for a read whose path has a malformed volume name or version: such a path names nothing. */
export function readsNothing(answer: Answer): boolean {
  const { about, request } = answer.exchange;
  if (request.method !== "GET" || about?.volume === undefined) return false;
  const { volume, version } = about;
  return !isWellFormed(volume) || (version !== undefined && !isSemver(version));
}

/** Control characters, and characters that take no place: a server in front of the API may refuse them. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** True if the path has a control character or an invisible one. */
export function hasUnseenCharacter(answer: Answer): boolean {
  const path = answer.exchange.request.url.split(/[?#]/, 1)[0] ?? "";
  return path.includes("%") && unseen.test(percentDecode(path));
}
