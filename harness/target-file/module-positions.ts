/** Places in a target file that is an ES module: of a syntax error, and of its keys. */
import { execFile } from "node:child_process";

export interface Place {
  readonly line: number;
  readonly column: number;
}

/** Where a module has its syntax error. Only a process of Node's own prints it; its other output is dropped, as it quotes the file. */
export async function findSyntaxError(file: string): Promise<Place | undefined> {
  const printed = await new Promise<string>((resolve) => {
    execFile(process.execPath, ["--check", file], (_error, _out, err) => resolve(err));
  });
  const [, line, column] = /^[^\n]*:(\d+)\n[^\n]*\n( *)\^/u.exec(printed) ?? [];
  return line === undefined || column === undefined
    ? undefined
    : { line: Number(line), column: column.length + 1 };
}

/**
 * The offset of a key in the text of a module whose default export is an object, found by the names of the keys in order. Undefined
 * if the text does not have them, for example because they are computed.
 */
export function findKey(source: string, pointer: string): number | undefined {
  // comments have keys too; spaces in their place keep the offsets
  const text = source.replaceAll(/^\s*\/\/.*$|\/\*[^]*?\*\//gmu, (comment) =>
    comment.replaceAll(/[^\n]/gu, " "),
  );
  let at = text.indexOf("export default");
  for (const key of pointer.split("/").slice(1)) {
    if (/^\d+$/u.test(key)) continue;
    const name = key.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`);
    const found = new RegExp(String.raw`(?<=[{,\s])(["']?)${name}\1\s*[:,}]`, "u").exec(text.slice(at));
    if (found === null) return undefined;
    at += found.index;
  }
  return at;
}
