import { makeElement } from "./elements.ts";

/** More members are shown without colours and marks: an element for each token would make the page slow. */
const maxTokens = 8000;

interface JsonWriter {
  readonly block: HTMLElement;
  readonly marked: ReadonlySet<string>;
  tokens: number;
}

function append(writer: JsonWriter, className: string, text: string): void {
  writer.tokens += 1;
  if (writer.tokens > maxTokens) writer.block.append(text);
  else writer.block.append(makeElement("span", className, text));
}

function writeLeaf(writer: JsonWriter, value: unknown): void {
  append(writer, typeof value === "string" ? "json-text" : "json-value", JSON.stringify(value));
}

function writeMember(writer: JsonWriter, value: unknown, pointer: string, indent: string): void {
  if (!writer.marked.has(pointer)) {
    writeValue(writer, value, pointer, indent);
    return;
  }
  const mark = makeElement("mark", "offending");
  writer.block.append(mark);
  writeValue({ ...writer, block: mark }, value, pointer, indent);
}

/** Writes a value as `JSON.stringify(value, null, 2)` does. */
function writeValue(writer: JsonWriter, value: unknown, pointer: string, indent: string): void {
  if (value === null || typeof value !== "object") {
    writeLeaf(writer, value);
    return;
  }
  const isArray = Array.isArray(value);
  const entries = Object.entries(value);
  if (entries.length === 0) {
    writer.block.append(isArray ? "[]" : "{}");
    return;
  }
  writer.block.append(isArray ? "[" : "{");
  entries.forEach(([name, member], place) => {
    writer.block.append(`${place === 0 ? "" : ","}\n${indent}  `);
    if (!isArray) {
      append(writer, "json-key", JSON.stringify(name));
      writer.block.append(": ");
    }
    const own = `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    writeMember(writer, member, own, `${indent}  `);
  });
  writer.block.append(`\n${indent}${isArray ? "]" : "}"}`);
}

/** A block of indented JSON with coloured tokens. The members at the pointers are marked. */
export function makeJsonBlock(value: unknown, pointers: readonly string[] = []): HTMLPreElement {
  const block = makeElement("pre", "json");
  writeMember({ block, marked: new Set(pointers), tokens: 0 }, value, "", "");
  return block;
}
