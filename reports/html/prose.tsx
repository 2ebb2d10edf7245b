import type { JSX } from "hono/jsx/jsx-runtime";

/** A sentence of the suite; what it has between backticks is code. */
export function Prose({ text }: { readonly text: string }): JSX.Element {
  const parts = text.split(/`([^`\n]+)`/u);
  return <>{parts.map((part, place) => (place % 2 === 1 ? <code>{part}</code> : part))}</>;
}
