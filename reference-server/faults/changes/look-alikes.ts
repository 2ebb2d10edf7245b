/** Changes that take versions of one volume for one another. */
import type { Call } from "../../call.ts";
import { releasesOf } from "../../lookup.ts";
import type { Release } from "../../store.ts";

/** Whether the version that somebody asks for is taken for another one. */
export type Alike = (asked: string, other: string) => boolean;

export const withoutLetterCase: Alike = (asked, other) => asked.toLowerCase() === other.toLowerCase();

/** The version is a regular expression, in which a dot stands for any character. */
export const asPattern: Alike = (asked, other) => new RegExp(`^${asked.replaceAll("+", "\\+")}$`).test(other);

/** As `LIKE` compares: `_` stands for any character. */
export const asSqlPattern: Alike = (asked, other) =>
  asked.length === other.length && [...asked].every((letter, at) => letter === "_" || letter === other[at]);

export const inFirst44: Alike = (asked, other) => asked.slice(0, 44) === other.slice(0, 44);

/** Each number of the version is kept in 32 bits. */
export const in32Bits: Alike = (asked, other) => {
  const cut = (version: string): string =>
    version.replaceAll(/\d+/g, (digits) => String(BigInt.asUintN(32, BigInt(digits))));
  return cut(asked) === cut(other);
};

/** The other versions of the volume that are taken for this one. */
export function othersLike({ name, version }: Release, isAlike: Alike, call: Call): readonly Release[] {
  return releasesOf(name, call).filter(
    (other) => other.version !== version && isAlike(version, other.version),
  );
}
