/** The manifest of a release, from its archive: what a target file needs to publish releases of its own. */
import { toFullName, type Volume } from "../exchange/volume.ts";
import { readTree } from "../given/tree.ts";

/** Where a manifest is in an archive, and its text with placeholders. */
export interface Manifest {
  readonly path: string;
  readonly template: string;
  /** The release that it is of, for people. */
  readonly from?: string;
}

/** A release that the registry accepted. */
export interface PublishedRelease extends Volume {
  readonly version: string;
}

/** The TOML file of an archive that has the name and the version of its release. Undefined if there is none, or the bytes are no archive. */
export async function learnManifest(
  archive: Uint8Array | undefined,
  release: PublishedRelease,
): Promise<Manifest | undefined> {
  const files = await readFiles(archive);
  const manifest = files.find(({ name, text }) => name.endsWith(".toml") && hasIdentity(text, release));
  return manifest === undefined
    ? undefined
    : { path: manifest.name, template: toTemplate(manifest.text, release) };
}

function hasIdentity(text: string, { segment, version }: PublishedRelease): boolean {
  return text.includes(segment) && text.includes(version);
}

/** Quoted values that are the identity of the release become placeholders. */
function toTemplate(text: string, release: PublishedRelease): string {
  const { scope, segment, version } = release;
  const values: readonly (readonly [value: string, placeholder: string])[] = [
    [toFullName(release), "{{name}}"],
    [segment, "{{segment}}"],
    [version, "{{version}}"],
    ...(scope === undefined
      ? []
      : ([
          [`@${scope}`, "@{{scope}}"],
          [scope, "{{scope}}"],
        ] as const)),
  ];
  return values.reduce(
    (current, [value, placeholder]) =>
      current.replaceAll(`"${value}"`, `"${placeholder}"`).replaceAll(`'${value}'`, `'${placeholder}'`),
    text,
  );
}

interface TarFile {
  readonly name: string;
  readonly text: string;
}

/** The files of a `.tar.gz`, the shallowest first. Archives have no field for binary content: many tools write base64. */
async function readFiles(body: Uint8Array | undefined): Promise<readonly TarFile[]> {
  if (body === undefined) return [];
  const text = Buffer.from(body).toString("latin1").trim();
  const decoded = /^[A-Za-z\d+/=\s]+$/u.test(text) ? Buffer.from(text, "base64") : undefined;
  for (const bytes of [body, ...(decoded === undefined ? [] : [decoded])]) {
    try {
      const files = [...(await readTree(bytes))].map(([name, content]) => ({
        name,
        text: Buffer.from(content).toString("utf8"),
      }));
      if (files.length > 0)
        return files.toSorted((a, b) => a.name.split("/").length - b.name.split("/").length);
    } catch {
      // not a gzip, or one that a tool has damaged
    }
  }
  return [];
}
