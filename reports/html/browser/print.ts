import { findAll } from "./elements.ts";

const printed =
  "details.cause:not([open]), details.guess:not([open]), details.more-groups:not([open]), .groups details:not([open]), details.folded:not([open])";

/** Opens the causes, the reasons of what was not decided and the facts of the run for printing, and closes them again afterwards. */
export function startPrint(): void {
  let opened: readonly HTMLDetailsElement[] = [];
  addEventListener("beforeprint", () => {
    opened = findAll(document, printed, HTMLDetailsElement);
    for (const details of opened) details.open = true;
  });
  addEventListener("afterprint", () => {
    for (const details of opened) details.open = false;
  });
}
