/** What is different between two texts of a specification, and which anchors are about it. */
import { isInText, type PlacedAnchor } from "./locate-anchors.ts";
import { followAnchors, toDigests } from "./drift.ts";
import { digestOfBlock, readBlocks, type TextBlock } from "./text-blocks.ts";

/** A block that was changed, added or removed. */
export interface ChangedText {
  readonly heading: string;
  /** Undefined if it is new. */
  readonly before?: string;
  /** Undefined if it was removed. */
  readonly after?: string;
  /** Ids of the anchors that are about it. */
  readonly anchors: readonly string[];
}

/** The differences in the order of the new text; what was removed comes last. */
export function compareTexts(
  before: string,
  after: string,
  anchors: readonly PlacedAnchor[],
): readonly ChangedText[] {
  const [old, now] = [readBlocks(before), readBlocks(after)];
  const inText = anchors.filter(isInText);
  const known = toDigests(before, inText);
  const oldPlaces = groupByPlace(followAnchors(old, inText, known));
  const newPlaces = groupByPlace(followAnchors(now, inText, known));
  const oldPlaceOf = invert(oldPlaces);
  const oldDigests = new Set(old.map(digestOfBlock));
  const newDigests = new Set(now.map(digestOfBlock));
  const taken = new Set<number>();
  const changed = now.flatMap((block, index): readonly ChangedText[] => {
    if (isTitle(block) || oldDigests.has(digestOfBlock(block))) return [];
    const own = newPlaces.get(index) ?? [];
    const place = own
      .map((id) => oldPlaceOf.get(id))
      .find((one) => one !== undefined && !newDigests.has(digestAt(old, one)));
    if (place !== undefined) taken.add(place);
    const text = place === undefined ? undefined : old[place]?.text;
    return [
      {
        heading: block.heading,
        ...(text === undefined ? {} : { before: text }),
        after: block.text,
        // a word that the new text lacks is what its anchors were found by
        anchors: [...new Set([...own, ...(oldPlaces.get(place ?? -1) ?? [])])],
      },
    ];
  });
  const removed = old.flatMap((block, index): readonly ChangedText[] => {
    if (isTitle(block) || taken.has(index) || newDigests.has(digestOfBlock(block))) return [];
    return [{ heading: block.heading, before: block.text, anchors: oldPlaces.get(index) ?? [] }];
  });
  return pairUp(changed, removed);
}

function isTitle({ kind }: TextBlock): boolean {
  return kind === "heading";
}

function digestAt(blocks: readonly TextBlock[], index: number): string {
  const block = blocks[index];
  return block === undefined ? "" : digestOfBlock(block);
}

function groupByPlace(located: ReadonlyMap<string, number>): ReadonlyMap<number, readonly string[]> {
  const places = new Map<number, string[]>();
  for (const [id, index] of located) places.set(index, [...(places.get(index) ?? []), id]);
  return places;
}

function invert(places: ReadonlyMap<number, readonly string[]>): ReadonlyMap<string, number> {
  return new Map([...places].flatMap(([index, ids]) => ids.map((id) => [id, index] as const)));
}

/** Words that two texts have to share to be one text that was changed. */
const minShared = 0.5;

/** A new text and a removed one below the same heading that share most of their words are one changed text. */
function pairUp(changed: readonly ChangedText[], removed: readonly ChangedText[]): readonly ChangedText[] {
  const left = new Set(removed);
  const paired = changed.map((one): ChangedText => {
    if (one.before !== undefined) return one;
    const match = [...left].find(
      (other) => other.heading === one.heading && shareWords(other.before ?? "", one.after ?? ""),
    );
    if (match?.before === undefined) return one;
    left.delete(match);
    return { ...one, before: match.before, anchors: [...new Set([...one.anchors, ...match.anchors])] };
  });
  return [...paired, ...left];
}

function shareWords(a: string, b: string): boolean {
  const [one, other] = [a, b].map((text) => new Set(text.toLowerCase().match(/[\p{L}\d-]+/gu)));
  if (one === undefined || other === undefined) return false;
  const shared = [...one].filter((word) => other.has(word)).length;
  return shared >= minShared * Math.max(one.size, other.size, 1);
}
