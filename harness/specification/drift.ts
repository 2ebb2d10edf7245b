/** Compares the text of a specification with the one that the suite was written for. */
import { isInText, locateAnchors, type PlacedAnchor } from "./locate-anchors.ts";
import { digestOfBlock, isNormative, readBlocks, type TextBlock } from "./text-blocks.ts";

/** Digests of the text that the suite was written for. They hold none of its words. */
export interface TextDigests {
  /** By the id of the anchor. */
  readonly anchors: Readonly<Record<string, string>>;
  /** Of every list item and row of a table. */
  readonly blocks: readonly string[];
}

export interface Drift {
  /** Anchors whose place is not in the text. */
  readonly lost: readonly PlacedAnchor[];
  /** Anchors whose text is different. */
  readonly changed: readonly PlacedAnchor[];
  /** Indexes of list items and rows that were not in the text, and that no anchor is about. */
  readonly added: readonly number[];
}

export function toDigests(markdown: string, anchors: readonly PlacedAnchor[]): TextDigests {
  const blocks = readBlocks(markdown);
  const located = locateAnchors(blocks, anchors);
  return {
    anchors: Object.fromEntries([...located].map(([id, index]) => [id, digestAt(blocks, index)])),
    blocks: [...new Set(blocks.filter(isNormative).map(digestOfBlock))].toSorted(),
  };
}

function digestAt(blocks: readonly TextBlock[], index: number): string {
  const block = blocks[index];
  return block === undefined ? "" : digestOfBlock(block);
}

/**
 * The block of each anchor that is found. Where a list has become longer or shorter, an anchor follows its text: the text that
 * the suite was written for, if it is still there, and else the place with the same number.
 */
export function followAnchors(
  blocks: readonly TextBlock[],
  anchors: readonly PlacedAnchor[],
  known: TextDigests,
): ReadonlyMap<string, number> {
  const byDigest = new Map(blocks.map((block, index) => [digestOfBlock(block), index]));
  return new Map(
    [...locateAnchors(blocks, anchors)].map(([id, index]) => {
      const digest = known.anchors[id];
      const isSame = digest === undefined || digestAt(blocks, index) === digest;
      return [id, isSame ? index : (byDigest.get(digest) ?? index)];
    }),
  );
}

/** @param located from `followAnchors` */
export function findDrift(
  blocks: readonly TextBlock[],
  {
    anchors,
    located,
    known,
  }: {
    readonly anchors: readonly PlacedAnchor[];
    readonly located: ReadonlyMap<string, number>;
    readonly known: TextDigests;
  },
): Drift {
  const inText = anchors.filter(isInText);
  const blockDigests = new Set(known.blocks);
  return {
    lost: inText.filter(({ id }) => !located.has(id)),
    changed: inText.filter(({ id }) => {
      const index = located.get(id);
      return index !== undefined && digestAt(blocks, index) !== known.anchors[id];
    }),
    added: blocks.flatMap((block, index) =>
      isNormative(block) && !blockDigests.has(digestOfBlock(block)) && !isChanged(index, located)
        ? [index]
        : [],
    ),
  };
}

/** True for a block that an anchor is about: its text is changed, and not new. */
function isChanged(index: number, located: ReadonlyMap<string, number>): boolean {
  return [...located.values()].includes(index);
}
