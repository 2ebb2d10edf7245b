/** Who sent the requests about an upload: the bytes that one of them sends may be for it. */
import type { Noted } from "../../harness/ledger.ts";
import type { Books } from "./books.ts";
import { ofKinds } from "./timelines.ts";

/** An upload, by the volume of its path and its id. */
interface Upload {
  readonly name: string;
  readonly uploadId: string;
}

/** Who sent an exchange: a check or a set-up. */
export function toActor({ exchange }: Noted): string {
  return exchange.replace(/#.*$/, "");
}

/** Who sent a request about the upload. */
export function sendersOf({ name, uploadId }: Upload, { entries }: Books): ReadonlySet<string> {
  const about = ofKinds(entries, "opened", "trust-opened", "finalized", "trust-finalized", "refused").filter(
    (one) => one.name === name && one.uploadId === uploadId,
  );
  return new Set(about.map(toActor));
}
