import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";
import { formatCount } from "../measures.ts";

/** A section that is folded until the reader opens it or follows a link to it. */
export function FoldedSection({
  id,
  title,
  count,
  children,
}: {
  readonly id: string;
  readonly title: string;
  /** A number, or what is counted in words. */
  readonly count?: number | string;
  readonly children: Child;
}): JSX.Element {
  return (
    <section aria-labelledby={id}>
      <details class="folded">
        <summary>
          <h2 id={id}>{title}</h2>
          {count === undefined ? null : (
            <span class="quiet">{typeof count === "number" ? formatCount(count) : count}</span>
          )}
        </summary>
        {children}
      </details>
    </section>
  );
}
