import { expect, test } from "vitest";
import { drawTraits, plainTraits, userAgent, writeFields } from "./traits.ts";

const ids = Array.from({ length: 400 }, (_, index) => `trust/some-check.scoped#${index}`);

test("the same request has the same traits, and other seeds give others", () => {
  const drawn = (seed: number): readonly unknown[] => ids.map((id) => JSON.stringify(drawTraits(seed, id)));
  expect(drawn(1)).toEqual(drawn(1));
  expect(drawn(1)).not.toEqual(drawn(2));
});

test("half of the requests are plain, and each trait is drawn", () => {
  const all = ids.map((id) => drawTraits(7, id));
  const plainCount = all.filter((traits) => traits === plainTraits).length;
  expect(plainCount).toBeGreaterThan(120);
  expect(plainCount).toBeLessThan(280);
  expect(new Set(all.map(({ accept }) => accept)).size).toBe(3);
  expect(new Set(all.map((traits) => traits.userAgent)).size).toBe(3);
  expect(new Set(all.map(({ toCase }) => toCase("user-agent")))).toEqual(
    new Set(["user-agent", "User-Agent", "USER-AGENT"]),
  );
});

test("every request accepts JSON and problems, and names the suite first", () => {
  for (const id of ids) {
    const traits = drawTraits(3, id);
    expect(traits.accept === "*/*" || /application\/json/.test(traits.accept)).toBe(true);
    expect(traits.accept === "*/*" || /application\/problem\+json/.test(traits.accept)).toBe(true);
    expect(traits.userAgent.startsWith(userAgent)).toBe(true);
  }
});

test("the preflight, its release and the clean-up are plain", () => {
  for (const actor of ["preflight", "clean-up", "given/shared-release.scoped"])
    for (let ordinal = 0; ordinal < 50; ordinal++)
      expect(drawTraits(ordinal, `${actor}#${ordinal}`)).toBe(plainTraits);
});

test("only the names of fields change", () => {
  const upper = ids.map((id) => drawTraits(1, id)).find(({ toCase }) => toCase("accept") === "ACCEPT");
  expect(writeFields(upper ?? plainTraits, [["idempotency-key", "Key-1"]])).toEqual([
    ["IDEMPOTENCY-KEY", "Key-1"],
  ]);
});
