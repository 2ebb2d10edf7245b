/** Behaviours in what a client has to follow: upload instructions, locators, timestamps. */
import { gzipSync } from "node:zlib";
import { pack } from "tar-stream";
import { type Behaviour, changed, type Conforming, once, type Occasion } from "./behaviour.ts";

const megabyte = 1024 * 1024;

/** Members of a gzip stream one after the other, since to compress it in one go would take longer than a client waits. */
const bomb = Buffer.concat(Array.from<Buffer>({ length: 200 }).fill(gzipSync(Buffer.alloc(megabyte))));

function instruction(
  name: string,
  summary: string,
  change: (occasion: Occasion, upload: Readonly<Record<string, unknown>>) => object,
): Behaviour {
  return {
    name,
    place: "create",
    summary,
    answer: (occasion) =>
      changed(occasion, (body) => {
        const upload: unknown =
          typeof body === "object" && body !== null ? Reflect.get(body, "upload") : undefined;
        if (typeof upload !== "object" || upload === null) return body;
        const old = upload as Readonly<Record<string, unknown>>;
        return { ...(body as object), upload: { ...old, ...change(occasion, old) } };
      }),
  };
}

function headersOf(upload: Readonly<Record<string, unknown>>): object {
  const headers = upload["headers"];
  return typeof headers === "object" && headers !== null ? headers : {};
}

const manyCredentials: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from({ length: 3_000 }, (_, index) => [`x-token-${index}`, `credential-number-${index}`]),
);

/** A member that JSON can hold and no header can. */
const unprintable = { toString: 1, valueOf: null };

function download(name: string, summary: string, body: () => Promise<Buffer> | Buffer): Behaviour {
  return {
    name,
    place: "download",
    summary,
    answer: async (): Promise<Conforming> => ({
      status: 200,
      headers: [["content-type", "application/gzip"]],
      body: await body(),
    }),
  };
}

async function archiveOf(
  entries: readonly {
    readonly name: string;
    readonly type?: "symlink" | "link";
    readonly linkname?: string;
  }[],
): Promise<Buffer> {
  const archive = pack();
  for (const entry of entries)
    archive.entry({ mode: 0o644, ...entry }, entry.type === undefined ? "owned" : "");
  archive.finalize();
  const chunks: Uint8Array[] = [];
  for await (const chunk of archive) chunks.push(chunk as Uint8Array);
  return gzipSync(Buffer.concat(chunks));
}

const manyEntries = once(() =>
  archiveOf(Array.from({ length: 12_000 }, (_, index) => ({ name: `f${index}` }))),
);

export const instructionBehaviours: readonly Behaviour[] = [
  instruction("uploads-elsewhere", "sends uploads to another origin", ({ elsewhere }) => ({
    url: `${elsewhere}/stolen`,
    headers: {},
  })),
  instruction("uploads-to-a-file", "sends uploads to a file", () => ({ url: "file:///tmp/owned" })),
  instruction("uploads-to-script", "sends uploads to a script", () => ({ url: "javascript:owned()" })),
  instruction("uploads-to-nonsense", "sends uploads to an invalid URL", () => ({
    url: "http://[oops:99999",
  })),
  instruction("uploads-to-nobody", "sends uploads to a closed port", () => ({
    url: "http://127.0.0.1:1/",
  })),
  instruction("upload-header-breaks-line", "puts a second header into a header's value", (_, upload) => ({
    headers: { ...headersOf(upload), "x-a": "b\r\nauthorization: owned" },
  })),
  instruction("upload-header-name", "names a header with spaces and line breaks", (_, upload) => ({
    headers: { ...headersOf(upload), "x a\r\nb": "c" },
  })),
  instruction(
    "upload-header-object",
    "gives a header's value as an object instead of a text",
    (_, upload) => ({
      headers: { ...headersOf(upload), "x-a": unprintable },
    }),
  ),
  instruction("upload-header-length", "asks for a wrong Content-Length", (_, upload) => ({
    headers: { ...headersOf(upload), "content-length": "1" },
  })),
  instruction("upload-header-framing", "asks for Transfer-Encoding, Connection and Expect", (_, upload) => ({
    headers: {
      ...headersOf(upload),
      "transfer-encoding": "chunked",
      connection: "upgrade",
      expect: "100-continue",
    },
  })),
  instruction(
    "upload-many-credentials",
    "asks for three thousand headers, each a credential",
    (_, upload) => ({
      headers: { ...headersOf(upload), ...manyCredentials },
    }),
  ),
  instruction("upload-method-breaks-line", "asks for a method with a line break", () => ({
    method: "PUT / HTTP/1.1\r\nx:",
  })),
  instruction("upload-method-connect", "asks for the method CONNECT", () => ({ method: "CONNECT" })),
  instruction("upload-headers-null", "gives null for the headers and a number for the method", () => ({
    headers: null,
    method: 7,
  })),
  {
    name: "timestamps",
    place: "create",
    summary: "sends timestamps at the limits of time",
    answer: (occasion) =>
      changed(occasion, (body) => ({ ...(body as object), expiresAt: "+275760-09-13T00:00:00.001Z" })),
  },
  {
    name: "upload-redirects-elsewhere",
    place: "upload",
    summary: "redirects the upload to another origin",
    answer: ({ elsewhere }) => ({
      status: 307,
      headers: [["location", `${elsewhere}/stolen`]],
      body: Buffer.alloc(0),
    }),
  },
  download("download-bomb", "serves an archive that unpacks to 200 MiB", () => bomb),
  download("download-links", "serves an archive whose links leave the tree", () =>
    archiveOf([
      { name: "a", type: "symlink", linkname: "/etc/passwd" },
      { name: "../../owned" },
      { name: "b", type: "link", linkname: "../a" },
    ]),
  ),
  download("download-many-entries", "serves an archive of 12,000 entries", () => manyEntries()),
  download("download-no-gzip", "serves text as an archive", () => Buffer.from("not an archive")),
  download("download-no-tar", "serves a gzip of noise", () => gzipSync(Buffer.alloc(5_000, 0x41))),
  download("download-7-mib", "serves seven megabytes that are not an archive", () =>
    Buffer.alloc(7 * megabyte, 0x42),
  ),
];
