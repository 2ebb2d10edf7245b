import type { JSX } from "hono/jsx/jsx-runtime";

/** A command with a copy button, which is hidden without JavaScript. */
export function Command({ label, text }: { readonly label: string; readonly text: string }): JSX.Element {
  return (
    <div class="command">
      <code>{text}</code>
      <button type="button" data-copy aria-label={`Copy: ${label}`}>
        Copy
      </button>
    </div>
  );
}
