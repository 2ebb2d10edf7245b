/** Vectors of scopes, name segments, volume names, versions and release purls: from the generators of the suite. */
import { type Arbitrary, tuple } from "fast-check";
import {
  labels,
  labelsWithDoubleHyphen,
  labelsWithForeignCharacter,
  labelsWithHyphenAtEnd,
  labelsWithHyphenAtStart,
  toLabelOfLength,
} from "../../../suites/inputs/names.ts";
import {
  versions,
  versionsOfOtherShape,
  versionsWithEmptyIdentifier,
  versionsWithForeignCharacter,
  versionsWithLeadingZero,
} from "../../../suites/inputs/versions.ts";
import { toFullName, toPurl, type Volume } from "../../exchange/volume.ts";
import { draw, toVectors, type Vector, type VectorGroup, type VectorSet } from "./vector.ts";

const maxScope = 64;
const maxSegment = 128;

function labelGroups(longest: number): readonly VectorGroup[] {
  return [
    {
      result: "valid",
      reason: "lowercase letters, digits and single hyphens, with a letter or digit at both ends",
      values: ["a", "7", "a-b", "0-0", ...draw(labels(longest))],
    },
    {
      result: "valid",
      reason: `exactly ${longest} characters`,
      values: [toLabelOfLength("longest", longest)],
    },
    {
      result: "invalid",
      reason: `more than ${longest} characters`,
      values: [toLabelOfLength("longest", longest + 1)],
    },
    { result: "invalid", reason: "empty", values: [""] },
    { result: "invalid", reason: "two consecutive hyphens", values: draw(labelsWithDoubleHyphen(longest)) },
    {
      result: "invalid",
      reason: "ends with a hyphen",
      values: ["-", ...draw(labelsWithHyphenAtEnd(longest))],
    },
    { result: "invalid", reason: "starts with a hyphen", values: draw(labelsWithHyphenAtStart(longest)) },
    {
      result: "invalid",
      reason: "a character that is not a lowercase letter, a digit or a hyphen",
      values: ["A", "a_b", "a.b", ...draw(labelsWithForeignCharacter(longest), 24)],
    },
  ];
}

const volumes: Arbitrary<Volume> = tuple(labels(maxScope), labels(maxSegment)).map(([scope, segment]) => ({
  scope,
  segment,
}));

function volumeNameGroups(): readonly VectorGroup[] {
  const longest = `@${toLabelOfLength("scope", maxScope)}/${toLabelOfLength("name", maxSegment)}`;
  return [
    { result: "valid", reason: "a scope and a name segment", values: draw(volumes.map(toFullName)) },
    { result: "valid", reason: "a name segment without a scope", values: draw(labels(maxSegment)) },
    { result: "valid", reason: `exactly ${longest.length} characters`, values: [longest] },
    { result: "invalid", reason: "the scope is too long", values: [longest.replace("/", "x/")] },
    { result: "invalid", reason: "the name segment is too long", values: [`${longest}x`] },
    { result: "invalid", reason: "the scope is empty", values: ["@/name"] },
    { result: "invalid", reason: "the name segment is missing", values: ["@scope", "@scope/"] },
    { result: "invalid", reason: "a scope without `@`", values: ["scope/name"] },
    { result: "invalid", reason: "more than two parts", values: ["@scope/name/more"] },
    { result: "invalid", reason: "a malformed scope", values: ["@Scope/name", "@a--b/name", "@-a/name"] },
    {
      result: "invalid",
      reason: "a malformed name segment",
      values: ["@scope/Name", "@scope/a--b", "@scope/a-"],
    },
  ];
}

