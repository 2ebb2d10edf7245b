import { gunzipSync } from "node:zlib";
import type { Answer } from "../answer.ts";
import { packTree } from "../archive/pack.ts";
import { ProblemError } from "../problem-error.ts";
import type { Call } from "../call.ts";
import { allOf, type Change, onlyFor, replaceRule, withAnswer, withSuccess } from "../rules/change.ts";
import { partial, rangeIn } from "../rules/ranges.ts";
import type { Choice, Variation } from "./choice.ts";

interface Detour {
  readonly status: number;
  readonly hops?: number;
  readonly locate?: (path: string, call: Call) => string;
}

function redirecting({ status, hops = 1, locate = (path, call) => `${call.base}/${path}` }: Detour): Change {
  return replaceRule("transfer", "download", (before) => async (release, call) => {
    const hop = Number(call.url.searchParams.get("hop") ?? "0");
    if (hop >= hops) return await before(release, call);
    const location = locate(`downloads/${call.parameters["id"]}?hop=${hop + 1}`, call);
    return { status, headers: { location } };
  });
}

function redirected(status: number): Variation {
  return { summary: `Redirects with ${status}`, change: redirecting({ status }) };
}

function labelled(type: string, more: Readonly<Record<string, string>> = {}): Variation {
  return {
    summary: `Content-Type: ${type}`,
    change: withSuccess("transferBytes", (answer) =>
      answer.headers["content-type"] === "application/gzip"
        ? { ...answer, headers: { ...answer.headers, "content-type": type, ...more } }
        : answer,
    ),
  };
}

const secondListener: Change = replaceRule("transfer", "listener", () => "second" as const);

/** Keeps the locators on the API's own origin, though there is another. */
const ownOrigin: Change = allOf(
  replaceRule("transfer", "downloadUrl", () => (id, call) => `${call.base}/downloads/${id}.tar.gz`),
  replaceRule(
    "transfer",
    "uploadUrl",
    () => (intent, call) =>
      `${call.base}/transfers/${encodeURIComponent(intent.uploadId)}?signature=${intent.signature}`,
  ),
);

/** Addresses of bytes, and of releases in an index, that are signed until a time, which is in their query. After that they answer 403, as object stores do. */
const shortLived: Change = allOf(
  replaceRule(
    "transfer",
    "downloadUrl",
    (before) => (id, call) => `${before(id, call)}?expires=${call.now + 500}`,
  ),
  replaceRule(
    "transfer",
    "artifactUrl",
    (before) => (attachment, call) => `${before(attachment, call)}?expires=${call.now + 500}`,
  ),
  replaceRule(
    "transfer",
    "download",
    (before) => async (release, call) => (isExpired(call) ? refusedByStore : await before(release, call)),
  ),
  replaceRule(
    "transfer",
    "artifact",
    (before) => (attachment, call) => (isExpired(call) ? refusedByStore : before(attachment, call)),
  ),
  replaceRule("render", "row", (before) => (release, call) => ({
    ...before(release, call),
    release: { url: `${call.rules.render.releaseUrl(release, call)}?expires=${call.now + 500}` },
  })),
  onlyFor(
    "getRelease",
    replaceRule("visibility", "find", (before) => (isVisible, call) => {
      if (isExpired(call)) throw new ProblemError("authorization-failed", "the signature has expired");
      return before(isVisible, call);
    }),
  ),
);

function isExpired({ url, now }: Call): boolean {
  // an address that one of these redirects to has no time
  return Number(url.searchParams.get("expires") ?? now) < now;
}

const refusedByStore: Answer = {
  status: 403,
  headers: { "content-type": "application/xml" },
  body: new TextEncoder().encode("<Error><Code>AccessDenied</Code></Error>"),
};

/** The upload's own address takes no bytes, but says where they go. */
function redirectingUploads(toBase: (call: Call) => string): Change {
  return allOf(
    replaceRule("transfer", "keep", (before) => (intent, bytes, call) => {
      if (isThere(call)) before(intent, bytes, call);
    }),
    replaceRule("transfer", "accepted", (before) => (intent, call) => {
      if (isThere(call)) return before(intent, call);
      const path = `transfers/${encodeURIComponent(intent.uploadId)}?signature=${intent.signature}&there`;
      return { status: 307, headers: { location: `${toBase(call)}/${path}` } };
    }),
  );
}

/** The base of the listener that a request came to. */
function ownBase({ url, base, bytesBase }: Call): string {
  return new URL(bytesBase).host === url.host ? bytesBase : base;
}

function isThere(call: Call): boolean {
  return call.url.searchParams.has("there");
}

/** No client takes credentials along to another origin. */
const withoutCredentialsThere: Change = replaceRule(
  "transfer",
  "assertHeaders",
  (before) => (intent, call) => {
    const names = Object.keys(call.rules.transfer.uploadHeaders(intent, call));
    const hasCredentials = names.some((name) => name.toLowerCase() === "authorization");
    if (!isThere(call) || !hasCredentials) before(intent, call);
  },
);

