/** The frame of a page: side list, masthead, sections, and their layout on a narrow screen. */
export const layoutStyle: string = `
*, *::before, *::after { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; background: var(--page); color: var(--ink); font: 0.9375rem/1.5 var(--sans); }
[hidden] { display: none !important; }
:root:not(.has-script) .with-script { display: none; }
:root.has-script .without-script { display: none; }
h1, h2, h3, h4, h5, p, ul, dl, dd, pre { margin: 0; }
ul { padding: 0; list-style: none; }
h1 { font-size: 1.75rem; line-height: 1.15; letter-spacing: -0.02em; overflow-wrap: break-word; }
h2 { font-size: 1.25rem; letter-spacing: -0.01em; margin-bottom: 0.75rem; }
h3 { font-size: 0.9375rem; font-weight: 650; }
h4 { font-size: 0.9rem; font-weight: 600; }
.part-title { font-size: 0.75rem; font-weight: 600; color: var(--quiet); }
a { color: var(--link); text-underline-offset: 0.15em; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: 4px; }
.quiet { color: var(--quiet); font-size: 0.8125rem; font-weight: 400; }
.mono { font-family: var(--mono); font-size: 0.8125rem; overflow-wrap: break-word; }
.block { display: block; }
.skip { position: absolute; left: 0.5rem; top: -4rem; z-index: 5; background: var(--surface); padding: 0.5rem 1rem; }
.skip:focus { top: 0.5rem; }
.off-screen { position: fixed; left: -100rem; }
.page { width: 100%; max-width: 74rem; margin-inline: auto; padding-inline: 2rem; min-width: 0; }
main { display: grid; grid-template-columns: minmax(0, 1fr); gap: 2.5rem; padding-block: 1.5rem 3rem; }
main > section { min-width: 0; }
footer { overflow-wrap: break-word; padding-block: 1rem 3rem; color: var(--quiet); font-size: 0.8125rem; border-top: 1px solid var(--line); }

.masthead { padding-block: 2rem 1rem; }
.masthead .eyebrow { color: var(--quiet); font-size: 0.8125rem; }
.masthead h1 { margin-top: 0.25rem; }
.masthead .address { font-family: var(--mono); font-size: 0.8125rem; color: var(--quiet); overflow-wrap: break-word; }
.masthead .headline { margin-top: 1rem; font-size: 2.75rem; font-weight: 750; line-height: 1.05; letter-spacing: -0.03em; color: var(--tone); }
.masthead .meaning { overflow-wrap: break-word; margin: 0.5rem 0 1rem; max-width: 60rem; }
.tallies { display: flex; flex-wrap: wrap; gap: 0.25rem 1.75rem; margin: 0.5rem 0 0.75rem; }
.tallies a { color: inherit; text-decoration: none; display: inline-block; padding: 0.25rem 0; }
.tallies a:hover .tally-word { text-decoration: underline; }
.tally-count { font-size: 1.375rem; font-weight: 700; color: var(--tone, var(--quiet)); font-variant-numeric: tabular-nums; }
.tally-zero { color: var(--quiet); --tone: var(--quiet); }
.tally-note { color: var(--quiet); font-size: 0.8125rem; }
.caveats { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.35rem; margin-bottom: 1rem; }
.caveats li { background: var(--skipped-tint); border-radius: 6px; padding: 0.5rem 0.75rem; font-size: 0.875rem; overflow-wrap: break-word; }
.foreign { background: var(--failed-tint); border-left: 4px solid var(--failed); border-radius: 4px; padding: 0.5rem 0.75rem; margin-bottom: 1rem; overflow-wrap: break-word; }
.caveats li.failed { background: var(--failed-tint); }

.side { background: var(--surface); font-size: 0.875rem; }
.side a { color: inherit; text-decoration: none; overflow-wrap: break-word; }
.side-head { overflow-wrap: anywhere; display: flex; flex-wrap: wrap; gap: 0.35rem 0.6rem; align-items: center; font-weight: 650; min-width: 0; }
.side li a { display: flex; gap: 0.35rem; align-items: baseline; padding: 0.25rem 0.6rem; border-radius: 6px; }
.side li a:hover { background: var(--sunken); }
.side li a[aria-current] { background: var(--sunken); box-shadow: inset 3px 0 0 var(--link); }
.side .count { flex: none; white-space: nowrap; font-variant-numeric: tabular-nums; font-size: 0.8125rem; font-weight: 600; color: var(--tone, var(--quiet)); }
.side .count:first-of-type { margin-left: auto; padding-left: 0.5rem; }
.side .count.passed { color: var(--quiet); font-weight: 400; }
.side .count:is(.failed, .warned, .blocked) { background: var(--tint); border-radius: 99px; padding: 0 0.5em; }
.side-title { margin: 0.9rem 0 0.2rem; padding-inline: 0.6rem; font-size: 0.75rem; font-weight: 600; color: var(--quiet); }
.side-rest { margin-top: 0.9rem; padding-top: 0.6rem; border-top: 1px solid var(--line); }
.side-tools { display: flex; flex-wrap: wrap; gap: 0.5rem; margin-top: 1rem; padding-inline: 0.6rem; }

@media screen and (min-width: 64.01rem) {
  body:has(> .side) { display: grid; grid-template-columns: 16rem minmax(0, 1fr); }
  .side { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.25rem 0.75rem; border-right: 1px solid var(--line); }
  .side-head { padding: 0 0.6rem 0.9rem; }
  .contents > summary { display: none; }
}
@media screen and (max-width: 64rem) {
  html { scroll-padding-top: 4rem; }
  .side { position: sticky; top: 0; z-index: 3; border-bottom: 1px solid var(--line); padding: 0.4rem 1rem; display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; align-items: center; }
  :root:not(.has-script) .side { position: static; }
  .side-head { flex: 1 1 0; flex-wrap: nowrap; }
  .side-head > a { min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .contents > summary::before { margin-right: 0.4rem; }
  .contents > summary { padding: 0.45rem 0.75rem; border: 1px solid var(--line); border-radius: 6px; }
  .contents[open] { flex: 1 1 100%; max-height: 75vh; overflow-y: auto; padding-bottom: 0.75rem; }
  .contents[open] > summary { display: inline-block; margin-bottom: 0.5rem; }
  .side li a { padding-block: 0.45rem; }
  .page { padding-inline: 1rem; }
  .masthead { padding-top: 1.25rem; }
}
@media (max-width: 44rem) {
  html { scroll-padding-top: 5.5rem; }
  .side-head { flex-direction: column; align-items: start; gap: 0.1rem; }
  .side-head > a { max-width: 100%; white-space: normal; overflow-wrap: anywhere; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; }
  .masthead .headline { font-size: 2.25rem; }
  h1 { font-size: 1.5rem; }
  main { gap: 2rem; }
}

dialog { border: 1px solid var(--line); border-radius: 10px; background: var(--surface); color: var(--ink); padding: 1.25rem 1.5rem; max-width: min(28rem, 90vw); }
dialog::backdrop { background: rgb(0 0 0 / 45%); }
dialog dl { display: grid; gap: 0.4rem; margin-bottom: 1rem; }
dialog dl > div { display: flex; gap: 0.9rem; }
dialog dt { min-width: 1.75rem; }
`;
