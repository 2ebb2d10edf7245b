import { closestToTarget, findAll, findById } from "./elements.ts";
import type { RequirementFilter } from "./requirement-filter.ts";

function openRequirement(element: HTMLDetailsElement, filter: RequirementFilter): void {
  if (element.hidden) filter.set();
  element.open = true;
  element.scrollIntoView({ block: "start" });
  findAll(element, "summary", HTMLElement)[0]?.focus({ preventScroll: true });
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

function followHash(filter: RequirementFilter): void {
  const fragment = location.hash.slice(1);
  if (fragment.startsWith("?")) {
    filter.set(new URLSearchParams(fragment.slice(1)));
    findById("requirements", HTMLElement).scrollIntoView({ block: "start" });
    return;
  }
  const target = document.getElementById(decodeFragment(fragment));
  if (target instanceof HTMLDetailsElement && target.matches(".requirement")) openRequirement(target, filter);
}

/** Follows links inside the page: to a requirement, which is opened, or to a filter. */
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
