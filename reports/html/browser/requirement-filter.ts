import { loadAllRows, readRowTexts } from "./chapters.ts";
import { findAll, findById } from "./elements.ts";

interface Row {
  readonly element: HTMLDetailsElement;
  readonly verdict: string;
  readonly level: string;
  readonly chapter: string;
  readonly operations: readonly string[];
  readonly text: string;
}

/** The fields with one value; the verdicts have many. */
const singleFields = ["level", "chapter", "operation", "words"] as const;

function toRow(element: HTMLDetailsElement, text: string): Row {
  const { verdict = "", level = "", chapter = "", operations = "" } = element.dataset;
  return { element, verdict, level, chapter, operations: operations.split(" "), text };
}

/** All rows of the page; those that are not in it yet are added. */
async function loadAll(): Promise<readonly Row[]> {
  const [texts] = await Promise.all([readRowTexts(), loadAllRows()]);
  return findAll(document, "details.requirement", HTMLDetailsElement).map((element) =>
    toRow(element, texts.get(element.id) ?? ""),
  );
}

/** The filter of the form as a query: only the fields that narrow it. */
function readForm(form: HTMLFormElement): URLSearchParams {
  const data = new FormData(form);
  const query = new URLSearchParams();
  for (const name of ["verdict", ...singleFields]) {
    for (const value of data.getAll(name)) {
      const text = typeof value === "string" ? value.trim() : "";
      if (text !== "") query.append(name, text);
    }
  }
  return query;
}

function writeForm(form: HTMLFormElement, query: URLSearchParams): void {
  const verdicts = query.getAll("verdict");
  for (const box of findAll(form, "input[name=verdict]", HTMLInputElement))
    box.checked = verdicts.includes(box.value);
  for (const name of singleFields) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement)
      field.value = query.get(name) ?? "";
  }
}

function createMatcher(query: URLSearchParams): (row: Row) => boolean {
  const verdicts = query.getAll("verdict");
  const words = (query.get("words") ?? "").toLowerCase().split(/\s+/u);
  const allows = (name: string, values: readonly string[]): boolean => {
    const wanted = query.get(name) ?? "";
    return wanted === "" || values.includes(wanted);
  };
  return (row) =>
    (verdicts.length === 0 || verdicts.includes(row.verdict)) &&
    allows("level", [row.level]) &&
    allows("chapter", [row.chapter]) &&
    allows("operation", row.operations) &&
    words.every((word) => row.text.includes(word));
}

function describeCount(count: number, total: number): string {
  const noun = total === 1 ? "requirement" : "requirements";
  return count === total ? `${total} ${noun}` : `${count} of ${total} ${noun}`;
}

/** What other parts of the page may do with the filter. */
export interface RequirementFilter {
  /** Sets the form and shows the requirements that match. Without a query: as the page was at first. */
  readonly set: (query?: URLSearchParams) => Promise<void>;
  /** Waits until the requirements that match are shown: the rows of all chapters are loaded first. */
  readonly settled: () => Promise<void>;
}

/** Folds the chapters as the renderer did, and hides nothing. */
function showAll(chapters: readonly HTMLDetailsElement[]): void {
  for (const row of findAll(document, "details.requirement", HTMLElement)) row.hidden = false;
  for (const chapter of chapters) {
    const hasOpenRows = chapter.querySelector(":scope > .rows > *, .pending") !== null;
    chapter.hidden = false;
    chapter.open = hasOpenRows && chapter.dataset["folded"] === undefined;
    for (const settled of findAll(chapter, ".settled", HTMLDetailsElement)) {
      settled.hidden = false;
      settled.open = !hasOpenRows;
    }
  }
}

/** Folds what has no matches, and opens what has. */
function showMatches(chapters: readonly HTMLDetailsElement[]): void {
  const visible = "details.requirement:not([hidden])";
  for (const chapter of chapters) {
    const hasMatches = chapter.querySelector(visible) !== null;
    chapter.hidden = !hasMatches;
    chapter.open = hasMatches;
    for (const settled of findAll(chapter, ".settled", HTMLDetailsElement)) {
      settled.open = settled.querySelector(visible) !== null;
      settled.hidden = !settled.open;
    }
  }
}

/** A function that shows the requirements that match a query, and how many they are. The latest call wins. */
function createApply(total: number): (query: URLSearchParams) => Promise<void> {
  const chapters = findAll(document, "details.chapter", HTMLDetailsElement);
  const noMatches = findAll(document, ".no-matches", HTMLElement);
  const shownCount = findById("shown", HTMLOutputElement);
  let latest = 0;
  return async (query) => {
    latest += 1;
    const own = latest;
    const rows = query.size === 0 ? [] : await loadAll();
    if (own !== latest) return;
    const matches = createMatcher(query);
    for (const row of rows) row.element.hidden = !matches(row);
    if (query.size === 0) showAll(chapters);
    else showMatches(chapters);
    const count = query.size === 0 ? total : rows.filter(({ element }) => !element.hidden).length;
    for (const element of noMatches) element.hidden = count > 0 || total === 0;
    shownCount.textContent = describeCount(count, total);
  };
}

function addOpenButtons(): void {
  const rows = (): readonly HTMLDetailsElement[] =>
    findAll(document, "details.requirement:not([hidden])", HTMLDetailsElement);
  const setOpen = (isOpen: boolean): void => {
    for (const row of rows()) if (!isOpen || row.checkVisibility()) row.open = isOpen;
  };
  findById("open-all", HTMLButtonElement).addEventListener("click", () => setOpen(true));
  findById("close-all", HTMLButtonElement).addEventListener("click", () => setOpen(false));
}

/** The slash key leads to the search field, unless the user is typing in a field. */
function addSearchKey(form: HTMLFormElement): void {
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
    const { target } = event;
    if (target instanceof Element && target.matches("input, select, textarea")) return;
    event.preventDefault();
    findAll(form, "input[name=words]", HTMLInputElement)[0]?.focus();
  });
}

/** Shows the requirements that match the filter, counts them, and keeps the filter in the URL, so that it can be shared. */
export function startRequirementFilter(): RequirementFilter {
  const form = findById("filters", HTMLFormElement);
  const applyNow = createApply(Number(form.dataset["total"]));
  let applied = Promise.resolve();
  const apply = (query: URLSearchParams): Promise<void> => (applied = applyNow(query));
  const applyForm = (): void => {
    const query = readForm(form);
    void apply(query);
    history.replaceState(null, "", query.size === 0 ? "#requirements" : `#?${query.toString()}`);
  };
  form.addEventListener("input", applyForm);
  form.addEventListener("submit", (event) => event.preventDefault());
  // the fields have their new values only after this event
  form.addEventListener("reset", () => setTimeout(applyForm));
  addOpenButtons();
  addSearchKey(form);
  return {
    set: async (query = new URLSearchParams()) => {
      writeForm(form, query);
      await apply(query);
    },
    settled: () => applied,
  };
}
