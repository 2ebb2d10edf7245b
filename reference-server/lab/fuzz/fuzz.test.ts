import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { fuzz } from "./fuzz.ts";

/** The whole of it, 100,000 inputs and more, is `run.ts`; this much is done with every build. */
const inputs = 3_000;

test("no made-up request, archive or raw bytes crash the registry or make it answer in the 500s", async () => {
  const { findings, ...figures } = await fuzz(inputs, 20_261_121);
  expect(findings).toEqual([]);
  expect(figures).toMatchObject({ inputs, crashes: 0, serverErrors: 0 });
  expect(Reflect.get({}, "polluted")).toBeUndefined();
}, 120_000);

test("nothing of the registry touches files, so that no path leads out of its store", () => {
  const sources = [
    "../../archive/unpack.ts",
    "../../archive/pack.ts",
    "../../rules/archive.ts",
    "../../rules/transfer.ts",
    "../../routes/transfers.ts",
    "../../store.ts",
    "../../server.ts",
    "../../app.ts",
  ];
  for (const source of sources) {
    expect(readFileSync(new URL(source, import.meta.url), "utf8"), source).not.toMatch(/from "(?:node:)?fs/);
  }
});

test("tokens are compared in constant time", () => {
  const source = readFileSync(new URL("../../tokens.ts", import.meta.url), "utf8");
  expect(source).toMatch(/timingSafeEqual\(entry\.hash, hash\)/);
  expect(source).not.toMatch(/text === /);
});
