/** The names of the packed blocks of a page, for the renderer and for the page's script. */

/** The number of exchanges in one block: opening one exchange unpacks only this many. */
export const exchangesPerBlock = 200;

/** The name of the block with the exchange at a place. */
export function exchangeBlockName(place: number): string {
  return `exchanges-${Math.floor(place / exchangesPerBlock)}`;
}

/** The name of the block with the rows of a chapter. */
export function chapterBlockName(chapter: string): string {
  return `chapter-${chapter}`;
}
