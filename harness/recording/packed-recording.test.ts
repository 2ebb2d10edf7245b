import { text } from "node:stream/consumers";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { packRecording, unpackRecording } from "./packed-recording.ts";

async function pack(lines: string, chunkBytes = 65_536): Promise<string> {
  const bytes = Buffer.from(lines);
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunkBytes) }, (_, index) =>
    bytes.subarray(index * chunkBytes, (index + 1) * chunkBytes),
  );
  return await text(Readable.from(packRecording(Readable.from(chunks))));
}

function toLines(count: number): string {
  return Array.from({ length: count }, (_, index) => `{"id":"ö${index}","text":"${"x".repeat(900)}"}\n`).join(
    "",
  );
}

test.each([0, 1, 5000])("the %d lines of a recording are the same after packing", async (count) => {
  const lines = toLines(count);

  const packed = await pack(lines, 1000);

  expect(unpackRecording(packed)).toBe(lines);
  expect(packed.length).toBeLessThanOrEqual(lines.length / 10 + 200);
});

test("each line of the file is JSON, and has whole lines of the recording", async () => {
  const packed = (await pack(toLines(5000))).trimEnd().split("\n");

  expect(packed.length).toBeGreaterThan(2);
  for (const line of packed) {
    expect(JSON.parse(line)).toEqual({ kind: "packed", gzip: expect.any(String) });
    expect(unpackRecording(`${line}\n`)).toMatch(/^\{[^]*\}\n$/u);
  }
});

test("a recording that is not packed stays as it is", () => {
  expect(unpackRecording('{"kind":"run"}\n{}\n')).toBe('{"kind":"run"}\n{}\n');
});

test.each([
  ["something else than JSON", '{"kind":"packed",\n', /^line 1 of the file cannot be unpacked/u],
  ["no gzip", '{"kind":"packed","gzip":1}\n', /it has no member "gzip"$/u],
  [
    "a part of a gzip",
    `{"kind":"packed","gzip":"${gzipSync("text").subarray(0, 15).toString("base64")}"}\n`,
    /line 1/u,
  ],
])("a packed line with %s is refused", (_name, file, message) => {
  expect(() => unpackRecording(file)).toThrow(message);
});

test("a line that unpacks to more than any recording is refused", async () => {
  const bomb = await pack("0".repeat(1024 * 1024));

  expect(() => unpackRecording(bomb.repeat(300))).toThrow(/^line 257 of the file/u);
});
