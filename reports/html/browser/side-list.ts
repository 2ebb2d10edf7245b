import { closestToTarget, findAll } from "./elements.ts";

/** Marks the chapter or section that the reader sees, and closes the list of a phone after a click. */
export function startSideList(): void {
  const isNarrow = matchMedia("(max-width: 64rem)");
  const contents = findAll(document, "details.contents", HTMLDetailsElement)[0];
  if (contents === undefined) return;
  const fold = (): void => {
    contents.open = !isNarrow.matches;
  };
  fold();
  isNarrow.addEventListener("change", fold);
  contents.addEventListener("click", (event) => {
    if (closestToTarget(event, "a", HTMLAnchorElement) !== undefined) fold();
  });
  const links = new Map(findAll(contents, "a", HTMLAnchorElement).map((link) => [link.hash.slice(1), link]));
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        const link = links.get(target.id);
        if (isIntersecting) link?.setAttribute("aria-current", "true");
        else link?.removeAttribute("aria-current");
      }
    },
    { rootMargin: "-10% 0px -80% 0px" },
  );
  for (const chapter of findAll(document, ".chapter", HTMLElement)) observer.observe(chapter);
}
