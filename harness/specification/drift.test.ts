import { expect, test } from "vitest";
import digests from "../../suites/specification-digests.json" with { type: "json" };
import { anchors } from "../../suites/specification.ts";
import { findDrift, followAnchors, toDigests } from "./drift.ts";
import { isInText, type PlacedAnchor } from "./locate-anchors.ts";
import { readBlocks } from "./text-blocks.ts";

const text = `# An interface

## Rules of the house

1. Doors are closed at night.
2. Windows may be open.

### Rooms

| Field | Type |
|---|---|
| doorCount | integer |
| width, height | number |

Walls: \`colour\` (string).

### Gaps in rooms

- The height of ceilings: not shown.
- The number of lamps: not shown.
`;

const placed: readonly PlacedAnchor[] = [
  { id: "rule:house/1", place: "Rules of the house, 1" },
  { id: "rule:house/2", place: "Rules of the house, 2" },
  { id: "member:room.doorCount", place: "Rooms, doorCount" },
  { id: "member:room.height", place: "Rooms, height" },
  { id: "member:wall.colour", place: "Rooms, walls, colour" },
  { id: "gap:rooms/1", place: "Gaps in rooms, 1" },
  { id: "gap:rooms/2", place: "Gaps in rooms, 2" },
  { id: "question:1", place: "Ambiguities and omissions, 1" },
];

const known = toDigests(text, placed);

function driftOf(changed: string): {
  lost: readonly string[];
  changed: readonly string[];
  added: readonly string[];
} {
  const blocks = readBlocks(changed);
  const located = followAnchors(blocks, placed, known);
  const drift = findDrift(blocks, { anchors: placed, located, known });
  return {
    lost: drift.lost.map(({ id }) => id),
    changed: drift.changed.map(({ id }) => id),
    added: drift.added.map((index) => blocks[index]?.text ?? ""),
  };
}

const none = { lost: [], changed: [], added: [] };

test("the same text has no drift, however it is laid out", () => {
  expect(driftOf(text)).toEqual(none);
  expect(driftOf(text.replace("| doorCount | integer |", "|  doorCount  |  integer  |"))).toEqual(none);
});

test.each([
  [
    "a changed rule",
    text.replace("closed at night", "closed by day"),
    { ...none, changed: ["rule:house/1"] },
  ],
  [
    "a changed row",
    text.replace("| integer |", "| string |"),
    { ...none, changed: ["member:room.doorCount"] },
  ],
  [
    "a row that is gone",
    text.replace("| doorCount | integer |\n", ""),
    { ...none, lost: ["member:room.doorCount"] },
  ],
  [
    "a new row",
    text.replace("| width", "| depth | number |\n| width"),
    { ...none, added: ["| depth | number |"] },
  ],
  [
    "a new item before known ones",
    text.replace("- The height", "- The doors' material: not shown.\n- The height"),
    { ...none, added: ["The doors' material: not shown."] },
  ],
])("%s is named", (_name, changed, drift) => {
  expect(driftOf(changed)).toEqual(drift);
});

test("a heading that is gone loses all its places", () => {
  expect(driftOf(text.replace("### Rooms", "### Halls")).lost).toEqual([
    "member:room.doorCount",
    "member:room.height",
    "member:wall.colour",
  ]);
});

test("the digests cover every anchor that is in the text", () => {
  const ids = anchors.filter(isInText).map(({ id }) => id);
  expect(Object.keys(digests.anchors).toSorted()).toEqual(ids.toSorted());
});
