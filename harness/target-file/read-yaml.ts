/** Reads a target file in YAML, with the place of each value. */
import { isMap, isNode, isScalar, isSeq, parseDocument } from "yaml";

export interface YamlContent {
  readonly content: unknown;
  /** Offsets of keys and items in the text, by JSON pointer. */
  readonly places: ReadonlyMap<string, number>;
}

/** The first mistake: without a word of the file, which has tokens. */
export interface YamlMistake {
  readonly reason: string;
  readonly errorAt: number;
}

export function readYaml(text: string): YamlContent | YamlMistake {
  const document = parseDocument(text, { version: "1.2", uniqueKeys: true, prettyErrors: false });
  const [error] = document.errors;
  if (error !== undefined)
    return { reason: error.code.toLowerCase().replaceAll("_", " "), errorAt: error.pos[0] };
  const places = new Map<string, number>();
  addPlaces(document.contents, "", places);
  try {
    return { content: document.toJS({ maxAliasCount: 100 }), places };
  } catch {
    return { reason: "an alias that cannot be resolved", errorAt: 0 };
  }
}

function addPlaces(node: unknown, pointer: string, places: Map<string, number>): void {
  if (isMap(node)) {
    for (const { key, value } of node.items) {
      const name = isScalar(key) ? String(key.value) : "";
      const own = `${pointer}/${name}`;
      places.set(own, offsetOf(key) ?? 0);
      addPlaces(value, own, places);
    }
  }
  if (isSeq(node)) {
    for (const [index, item] of node.items.entries()) {
      const own = `${pointer}/${index}`;
      places.set(own, offsetOf(item) ?? 0);
      addPlaces(item, own, places);
    }
  }
}

function offsetOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
}
