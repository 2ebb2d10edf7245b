/** The command or its target file is wrong (exit code 2). The message says what to change. */
export class TargetError extends Error {
  override readonly name = "TargetError";
}

/** One thing that is wrong in a target file. */
export interface Mistake {
  /** JSON pointer of the value. */
  readonly pointer: string;
  readonly text: string;
}

/** Gives the place of a value in the file, such as `line 3, column 5`; undefined if it has none. */
export type Locate = (pointer: string) => string | undefined;

/**
 * All mistakes of a target file: in one line if there is one, else in a line each, in the order of the file.
 * @param label how messages call the file
 */
export function toTargetError(
  mistakes: readonly Mistake[],
  label: string,
  locate: Locate = () => undefined,
): TargetError {
  const lines = mistakes
    .map(({ pointer, text }) => ({ text, place: locate(pointer) }))
    .toSorted((one, other) => comparePlaces(one.place, other.place));
  const [only] = lines;
  if (only !== undefined && lines.length === 1)
    return new TargetError(
      `Cannot read ${label}: ${only.text}${only.place === undefined ? "" : ` (${only.place})`}`,
    );
  const listed = lines.map(({ text, place }) => `  ${place === undefined ? "" : `${place}: `}${text}`);
  return new TargetError([`Cannot read ${label}: ${lines.length} mistakes`, ...listed].join("\n"));
}

/** By line, then by column; what has no place comes last. */
function comparePlaces(one: string | undefined, other: string | undefined): number {
  const [[line, column], [otherLine, otherColumn]] = [toNumbers(one), toNumbers(other)];
  return line - otherLine || column - otherColumn;
}

function toNumbers(place = ""): readonly [line: number, column: number] {
  const [line = Number.MAX_SAFE_INTEGER, column = 0] = (place.match(/\d+/gu) ?? []).map(Number);
  return [line, column];
}
