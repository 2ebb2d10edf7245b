import { findAll } from "./elements.ts";

const printedOpen =
  "details.requirement:not([open]):is(.failed, .errored, .warned), .causes details:not([open])";

/** Opens failures, warnings and causes for printing, and closes them again afterwards. */
export function startPrint(): void {
  let opened: readonly HTMLDetailsElement[] = [];
  addEventListener("beforeprint", () => {
    opened = findAll(document, printedOpen, HTMLDetailsElement);
    for (const details of opened) details.open = true;
  });
  addEventListener("afterprint", () => {
    for (const details of opened) details.open = false;
  });
}
