import type { Call } from "../../call.ts";
import { type Change, onlyFor, onlyWhen, replaceRule } from "../../rules/change.ts";
import type { FaultFile } from "../fault.ts";

/** Sends half of the body that `Content-Length` announces, and closes the connection. */
const breaksOff: Change = replaceRule("respond", "toResponse", (before) => (answer, call) => {
  const whole = before(answer, call);
  const { body } = answer;
  if (body === undefined || whole.body === null) return whole;
  const bytes =
    body instanceof Uint8Array ? body : new TextEncoder().encode(call.rules.respond.serialize(body, call));
  const headers = new Headers(whole.headers);
  headers.set("connection", "close");
  return new Response(bytes.slice(0, bytes.length / 2), { status: whole.status, headers });
});

/** Faults in where a response ends. */
export const wholeResponses: FaultFile = {
  "every-response/responses-arrive-whole": {
    "archives-break-off": onlyWhen(isDownload, breaksOff),
    "metadata-breaks-off": onlyFor("getRelease", breaksOff),
    "responses-to-create-break-off": onlyFor("createReleaseUpload", breaksOff),
  },
};

function isDownload({ operation, request }: Call): boolean {
  return operation === "transferBytes" && request.method === "GET" && request.url.includes("/downloads/");
}
