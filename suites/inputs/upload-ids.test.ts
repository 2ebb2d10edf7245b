import { expect, test } from "vitest";
import { unusedIdLike } from "./upload-ids.ts";

test.each([
  "3f2a9c1e-0b7d-4e55-9a10-6c2f8d9e1b04",
  "AbCdEfGhIjKlMnOpQrSt",
  "upload-00000000009999",
  "AbCdEfGhIjKlMnO_QrSt",
])("%s becomes an id of the same shape", (id) => {
  const other = unusedIdLike(id);

  expect(other).not.toBe(id);
  expect(other?.replaceAll(/[0-9]/g, "0").replaceAll(/[a-z]/g, "a").replaceAll(/[A-Z]/g, "A")).toBe(
    id.replaceAll(/[0-9]/g, "0").replaceAll(/[a-z]/g, "a").replaceAll(/[A-Z]/g, "A"),
  );
});

test("a short id has no other of its shape that was surely never given out", () => {
  expect(unusedIdLike("12")).toBeUndefined();
});
