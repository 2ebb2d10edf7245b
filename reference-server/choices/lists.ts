import type { Call } from "../call.ts";
import { isJsonObject, type Json, type JsonObject } from "../json.ts";
import { withBody } from "../rules/change.ts";
import type { Choice } from "./choice.ts";

/** Lists whose order the specification does not state. */
const unordered: ReadonlySet<string> = new Set([
  "externalDependencies",
  "components",
  "artifacts",
  "formatsPresent",
  "attachments",
  "items",
  "providers",
  "aliases",
]);

/** The value with each of its unordered lists begun at another place. */
function rotated(value: Json, steps: number, keep: ReadonlySet<string>): Json {
  if (Array.isArray(value)) return value.map((item: Json) => rotated(item, steps, keep));
  if (!isJsonObject(value)) return value;
  const members: [string, Json][] = [];
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    const inner = rotated(member, steps, keep);
    const isRotated = Array.isArray(inner) && unordered.has(name) && !keep.has(name);
    members.push([name, isRotated ? startingAt(inner as readonly Json[], steps) : inner]);
  }
  return Object.fromEntries(members);
}

function startingAt(list: readonly Json[], steps: number): readonly Json[] {
  const start = list.length === 0 ? 0 : steps % list.length;
  return [...list.slice(start), ...list.slice(0, start)];
}

function rotate(body: JsonObject, call: Call): JsonObject {
  // the results of one query are one list, of which pages are slices
  const keep = new Set(call.operation === "searchVolumes" ? ["items"] : []);
  return rotated(body, call.ordinal, keep) as JsonObject;
}

/** Begins each object at another member, as a map without an order does. */
function shuffled(value: Json, steps: number): Json {
  if (Array.isArray(value)) return value.map((item: Json, place) => shuffled(item, steps + place));
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).flatMap(([name, member]) =>
    member === undefined ? [] : [[name, shuffled(member, steps + 1)] as const],
  );
  const start = members.length === 0 ? 0 : steps % members.length;
  return Object.fromEntries([...members.slice(start), ...members.slice(0, start)]);
}

/** The order of lists. */
export const listChoices: readonly Choice[] = [
  {
    name: "list-order",
    question: "Is the order of declarations, components, artifacts, attachments and rows the same each time?",
    default: "same",
    values: {
      changing: {
        summary: "No: each answer begins its lists at another place",
        change: withBody("every", rotate),
      },
      "changing-with-members": {
        summary: "No: each answer begins its lists at another place, and its objects at another member",
        change: withBody("every", (body, call) => shuffled(rotate(body, call), call.ordinal) as JsonObject),
      },
    },
  },
];
