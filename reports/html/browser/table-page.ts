/** The script of the pages with a grouped table: the comparison and the matrix. It shows the rows that match the filter. */
import type { TableRow } from "../table-row.ts";
import { closestToTarget, findAll, findById } from "./elements.ts";
import { readPacked } from "./packed.ts";

interface TableState {
  readonly expanded: Set<string>;
  readonly form: HTMLFormElement;
}

function createMatcher({ expanded, form }: TableState): (row: TableRow) => boolean {
  const data = new FormData(form);
  const text = data.get("words");
  const words = (typeof text === "string" ? text : "").toLowerCase().split(/\s+/u);
  return (row) => {
    const isDifference = data.has("skipped") ? row.differsWithSkipped : row.differs;
    const isWanted = isDifference || data.has("all") || expanded.has(row.group);
    return isWanted && words.every((word) => row.text.includes(word));
  };
}

/** Rows of HTML that our renderer wrote and escaped. */
function parseRows(rows: readonly TableRow[]): DocumentFragment {
  const template = document.createElement("template");
  template.innerHTML = rows.map(({ html }) => html).join("");
  return template.content;
}

async function showRows(state: TableState): Promise<void> {
  // the renderer wrote the block for this page
  const rows = (await readPacked("rows")) as readonly TableRow[];
  const shown = rows.filter(createMatcher(state));
  for (const group of findAll(document, "tbody[data-group]", HTMLTableSectionElement)) {
    const name = group.dataset["group"] ?? "";
    const own = shown.filter((row) => row.group === name);
    for (const row of findAll(group, "tr:not(.roll-up)", HTMLTableRowElement)) row.remove();
    group.append(parseRows(own));
    for (const button of findAll(group, "[data-toggle]", HTMLButtonElement))
      button.setAttribute("aria-expanded", String(state.expanded.has(name)));
  }
  findById("shown-rows", HTMLOutputElement).textContent = `${shown.length} of ${rows.length} rows`;
}

function startTable(form: HTMLFormElement): void {
  const state: TableState = { expanded: new Set(), form };
  form.addEventListener("input", () => void showRows(state));
  form.addEventListener("submit", (event) => event.preventDefault());
  document.addEventListener("click", (event) => {
    const name = closestToTarget(event, "[data-toggle]", HTMLButtonElement)?.dataset["toggle"];
    if (name === undefined) return;
    if (!state.expanded.delete(name)) state.expanded.add(name);
    void showRows(state);
  });
  document.addEventListener("keydown", ({ key, target, ctrlKey, metaKey, altKey }) => {
    if (key !== "/" || ctrlKey || metaKey || altKey || target instanceof HTMLInputElement) return;
    findAll(form, "input[type=search]", HTMLInputElement)[0]?.focus();
  });
}

document.documentElement.classList.add("has-script");
const form = document.getElementById("table-filter");
if (form instanceof HTMLFormElement) startTable(form);
