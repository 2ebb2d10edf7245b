import { SourceMap } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { rolldown } from "rolldown";

const { thinMappings } = (await import(
  pathToFileURL(join(import.meta.dirname, "thin-source-map.mjs")).href
)) as { readonly thinMappings: (mappings: string) => string };

test("a thin map finds the same line for every place", async () => {
  const bundle = await rolldown({ input: join(import.meta.dirname, "source-graph.ts"), external: /^[^./]/u });
  const { output } = await bundle.generate({ sourcemap: true, minify: { mangle: true } });
  await bundle.close();
  const [{ code, map }] = output;
  if (map === null) throw new Error("the bundle has no map");
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
