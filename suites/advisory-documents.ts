/** Advisories in responses whose shape the specification leaves open. Shared by the chapter and the audit. */
import { listAt, textAt } from "../harness/exchange/answer.ts";

/** True if this id is the advisory's local id, its preferred external id or one of its aliases. */
export function hasId(advisory: unknown, id: string): boolean {
  const otherIds = [textAt(advisory, "id", "preferredExternal"), ...listAt(advisory, "id", "aliases")];
  return textAt(advisory, "id", "local") === id || otherIds.includes(id);
}

/** What may be the advisory in a single read, whose shape the specification does not show: the body, its members, and their items. */
export function documentsIn(body: unknown): readonly unknown[] {
  if (typeof body !== "object" || body === null) return [];
  return [body, ...Object.values(body).flat()];
}
