import { expect, test } from "vitest";
import { findOddDownloads } from "./odd-downloads.ts";

function given(release: string, url: string) {
  const noted = { exchange: "a#0", requestUrl: "http://registry.example/", startedAtMs: 0, endedAtMs: 0 };
  return { ...noted, release, url: `http://files.example${url}`, member: "/dist/url" };
}

/** Releases that have one address each, in two responses. */
const usual = ["a", "b", "c", "d", "e", "f", "g"].flatMap((name) => [
  given(`${name}@1.0.0`, `/${name}`),
  given(`${name}@1.0.0`, `/${name}`),
]);

test("where other releases have one address each, those of a release that has two are followed", () => {
  const two = [given("odd@1.0.0", "/odd"), given("odd@1.0.0", "/odd.old")];
  expect(findOddDownloads([...usual, ...two])).toEqual(two);
});

test("a signature makes no other address, and the last one is taken", () => {
  const signed = [
    given("odd@1.0.0", "/odd?sig=1"),
    given("odd@1.0.0", "/odd?sig=2"),
    given("odd@1.0.0", "/old"),
  ];
  expect(findOddDownloads([...usual, ...signed])).toEqual(signed.slice(1));
});

test("nothing is followed where each release has one address, or each response another", () => {
  expect(findOddDownloads(usual)).toEqual([]);
  expect(
    findOddDownloads(usual.map((one, place) => ({ ...one, url: `${one.url}/${place}` }))),
  ).toBeUndefined();
});

test("the addresses of two releases are followed at most", () => {
  const odd = ["x", "y", "z"].flatMap((name) => [
    given(`${name}@1.0.0`, `/${name}/1`),
    given(`${name}@1.0.0`, `/${name}/2`),
  ]);
  expect(
    findOddDownloads([...usual, ...usual.map((one) => ({ ...one, release: `2${one.release}` })), ...odd])
      ?.length,
  ).toBe(4);
});