/** Requirements that have nothing to judge where no archive can be fetched. */
const withoutDownloads: readonly string[] = [
  "audit/downloads-are-what-was-uploaded",
  "audit/odd-dist-urls-lead-to-their-files",
  "download/builds-have-their-own-files",
  "download/finalize-url-gives-the-uploaded-tree",
  "download/gives-the-uploaded-tree",
  "download/is-a-gzip-archive",
  "download/is-the-same-on-every-read",
  "download/is-unchanged-by-trust",
  "download/keeps-files-of-every-kind",
  "download/keeps-large-trees",
  "download/keeps-unusual-trees",
  "download/needs-no-token",
  "download/unusual-identities-have-their-own-files",
  "download/parts-are-those-asked-for",
  "download/does-not-depend-on-the-client",
  "histories/files-are-there-after-other-states",
  "download/versions-have-their-own-files",
  "download/yanked-release-is-still-delivered",
  "unpublish/other-builds-stay-available",
  // the builds are read with their archives, before one of them is unpublished
  "version-index/lists-each-build",
  "unpublish/other-versions-can-be-downloaded",
];

/** Delivery of bytes. */
export const downloadChoices: readonly Choice[] = [
  {
    name: "upload-redirect",
    question: "Does the address of an upload redirect?",
    default: "no",
    values: {
      "same-origin": {
        summary: "To another address of the same origin",
        change: redirectingUploads(ownBase),
      },
      elsewhere: {
        summary: "To another origin, which needs the instruction's headers too, but for credentials",
        change: allOf(
          secondListener,
          ownOrigin,
          redirectingUploads(({ bytesBase }) => bytesBase),
          withoutCredentialsThere,
        ),
      },
    },
  },
  {
    name: "bytes-origin",
    question: "From which origin are bytes transferred?",
    default: "same",
    values: { other: { summary: "From another port", change: secondListener } },
  },
  {
    name: "download",
    question: "Does the download locator redirect?",
    default: "direct",
    values: {
      "301": redirected(301),
      "302": redirected(302),
      "303": redirected(303),
      "307": redirected(307),
      "308": redirected(308),
      chain: { summary: "Three times in a row", change: redirecting({ status: 302, hops: 3 }) },
      relative: {
        summary: "To a relative reference",
        change: redirecting({ status: 302, locate: (path) => path.replace("downloads/", "./") }),
      },
      elsewhere: {
        summary: "To another origin",
        change: allOf(
          secondListener,
          ownOrigin,
          redirecting({ status: 302, locate: (path, call) => `${call.bytesBase}/${path}` }),
        ),
      },
    },
  },
  {
    name: "download-url",
    question: "What does the download locator look like?",
    default: "plain",
    values: {
      signed: {
        summary: "With a signature in its query",
        change: replaceRule(
          "transfer",
          "downloadUrl",
          (before) => (id, call) =>
            `${before(id, call)}?X-Expires=3600&X-Signature=${encodeURIComponent("a+b/c==")}&response-type=application%2Fgzip`,
        ),
      },
      named: {
        summary: "It is made of name and version, and has no other part",
        change: replaceRule("finalize", "toRelease", (before) => (intent, content, call) => {
          const named = Buffer.from(`${intent.name}@${intent.version}`).toString("base64url");
          return { ...before(intent, content, call), source: { kind: "hosted", downloadId: named } };
        }),
      },
      urn: {
        summary: "A name, which HTTP cannot fetch",
        change: replaceRule("transfer", "downloadUrl", () => (id) => `urn:volume-archive:${id}`),
        skips: withoutDownloads,
      },
      "short-lived": {
        summary: "Signed for half a second, as that of an artifact, and of a release in the index",
        change: shortLived,
      },
    },
  },
  {
    name: "download-ranges",
    question: "Does a download with a Range answer a part?",
    default: "ignored",
    values: {
      answered: {
        summary: "206 with that part",
        change: withAnswer("transferBytes", (answer, call) => {
          const range = rangeIn(answer, call);
          return range === undefined ? answer : partial(answer, range);
        }),
      },
    },
  },
  {
    name: "download-coding",
    question: "Is an archive stored with a content coding?",
    default: "none",
    values: {
      gzip: {
        summary: "Content-Encoding: gzip, taken off for a client that does not accept it",
        change: replaceRule("transfer", "download", (before) => async (release, call) => {
          const answer = await before(release, call);
          if (answer.status !== 200 || !(answer.body instanceof Uint8Array)) return answer;
          const accepted = call.request.headers.get("accept-encoding") ?? "*";
          if (!/gzip|\*/.test(accepted)) return { ...answer, body: gunzipSync(answer.body) };
          return { ...answer, headers: { ...answer.headers, "content-encoding": "gzip" } };
        }),
      },
    },
  },
  {
    name: "download-label",
    question: "Which content type does an archive have?",
    default: "gzip",
    values: {
      "octet-stream": labelled("application/octet-stream", {
        "content-disposition": 'attachment; filename="a.tar.gz"',
      }),
      "x-gzip": labelled("application/x-gzip"),
    },
  },
  {
    name: "archive-bytes",
    question: "Are the uploaded bytes served unchanged?",
    default: "original",
    values: {
      repacked: {
        summary: "The same file tree, packed again",
        change: replaceRule("transfer", "archiveOf", () => async (release) => await packTree(release.tree)),
      },
    },
  },
];
