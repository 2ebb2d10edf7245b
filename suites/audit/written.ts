/** What the ledger keeps of every write: what it was about, and what it was answered. */
import type { Operation } from "../../harness/check.ts";
import { type Answer, slugOf, textAt } from "../../harness/registry/answer.ts";
import { toFullName } from "../../harness/registry/volume.ts";
import { sentJson } from "../request-content.ts";
import { pathPartsOf } from "../request-path.ts";
import { protectedOperations } from "../responses.ts";

/** A write of anyone, accepted or not. */
export interface Written {
  readonly kind: "written";
  readonly operation: Operation;
  /** The slug of the problem, or the status. */
  readonly answered: string;
  readonly name: string;
  /** Empty for the finalize of an upload of a release: its upload has it. */
  readonly version: string;
  readonly uploadId: string;
}

export function toWritten(answer: Answer, body: Uint8Array | undefined): readonly Written[] {
  const operation = protectedOperations.find((one) => one === answer.exchange.operation);
  const parts = pathPartsOf(answer);
  if (operation === undefined || parts === undefined || answer.status === 0) return [];
  return [
    {
      kind: "written",
      operation,
      answered: slugOf(answer) ?? `${answer.status}`,
      name: toFullName(parts.volume),
      version: parts.version ?? textAt(sentJson(body), "version") ?? "",
      uploadId: parts.uploadId ?? "",
    },
  ];
}
