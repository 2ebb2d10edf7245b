/** How two uploads differ: their finalize requests look alike, and what is wrong was sent before. */
import type { Exchange } from "../schemas/report.ts";
import { describeMismatch, describeSentBytes } from "../schemas/sent-bytes.ts";
import { ownOfEachUpload } from "./accepted-difference.ts";
import type { ReportIndex } from "./evidence-list.ts";
import { parseJson } from "./json-text.ts";
import { compareRequests, type RequestDifference } from "./request-difference.ts";

/** What led to a finalize: its create request, and the request with its bytes. */
interface Upload {
  readonly create: Exchange;
  readonly bytes: Exchange | undefined;
}

/** Undefined for a request that is not about an upload which the recording has. */
function findUpload({ about, startedAtMs }: Exchange, index: ReportIndex): Upload | undefined {
  const uploadId = about?.uploadId;
  if (uploadId === undefined) return undefined;
  const before = [...index.exchanges.values()].filter((one) => one.startedAtMs <= startedAtMs);
  const create = before.findLast(
    (one) => one.operation.startsWith("create") && uploadOf(one)?.uploadId === uploadId,
  );
  if (create === undefined) return undefined;
  const url = uploadOf(create)?.upload?.url;
  return { create, bytes: before.findLast(({ request }) => request.url === url && request.method !== "GET") };
}

interface Intent {
  readonly uploadId?: unknown;
  readonly upload?: { readonly url?: unknown };
}

function uploadOf({ response }: Exchange): Intent | undefined {
  const document = parseJson(response?.body?.text);
  return document !== null && typeof document === "object" ? document : undefined;
}

/** What was declared for the upload of a finalize and for that of an accepted one, and what was sent. */
export function compareUploads(
  own: Exchange,
  twin: Exchange,
  index: ReportIndex,
): readonly RequestDifference[] {
  const [wrong, right] = [findUpload(own, index), findUpload(twin, index)];
  if (wrong === undefined || right === undefined) return [];
  const declared = compareRequests(wrong.create, right.create, index.baseUrl).filter(
    ({ place }) => !ownOfEachUpload.test(place) && !unrelated.has(place),
  );
  // other sizes say nothing: any two archives differ
  const areAsDeclared = isAsDeclared(wrong) && isAsDeclared(right);
  return [
    ...declared.map((one) => ({ ...one, place: `create ${one.place}` })),
    ...(areAsDeclared ? [] : [{ place: "bytes", own: describeBytes(wrong), twin: describeBytes(right) }]),
  ];
}

/** Places in which any two create requests differ. */
const unrelated: ReadonlySet<string> = new Set(["path", "header idempotency-key"]);

function describeBytes({ create, bytes }: Upload): string | undefined {
  return bytes && describeSentBytes(bytes.request.body, declarationIn(create));
}

function isAsDeclared({ create, bytes }: Upload): boolean {
  return bytes !== undefined && describeMismatch(bytes.request.body, declarationIn(create)) === undefined;
}

function declarationIn({ request }: Exchange): unknown {
  return parseJson(request.body?.text);
}
