import type { JSX } from "hono/jsx/jsx-runtime";

interface CommandProps {
  readonly label: string;
  readonly text: string;
  /** Whether it repeats what the report shows: an issue about it has this command. */
  readonly repeats?: boolean;
}

/** A command with a copy button, which is hidden without JavaScript. */
export function Command({ label, text, repeats = false }: CommandProps): JSX.Element {
  return (
    <div class="command" data-repeat={repeats ? "" : undefined}>
      <code>{text}</code>
      <button type="button" data-copy aria-label={`Copy: ${label}`}>
        Copy
      </button>
    </div>
  );
}
