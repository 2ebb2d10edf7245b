import type { Operation } from "../call.ts";
import type { Json, JsonObject } from "../json.ts";
import { type Change, withBody, without } from "../rules/change.ts";
import type { Fault } from "./fault.ts";

/** A document that is not as its table has it. `breaks` is the requirement's id without its chapter, every-response. */
export type Flaw = readonly [name: string, breaks: string, summary: string, change: Change];

/** Flaws as faults. */
export function toFaults(flaws: readonly Flaw[]): readonly Fault[] {
  return flaws.map(([name, breaks, summary, change]) => ({
    name,
    breaks: `every-response/${breaks}`,
    summary,
    change,
  }));
}

/** Sets a member of the answer to an operation. */
export function setting(operation: Operation, member: string, value: Json): Change {
  return withBody(operation, (body) => ({ ...body, [member]: value }));
}

/** Takes a member from the answer to an operation. */
export function lacking(operation: Operation, member: string): Change {
  return withBody(operation, (body) => without(body, member));
}

/** The parts of documents that have a rule of their own. */
type RenderedPart =
  "row" | "searchItem" | "advisory" | "status" | "dist" | "externalDependency" | "attachment" | "release";

/** Changes what a rule of rendering gives. */
export function rendering(name: RenderedPart, change: (body: JsonObject) => JsonObject): Change {
  return (rules) => {
    const before = rules.render[name] as (...parameters: readonly unknown[]) => JsonObject;
    const after = (...parameters: readonly unknown[]): JsonObject => change(before(...parameters));
    return { ...rules, render: { ...rules.render, [name]: after } };
  };
}
