/** Finds the block of a specification's text that an anchor of `suites/specification.ts` is about. */
import type { TextBlock } from "./text-blocks.ts";

export interface PlacedAnchor {
  /** `kind:name`, such as `rule:errors/2` or `member:advisory.id.local`. */
  readonly id: string;
  /** Heading, and the rule's number or the table's row. */
  readonly place: string;
}

/** A block with its index in the text. */
interface Entry {
  readonly index: number;
  readonly block: TextBlock;
}

/**
 * The index of the block of each anchor that is found.
 * @param anchors those that the suite numbered itself (`question:`) are in no text
 */
export function locateAnchors(
  blocks: readonly TextBlock[],
  anchors: readonly PlacedAnchor[],
): ReadonlyMap<string, number> {
  const located = new Map<string, number>();
  for (const anchor of anchors) {
    const index = locate(blocks, anchor);
    if (index !== undefined) located.set(anchor.id, index);
  }
  return located;
}

/** True for an anchor that is a statement of the text. */
export function isInText({ id }: PlacedAnchor): boolean {
  return !id.startsWith("question:") && id !== "operation:transferBytes";
}

function locate(blocks: readonly TextBlock[], { id, place }: PlacedAnchor): number | undefined {
  const [kind = "", ...rest] = id.split(":");
  const name = rest.join(":");
  const heading = findHeading(blocks, place);
  if (heading === undefined || !isInText({ id, place })) return undefined;
  const section = blocks
    .map((block, index): Entry => ({ block, index }))
    .filter(({ block, index }) => block.heading === heading && index > 0);
  const found = locateIn(section, { kind, name, parts: place.split(", ").slice(1) });
  return found?.index;
}

interface Wanted {
  readonly kind: string;
  readonly name: string;
  /** The parts of the place after the heading. */
  readonly parts: readonly string[];
}

function locateIn(section: readonly Entry[], { kind, name, parts }: Wanted): Entry | undefined {
  const ordinal = Number(name.split("/").at(-1));
  switch (kind) {
    case "rule":
      return section.find(({ block }) => block.kind === "numbered" && block.ordinal === ordinal);
    case "gap":
      return findGap(section, ordinal);
    case "operation":
      return section.find(({ block }) => block.kind === "heading");
    case "member":
      return findMember(section, name.slice(name.indexOf(".") + 1), parts.slice(0, -1));
    case "answers":
      return findWord(section, name.split("/")[1] ?? "");
    case "slug":
    case "format":
    case "limit":
      return findRow(section, name) ?? findWord(section, name);
    case "transition":
      return findAll(section, transitionWords[name] ?? [name]);
    case "convention":
      return findAll(section, conventionWords[name] ?? [name]);
    default:
      return undefined;
  }
}

const transitionWords: Readonly<Record<string, readonly string[]>> = {
  "release-finalize": ["finalize release upload"],
  "trust-finalize": ["finalize trust upload"],
  "finalize-failures": ["finalize failure conditions"],
};

const conventionWords: Readonly<Record<string, readonly string[]>> = {
  "at-sign": ["@{scope}"],
  "unscoped-form": ["unscoped"],
  "idempotency-key": ["idempotency-key"],
  bearer: ["bearer"],
  "problem-media-type": ["all error responses", "application/problem+json"],
  "problem-types": ["set of slugs"],
};

/** The heading of a place: the longest one that it begins with, or one that begins with its first part. */
function findHeading(blocks: readonly TextBlock[], place: string): string | undefined {
  const headings = blocks.filter(({ kind }) => kind === "heading").map(({ text }) => text);
  const wanted = place.toLowerCase();
  const first = wanted.split(", ")[0] ?? "";
  return (
    headings.find((text) => text.toLowerCase() === first) ??
    headings.find((text) => text.toLowerCase().startsWith(`${first} (`)) ??
    headings.find((text) => text.toLowerCase().startsWith(`${first}:`))
  );
}

/** Gaps are bullets; where there are none, the sentences that say so. */
function findGap(section: readonly Entry[], ordinal: number): Entry | undefined {
  const bullets = section.filter(({ block }) => block.kind === "bullet");
  const sentences = section.filter(({ block }) => block.text.toLowerCase().includes("not shown"));
  return (bullets.length > 0 ? bullets : sentences)[ordinal - 1];
}

/**
 * The row or sentence of a member.
 * @param parts what the place names between the heading and the member, such as `version status`
 */
function findMember(section: readonly Entry[], member: string, parts: readonly string[]): Entry | undefined {
  const row = parts.map((part) => findRow(section, part)).find((found) => found !== undefined);
  if (row !== undefined) return row;
  const last = parts.at(-1)?.toLowerCase();
  const start = section.findIndex(
    ({ block }) =>
      last !== undefined && block.kind === "paragraph" && block.text.toLowerCase().startsWith(last),
  );
  const below = section.slice(Math.max(0, start));
  const [first = ""] = member.split(".");
  return findRow(below, first) ?? findWord(below, first) ?? findWord(section, first);
}

/** The row whose first cell is a name, or lists it. `name-segment`, `name segment` and `nameSegment` are the same. */
function findRow(section: readonly Entry[], name: string): Entry | undefined {
  const wanted = toPlain(name);
  const rows = section.filter(({ block }) => block.kind === "row");
  return (
    rows.find(({ block }) => (block.cells?.[0] ?? "").split(",").some((cell) => toPlain(cell) === wanted)) ??
    rows.find(({ block }) => toPlain(block.cells?.[0] ?? "").endsWith(` ${wanted}`))
  );
}

function findWord(section: readonly Entry[], word: string): Entry | undefined {
  const pattern = new RegExp(`(?<![\\w-])${escape(word)}(?![\\w-])`);
  return section.find(({ block }) => block.kind !== "heading" && pattern.test(block.text));
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

function findAll(section: readonly Entry[], words: readonly string[]): Entry | undefined {
  return section.find(
    ({ block }) =>
      block.kind !== "heading" &&
      words.every((word) => block.text.toLowerCase().includes(word.toLowerCase())),
  );
}

function toPlain(text: string): string {
  return text
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll(/[^A-Za-z0-9]+/g, " ")
    .trim()
    .toLowerCase();
}
