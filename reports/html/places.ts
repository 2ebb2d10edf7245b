/** Ascending places as a short text: `0-12 15 17-20`. A rule for all responses refers to thousands of exchanges. */
export function formatPlaces(places: readonly number[]): string {
  const ranges: [first: number, last: number][] = [];
  for (const place of places) {
    const range = ranges.at(-1);
    if (range !== undefined && range[1] + 1 === place) range[1] = place;
    else ranges.push([place, place]);
  }
  return ranges.map(([first, last]) => (first === last ? String(first) : `${first}-${last}`)).join(" ");
}

/** The places in a text of {@link formatPlaces}. */
export function parsePlaces(text: string): readonly number[] {
  return text
    .split(" ")
    .filter((range) => range !== "")
    .flatMap((range) => {
      const [first = 0, last = first] = range.split("-").map(Number);
      return Array.from({ length: last - first + 1 }, (_, step) => first + step);
    });
}
