/** What the audit keeps of reads with a valid token. */
import { type Answer, isSuccess } from "../../harness/registry/answer.ts";
import { toFullName } from "../../harness/registry/volume.ts";
import { headerIn } from "../request-content.ts";
import { pathPartsOf } from "../request-path.ts";

/** A read of a release, its trust documents or an index that succeeded. In an index, `version` is empty. */
export interface ReadWithToken {
  readonly kind: "read-with-token";
  readonly shows: "metadata" | "trust" | "index";
  readonly name: string;
  readonly version: string;
  readonly body: unknown;
}

/** The placeholders of tokens that stay valid for the whole run, in a recorded header. */
const valid = /^Bearer ~redacted\.(?:publisher|outsider|publishOnly|trustOnly)~$/;

export function toReadWithToken(answer: Answer): readonly ReadWithToken[] {
  const { operation, request } = answer.exchange;
  if (request.method !== "GET" || !isSuccess(answer)) return [];
  if (/[?#%]/.test(/\/api\/v1\/.*$/.exec(request.url)?.[0] ?? "?")) return [];
  if (!valid.test(headerIn(answer, "authorization") ?? "")) return [];
  const { body } = answer;
  if (operation === "getVersionIndex") {
    const name = /\/api\/v1\/index\/volumes\/([^?#]+)$/.exec(request.url)?.[1];
    return name === undefined ? [] : [{ kind: "read-with-token", shows: "index", name, version: "", body }];
  }
  if (operation !== "getRelease" && operation !== "getTrustSummary" && operation !== "getTrustDetail")
    return [];
  const parts = pathPartsOf(answer);
  if (parts?.version === undefined) return [];
  const shows = operation === "getRelease" ? "metadata" : "trust";
  const { volume, version } = parts;
  return [{ kind: "read-with-token", shows, name: toFullName(volume), version, body }];
}
