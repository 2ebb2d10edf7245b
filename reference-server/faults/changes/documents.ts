/** Changes of members in the documents that operations answer. */
import type { Call } from "../../call.ts";
import { isJsonObject, type Json, type JsonObject, objectAt } from "../../json.ts";
import { type Change, type Operations, withBody, without } from "../../rules/change.ts";

/** Sets a member of the answers of `operations`. */
export function setting(operations: Operations, member: string, value: Json | undefined): Change {
  return withBody(operations, (body) => ({ ...body, [member]: value }));
}

/** Removes a member from the answers of `operations`. */
export function lacking(operations: Operations, member: string): Change {
  return withBody(operations, (body) => without(body, member));
}

/** Replaces a member of the answers of `operations`; `undefined` removes it. */
export function withMember(
  operations: Operations,
  member: string,
  change: (value: Json | undefined, call: Call) => Json | undefined,
): Change {
  return withBody(operations, (body, call) => ({ ...body, [member]: change(body[member], call) }));
}

/** Replaces a string member of `object`, if it has one. */
export function changeText(
  object: JsonObject,
  member: string,
  change: (text: string) => Json | undefined,
): JsonObject {
  const text = object[member];
  return typeof text === "string" ? { ...object, [member]: change(text) } : object;
}

/** Replaces a string member of the answers of `operations`. */
export function withText(
  operations: Operations,
  member: string,
  change: (text: string, call: Call) => Json | undefined,
): Change {
  return withBody(operations, (body, call) => changeText(body, member, (text) => change(text, call)));
}

/** Changes the objects of a list in the answers of `operations`. */
export function withItems(
  operations: Operations,
  change: (items: readonly JsonObject[], call: Call) => readonly JsonObject[],
  list = "items",
): Change {
  return withMember(operations, list, (value, call) =>
    Array.isArray(value) ? change(value.filter(isJsonObject), call) : value,
  );
}

/** Changes each object of a list in the answers of `operations`. */
export function withEachItem(
  operations: Operations,
  change: (item: JsonObject, call: Call) => JsonObject,
  list = "items",
): Change {
  return withItems(operations, (items, call) => items.map((item) => change(item, call)), list);
}

/** Changes an object that is a member of the answers of `operations`. */
export function withObject(
  operations: Operations,
  member: string,
  change: (object: JsonObject, call: Call) => JsonObject,
): Change {
  return withBody(operations, (body, call) => ({ ...body, [member]: change(objectAt(body, member), call) }));
}

/** The parts of documents that have a rule of their own. */
type RenderedPart =
  "row" | "searchItem" | "advisory" | "status" | "dist" | "externalDependency" | "attachment" | "release";

/** Changes a part of documents wherever it is rendered. */
export function rendering(name: RenderedPart, change: (body: JsonObject) => JsonObject): Change {
  return (rules) => {
    const before = rules.render[name] as (...parameters: readonly unknown[]) => JsonObject;
    const after = (...parameters: readonly unknown[]): JsonObject => change(before(...parameters));
    return { ...rules, render: { ...rules.render, [name]: after } };
  };
}
