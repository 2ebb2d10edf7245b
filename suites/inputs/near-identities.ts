/** Well-formed names and versions that are nearly a given one, so that a comparison that is not exact is noticed. */
import type { Volume } from "../../harness/exchange/volume.ts";
import { maxSegmentLength } from "./names.ts";

/** A name that is nearly another one, and how it differs. */
export interface Near<T> {
  readonly difference: string;
  readonly value: T;
}

const maxScopeLength = 64;

/** A label that begins with the given one: one character longer, or with another last character if there is no room. */
function toLonger(label: string, most: number): string {
  return label.length < most ? `${label}x` : `${label.slice(0, -1)}${label.endsWith("x") ? "y" : "x"}`;
}

/** A label that the given one begins with, at least one character shorter. Undefined for a label of one character. */
function toShorter(label: string): string | undefined {
  const shorter = label.slice(0, -1).replace(/-$/, "");
  return shorter === "" ? undefined : shorter;
}

/** A label that the given one ends with, one character shorter. Undefined if that is no label. */
function toEnding(label: string): string | undefined {
  const ending = label.slice(1);
  return /^[a-z]/.test(ending) ? ending : undefined;
}

function near<T>(difference: string, value: T | undefined): readonly Near<T>[] {
  return value === undefined ? [] : [{ difference, value }];
}

/** The label with a hyphen after its first character, or without the one that is there. Undefined if that is no label. */
function withOtherHyphen(label: string, most: number): string | undefined {
  const other = label[1] === "-" ? label.replace("-", "") : `${label.slice(0, 1)}-${label.slice(1)}`;
  return other.length <= most && /^[a-z0-9](?:-?[a-z0-9])*$/.test(other) ? other : undefined;
}

/** Scopes whose name begins like that of the given one, longer and shorter, one that ends like it, and one that differs in a hyphen. */
export function nearScopes(scope: string): readonly Near<string>[] {
  return [
    ...near("a longer scope", toLonger(scope, maxScopeLength)),
    ...near("a shorter scope", toShorter(scope)),
    ...near("a scope that ends alike", toEnding(scope)),
    ...near("a scope with another hyphen", withOtherHyphen(scope, maxScopeLength)),
  ];
}

/**
 * Volumes whose name begins alike, and the volume of the same name in the other form.
 * @param scope for an unscoped volume, the scope of its namesake
 */
export function nearVolumes(volume: Volume, scope: string): readonly Near<Volume>[] {
  const { segment } = volume;
  const shorter = toShorter(segment);
  return [
    ...near("a longer name", { ...volume, segment: toLonger(segment, maxSegmentLength) }),
    ...near("a shorter name", shorter === undefined ? undefined : { ...volume, segment: shorter }),
    ...near("the same name in the other form", volume.scope === undefined ? { scope, segment } : { segment }),
  ];
}

/** A volume that does not exist: the same name in another scope, or for an unscoped volume another name that begins alike. */
export function unknownVolume({ scope, segment }: Volume): Volume {
  const absent = (label: string, most: number): string => `${label.slice(0, most - 8)}x0absent`;
  return scope === undefined
    ? { segment: absent(segment, maxSegmentLength) }
    : { scope: absent(scope, maxScopeLength), segment };
}

/** Versions with the same two numbers and another patch, minor or major number, which no check publishes. */
export function versionsWithOtherNumbers(version: string): readonly string[] {
  return [
    version.replace(/^(\d+\.\d+)\.\d+/, "$1.9873"),
    version.replace(/^(\d+)\.\d+/, "$1.9873"),
    version.replace(/^\d+/, "9873"),
  ];
}

/** The version with a higher patch number that is the same to a program that keeps numbers in 32 bits. */
export function equalIn32Bits(version: string): string {
  return version.replace(
    /^(\d+\.\d+\.)(\d+)/,
    (_, before: string, patch: string) => `${before}${Number(patch) + 2 ** 32}`,
  );
}

/**
 * Versions that begin alike: with one more digit, with one less, a prerelease, and the release of a prerelease.
 * None has build metadata: a registry may take two builds of a version for one.
 */
export function nearVersions(version: string): readonly Near<string>[] {
  const [build = version] = version.split("+");
  const [core = build] = build.split("-");
  const isPrerelease = core !== build;
  const endsInZero = core.endsWith(".0");
  const shorter = /\d\d$/.test(core) ? core.slice(0, -1) : undefined;
  return [
    ...near(
      "a version with one more digit",
      endsInZero && !isPrerelease ? core.replace(/0$/, "10") : `${build}0`,
    ),
    ...near("a version with one digit less", isPrerelease ? undefined : shorter),
    ...near("a prerelease of the version", isPrerelease ? undefined : `${build}-rc.1`),
    ...near("the release of the prerelease", isPrerelease ? core : undefined),
  ];
}
