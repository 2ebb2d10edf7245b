import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";

/** The address of each report's page, relative to the page that links to it; none where there is no such page. */
export type ReportLinks = readonly (string | undefined)[];

/** A link to a report's page, or to one requirement in it; the text alone where there is no page. */
export function ReportLink({
  link,
  id,
  children,
}: {
  readonly link: string | undefined;
  readonly id?: string;
  readonly children: Child;
}): JSX.Element {
  if (link === undefined) return <>{children}</>;
  return (
    <a class="report-link" href={id === undefined ? link : `${link}#${id}`}>
      {children}
    </a>
  );
}
