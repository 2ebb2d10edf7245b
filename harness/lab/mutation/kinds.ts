/** Why a surviving mutant of the reference server may not be judged. What is not named here counts as missed. */

/** The kinds of mutants that no suite may judge, or that change nothing it could see. */
export type Kind = "wording" | "open" | "unreached" | "outside" | "equal";

/** Survivors in some rules of a file, all of one kind. */
export interface Named {
  /** The path below `reference-server/`. */
  readonly file: string;
  readonly rules: "every" | readonly string[];
  /** Only those whose change, `before => after`, matches. */
  readonly change?: RegExp;
  readonly kind: Kind;
  /** What the specification leaves open, or why nothing can be seen. */
  readonly why: string;
}

/** What each kind means. */
export const meanings: Readonly<Record<Kind, string>> = {
  wording: "the words of a `detail` or a `reason`, which are never judged",
  open: "the specification leaves it open, and the other behaviour is legal",
  unreached: "code that this run does not reach, such as the limiter, which is off",
  outside: "not part of the API: transfers behind opaque addresses, unknown paths",
  equal: "the change has no effect that a client could see",
};
