/** Follows links inside the page: to a requirement, which it opens, or to a filter. Opens what failed before printing. */
export const linkScript: string = String.raw`
function openRequirement(element) {
  if (element.hidden) setFilter(new URLSearchParams());
  element.open = true;
  element.scrollIntoView({ block: "start" });
  element.querySelector("summary").focus({ preventScroll: true });
}

function followHash() {
  const hash = location.hash;
  if (hash.startsWith("#?")) {
    setFilter(new URLSearchParams(hash.slice(2)));
    document.getElementById("requirements").scrollIntoView({ block: "start" });
    return;
  }
  let id = hash.slice(1);
  try { id = decodeURIComponent(id); } catch { /* the text as it is */ }
  const target = id === "" ? null : document.getElementById(id);
  if (target && target.matches("details.requirement")) openRequirement(target);
}

addEventListener("hashchange", followHash);
document.addEventListener("click", (event) => {
  const link = event.target.closest && event.target.closest("a[href^='#']");
  // the same link twice changes no hash, and still is to lead there
  if (link && link.getAttribute("href") === location.hash) followHash();
});
followHash();
// following a fragment while it loads, a browser takes the focus away once more
addEventListener("load", () => setTimeout(followHash));

let openedForPrint = [];
addEventListener("beforeprint", () => {
  const wanted = "details.requirement:not([open]):is(.failed, .errored, .warned), .causes details:not([open])";
  openedForPrint = [...document.querySelectorAll(wanted)];
  for (const details of openedForPrint) details.open = true;
});
addEventListener("afterprint", () => {
  for (const details of openedForPrint) details.open = false;
});
`;
