import { expect, it } from "vitest";
import { type AnnotatedBlock, type Annotation, findIntroductions } from "./annotated-text.ts";

const demand: Annotation = { id: "a/b", level: "must", title: "", verdicts: [], answers: [] };

function block(
  kind: AnnotatedBlock["kind"],
  text: string,
  more: Partial<AnnotatedBlock> = {},
): AnnotatedBlock {
  return { kind, text, annotations: [], ...more };
}

const list = [
  block("heading", "What it does"),
  block("paragraph", "The service offers:"),
  block("bullet", "Search."),
  block("bullet", "Metadata."),
  block("paragraph", "Rules that hold for all of it:"),
  block("numbered", "Reads need no token.", { annotations: [demand] }),
];

it("takes a list after a colon for an introduction if no item has a requirement", () => {
  const { starts, items } = findIntroductions(list);

  expect([[...starts], [...items]]).toEqual([[1], [2, 3]]);
});

it("takes no list for one in which an item has a requirement, is new, or stands alone", () => {
  const demanding = list.with(3, block("bullet", "Metadata.", { annotations: [demand] }));
  const added = list.with(3, block("bullet", "Every answer has a digest.", { drift: "new" }));
  const alone = list.with(1, block("paragraph", "The service is a registry."));

  for (const blocks of [demanding, added, alone]) expect([...findIntroductions(blocks).items]).toEqual([]);
});

it("takes a heading for one if nothing is stated below it", () => {
  const events = [
    block("heading", "Events"),
    block("paragraph", "None are described."),
    block("heading", "Errors"),
  ];

  expect([...findIntroductions(events).starts]).toEqual([0]);
});
