import { expect, test } from "vitest";
import { readBody } from "./response-body.ts";

const announced = 300_000;

async function* partsOf(length: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < length; start += 70_000)
    yield Buffer.alloc(Math.min(70_000, length - start), (start / 70_000) % 256);
}

async function read(length: number, headers: readonly (readonly [string, string])[]): Promise<Buffer> {
  return await readBody(partsOf(length), { maxBytes: 1_000_000, headers });
}

test.each([
  ["as long as announced", announced],
  ["shorter", announced - 1],
  ["empty", 0],
  ["longer", announced + 100_000],
])("a large body has the same bytes with and without an announced length: %s", async (_case, length) => {
  const whole = await read(length, [["Content-Length", String(announced)]]);
  expect(whole.length).toBe(length);
  expect(whole.equals(await read(length, []))).toBe(true);
});

test("a body over the limit is refused, whatever was announced", async () => {
  await expect(read(1_000_001, [["content-length", String(announced)]])).rejects.toThrow("longer than");
  await expect(read(1_000_001, [["content-length", "9999999999"]])).rejects.toThrow("longer than");
});
