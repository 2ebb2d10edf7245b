import { loadAllRows, openAround } from "./chapters.ts";
import { copyText, linkTo } from "./copy-button.ts";
import { closestToTarget, findAll, findById } from "./elements.ts";
import { showRow } from "./links.ts";

const failures = "details.requirement:is(.failed, .errored, .warned):not([hidden])";

/** The row with the focus, or the row that a link led to. */
function currentRow(): HTMLDetailsElement | undefined {
  const row = document.activeElement?.closest("details.requirement, details.cause");
  return row instanceof HTMLDetailsElement ? row : undefined;
}

function isAfter(one: Node, other: Node): boolean {
  return (other.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}

/** Opens the next or the previous failure; after the last one it starts again. */
async function moveBy(step: 1 | -1): Promise<void> {
  await loadAllRows();
  const rows = findAll(document, failures, HTMLDetailsElement);
  const from = document.activeElement ?? document.body;
  const isElsewhere = from === document.body;
  const next = isElsewhere
    ? step === 1
      ? rows[0]
      : rows.at(-1)
    : step === 1
      ? rows.find((row) => isAfter(row, from) && !row.contains(from))
      : rows.findLast((row) => isAfter(from, row) && !row.contains(from));
  const row = next ?? (step === 1 ? rows[0] : rows.at(-1));
  if (row === undefined) return;
  openAround(row);
  row.open = true;
  showRow(row);
}

function toggleKeys(dialog: HTMLDialogElement): void {
  if (dialog.open) dialog.close();
  else dialog.showModal();
}

function pressKey(key: string, dialog: HTMLDialogElement): boolean {
  const row = currentRow();
  if (key === "?") toggleKeys(dialog);
  else if (key === "n") void moveBy(1);
  else if (key === "p") void moveBy(-1);
  else if (key === "o" && row !== undefined) row.open = !row.open;
  else if (key === "c" && row !== undefined) void copyText(linkTo(row.id));
  else return false;
  return true;
}

/** The keys of the page. They do nothing while the reader types in a field. */
export function startKeys(): void {
  const dialog = findById("keys", HTMLDialogElement);
  document.addEventListener("click", (event) => {
    if (closestToTarget(event, "[data-show-keys]", HTMLButtonElement) !== undefined) dialog.showModal();
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { target } = event;
    if (target instanceof Element && target.matches("input, select, textarea")) return;
    if (pressKey(event.key, dialog)) event.preventDefault();
  });
}
