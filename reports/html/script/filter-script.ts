/** Shows the requirements that fit the filter, says how many, and keeps the filter in the address, so that it can be shared. */
export const filterScript: string = String.raw`
const form = document.getElementById("filters");
// not the commands: what they name, such as the target file, is in every one of them
const told = "summary, .reason, .check > p, .finding, .facts dd";
const rows = [...document.querySelectorAll("details.requirement")].map((element) => ({
  element,
  verdict: element.dataset.verdict,
  level: element.dataset.level,
  chapter: element.dataset.chapter,
  operations: element.dataset.operations.split(" "),
  words: [...element.querySelectorAll(told)].map((part) => part.textContent).join(" ").toLowerCase(),
}));
const chapterParts = [...document.querySelectorAll(".chapter")];
const nothing = document.querySelector(".nothing");
const shownCount = document.getElementById("shown");

function readFilter() {
  const data = new FormData(form);
  return {
    verdict: data.getAll("verdict"),
    level: data.get("level"),
    chapter: data.get("chapter"),
    operation: data.get("operation"),
    words: data.get("words").trim(),
  };
}

function fits(row, filter, words) {
  return (filter.verdict.length === 0 || filter.verdict.includes(row.verdict))
    && (filter.level === "" || filter.level === row.level)
    && (filter.chapter === "" || filter.chapter === row.chapter)
    && (filter.operation === "" || row.operations.includes(filter.operation))
    && words.every((word) => row.words.includes(word));
}

function applyFilter() {
  const filter = readFilter();
  const words = filter.words.toLowerCase().split(/\s+/).filter((word) => word !== "");
  let count = 0;
  for (const row of rows) {
    const isShown = fits(row, filter, words);
    row.element.hidden = !isShown;
    if (isShown) count += 1;
  }
  for (const part of chapterParts) part.hidden = !part.querySelector("details.requirement:not([hidden])");
  nothing.hidden = count > 0;
  shownCount.textContent = count === rows.length
    ? count + (count === 1 ? " requirement" : " requirements")
    : count + " of " + rows.length + (rows.length === 1 ? " requirement" : " requirements");
  return filter;
}

function filterToHash(filter) {
  const query = new URLSearchParams();
  for (const verdict of filter.verdict) query.append("verdict", verdict);
  for (const name of ["level", "chapter", "operation", "words"]) if (filter[name] !== "") query.append(name, filter[name]);
  const text = query.toString();
  return text === "" ? "#requirements" : "#?" + text;
}

function setFilter(query) {
  const chosen = query.getAll("verdict");
  for (const box of form.querySelectorAll("input[name=verdict]")) box.checked = chosen.includes(box.value);
  for (const name of ["level", "chapter", "operation", "words"]) form.elements[name].value = query.get(name) ?? "";
  applyFilter();
}

function onFilter() {
  history.replaceState(null, "", filterToHash(applyFilter()));
}

form.addEventListener("input", onFilter);
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("reset", () => setTimeout(onFilter));

function openAll(isOpen) {
  for (const { element } of rows) if (!element.hidden) element.open = isOpen;
}
document.getElementById("open-all").addEventListener("click", () => openAll(true));
document.getElementById("close-all").addEventListener("click", () => openAll(false));

document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (/^(?:INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
  event.preventDefault();
  form.elements.words.focus();
});
`;
