/** How a request is spelt: letters and codes that careless code changes on the way. */
import type { Exchange } from "../../../../schemas/report.ts";
import { fieldIn } from "../../../exchange/answer.ts";
import { withoutQuery } from "../../../exchange/references.ts";
import { isDownload } from "../exchange-text.ts";
import { type Level, withLevel } from "./level.ts";
import type { Place } from "./release-events.ts";

const capital = /\p{Lu}/u;

/** What is unusual about the letters of a name and of a version. */
export function toLetterLevels({ volume, version = "" }: Place): readonly Level[] {
  return [
    ...(capital.test(volume) ? [withLevel("request", "capital letters in the name")] : []),
    ...(capital.test(version)
      ? [{ ...withLevel("version", "capital letters in the version"), anchor: "format:version" }]
      : []),
  ];
}

/** An address with more different codes has them by chance: it is made of unusual characters. */
const maxCodes = 2;

/** Of characters that RFC 3986 section 2.3 wants as they are. */
const needless = /^%(?:2[DE]|3\d|4[1-9A-F]|5[0-9AF]|6[1-9A-F]|7[0-9AE])$/u;

const needlessWords = "percent-encoded letters, digits or marks in the address that need no encoding";

const anyCoding: Level = {
  of: "request",
  words: "without `Accept-Encoding`",
  absent: "with `Accept-Encoding`",
};

/** `@` and `/`, in the names of one form only. */
const ofForm: ReadonlySet<string> = new Set(["%40", "%2F"]);

/** The percent-encoded characters in the path of a request, and the codings that its sender can read. */
export function toWritingLevels({ request, operation }: Exchange): readonly Level[] {
  const found = withoutQuery(request.url)
    .match(/%[0-9a-f]{2}/giu)
    ?.map((code) => code.toUpperCase());
  const codes = [...new Set(found)].filter((code) => !ofForm.has(code));
  const needed = codes.filter((code) => !needless.test(code));
  const codings = fieldIn(request.headers, "accept-encoding");
  const isGzip = operation === "transferBytes" && codings !== undefined && /\bgzip\b/iu.test(codings);
  return [
    ...(codes.some((code) => needless.test(code)) ? [withLevel("request", needlessWords)] : []),
    ...(needed.length > maxCodes
      ? []
      : needed.map((code) => withLevel("request", `\`${code}\` in the address`))),
    ...(isDownload({ operation, request }) && codings === undefined ? [anyCoding] : []),
    ...(isGzip ? [withLevel("request", "`gzip` in `Accept-Encoding`")] : []),
  ];
}
