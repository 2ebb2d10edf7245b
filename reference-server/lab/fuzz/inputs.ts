import fc, { type Arbitrary } from "fast-check";
import { gzipSync } from "node:zlib";

/** One request as the fuzzer sends it. */
export interface FuzzRequest {
  readonly method: string;
  /** From the first slash on; not normalized. */
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array | undefined;
}

/** Names that exist, names that could, and names that no volume can have. */
const names: Arbitrary<string> = fc.oneof(
  fc.constantFrom("conf-fuzz", "@conformance/fuzz", "@conformance/conf-fuzz", "greeter", "@seed/tools"),
  fc.stringMatching(/^[a-z0-9-]{1,20}$/),
  fc.string({ unit: "binary", maxLength: 30 }),
  fc.constantFrom(
    "..",
    ".",
    "%2e%2e",
    "..%2f..%2fetc%2fpasswd",
    "%00",
    "__proto__",
    "constructor",
    "@",
    "@/",
    "%40a%2Fb",
    "a--b",
    "-",
    "\\..\\",
    "a".repeat(300),
  ),
);

const versions: Arbitrary<string> = fc.oneof(
  fc.constantFrom("1.0.0", "1.0.0-rc.1+b", "01.0.0", "", "%zz", "..", "__proto__", "9".repeat(400)),
  fc.stringMatching(/^[0-9.+a-z-]{1,20}$/),
  fc.string({ unit: "binary", maxLength: 20 }),
);

const segments: Arbitrary<string> = fc.oneof(
  fc.constantFrom("a", "", "..", "%", "%ff", "toString"),
  fc.string({ unit: "binary", maxLength: 20 }),
);

/** Paths of every route with odd parts, and paths of none. */
const paths: Arbitrary<string> = fc.oneof(
  fc.tuple(names, versions).map(([name, version]) => `/api/v1/volumes/${name}/${version}`),
  names.map((name) => `/api/v1/volumes/${name}`),
  names.map((name) => `/api/v1/index/volumes/${name}`),
  fc.tuple(names, segments).map(([name, id]) => `/api/v1/volumes/${name}/uploads/${id}/finalize`),
  fc
    .tuple(
      names,
      versions,
      fc.constantFrom("trust/summary", "trust/detail", "trust/uploads", "trust/uploads/x/finalize"),
    )
    .map((parts) => `/api/v1/volumes/${parts.join("/")}`),
  segments.map((id) => `/api/v1/advisories/${id}`),
  fc
    .tuple(fc.constantFrom("/transfers/", "/downloads/", "/artifacts/", "/"), segments)
    .map((parts) => parts.join("")),
  fc
    .tuple(
      fc.constantFrom("search", "advisories", "capabilities"),
      fc.string({ unit: "binary", maxLength: 60 }),
    )
    .map(([what, query]) => `/api/v1/${what}?${query}`),
  fc
    .tuple(fc.constantFrom("limit", "offset", "type"), segments)
    .map(([name, value]) => `/api/v1/search?${name}=${encodeURIComponent(toWellFormed(value))}`),
  fc.constant("/states"),
);

function toWellFormed(text: string): string {
  return Buffer.from(text, "utf8").toString("utf8");
}

