/** The form of header fields that RFC 9110 defines. */
import * as wire from "../../schemas/compiled/wire.js";
import type { CheckFile } from "../../harness/check-file.ts";
import { quote } from "../../harness/expect/quote.ts";
import { apiOperationOf, apiOperations } from "../responses.ts";
import { isChallengeList, isEntityTag, isHttpDate } from "./field-values.ts";

/** What a field has to be, by its name in lower case. */
const forms: Readonly<Record<string, readonly [name: string, holds: (value: string) => boolean]>> = {
  date: ["an HTTP date", isHttpDate],
  "last-modified": ["an HTTP date", isHttpDate],
  // old clients were sent these numbers, and caches take them for a time in the past (RFC 9111 section 5.3)
  expires: ["an HTTP date", (value) => isHttpDate(value) || value === "0" || value === "-1"],
  etag: ["an entity tag in double quotes", isEntityTag],
  location: ["a URI reference", (value) => wire.uriReference(value)],
  "www-authenticate": ["a list of challenges", isChallengeList],
};

export const headerFields: CheckFile = {
  level: "should",
  source: "Endpoints; Authentication, rule 7",
  operations: apiOperations,
  invariants: [
    {
      id: "every-response/header-fields-are-well-formed",
      covers: ["rule:authentication/7"],
      rule: "`Date`, `Last-Modified` and `Expires` of a response are HTTP dates, and `ETag` is an entity tag. `Location` is a URI reference, and `WWW-Authenticate` a list of challenges.",
      reading:
        "The text does not mention these fields, and each may be missing. If one is present, it has the form of RFC 9110. `Expires` may be `0` or `-1`. Byte stores have fields of their own, which we do not judge.",
      judge(answer) {
        if (apiOperationOf(answer) === undefined) return "not-applicable";
        const judged = (answer.exchange.response?.headers ?? []).flatMap(([field, value]) => {
          const form = Object.hasOwn(forms, field.toLowerCase()) ? forms[field.toLowerCase()] : undefined;
          return form === undefined ? [] : [{ field, value: value.trim(), form }];
        });
        const wrong = judged.find(({ value, form: [, holds] }) => !holds(value));
        if (wrong !== undefined)
          return {
            expected: `\`${wrong.field}\` with ${wrong.form[0]}`,
            got: quote(wrong.value),
            aspect: "header",
            ...(wrong.field.includes("-") ? {} : { wanted: { member: wrong.field } }),
          };
        return answer.status === 0 ? "not-applicable" : "held";
      },
    },
  ],
};
