import type { PackedRow } from "../packed-row.ts";
import { closestToTarget, findAll } from "./elements.ts";
import { fillVisibleLists } from "./exchange-lists.ts";
import { readPacked } from "./packed.ts";

async function readRows(chapter: HTMLElement): Promise<readonly PackedRow[]> {
  const name = chapter.dataset["packed"];
  // the renderer wrote the block for this page
  return name === undefined ? [] : ((await readPacked(name)) as readonly PackedRow[]);
}

/** Elements of HTML that our renderer wrote and escaped. Scripts in it would not run: the policy of the page blocks them. */
function parseHtml(html: string): DocumentFragment {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content;
}

function findList(chapter: HTMLElement, selector: string): HTMLElement | undefined {
  return findAll(chapter, selector, HTMLElement)[0];
}

/** Adds the rows of a chapter that are not in the page yet. */
export async function loadRows(chapter: HTMLElement): Promise<void> {
  if (chapter.dataset["loaded"] !== undefined) return;
  const rows = await readRows(chapter);
  if (chapter.dataset["loaded"] !== undefined) return;
  chapter.dataset["loaded"] = "";
  const open = findList(chapter, ":scope > .rows");
  const settled = findList(chapter, ".settled > .rows");
  for (const { id, row, settled: isDecided } of rows)
    if (document.getElementById(id) === null) (isDecided ? settled : open)?.append(parseHtml(row));
  for (const pending of findAll(chapter, ".pending", HTMLElement)) pending.remove();
}

/** Adds all rows of all chapters. */
export async function loadAllRows(): Promise<void> {
  await Promise.all(findAll(document, ".chapter", HTMLElement).map(loadRows));
}

/** What a row says, with its body, in lowercase. Commands are left out: each of them names the same target file. */
export async function readRowTexts(): Promise<ReadonlyMap<string, string>> {
  const searched = "summary, .reason, .check > p, .finding, .facts dd, .words";
  const chapters = await Promise.all(findAll(document, ".chapter", HTMLElement).map(readRows));
  return new Map(
    chapters.flat().map(({ id, row, body = "" }) => {
      const parts = [...parseHtml(row + body).querySelectorAll(searched)].map((part) => part.textContent);
      return [id, parts.join(" ").toLowerCase()];
    }),
  );
}

async function loadBody(row: HTMLElement): Promise<void> {
  const chapter = row.closest(".chapter");
  if (!(chapter instanceof HTMLElement) || row.childElementCount > 1) return;
  const body = (await readRows(chapter)).find(({ id }) => id === row.id)?.body;
  if (body === undefined || row.childElementCount > 1) return;
  row.append(parseHtml(body));
  fillVisibleLists(row);
}

/** The chapter that has the row of a requirement, or of the requirement of a case, and the id of that row. */
async function findRow(
  id: string,
): Promise<{ readonly chapter: HTMLElement; readonly id: string } | undefined> {
  for (const chapter of findAll(document, ".chapter", HTMLElement)) {
    const row = (await readRows(chapter)).find((one) => one.id === id || one.cases.includes(id));
    if (row !== undefined) return { chapter, id: row.id };
  }
  return undefined;
}

/** Opens a requirement or a case, and adds it to the page first if that is needed. */
export async function openRow(id: string): Promise<HTMLDetailsElement | undefined> {
  const known = document.getElementById(id);
  const found = known === null && id.includes("/") ? await findRow(id) : undefined;
  if (found !== undefined) await loadRows(found.chapter);
  const row = document.getElementById(found?.id ?? id);
  if (!(row instanceof HTMLDetailsElement)) return undefined;
  await loadBody(row);
  row.open = true;
  const opened = document.getElementById(id);
  if (!(opened instanceof HTMLDetailsElement)) return undefined;
  opened.open = true;
  openAround(opened);
  return opened;
}

/** Opens everything that an element is folded in. */
export function openAround(element: Element): void {
  for (let outer = element.parentElement; outer !== null; outer = outer.parentElement)
    if (outer instanceof HTMLDetailsElement) outer.open = true;
}

function onToggle({ target }: Event): void {
  if (!(target instanceof HTMLDetailsElement) || !target.open) return;
  if (target.matches(".requirement")) void loadBody(target);
  const chapter = target.closest(".chapter");
  // the list of a folded chapter may be open, but nobody sees it
  if (
    chapter instanceof HTMLDetailsElement &&
    chapter.open &&
    chapter.querySelector(".settled[open]") !== null
  )
    void loadRows(chapter);
}

/** Adds rows and their bodies when the reader opens what they are folded in. */
export function startChapters(): void {
  document.addEventListener("toggle", onToggle, true);
  document.addEventListener("click", (event) => {
    const button = closestToTarget(event, "button[data-load]", HTMLButtonElement);
    const chapter = button?.closest(".chapter");
    if (chapter instanceof HTMLElement) void loadRows(chapter);
  });
}