/** Values that JSON can hold, with the members that bodies of the API have. */
const json: Arbitrary<unknown> = fc.oneof(
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  {
    weight: 3,
    arbitrary: fc.record(
      {
        version: fc.oneof(fc.constant("1.0.0"), fc.jsonValue({ maxDepth: 1 })),
        mediaType: fc.oneof(fc.constant("application/gzip"), fc.jsonValue({ maxDepth: 1 })),
        declaredDigest: fc.oneof(fc.constant(`sha256:${"0".repeat(64)}`), fc.jsonValue({ maxDepth: 1 })),
        declaredSize: fc.oneof(fc.nat(1_000), fc.double(), fc.jsonValue({ maxDepth: 1 })),
        idempotencyKey: fc.oneof(fc.constantFrom("key", "", "k".repeat(500)), fc.jsonValue({ maxDepth: 1 })),
        subject: fc.jsonValue({ maxDepth: 2 }),
        attachment: fc.jsonValue({ maxDepth: 3 }),
        state: fc.constantFrom(
          "token",
          "release-status",
          "git-release",
          "intent-expired",
          "advisory",
          "release-purged",
          "token-revoked",
          "token-expired",
          "inconsistent",
          "nope",
        ),
        params: fc.jsonValue({ maxDepth: 2 }),
        name: fc.jsonValue({ maxDepth: 1 }),
      },
      { requiredKeys: [] },
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('{"__proto__":{"polluted":1}}', '{"constructor":{"prototype":{"polluted":1}}}')
      .map((text) => JSON.parse(text) as unknown),
  },
);

const bodies: Arbitrary<Uint8Array | undefined> = fc.oneof(
  { weight: 1, arbitrary: fc.constant(undefined) },
  { weight: 5, arbitrary: json.map((value) => Buffer.from(JSON.stringify(value) ?? "")) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
  {
    weight: 1,
    arbitrary: fc
      .integer({ min: 1, max: 3_000 })
      .map((depth) => Buffer.from("[".repeat(depth) + "]".repeat(depth))),
  },
  { weight: 1, arbitrary: fc.constantFrom(70_000, 65_536, 65_537).map((size) => Buffer.alloc(size, 0x20)) },
);

/** Header values: what HTTP lets through, odd as it may be. */
const values: Arbitrary<string> = fc.oneof(
  fc.stringMatching(/^[\x21-\x7e]{0,40}$/),
  fc.constantFrom(
    "application/json",
    "application/json; charset=utf-8",
    "text/plain",
    "Bearer",
    "Bearer  ",
    "Basic abc",
    "key",
    "*/*",
    "\u00ff\u00fe",
  ),
);

const fields: Arbitrary<readonly (readonly [string, string])[]> = fc.array(
  fc.tuple(
    fc.constantFrom(
      "content-type",
      "authorization",
      "idempotency-key",
      "accept",
      "x-forwarded-host",
      "range",
      "if-none-match",
      "accept-encoding",
      "x-http-method-override",
    ),
    values,
  ),
  { maxLength: 4 },
);

/**
 * Any request: methods, paths, header fields and bodies, most of them near to what the registry takes.
 * @param tokens texts that the registry knows, so that requests get past the door
 */
export function fuzzRequests(tokens: readonly string[]): Arbitrary<FuzzRequest> {
  const authorized = fc.option(fc.constantFrom(...tokens), { nil: undefined, freq: 4 });
  return fc
    .record({
      method: fc.constantFrom("GET", "POST", "PUT", "DELETE", "HEAD", "PATCH", "OPTIONS"),
      path: paths,
      headers: fields,
      body: bodies,
      token: authorized,
    })
    .map(({ token, ...request }) => ({
      ...request,
      headers: [
        ...request.headers,
        ...(token === undefined ? [] : [["authorization", `Bearer ${token}`] as const]),
        ...(request.body === undefined ? [] : [["content-type", "application/json"] as const]),
      ],
    }));
}

/** How an archive is spoilt: bytes of the tar or of the gzip that are changed, cut off or said again. */
export interface ArchiveInput {
  /** The bytes, for the volume that is published; the name has as many characters as `placeholder`. */
  readonly toGzip: (name: string) => Uint8Array;
}

/** Stands in manifests where the volume's name goes. */
export const placeholder = "conf-fuzz-000000";

const types = [
  "0",
  "0",
  "0",
  "0",
  "0",
  "0",
  "0",
  "0",
  "0",
  "0",
  "1",
  "2",
  "3",
  "4",
  "5",
  "6",
  "7",
  "x",
  "g",
  "L",
  "K",
  "\u0000",
  "S",
] as const;

/** A tar header by hand, so that every field may hold what no library would write. */
const entries: Arbitrary<Uint8Array> = fc
  .record({
    name: fc.oneof(
      fc.constantFrom(
        "volume.toml",
        "volume.toml",
        "volume.toml",
        "volume.toml",
        "./volume.toml",
        "../../escape",
        "/etc/passwd",
        "a/../../b",
        "a\\..\\b",
        "C:\\x",
        "",
        "a/",
        "dir/file",
        "__proto__",
      ),
      fc.string({ maxLength: 99 }),
    ),
    link: fc.constantFrom("", "../../..", "/etc/passwd", "volume.toml"),
    type: fc.constantFrom(...types),
    size: fc.oneof(
      fc.constant(undefined),
      fc.constantFrom("77777777777", "-1", "99999999999", "", "abc"),
      fc.nat(2_000).map((size) => size.toString(8)),
    ),
    content: fc.oneof(
      fc.constant(
        `[volume]\nname = "${placeholder}"\nversion = "1.0.0"\n\n[[components]]\ntype = "skill"\nname = "greeter"\n`,
      ),
      fc.string({ maxLength: 600 }),
      fc.constant("9 path=x\n".repeat(50)),
    ),
    goodChecksum: fc.oneof(
      { weight: 9, arbitrary: fc.constant(true) },
      { weight: 1, arbitrary: fc.constant(false) },
    ),
  })
  .map(toEntry);

function toEntry(about: {
  readonly name: string;
  readonly link: string;
  readonly type: string;
  readonly size: string | undefined;
  readonly content: string;
  readonly goodChecksum: boolean;
}): Uint8Array {
  const content = Buffer.from(about.content);
  const header = Buffer.alloc(512);
  header.write(about.name, 0, 100);
  header.write("0000644\u00000000000\u00000000000\u0000", 100);
  header.write((about.size ?? content.length.toString(8)).padStart(11, "0"), 124, 12);
  header.write("00000000000\u0000        ", 136);
  header.write(about.type, 156, 1);
  header.write(about.link, 157, 100);
  header.write("ustar\u000000", 257);
  const sum = header.reduce((total, byte) => total + byte, about.goodChecksum ? 0 : 1);
  header.write(`${sum.toString(8).padStart(6, "0")}\u0000 `, 148);
  return Buffer.concat([header, content, Buffer.alloc((512 - (content.length % 512)) % 512)]);
}

/** How often a shape says its entries, and how many zeros follow: now and then more than an archive needs. */
const shapes = {
  repeats: [1, 1, 1, 2, 40],
  zeros: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 300_000],
} as const;

interface ArchiveShape {
  readonly parts: readonly Uint8Array[];
  readonly ending: number;
  readonly inTar: readonly (readonly [at: number, to: number])[];
  readonly inGzip: readonly (readonly [at: number, to: number])[];
  readonly cut: number | undefined;
  readonly repeats: number;
  readonly zeros: number;
}

/** Archives: entries by hand, then bytes changed or cut. */
export function fuzzArchives(): Arbitrary<ArchiveInput> {
  const changes = fc.array(fc.tuple(fc.nat(4_000), fc.integer({ min: 0, max: 255 })), { maxLength: 4 });
  const seldom = fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: changes });
  const shape: Arbitrary<ArchiveShape> = fc.record({
    parts: fc.array(entries, { maxLength: 4 }),
    ending: fc.constantFrom(0, 512, 1_024, 10_240),
    inTar: seldom,
    inGzip: seldom,
    cut: fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.nat(600) }),
    repeats: fc.constantFrom(...shapes.repeats),
    zeros: fc.constantFrom(...shapes.zeros),
  });
  const noise = fc.uint8Array({ maxLength: 400 });
  return fc.oneof(
    { weight: 9, arbitrary: shape.map((one): ArchiveInput => ({ toGzip: (name) => toGzip(one, name) })) },
    { weight: 1, arbitrary: noise.map((bytes): ArchiveInput => ({ toGzip: () => bytes })) },
  );
}

function toGzip(shape: ArchiveShape, name: string): Uint8Array {
  const parts = Array.from({ length: shape.repeats }, () => shape.parts).flat();
  const named = Buffer.concat([...parts, Buffer.alloc(shape.ending + shape.zeros)])
    .toString("latin1")
    .replaceAll(placeholder, name);
  const gzip = change(
    gzipSync(change(Buffer.from(named, "latin1"), shape.inTar), { level: 1 }),
    shape.inGzip,
  );
  return shape.cut === undefined ? gzip : gzip.subarray(0, Math.max(0, gzip.length - shape.cut));
}

function change(bytes: Buffer, changes: readonly (readonly [at: number, to: number])[]): Buffer {
  for (const [at, to] of changes) if (bytes.length > 0) bytes[at % bytes.length] = to;
  return bytes;
}
