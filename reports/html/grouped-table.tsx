import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";
import { raw } from "hono/html";
import { formatCount } from "../measures.ts";
import type { PackedBlock } from "./packed-block.ts";
import type { TableRow } from "./table-row.ts";

/** One group of rows, with its roll-up: a cell for each column after the first. */
export interface TableGroup {
  readonly name: string;
  readonly label: string;
  readonly cells: readonly Child[];
}

interface GroupedTableProps {
  readonly label: string;
  readonly head: JSX.Element;
  readonly columns: number;
  readonly groups: readonly TableGroup[];
  readonly rows: readonly TableRow[];
}

/** This many elements of rows are in the page from the beginning; the script adds the others. */
const maxElements = 1400;

/** The rows that the page has from the beginning: the differences, as far as they fit. */
function takeStatic(rows: readonly TableRow[]): ReadonlySet<TableRow> {
  const taken = new Set<TableRow>();
  let elements = 0;
  for (const row of rows) {
    if (!row.differs) continue;
    elements += row.html.match(/<[a-z]/gu)?.length ?? 0;
    if (elements > maxElements) break;
    taken.add(row);
  }
  return taken;
}

/** The filter of a grouped table, for the script. */
function TableFilter({ rows, label }: Pick<GroupedTableProps, "rows" | "label">): JSX.Element {
  const skipped = rows.filter((row) => row.differsWithSkipped && !row.differs).length;
  const hasEqualRows = rows.some((row) => !row.differsWithSkipped);
  return (
    <form id="table-filter" class="filters with-script" role="search" aria-label={`Filter: ${label}`}>
      <div class="fields">
        <label class="field wide">
          <span>
            Search <kbd>/</kbd>
          </span>
          <input
            type="search"
            name="words"
            autocomplete="off"
            spellcheck={false}
            placeholder="id, rule, chapter, …"
          />
        </label>
        {hasEqualRows ? (
          <label class="toggle">
            <input type="checkbox" name="all" />
            Also rows without a difference
          </label>
        ) : null}
        <label class="toggle">
          <input type="checkbox" name="skipped" />
          Count skipped as a difference ({formatCount(skipped)})
        </label>
        <output id="shown-rows" for="table-filter" />
      </div>
    </form>
  );
}

/**
 * A table with its rows in groups and a roll-up for each group. Its head stays in sight while it scrolls. The page has the
 * differences; the script adds the other rows when the reader asks for them.
 */
export function GroupedTable({ label, head, columns, groups, rows }: GroupedTableProps): JSX.Element {
  const shown = takeStatic(rows);
  return (
    <>
      <TableFilter rows={rows} label={label} />
      <div class="scrolled" role="region" aria-label={label} tabindex={0}>
        <table class="grouped">
          <thead>{head}</thead>
          {groups.map(({ name, label: text, cells }) => (
            <tbody data-group={name}>
              <tr class="roll-up">
                <th scope="rowgroup">
                  <button type="button" class="with-script" aria-expanded="false" data-toggle={name}>
                    {text}
                  </button>
                  <span class="without-script">{text}</span>
                </th>
                {cells.map((cell) => (
                  <td>{cell}</td>
                ))}
                {cells.length < columns ? <td colspan={columns - cells.length} /> : null}
              </tr>
              {rows.filter((row) => row.group === name && shown.has(row)).map(({ html }) => raw(html))}
            </tbody>
          ))}
        </table>
      </div>
    </>
  );
}

/** All rows of a grouped table, for its script. */
export function toTableBlock(rows: readonly TableRow[]): PackedBlock {
  return { name: "rows", value: rows };
}
