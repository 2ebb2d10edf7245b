import type { Answer } from "../../answer.ts";
import type { Call } from "../../call.ts";
import { type Change, withAnswer } from "../../rules/change.ts";
import { partial, rangeIn } from "../../rules/ranges.ts";
import { hasField, neverModified } from "../changes/clients.ts";
import type { FaultFile } from "../fault.ts";

/** Answers a download with the part that `toPart` makes of the one that was asked for. */
function answering(toPart: (answer: Answer, first: number, last: number) => Answer): Change {
  return withAnswer("transferBytes", (answer, call) => {
    const range = rangeIn(answer, call);
    return range === undefined ? answer : toPart(answer, range.first, range.last);
  });
}

function isDownload({ request }: Call): boolean {
  return request.method === "GET";
}

/** Faults in downloads that depend on what the client asks for. */
export const clients: FaultFile = {
  "download/parts-are-those-asked-for": {
    "part-of-a-download-lacks-its-last-byte": answering((answer, first, last) =>
      partial(answer, { first, last, bytes: [first, last - 1] }),
    ),
    "part-of-a-download-begins-with-the-archive": answering((answer, first, last) =>
      partial(answer, { first, last, bytes: [0, last - first] }),
    ),
    "parts-beyond-64-kib-begin-a-byte-late": answering((answer, first, last) =>
      partial(answer, { first, last, bytes: first < 65_000 ? [first, last] : [first + 1, last] }),
    ),
    "ranges-that-end-beyond-the-archive-are-not-satisfiable": withAnswer("transferBytes", (answer, call) => {
      const [, end = ""] = /^bytes=\d+-(\d+)$/.exec(call.request.headers.get("range") ?? "") ?? [];
      const { body } = answer;
      return body instanceof Uint8Array && end !== "" && Number(end) >= body.byteLength
        ? { status: 416, headers: { "content-range": `bytes */${body.byteLength}` } }
        : answer;
    }),
    "parts-of-artifacts-begin-with-the-artifact": answering((answer, first, last) =>
      answer.headers["content-type"] === "application/gzip"
        ? partial(answer, { first, last })
        : partial(answer, { first, last, bytes: [0, last - first] }),
    ),
    "last-bytes-of-a-download-are-its-first": answering((answer, first, last) =>
      partial(answer, first < 20 ? { first, last } : { first: 0, last: last - first }),
    ),
  },
  "download/does-not-depend-on-the-client": {
    "download-is-not-modified-under-any-condition": neverModified("transferBytes", "if-none-match"),
    "download-in-other-languages-is-empty": withAnswer("transferBytes", (answer, call) =>
      isDownload(call) && answer.status === 200 && hasField("accept-language")(call)
        ? { ...answer, body: new Uint8Array() }
        : answer,
    ),
  },
};
