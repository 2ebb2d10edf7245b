import { brotliCompressSync, gzipSync } from "node:zlib";
import type { Answer } from "../answer.ts";
import type { Call } from "../call.ts";
import { isJsonObject, type Json } from "../json.ts";
import { allOf, type Change, replaceRule, withAnswer } from "../rules/change.ts";
import type { Choice, Variation } from "./choice.ts";

function labelling(type: string): Variation {
  return {
    summary: `Content-Type: ${type}`,
    change: replaceRule("respond", "jsonType", () => () => type),
  };
}

function writing(summary: string, serialize: (value: Json) => string): Variation {
  return { summary, change: replaceRule("respond", "serialize", () => serialize) };
}

function reversed(value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => reversed(item));
  if (!isJsonObject(value)) return value;
  const members: (readonly [string, Json])[] = [];
  for (const [name, member] of Object.entries(value)) {
    if (member !== undefined) members.unshift([name, reversed(member)]);
  }
  return Object.fromEntries(members);
}

function escaped(value: Json): string {
  return JSON.stringify(value)
    .replaceAll("/", "\\/")
    .replaceAll(/[\u007F-\uFFFF]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function compressing(coding: string, compress: (bytes: Uint8Array) => Uint8Array): Variation {
  const change = (answer: Answer, call: Call): Answer => {
    const { body } = answer;
    const isWanted = (call.request.headers.get("accept-encoding") ?? "").includes(coding);
    if (body === undefined || body instanceof Uint8Array || !isWanted) return answer;
    const bytes = new TextEncoder().encode(call.rules.respond.serialize(body, call));
    return {
      ...answer,
      headers: { ...answer.headers, "content-encoding": coding, vary: "accept-encoding" },
      body: new Uint8Array(compress(bytes)),
    };
  };
  return {
    summary: `Compresses JSON with ${coding} for clients that accept it`,
    change: withAnswer("every", change),
  };
}

function adding(headers: Readonly<Record<string, string>>): Change {
  return withAnswer("every", (answer) => ({ ...answer, headers: { ...headers, ...answer.headers } }));
}

const chunked: Change = replaceRule("respond", "toResponse", (before) => (answer, call) => {
  const response = before(answer, call);
  if (response.body === null) return response;
  const headers = new Headers(response.headers);
  headers.delete("content-length");
  headers.set("transfer-encoding", "chunked");
  return new Response(response.body, { status: response.status, headers });
});

function dated(milliseconds: number): Change {
  return replaceRule(
    "respond",
    "date",
    () => (call) => new Date(call.registry.clock.now() + milliseconds).toUTCString(),
  );
}

function skewed(milliseconds: number): Change {
  return allOf(
    dated(milliseconds),
    replaceRule("render", "timestamp", (before) => (time, call) => before(time + milliseconds, call)),
  );
}

function stamping(summary: string, write: (iso: string) => string): Variation {
  return {
    summary,
    change: replaceRule("render", "timestamp", (before) => (time, call) => write(before(time, call))),
  };
}

function toDayOfYear(iso: string): string {
  const dayOfYear = (Date.parse(iso.slice(0, 10)) - Date.parse(`${iso.slice(0, 4)}-01-01`)) / 86_400_000 + 1;
  const time = iso.slice(10).replace(".", ",").replace("Z", "+00");
  return `${iso.slice(0, 4)}-${String(dayOfYear).padStart(3, "0")}${time}`;
}

/** How answers are written to the wire. */
export const wireChoices: readonly Choice[] = [
  {
    name: "success-type",
    question: "Which content type do JSON successes have?",
    default: "json-utf8",
    values: {
      json: labelling("application/json"),
      vendor: labelling("application/vnd.volume-registry+json"),
      "mixed-case": labelling("Application/JSON;charset=UTF-8"),
    },
  },
  {
    name: "json-layout",
    question: "How is JSON formatted?",
    default: "compact",
    values: {
      pretty: writing(
        "Indents JSON and ends it with a newline",
        (value) => `${JSON.stringify(value, null, 2)}\n`,
      ),
      escaped: writing("Escapes slashes and everything beyond ASCII", escaped),
      reversed: writing("Writes members in the opposite order", (value) => JSON.stringify(reversed(value))),
    },
  },
  {
    name: "compression",
    question: "Are JSON answers compressed for clients that accept it?",
    default: "none",
    values: { gzip: compressing("gzip", gzipSync), br: compressing("br", brotliCompressSync) },
  },
  {
    name: "framing",
    question: "How is the length of an answer sent?",
    default: "content-length",
    values: { chunked: { summary: "Sends every body in chunks", change: chunked } },
  },
  {
    name: "connection",
    question: "Are connections kept alive?",
    default: "kept",
    values: { close: { summary: "Closes after each answer", change: adding({ connection: "close" }) } },
  },
  {
    name: "validators",
    question: "Do documents have an entity tag?",
    default: "entity-tag",
    values: {
      none: {
        summary: "Sends no ETag, and answers conditional reads like any other",
        change: replaceRule("respond", "entityTag", () => () => undefined),
        skips: ["histories/conditional-reads-notice-a-change", "search/conditional-searches-notice-a-change"],
      },
    },
  },
  {
    name: "extra-headers",
    question: "Which headers does every answer have?",
    default: "none",
    values: {
      many: {
        summary: "Adds cookies, cross-origin, caching and tracing headers",
        change: adding({
          server: "reference",
          "set-cookie": "visited=1; Path=/; HttpOnly",
          "access-control-allow-origin": "*",
          "cache-control": "no-store",
          "x-request-id": "4f0e1c7a",
          link: '<https://docs.example/>; rel="help"',
          "strict-transport-security": "max-age=31536000",
        }),
      },
      caching: {
        summary: "Adds a weak entity tag, a Last-Modified in an old form, and an Expires of 0",
        change: adding({
          etag: 'W/"5d-19ab"',
          "last-modified": "Sunday, 22-Nov-26 08:49:37 GMT",
          expires: "0",
        }),
      },
    },
  },
  {
    name: "date-header",
    question: "Does every answer have a Date header?",
    default: "present",
    values: {
      absent: { summary: "Sends no Date", change: replaceRule("respond", "date", () => () => undefined) },
    },
  },
  {
    name: "clock-skew",
    question: "How far is the registry's clock from the client's?",
    default: "none",
    values: {
      "hour-behind": {
        summary: "Runs an hour behind, in Date and timestamps alike",
        change: skewed(-3_600_000),
      },
      "hour-ahead": {
        summary: "Runs an hour ahead, in Date and timestamps alike",
        change: skewed(3_600_000),
      },
      "gateway-ahead": {
        summary: "Has a Date two hours ahead, from the clock of a gateway",
        change: dated(7_200_000),
        warns: [
          "audit/fresh-uploads-expire-in-the-future",
          "publish/intents-expire-in-the-future",
          "trust/intents-expire-in-the-future",
        ],
      },
    },
  },
  {
    name: "timestamps",
    question: "In which form of RFC 3339 or ISO 8601 are timestamps written?",
    default: "milliseconds",
    values: {
      seconds: stamping("Whole seconds, rounded up", (iso) =>
        new Date(Math.ceil(Date.parse(iso) / 1000) * 1000).toISOString().replace(".000Z", "Z"),
      ),
      nanoseconds: stamping("Nine digits of a second", (iso) => iso.replace("Z", "000000Z")),
      offset: stamping("In a time zone two hours east", (iso) =>
        new Date(Date.parse(iso) + 7_200_000).toISOString().replace("Z", "+02:00"),
      ),
      "negative-offset": stamping("In a time zone half past three hours west", (iso) =>
        new Date(Date.parse(iso) - 12_600_000).toISOString().replace("Z", "-03:30"),
      ),
      "zero-offset": stamping("With +00:00 for Z", (iso) => iso.replace("Z", "+00:00")),
      "without-offset": {
        ...stamping("In ISO 8601 without an offset, in a time zone two hours east", (iso) =>
          new Date(Date.parse(iso) + 7_200_000).toISOString().replace("Z", ""),
        ),
        // nobody knows when its uploads expire
        skips: ["audit/fresh-uploads-expire-in-the-future"],
      },
      lowercase: stamping("With lowercase t and z", (iso) => iso.toLowerCase()),
      basic: stamping("In the basic format of ISO 8601", (iso) => iso.replaceAll(/[-:]/g, "")),
      "day-of-year": stamping("With the day of the year, a comma and +00 for Z", toDayOfYear),
    },
  },
];
