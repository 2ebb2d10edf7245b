/** Looks for the members that `wire/expected-members.json` lists. */
import { expectedMembers, type WireDocument } from "./compiled/wire.js";

/**
 * Finds members that a document cannot do its work without although the specification does not call them required.
 * @param document which of the API's documents it is
 * @param data the document, already valid
 * @returns JSON pointers (RFC 6901) to what is absent; a member of an absent object counts as absent
 */
export function missingMembers(document: WireDocument, data: unknown): readonly string[] {
  return (expectedMembers[document] ?? []).flatMap((pointer) =>
    absentAt(data, pointer.split("/").slice(1), ""),
  );
}

function absentAt(value: unknown, steps: readonly string[], path: string): readonly string[] {
  const [step, ...rest] = steps;
  if (step === undefined) return [];
  if (step === "*") {
    return Array.isArray(value)
      ? value.flatMap((item, index) => absentAt(item, rest, `${path}/${index}`))
      : [];
  }
  const here = `${path}/${step}`;
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, step))
    return [[here, ...rest].join("/")];
  return absentAt((value as Readonly<Record<string, unknown>>)[step], rest, here);
}
