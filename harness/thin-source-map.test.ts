import { execFileSync } from "node:child_process";
import { SourceMap, type SourceMapPayload } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";

const { thinMappings } = (await import(
  pathToFileURL(join(import.meta.dirname, "thin-source-map.mjs")).href
)) as { readonly thinMappings: (mappings: string) => string };

/** In a process of its own: a native addon does not survive the end of a worker thread of the tests. */
function bundle(input: string): { readonly code: string; readonly map: SourceMapPayload } {
  const program = `
    import { rolldown } from "rolldown";
    const bundle = await rolldown({ input: ${JSON.stringify(input)}, external: /^[^./]/u });
    const { output } = await bundle.generate({ sourcemap: true, minify: { mangle: true } });
    const [{ code, map }] = output;
    console.log(JSON.stringify({ code, map }));`;
  const flags = ["--input-type=module", "--eval", program];
  const printed = execFileSync(process.execPath, flags, { cwd: import.meta.dirname, encoding: "utf8" });
  return JSON.parse(printed) as { code: string; map: SourceMapPayload };
}

test("a thin map finds the same line for every place", () => {
  const { code, map } = bundle(join(import.meta.dirname, "source-graph.ts"));
  const about = { ...map, file: "", sourceRoot: "", sourcesContent: [] };
  const whole = new SourceMap(about);
  const thin = new SourceMap({ ...about, names: [], mappings: thinMappings(map.mappings) });

  const [first = ""] = code.split("\n");
  for (let column = 0; column < first.length; column++) {
    const entry = whole.findEntry(0, column);
    // what the bundler adds has no source
    if (!("originalSource" in entry) || entry.originalSource === undefined) continue;
    const { originalSource, originalLine } = entry;
    expect(thin.findEntry(0, column), `column ${column}`).toMatchObject({ originalSource, originalLine });
  }
  expect(thinMappings(map.mappings).length).toBeLessThan(map.mappings.length);
});
