import { toCurl } from "../../curl.ts";
import { closestToTarget, findAll, makeElement } from "./elements.ts";
import { readRecorded } from "./exchange-store.ts";
import { type IssueFinding, renderIssue } from "./issue-text.ts";

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

/** Copies a text, and says whether that worked. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelection(text);
  }
}

/** The address of an element of this page. */
export function linkTo(id: string): string {
  return `${location.href.split("#")[0] ?? ""}#${id}`;
}

function textOf(root: ParentNode, selector: string): string | undefined {
  return root.querySelector(selector)?.textContent.trim();
}

function toFinding(finding: HTMLElement): IssueFinding {
  const expected = textOf(finding, ".expected dd");
  const got = textOf(finding, ".got dd");
  const exchange = textOf(finding, ":scope > .first-line");
  return {
    ...(expected === undefined ? {} : { expected }),
    ...(got === undefined ? {} : { got }),
    ...(exchange === undefined ? {} : { exchange }),
  };
}

/** The first exchange that a row shows, as a command. */
async function curlOf(row: HTMLElement): Promise<string | undefined> {
  const list = findAll(row, "[data-first]", HTMLElement)[0];
  const place = list?.dataset["first"];
  const exchange = place === undefined ? undefined : await readRecorded(Number(place));
  return exchange === undefined ? undefined : toCurl(exchange);
}

/** The word and the lines of what is wrong with a request that should have been refused. */
function toRequestLine(row: HTMLElement): readonly [string, readonly string[]] {
  return [textOf(row, "dt") ?? "", findAll(row, "dd", HTMLElement).map(({ innerText }) => innerText)];
}

async function issueOf(row: HTMLElement): Promise<string> {
  const section = textOf(row, "[data-fact=section] dd");
  const steps = findAll(row, ".before li", HTMLElement).map(
    (step, place) => `${place + 1}. ${step.innerText}`,
  );
  const told = [
    ...[".when", ".hint"].flatMap((place) => textOf(row, place) ?? []),
    ...(steps.length === 0 ? [] : [`Sent before: ${steps.join("; ")}`]),
  ];
  const reason = textOf(row, ".reason") ?? (told.length === 0 ? undefined : told.join(". "));
  const repeat = textOf(row, "[data-repeat] code");
  const curl = await curlOf(row);
  return renderIssue({
    title: textOf(row, ".requirement-title .words, summary h3") ?? row.id,
    id: row.id,
    subject: textOf(document, "footer .produced") ?? document.title,
    findings: findAll(row, ".finding", HTMLElement).map(toFinding),
    request: findAll(row, ".accepted-request > div", HTMLElement).map(toRequestLine),
    ...(section === undefined ? {} : { section }),
    ...(reason === undefined ? {} : { reason }),
    ...(repeat === undefined ? {} : { repeat }),
    ...(curl === undefined ? {} : { curl }),
  });
}

async function textFor(button: HTMLButtonElement): Promise<string> {
  const { copyLink, copyIssue } = button.dataset;
  if (copyLink !== undefined) return linkTo(copyLink);
  const row = button.closest("details.requirement, details.cause");
  if (copyIssue !== undefined && row instanceof HTMLElement) return await issueOf(row);
  return button.previousElementSibling?.textContent ?? "";
}

async function copyFor(button: HTMLButtonElement): Promise<void> {
  const label = button.textContent;
  const isCopied = await copyText(await textFor(button));
  button.textContent = isCopied ? "Copied" : "Select and copy";
  button.focus();
  setTimeout(() => {
    button.textContent = label;
  }, resetAfterMs);
}

/** Makes every copy button, also a later one, copy a command, a link or an issue. */
export function startCopyButtons(): void {
  const copyButtons = "button[data-copy], button[data-copy-link], button[data-copy-issue]";
  document.addEventListener("click", (event) => {
    const button = closestToTarget(event, copyButtons, HTMLButtonElement);
    if (button !== undefined && !/^Copied|^Select/u.test(button.textContent)) void copyFor(button);
  });
}
