import { expect, test } from "vitest";
import {
  idAsPattern,
  idInOtherCase,
  idWithLetterInOtherCase,
  shortenedId,
  unusedIdLike,
} from "./upload-ids.ts";

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

test("a short id is not shortened, since that may be another upload", () => {
  expect(shortenedId("12")).toBeUndefined();
  expect(shortenedId("upload-00000000009999")).toBe("upload-0000000000999");
});

test("one letter changes its case where capitals and small letters alternate", () => {
  expect(idWithLetterInOtherCase("AbCdEfGhIjKlMnOpQrSt")).toBe("AbCdEfGhIjKlMnOPQrSt");
});

test.each([
  "3f2a9c1e-0b7d-4e55-9a10-6c2f8d9e1b04",
  "upload_01ARZ3NDEKTSV4RRFFQ69G5FAV",
  "AbCd",
  "0123456789012345",
])("no single letter of %s has a case with a meaning", (id) => {
  expect(idWithLetterInOtherCase(id)).toBeUndefined();
});

test("the whole id in the other case", () => {
  expect(idInOtherCase("upload-3f2a9c1e0b7d")).toBe("UPLOAD-3F2A9C1E0B7D");
});

test.each([
  "3f2a9c1e-0b7d-4e55-9a10-6c2f8d9e1b04",
  "rel_3F2A9C1E-0B7D-4E55-9A10-6C2F8D9E1B04",
  "01ARZ3NDEKTSV4RRFFQ69G5FAV",
  "upload_01ARZ3NDEKTSV4RRFFQ69G5FAV",
  "12",
  "0123456789012345",
])("%s has no other case", (id) => {
  expect(idInOtherCase(id)).toBeUndefined();
});

test.each([
  ["AbCdEfGhIjKlMnOpQrSt", "AbCdEfGhIjKlMnO_QrSt"],
  ["AbCdEfGhIjKlMnO_-rSt", "AbCdEfGhIjKlMn__-rSt"],
  ["AbCdEfGhIjKlMnO-____", "AbCdEfGhIjKlMn_-____"],
])("as a pattern, the id %s has another character before the last four", (id, pattern) => {
  expect(idAsPattern(id)).toBe(pattern);
});

test("neither a short id nor one without letters and digits is a pattern", () => {
  expect(["12", "-".repeat(20)].map(idAsPattern)).toEqual([undefined, undefined]);
});
