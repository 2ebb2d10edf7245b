/** What a recording shows to be true of a request. */
import type { Operation } from "../../../../schemas/report.ts";

/** What a level is true of. */
type Source =
  /** Which of several addresses, servers or copies answered. */
  | "origin"
  /** The response, in a field by which a server or a cache names itself. */
  | "response"
  | "caller"
  /** A part of what a token of the states hook allows. */
  | "token"
  | "form"
  | "request"
  /** A member of the body of the request. */
  | "member"
  /** A header field that the run draws at random for each request. */
  | "field"
  | "version"
  /** The release and its volume, when the request was sent. */
  | "release"
  /** What was done to them before. */
  | "event"
  /** A number that is larger than in all other responses. */
  | "number";

/** Something that is true of a request or of what came before it. */
export interface Level {
  readonly of: Source;
  readonly words: string;
  /** The words where it is not there; `not` and its words if there are none. */
  readonly absent?: string;
  /** True if it is meant that the level is not there. */
  readonly isNegated?: boolean;
  /** True for what was done to another version than the one that the response is about. */
  readonly isBeside?: boolean;
  /** True for what else the volume has. */
  readonly isOfVolume?: boolean;
  /** True for how the key of the request is spelt. */
  readonly isSpelling?: boolean;
  /** True for the state of the release. */
  readonly isState?: boolean;
  /** True for a request that was refused. */
  readonly isRefusal?: boolean;
  readonly operation?: Operation;
  /** The anchor of the specification that it is about. */
  readonly anchor?: string;
}

/** A level in words that begin with `with`. */
export function withLevel(of: Source, what: string): Level {
  return { of, words: `with ${what}`, absent: `without ${what}` };
}

/** True for what came before, of which there is much: one response has some of it by chance. */
export function isHistory({ of }: Pick<Level, "of">): boolean {
  return of === "release" || of === "event";
}

/** The state in which the release of a request is. */
export function stateLevel(state: string): Level {
  return { ...withLevel("release", `the state \`${state}\` of the release`), isState: true };
}

/** The words of a level, or those for where it is not there. */
export function toWords({ words, absent = `not ${words}`, isNegated = false }: Level): string {
  return isNegated ? absent : words;
}

/** True if one of the levels has the same words. */
export function hasLevel(levels: readonly Level[], { words }: Level): boolean {
  return levels.some((level) => level.words === words);
}

/** Each level once: much is done several times. */
export function distinct(levels: readonly Level[]): readonly Level[] {
  return [...new Map(levels.map((level) => [level.words, level])).values()];
}

/** What is no level where it lacks: one form of names, or one token, is not another. Nor is what is drawn at random. */
const ofEach: ReadonlySet<Level["of"]> = new Set(["form", "caller", "token", "field"]);

/** True for what a request or its release has: that nothing was done before says little. */
export function canLack({ of, absent }: Level): boolean {
  return absent !== undefined && !ofEach.has(of);
}

/** What every operation may have: names and versions. */
export const ofNames: ReadonlySet<Level["of"]> = new Set(["version", "form"]);

/** What a check varies to make a request wrong. */
export const ofInput: ReadonlySet<Level["of"]> = new Set(["version", "member"]);

/** What the text of a request or of a response has: members and header fields. */
export const ofText: ReadonlySet<Level["of"]> = new Set(["response", "member", "field"]);
