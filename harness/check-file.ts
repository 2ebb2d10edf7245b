/** How a chapter is written: a title and check files in order, each one value with defaults for what it holds. */
import type { Chapter, Check, Invariant, Observation, Untested } from "./check.ts";

/** Members that a file states once for its checks, invariants and observations; each of them may state its own. */
type Defaults = Pick<Check, "source" | "operations"> &
  Partial<Pick<Check, "level" | "reading" | "needs" | "uses" | "covers" | "forms" | "from">>;

/** An entry that may leave out what its file states. */
type Entry<T> = Omit<T, keyof Defaults> & Partial<Pick<T, keyof Defaults & keyof T>>;

/** A check, an invariant or an observation as it stands in a file: it may leave out the members that its file states. */
export type CheckEntry = Entry<Check>;
export type InvariantEntry = Entry<Invariant>;
export type ObservationEntry = Entry<Observation>;

/** The checks of one group of rules. A level that is not stated is `must`. */
export interface CheckFile extends Defaults {
  readonly checks?: readonly Entry<Check>[];
  readonly invariants?: readonly Entry<Invariant>[];
  readonly observations?: readonly Entry<Observation>[];
  readonly untested?: readonly Entry<Untested>[];
}

interface ChapterOutline extends Pick<Chapter, "id" | "title" | "sentences"> {
  readonly files: readonly CheckFile[];
}

/** The chapter that the outline describes, each entry with the defaults of its file. */
export function toChapter({ id, title, sentences = [], files }: ChapterOutline): Chapter {
  return {
    id,
    title,
    sentences,
    checks: files.flatMap((file) => (file.checks ?? []).map((check) => ({ ...defaultsOf(file), ...check }))),
    invariants: files.flatMap(({ invariants = [], level = "must", source, operations }) =>
      invariants.map((invariant) => ({ level, source, operations, ...invariant })),
    ),
    observations: files.flatMap((file) => {
      const { level: _level, reading: _reading, uses: _uses, ...defaults } = defaultsOf(file);
      return (file.observations ?? []).map((observation) => ({ ...defaults, ...observation }));
    }),
    untested: files.flatMap(({ untested = [], source }) => untested.map((rule) => ({ source, ...rule }))),
  };
}

function defaultsOf(file: CheckFile): Defaults & Pick<Check, "level"> {
  const {
    checks: _checks,
    invariants: _invariants,
    observations: _observations,
    untested: _untested,
    ...defaults
  } = file;
  return { level: "must", ...defaults };
}
