import { findAll, findById } from "./elements.ts";

/** Shows the observations that contain all words, or only those with an answer. */
export function startObservationFilter(): void {
  const form = document.getElementById("observation-filter");
  if (!(form instanceof HTMLFormElement)) return;
  const rows = findAll(document, "table.observations tbody tr", HTMLTableRowElement);
  const count = findById("shown-observations", HTMLOutputElement);
  form.addEventListener("input", () => {
    const data = new FormData(form);
    const text = data.get("words");
    const words = (typeof text === "string" ? text : "").toLowerCase().split(/\s+/u);
    for (const row of rows) {
      const own = row.textContent.toLowerCase();
      const isWanted = !data.has("observed") || row.dataset["observed"] === "yes";
      row.hidden = !isWanted || !words.every((word) => own.includes(word));
    }
    count.textContent = `${rows.filter(({ hidden }) => !hidden).length} of ${rows.length} observations`;
  });
  form.addEventListener("submit", (event) => event.preventDefault());
}
