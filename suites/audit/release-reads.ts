/** What the audit keeps of reads: releases and their trust documents, indexes, and volumes in searches. */
import { type Answer, isSuccess, listAt, textAt } from "../../harness/exchange/answer.ts";
import { toFullName } from "../../harness/exchange/volume.ts";
import { isPlainRead } from "../request-content.ts";

/** A read of a release or of its trust documents, without a token. */
export interface Read {
  readonly kind: "metadata" | "summary" | "detail";
  readonly name: string;
  readonly version: string;
  readonly status: number;
  readonly body: unknown;
}

/** A read of an index, without a token. `version` is empty. */
export interface ReadIndex {
  readonly kind: "index";
  readonly name: string;
  readonly version: string;
  readonly status: number;
  readonly rows: readonly unknown[];
}

/** A volume in a search; `version` is its latest version, or empty. */
export interface Hit {
  readonly kind: "hit";
  readonly name: string;
  readonly version: string;
  /** The address of the search: a cache may keep each one. */
  readonly url: string;
}

/** False for a lost response, and for one of a limiter or a gateway: neither says what is there. */
function saysWhatIsThere({ status }: Answer): boolean {
  return status !== 0 && status !== 429 && status < 500;
}

export function toRead(answer: Answer, kind: Read["kind"]): readonly Read[] {
  const { volume, version } = answer.exchange.about ?? {};
  if (!isPlainRead(answer) || !saysWhatIsThere(answer)) return [];
  if (volume === undefined || version === undefined) return [];
  const { status } = answer;
  const body = isSuccess(answer) ? answer.body : undefined;
  return [{ kind, name: toFullName(volume), version, status, body }];
}

export function toIndex(answer: Answer): readonly ReadIndex[] {
  const { volume } = answer.exchange.about ?? {};
  if (!isPlainRead(answer) || !saysWhatIsThere(answer) || volume === undefined) return [];
  const rows = isSuccess(answer) ? listAt(answer.body, "items") : [];
  return [{ kind: "index", name: toFullName(volume), version: "", status: answer.status, rows }];
}

export function toHits(answer: Answer): readonly Hit[] {
  if (!isSuccess(answer)) return [];
  return listAt(answer.body, "items").flatMap((item) => {
    const name = textAt(item, "name");
    return name === undefined
      ? []
      : [
          {
            kind: "hit",
            name,
            version: textAt(item, "latestVersion") ?? "",
            url: answer.exchange.request.url,
          },
        ];
  });
}