function versionGroups(): readonly VectorGroup[] {
  return [
    {
      result: "valid",
      reason: "SemVer 2.0.0 syntax",
      values: [
        "0.0.0",
        "1.0.0",
        "1.0.0-0",
        "1.0.0-rc.1",
        "1.0.0+001",
        "1.0.0-0a.-.--",
        ...draw(versions(), 24),
      ],
    },
    {
      result: "invalid",
      reason: "a leading zero",
      values: ["01.0.0", "1.0.0-01", ...draw(versionsWithLeadingZero(), 12)],
    },
    {
      result: "invalid",
      reason: "an empty identifier",
      values: ["1.0.0-", "1.0.0+", ...draw(versionsWithEmptyIdentifier(), 12)],
    },
    {
      result: "invalid",
      reason: "not three numbers, or something before or after them",
      values: ["", "1", "1.0", "v1.0.0", "latest", ...draw(versionsOfOtherShape(), 16)],
    },
    {
      result: "invalid",
      reason: "a character that identifiers do not have, or a second plus sign",
      values: draw(versionsWithForeignCharacter(), 16),
    },
    {
      result: "open",
      reason:
        "SemVer 2.0.0 syntax, but longer or larger than many implementations store; the specification gives no limit",
      values: ["99999999999999999999.0.0", `1.0.0-${"x".repeat(250)}`],
    },
  ];
}

/** A release purl, and the release that it names. */
export interface PurlVector extends Vector {
  readonly name?: string;
  readonly version?: string;
}

const releases = tuple(volumes, labels(maxSegment), versions()).map(([volume, segment, version]) => [
  { volume, version },
  { volume: { segment }, version },
]);

function purlVectors(): readonly PurlVector[] {
  const named = new Map<string, { readonly name: string; readonly version: string }>();
  const valid = draw(
    releases.map((pair) => {
      const texts = pair.map((release) => {
        const purl = toPurl(release);
        named.set(purl, { name: toFullName(release.volume), version: release.version });
        return purl;
      });
      return texts.join(" ");
    }),
  ).flatMap((pair) => pair.split(" "));
  const vectors = toVectors("purl", [
    { result: "valid", reason: "the template with a name and a version", values: valid },
    {
      result: "open",
      reason:
        "the `+` of build metadata as `%2B`: the rules of purl encode it, and the template does not say",
      values: ["pkg:volume/%40scope/name@1.0.0%2Bbuild.1"],
    },
    {
      result: "invalid",
      reason: "the `@` of the scope is not encoded",
      values: ["pkg:volume/@scope/name@1.0.0"],
    },
    { result: "invalid", reason: "the scope has no `%40`", values: ["pkg:volume/scope/name@1.0.0"] },
    {
      result: "invalid",
      reason: "another type",
      values: ["pkg:generic/name@1.0.0", "pkg:npm/%40scope/name@1.0.0"],
    },
    {
      result: "invalid",
      reason: "no version",
      values: ["pkg:volume/name", "pkg:volume/%40scope/name", "pkg:volume/name@"],
    },
    {
      result: "invalid",
      reason: "a malformed version",
      values: ["pkg:volume/name@v1.0.0", "pkg:volume/name@1.0", "pkg:volume/name@01.0.0"],
    },
    {
      result: "invalid",
      reason: "a malformed name",
      values: ["pkg:volume/Name@1.0.0", "pkg:volume/%40a--b/name@1.0.0", "pkg:volume/%40/name@1.0.0"],
    },
    {
      result: "invalid",
      reason: "qualifiers or a subpath",
      values: ["pkg:volume/name@1.0.0?arch=x", "pkg:volume/name@1.0.0#src"],
    },
    {
      result: "invalid",
      reason: "not a purl",
      values: ["", "volume/name@1.0.0", "pkg:volume/", "pkg://volume/name@1.0.0"],
    },
  ]);
  return vectors.map((vector) => ({ ...vector, ...named.get(vector.value) }));
}

export function nameVectors(): readonly VectorSet[] {
  const source = "Resources and their fields, Shared formats";
  return [
    { name: "scopes", subject: "a scope", source, vectors: toVectors("scope", labelGroups(maxScope)) },
    {
      name: "name-segments",
      subject: "a name segment",
      source,
      vectors: toVectors("name-segment", labelGroups(maxSegment)),
    },
    {
      name: "volume-names",
      subject: "a volume name",
      source,
      vectors: toVectors("volume-name", volumeNameGroups()),
    },
    { name: "versions", subject: "a version", source, vectors: toVectors("version", versionGroups()) },
    { name: "purls", subject: "a release purl", source, vectors: purlVectors() },
  ];
}
