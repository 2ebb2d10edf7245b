/** Parts and texts of a release that its integrity must not be a digest of. */
import { buildTar } from "../../harness/given/archive.ts";
import type { PublishedRelease } from "../../harness/given/given.ts";
import { toFullName } from "../../harness/exchange/volume.ts";
import { sha256 } from "../../harness/seed.ts";

/** Texts and bytes of a release whose SHA-256 is not that of its file tree, each with its name. */
export async function otherSubjects(
  release: PublishedRelease,
): Promise<readonly (readonly [string, string])[]> {
  const { archive, version, volume, purl, intent } = release;
  const name = toFullName(volume);
  const files = archive.entries.map(({ content = "" }) => Buffer.from(content as string));
  const subjects: readonly (readonly [string, string | Uint8Array])[] = [
    ["the tar inside the uploaded archive", await buildTar(archive.entries)],
    ["the manifest", files[0] ?? ""],
    ["the last file", files.at(-1) ?? ""],
    ["the contents of all files without their names", Buffer.concat(files)],
    ["the names of the files", archive.entries.map((entry) => entry.name).join("\n")],
    ["the declared digest", archive.digest],
    ["the declared digest without its prefix", archive.digest.slice("sha256:".length)],
    ["the bytes of the declared digest", Buffer.from(archive.digest.slice("sha256:".length), "hex")],
    ["the archive in base64", Buffer.from(archive.bytes).toString("base64")],
    ["the size of the archive", String(archive.size)],
    ["the upload id", intent.uploadId],
    ["the purl", purl],
    ["the name", name],
    ["the name segment", volume.segment],
    ["the version", version],
    ["the name and the version", `${name}@${version}`],
    ["nothing", ""],
  ];
  return subjects.map(([what, subject]) => [what, sha256(subject)] as const);
}
