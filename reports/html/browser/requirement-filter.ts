import { findAll, findById } from "./elements.ts";

interface Row {
  readonly element: HTMLDetailsElement;
  readonly verdict: string;
  readonly level: string;
  readonly chapter: string;
  readonly operations: readonly string[];
  readonly text: string;
}

/** Not the commands: every one of them has the name of the target file, for example. */
const searchedParts = "summary, .reason, .check > p, .finding, .facts dd";

/** The fields with one value; the verdicts have many. */
const singleFields = ["level", "chapter", "operation", "words"] as const;

function toRow(element: HTMLDetailsElement): Row {
  const { verdict = "", level = "", chapter = "", operations = "" } = element.dataset;
  const parts = [...element.querySelectorAll(searchedParts)].map((part) => part.textContent);
  return {
    element,
    verdict,
    level,
    chapter,
    operations: operations.split(" "),
    text: parts.join(" ").toLowerCase(),
  };
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
  /** Sets the form and shows the requirements that match. Without a query: all of them. */
  readonly set: (query?: URLSearchParams) => void;
}

/** A function that shows the requirements that match a query, and how many they are. */
function createApply(rows: readonly Row[]): (query: URLSearchParams) => void {
  const chapters = findAll(document, ".chapter", HTMLElement);
  const noMatches = findAll(document, ".no-matches", HTMLElement);
  const shownCount = findById("shown", HTMLOutputElement);
  return (query) => {
    const matches = createMatcher(query);
    for (const row of rows) row.element.hidden = !matches(row);
    for (const chapter of chapters)
      chapter.hidden = chapter.querySelector("details.requirement:not([hidden])") === null;
    const count = rows.filter(({ element }) => !element.hidden).length;
    for (const element of noMatches) element.hidden = count > 0;
    shownCount.textContent = describeCount(count, rows.length);
  };
}

function addOpenButtons(rows: readonly Row[]): void {
  const setOpen = (isOpen: boolean): void => {
    for (const { element } of rows) if (!element.hidden) element.open = isOpen;
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
  const rows = findAll(document, "details.requirement", HTMLDetailsElement).map(toRow);
  const apply = createApply(rows);
  const applyForm = (): void => {
    const query = readForm(form);
    apply(query);
    history.replaceState(null, "", query.size === 0 ? "#requirements" : `#?${query.toString()}`);
  };
  form.addEventListener("input", applyForm);
  form.addEventListener("submit", (event) => event.preventDefault());
  // the fields have their new values only after this event
  form.addEventListener("reset", () => setTimeout(applyForm));
  addOpenButtons(rows);
  addSearchKey(form);
  return {
    set: (query = new URLSearchParams()) => {
      writeForm(form, query);
      apply(query);
    },
  };
}
