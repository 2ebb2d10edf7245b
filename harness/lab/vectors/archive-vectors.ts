/** Vectors of archives, as files, and of manifests, as texts. */
import { gzipSync } from "fflate";
import type { Slug } from "../../../schemas/problems.ts";
import { ordinaryFiles } from "../../../suites/inputs/ordinary-files.ts";
import { type ArchiveEntry, buildArchive, buildTar, renderManifest } from "../../given/archive.ts";
import { toVolume } from "../../exchange/volume.ts";
import { sha256 } from "../../seed.ts";
import type { Vector, VectorResult, VectorSet } from "./vector.ts";

/** An archive or a manifest is published as this release. */
interface Release {
  readonly name: string;
  readonly version: string;
}

export interface ArchiveVector extends Vector, Release {
  readonly size: number;
  readonly digest: string;
  /** Problems that finalize may answer, where it is invalid. */
  readonly problems: readonly Slug[];
}

export interface ManifestVector extends Vector, Release {
  readonly problems: readonly Slug[];
}

interface ArchiveCase {
  readonly name: string;
  readonly result: VectorResult;
  readonly reason: string;
  readonly problems?: readonly Slug[];
  readonly make: (manifest: ArchiveEntry) => Promise<Uint8Array>;
}

const invalidArchive: readonly Slug[] = ["invalid-archive"];

const noProfile = "the specification does not define the archive profile";

function withEntries(...entries: readonly ArchiveEntry[]): ArchiveCase["make"] {
  return async (manifest) => (await buildArchive([manifest, ...entries])).bytes;
}

const cases: readonly ArchiveCase[] = [
  { name: "manifest-only", result: "valid", reason: "a manifest and nothing else", make: withEntries() },
  {
    name: "ordinary",
    result: "valid",
    reason: "text, binary and empty files in folders",
    make: withEntries(...ordinaryFiles),
  },
  {
    name: "stored",
    result: "valid",
    reason: "gzip without compression",
    make: async (manifest) => (await buildArchive([manifest], 0)).bytes,
  },
  {
    name: "not-gzip",
    result: "invalid",
    reason: "text that is not gzip",
    make: () => Promise.resolve(Buffer.from("This text is not an archive.\n".repeat(40))),
  },
  {
    name: "tar-without-gzip",
    result: "invalid",
    reason: "a tar archive that is not gzipped",
    make: (manifest) => buildTar([manifest]),
  },
  {
    name: "truncated",
    result: "invalid",
    reason: "a gzip stream without its last 8 bytes",
    make: async (manifest) => (await buildArchive([manifest])).bytes.slice(0, -8),
  },
  {
    name: "gzip-of-text",
    result: "invalid",
    reason: "gzip of bytes that are not a tar archive",
    make: () => Promise.resolve(gzipSync(Buffer.from("not a tar archive\n".repeat(64)), { mtime: 0 })),
  },
  {
    name: "empty-file",
    result: "invalid",
    reason: "no bytes",
    make: () => Promise.resolve(new Uint8Array()),
  },
  {
    name: "parent-path",
    result: "invalid",
    reason: "an entry path that leaves the tree with `..`",
    make: withEntries({ name: "docs/../../escaped.txt", content: "escaped" }),
  },
  {
    name: "absolute-path",
    result: "invalid",
    reason: "an absolute entry path",
    make: withEntries({ name: "/etc/conformance.txt", content: "absolute" }),
  },
  {
    name: "link-out",
    result: "invalid",
    reason: "a symbolic link to a target outside the tree",
    make: withEntries({ name: "docs/link", type: "symlink", linkname: "../../outside" }),
  },
  {
    name: "hard-link-out",
    result: "invalid",
    reason: "a hard link to a target outside the tree",
    make: withEntries({ name: "hard", type: "link", linkname: "../outside" }),
  },
  {
    name: "device",
    result: "invalid",
    reason: "a device node",
    make: withEntries({ name: "null", type: "character-device" }),
  },
  {
    name: "duplicate-path",
    result: "invalid",
    reason: "two files at the same path",
    make: withEntries({ name: "twice.txt", content: "first" }, { name: "twice.txt", content: "second" }),
  },
  {
    name: "without-manifest",
    result: "invalid",
    reason: "no manifest",
    problems: ["invalid-manifest", "invalid-archive"],
    make: async () => (await buildArchive(ordinaryFiles)).bytes,
  },
  {
    name: "link-inside",
    result: "open",
    reason: `a symbolic link to a file of the tree; ${noProfile}`,
    make: withEntries(
      { name: "a.txt", content: "a" },
      { name: "link.txt", type: "symlink", linkname: "a.txt" },
    ),
  },
  {
    name: "pipe",
    result: "open",
    reason: `a named pipe; ${noProfile}`,
    make: withEntries({ name: "pipe", type: "fifo" }),
  },
];

