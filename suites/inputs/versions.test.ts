import { type Arbitrary, assert, property } from "fast-check";
import { valid } from "semver";
import { expect, test } from "vitest";
import { version as isVersion } from "../../schemas/compiled/wire.js";
import {
  foreignVersionCharacters,
  versions,
  versionsOfOtherShape,
  versionsWithEmptyIdentifier,
  versionsWithForeignCharacter,
  versionsWithLeadingZero,
} from "../../suites/inputs/versions.ts";

const runs = { numRuns: 3000 };

test("well-formed versions are versions, for the wire's validator and for semver alike", () => {
  assert(
    property(versions(), (version) => isVersion(version) && valid(version) !== null),
    runs,
  );
});

test("well-formed versions have fewer than 64 characters", () => {
  assert(
    property(versions(), (version) => version.length < 64),
    runs,
  );
});

const broken: Readonly<Record<string, () => Arbitrary<string>>> = {
  versionsWithLeadingZero,
  versionsWithEmptyIdentifier,
  versionsOfOtherShape,
  versionsWithForeignCharacter,
};

test.each(Object.keys(broken))("%s gives no version", (name) => {
  assert(
    property(broken[name]?.() ?? versions(), (version) => !isVersion(version)),
    runs,
  );
});

test("no foreign character may stand in a version", () => {
  for (const character of foreignVersionCharacters) {
    expect(isVersion(`1.0.0-a${character}b`), JSON.stringify(character)).toBe(false);
    expect(isVersion(`1.0.0+a${character}b`), JSON.stringify(character)).toBe(false);
  }
});
