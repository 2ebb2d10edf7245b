/** Opaque upload instructions: what this suite uses of them. */
import { type Answer, textAt, valueAt } from "../../harness/exchange/answer.ts";

const used: ReadonlySet<string> = new Set(["instructionType", "url", "method", "headers"]);

/** The instruction's type and the members that this suite does not use, for the words of a failed transfer. */
export function describeInstruction(created: Answer): string {
  const upload = valueAt(created.body, "upload");
  if (typeof upload !== "object" || upload === null) return "";
  const type = textAt(upload, "instructionType");
  const unknown = Object.keys(upload).filter((name) => !used.has(name));
  return [
    type === undefined ? "" : `; \`instructionType\` is ${JSON.stringify(type)}`,
    unknown.length === 0
      ? ""
      : `; \`upload\` has members that this suite does not use: ${unknown.join(", ").slice(0, 120)}`,
  ].join("");
}