export interface ArchiveVectors {
  readonly set: VectorSet<ArchiveVector>;
  /** By file name. */
  readonly files: Readonly<Record<string, Uint8Array>>;
}

const volume = "@vectors/example";

/** The specification does not define the manifest: the identity is in the two places where registries look for it. */
const identity = 'name = "{{name}}"\nversion = "{{version}}"\ndescription = "A test vector"\n';
const template = `${identity}\n[volume]\n${identity}\n[[components]]\ntype = "skill"\nname = "greeter"\n`;

/** A valid manifest of a release. */
export function toManifestText(name: string, version: string): string {
  return renderManifest(template, { volume: toVolume(name), version });
}

function toManifest({ name, version }: Release): ArchiveEntry {
  return { name: "volume.toml", content: toManifestText(name, version) };
}

export async function archiveVectors(): Promise<ArchiveVectors> {
  const files: Record<string, Uint8Array> = {};
  const vectors: ArchiveVector[] = [];
  for (const [index, { name, result, reason, problems, make }] of cases.entries()) {
    const release: Release = { name: volume, version: `1.0.${index}` };
    const bytes = await make(toManifest(release));
    const file = `${name}.tar.gz`;
    files[file] = bytes;
    vectors.push({
      id: `archive-${index + 1}`,
      value: file,
      result,
      reason,
      ...release,
      size: bytes.length,
      digest: sha256(bytes),
      problems: result === "valid" ? [] : (problems ?? invalidArchive),
    });
  }
  const source = "What the service does, rule 6; Errors, invalid-archive";
  return { set: { name: "archives", subject: "a file in `archives/`", source, vectors }, files };
}

const invalidManifest: readonly Slug[] = ["invalid-manifest", "validation-failed", "invalid-archive"];

export function manifestVectors(): VectorSet<ManifestVector> {
  const other: readonly Slug[] = ["identity-mismatch"];
  const texts: readonly (readonly [
    VectorResult,
    string,
    (valid: string, release: Release) => string,
    readonly Slug[],
  ])[] = [
    ["valid", "name, version and description", (valid) => valid, []],
    [
      "valid",
      "with a comment and Windows line ends",
      (valid) => `# A comment\r\n${valid.replaceAll("\n", "\r\n")}`,
      [],
    ],
    ["invalid", "a line that is not TOML", (valid) => `broken = = \n${valid}`, invalidManifest],
    ["invalid", "the same key twice", (valid) => `${valid.split("\n")[0] ?? ""}\n${valid}`, invalidManifest],
    ["invalid", "a string without its end", (valid) => `${valid}open = "never closed\n`, invalidManifest],
    [
      "invalid",
      "JSON in place of TOML",
      (_, { name, version }) => JSON.stringify({ name, version }),
      invalidManifest,
    ],
    [
      "invalid",
      "the name of another volume",
      (valid) => valid.replaceAll("@vectors/example", "@vectors/other"),
      other,
    ],
    [
      "invalid",
      "another version",
      (valid) => valid.replaceAll(/version = ".*"/g, 'version = "9.9.9"'),
      other,
    ],
    [
      "open",
      "the last part of the name in place of the full name; the manifest format is not defined",
      (valid) => valid.replaceAll("@vectors/example", "example"),
      other,
    ],
    ["open", "a key that nobody has defined", (valid) => `unknown-key = 1\n${valid}`, invalidManifest],
  ];
  const vectors = texts.map(([result, reason, make, problems], index): ManifestVector => {
    const release: Release = { name: volume, version: `2.0.${index}` };
    const valid = toManifestText(volume, release.version);
    return { id: `manifest-${index + 1}`, value: make(valid, release), result, reason, ...release, problems };
  });
  const source = "Errors, invalid-manifest, identity-mismatch";
  return { name: "manifests", subject: "the text of `volume.toml`", source, vectors };
}
