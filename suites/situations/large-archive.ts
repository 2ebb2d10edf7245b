/** The archive of more than two mebibytes, which more than one check asks for. */
import type { PublishedRelease } from "../../harness/given/given.ts";
import { type Situation, situation } from "../../harness/given/situation.ts";
import { type Download, fetchArchive } from "./download.ts";
import { hostileVolume, type TreePublication } from "./hostile-volume.ts";

/** The path of the archive's URL in the response to finalize. */
export const finalizedDistUrl: readonly string[] = ["release", "dist", "url"];

export function isLarge({ tree }: TreePublication): boolean {
  return tree.gzipLevel === 0;
}

/** Its download by the address that finalize returned; undefined if the registry refuses the archive. */
export const fetchLargeArchive: Situation<(Download & { readonly release: PublishedRelease }) | undefined> =
  situation("download/large-archive", async ({ given, registry, eventually }) => {
    const { publications } = await hostileVolume(given);
    const release = publications.find(isLarge)?.publication.release;
    if (release === undefined) return undefined;
    const fetched = await fetchArchive({ registry, eventually }, release, release.answer, finalizedDistUrl);
    return { release, ...fetched };
  });
