import { closestToTarget, makeElement } from "./elements.ts";

const resetAfterMs = 2000;

/** Copies through a selected text area, for pages without access to the clipboard. */
function copySelection(text: string): boolean {
  const area = makeElement("textarea", "off-screen");
  area.value = text;
  document.body.append(area);
  area.select();
  const isCopied = document.execCommand("copy");
  area.remove();
  return isCopied;
}

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelection(text);
  }
}

async function copyBefore(button: HTMLButtonElement): Promise<void> {
  const isCopied = await copyText(button.previousElementSibling?.textContent ?? "");
  button.textContent = isCopied ? "Copied" : "Select and copy";
  button.focus();
  setTimeout(() => {
    button.textContent = "Copy";
  }, resetAfterMs);
}

/** Makes every copy button, also a later one, copy the text of the element before it. */
export function startCopyButtons(): void {
  document.addEventListener("click", (event) => {
    const button = closestToTarget(event, "button[data-copy]", HTMLButtonElement);
    if (button !== undefined) void copyBefore(button);
  });
}
