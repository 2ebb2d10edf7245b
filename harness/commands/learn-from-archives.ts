/** The manifest of a registry, from the archive of a release that anybody may download. */
import { textAt } from "../exchange/answer.ts";
import { toFullName, toVolume } from "../exchange/volume.ts";
import { learnManifest, type Manifest, type PublishedRelease } from "./learn-manifest.ts";
import type { Reader } from "./registry-reader.ts";

/** A release without a readable archive, such as one from git, is followed by the next. */
const maxReleases = 3;

/**
 * Reads the metadata and the archive of at most three releases that a search found, up to the first archive with a manifest.
 * @param items of a search result
 */
export async function learnFromArchives(
  baseUrl: string,
  items: readonly unknown[],
  { get, download }: Pick<Reader, "get" | "download">,
): Promise<Manifest | undefined> {
  for (const release of toReleases(items)) {
    const { version } = release;
    const name = toFullName(release);
    const metadata = await get(`${baseUrl}/api/v1/volumes/${name}/${encodeURIComponent(version)}`);
    const url = metadata?.status === 200 ? textAt(metadata.body, "dist", "url") : undefined;
    if (url === undefined || textAt(metadata?.body, "dist", "source") === "git" || !URL.canParse(url))
      continue;
    const manifest = await learnManifest(await download(url), release);
    if (manifest !== undefined) return { ...manifest, from: `${name} ${version}` };
  }
  return undefined;
}

/** Those of scoped volumes come first: only they show which value is the whole name and which its last part. */
function toReleases(items: readonly unknown[]): readonly PublishedRelease[] {
  const releases = items.flatMap((item) => {
    const name = textAt(item, "name") ?? "";
    const version = textAt(item, "latestVersion") ?? "";
    // it is written into the target file, as a comment
    const isPlain = /^(?:@[a-z0-9-]+\/)?[a-z0-9-]+$/u.test(name) && /^[\w.+-]+$/u.test(version);
    return isPlain ? [{ ...toVolume(name), version }] : [];
  });
  return [
    ...releases.filter(({ scope }) => scope !== undefined),
    ...releases.filter(({ scope }) => scope === undefined),
  ].slice(0, maxReleases);
}
