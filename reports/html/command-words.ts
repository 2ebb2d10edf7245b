/** A shell command in pieces, for the renderer and for the page's script: a line may break between two arguments only. */

/** A piece of a command; an argument is not broken, unless it is longer than a line. */
export interface CommandPiece {
  readonly text: string;
  readonly isArgument: boolean;
}

const argument = /((?:'[^']*'|"[^"]*"|\\.|[^\s'"\\])+)/u;

/** Where a browser may break a line: not between letters. */
const breakable = /[^\w.]/u;

/** The pieces of a command, in order: together they are its text. */
export function splitCommand(command: string): readonly CommandPiece[] {
  return command
    .split(argument)
    .map((text, place) => ({ text, isArgument: place % 2 === 1 && text.length > 1 && breakable.test(text) }))
    .filter(({ text }) => text !== "");
}
