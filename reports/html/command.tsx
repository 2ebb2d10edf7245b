import type { JSX } from "hono/jsx/jsx-runtime";
import { splitCommand } from "./command-words.ts";

interface CommandProps {
  readonly label: string;
  readonly text: string;
  /** Whether it repeats what the report shows: an issue about it has this command. */
  readonly repeats?: boolean;
}

/** A command that a line does not break inside an argument. */
export function CommandText({ text }: { readonly text: string }): JSX.Element {
  return (
    <>
      {splitCommand(text).map((piece) =>
        piece.isArgument ? <span class="argument">{piece.text}</span> : piece.text,
      )}
    </>
  );
}

/** A command with a copy button, which is hidden without JavaScript. */
export function Command({ label, text, repeats = false }: CommandProps): JSX.Element {
  return (
    <div class="command" data-repeat={repeats ? "" : undefined}>
      <code>
        <CommandText text={text} />
      </code>
      <button type="button" data-copy aria-label={`Copy: ${label}`}>
        Copy
      </button>
    </div>
  );
}
