/** The names of the packed blocks of a page, for the renderer and for the page's script. */

/** The number of exchanges in one block. Opening one exchange unpacks this many; fewer would compress worse. */
export const exchangesPerBlock = 500;

/** The name of the block with the exchange at a place. */
export function exchangeBlockName(place: number): string {
  return `exchanges-${Math.floor(place / exchangesPerBlock)}`;
}

/** The name of the block with the bytes of the bodies that are not text, for the exchange at a place. */
export function bytesBlockName(place: number): string {
  return `bytes-${Math.floor(place / exchangesPerBlock)}`;
}

/** The name of the block with the rows of a chapter. */
export function chapterBlockName(chapter: string): string {
  return `chapter-${chapter}`;
}
