/** What the audit keeps of reads with a valid token. */
import { type Answer, isSuccess } from "../../harness/exchange/answer.ts";
import { toFullName } from "../../harness/exchange/volume.ts";
import { isHookLabel } from "../../schemas/hook-token.ts";
import { isPlainGet } from "../request-content.ts";

/** A read of a release, its trust documents or an index that succeeded. In an index, `version` is empty. */
export interface ReadWithToken {
  readonly kind: "read-with-token";
  readonly shows: "metadata" | "trust" | "index";
  readonly name: string;
  readonly version: string;
  readonly body: unknown;
}

/** Tokens of the target file that stay valid for the whole run. */
const valid: ReadonlySet<string> = new Set(["publisher", "outsider", "publishOnly", "trustOnly"]);

export function toReadWithToken(answer: Answer): readonly ReadWithToken[] {
  const { operation, about = {} } = answer.exchange;
  const { volume, version = "", credential = "" } = about;
  const shows = shownBy[operation];
  // a token of the hook may have ended: then what is not refused is a read without authority, which shows the same
  const isMeant = valid.has(credential) || isHookLabel(credential);
  if (shows === undefined || volume === undefined || !isMeant) return [];
  if (!isSuccess(answer) || !isPlainGet(answer)) return [];
  return [{ kind: "read-with-token", shows, name: toFullName(volume), version, body: answer.body }];
}

const shownBy: Partial<Record<Answer["exchange"]["operation"], ReadWithToken["shows"]>> = {
  getVersionIndex: "index",
  getRelease: "metadata",
  getTrustSummary: "trust",
  getTrustDetail: "trust",
};
