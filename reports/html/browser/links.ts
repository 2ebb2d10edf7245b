import { openAround, openRow } from "./chapters.ts";
import { closestToTarget, findAll, findById } from "./elements.ts";
import type { RequirementFilter } from "./requirement-filter.ts";

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** Scrolls to a row and gives it the focus. */
export function showRow(row: HTMLElement): void {
  row.scrollIntoView({ block: "start" });
  findAll(row, "summary", HTMLElement)[0]?.focus({ preventScroll: true });
}

async function showTarget(id: string, filter: RequirementFilter): Promise<void> {
  const known = document.getElementById(id);
  if (known !== null && !(known instanceof HTMLDetailsElement)) {
    openAround(known);
    known.scrollIntoView({ block: "start" });
    return;
  }
  const row = await openRow(id);
  if (row === undefined) return;
  // a filter that is still being applied would hide the row later
  await filter.settled();
  if (!row.checkVisibility()) await filter.set();
  row.open = true;
  openAround(row);
  showRow(row);
}

function followHash(filter: RequirementFilter): void {
  const fragment = location.hash.slice(1);
  if (fragment.startsWith("?")) {
    void filter.set(new URLSearchParams(fragment.slice(1)));
    findById("requirements", HTMLElement).scrollIntoView({ block: "start" });
  } else if (fragment !== "") void showTarget(decodeFragment(fragment), filter);
}

/** Follows links inside the page: to a requirement, a chapter or a cause, which are opened, or to a filter. */
export function startLinks(filter: RequirementFilter): void {
  const follow = (): void => followHash(filter);
  addEventListener("hashchange", follow);
  document.addEventListener("click", (event) => {
    const link = closestToTarget(event, "a[href^='#']", HTMLAnchorElement);
    // a second click on the same link does not change the hash
    if (link !== undefined && link.getAttribute("href") === location.hash) follow();
  });
  follow();
  // after it has loaded the page, a browser moves the focus to the fragment's element
  addEventListener("load", () => setTimeout(follow));
}
