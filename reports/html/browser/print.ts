import { findAll } from "./elements.ts";

/** Opens the reasons of what was not decided and the facts of the run for printing, and closes them again afterwards. */
export function startPrint(): void {
  let opened: readonly HTMLDetailsElement[] = [];
  addEventListener("beforeprint", () => {
    opened = findAll(document, ".groups details:not([open]), details.folded:not([open])", HTMLDetailsElement);
    for (const details of opened) details.open = true;
  });
  addEventListener("afterprint", () => {
    for (const details of opened) details.open = false;
  });
}
