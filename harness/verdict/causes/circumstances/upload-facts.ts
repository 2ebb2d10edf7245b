/** What the run knows of an upload that a finalize is refused for: when its bytes came, when it expires, and which other id is like its own. */
import type { Exchange } from "../../../../schemas/report.ts";
import { fieldIn, textAt } from "../../../exchange/answer.ts";
import { opensUpload } from "../../../exchange/creates.ts";
import { readHttpDate } from "../../../exchange/moments.ts";
import { type Deviation, slugIn } from "../deviation.ts";
import { shownJson } from "../exchange-text.ts";
import { describeLikeness } from "./likeness.ts";
import { endOf, isWrite } from "./reads-before.ts";
import type { RecordedRun } from "./recorded-run.ts";
import { toSpan } from "./span.ts";
import { succeeded } from "./uploads.ts";

/** A line, and where to look because of it. */
export interface Fact {
  readonly line: string;
  readonly hint: string;
}

/** Undefined for anything but a finalize, and where nothing that is known speaks against the answer. */
export function tellUpload({ exchange, wrong }: Deviation, run: RecordedRun): Fact | undefined {
  if (exchange?.about?.uploadId === undefined) return undefined;
  const slug = slugIn(exchange);
  if (wrong.kind === "refused" && slug === "missing-uploaded-bytes") return tellBytes(exchange, run);
  if (wrong.kind === "refused" && slug === "upload-expired") return tellExpiry(exchange, run);
  const isFound = slug !== "not-found" && slug !== "validation-failed";
  return isFound && (wrong.kind === "problem" || wrong.kind === "accepted")
    ? tellLikeId(exchange.about.uploadId, exchange, run)
    : undefined;
}

function tellBytes(shown: Exchange, { events }: RecordedRun): Fact | undefined {
  const id = events.uploads.ofRequest(shown);
  const sent = events.sorted.findLast(
    (one) =>
      one.operation === "transferBytes" &&
      isWrite(one) &&
      succeeded(one) &&
      endOf(one) <= shown.startedAtMs &&
      events.uploads.ofRequest(one) === id,
  );
  if (sent === undefined) return undefined;
  const { method, body } = sent.request;
  const left = leftOf(shown, { events });
  const expiry = left === undefined ? "" : `; the \`expiresAt\` of the upload is ${left} after this response`;
  return {
    line: `the bytes were there (\`${method}\` of ${body?.size ?? 0} bytes -> ${sent.response?.status ?? 0}) ${toSpan(shown.startedAtMs - endOf(sent))} before${expiry}`,
    hint: "Find what takes these bytes away, or where this request looks for them",
  };
}

function tellExpiry(shown: Exchange, { events }: RecordedRun): Fact | undefined {
  const id = events.uploads.ofRequest(shown);
  const isForced = events.sorted.some(
    (one) => one.operation === "state" && one.about?.uploadId === id && one.startedAtMs < shown.startedAtMs,
  );
  const left = leftOf(shown, { events });
  return left === undefined || isForced
    ? undefined
    : {
        line: `the \`expiresAt\` of this upload is ${left} after the \`Date\` of this response`,
        hint: "Find what ends this upload before its `expiresAt`: another request, or a server with another clock",
      };
}

/** How long the upload of a request is open after its response, by the clock of the registry. */
function leftOf(shown: Exchange, { events }: Pick<RecordedRun, "events">): string | undefined {
  const create = events.uploads.createOf(shown);
  const date = readHttpDate(fieldIn(shown.response?.headers ?? [], "date"));
  const expires = Date.parse(textAt(create && shownJson(create), "expiresAt") ?? "");
  if (date === undefined || !(expires > date)) return undefined;
  return toSpan(expires - date);
}

/** An id that was never given out, and that something was found under. */
function tellLikeId(id: string, shown: Exchange, { events }: RecordedRun): Fact | undefined {
  const known = new Set(
    events.sorted.flatMap((one) =>
      opensUpload(one.operation) && succeeded(one) && one.startedAtMs < shown.startedAtMs
        ? (textAt(shownJson(one), "uploadId") ?? [])
        : [],
    ),
  );
  if (known.has(id)) return undefined;
  const [likeness] = [...known].flatMap((other) => describeLikeness(id, other) ?? []);
  return likeness === undefined
    ? undefined
    : {
        line: `no upload has the id that was sent; that of another upload ${likeness}`,
        hint: "An upload was found all the same: check how ids are compared",
      };
}
