/** The layout of the page: masthead, navigation, sections, also on a narrow screen. */
export const layoutStyle: string = `
*, *::before, *::after { box-sizing: border-box; }
html { scroll-padding-top: 4rem; }
body { margin: 0; background: var(--page); color: var(--ink); font: 1rem/1.5 var(--sans); }
body > header, body > nav, main, footer { max-width: 76rem; margin-inline: auto; padding-inline: 1.5rem; }
[hidden] { display: none !important; }
:root:not(.has-script) .with-script { display: none; }
:root.has-script .without-script { display: none; }
h1, h2, h3, h4, h5, p, ul, dl, dd, pre { margin: 0; }
ul { padding: 0; list-style: none; }
h1 { font-size: 2rem; line-height: 1.15; letter-spacing: -0.02em; overflow-wrap: anywhere; }
h2 { font-size: 1.25rem; letter-spacing: -0.01em; margin-bottom: 0.75rem; }
h3 { font-size: 1rem; margin: 1.5rem 0 0.5rem; }
h4 { font-size: 0.95rem; font-weight: 600; }
h5 { font-size: 0.75rem; font-weight: 600; color: var(--quiet); }
a { color: var(--link); text-underline-offset: 0.15em; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: 4px; }
.quiet { color: var(--quiet); font-size: 0.875rem; font-weight: 400; }
.mono { font-family: var(--mono); font-size: 0.8125rem; overflow-wrap: anywhere; }
.block { display: block; }
.skip { position: absolute; left: 0.5rem; top: -4rem; z-index: 3; background: var(--surface); padding: 0.5rem 1rem; }
.skip:focus { top: 0.5rem; }
.off-screen { position: fixed; left: -100rem; }
main { display: grid; gap: 2.75rem; padding-block: 2rem 3rem; }
main > section { min-width: 0; }
footer { padding-block: 1rem 3rem; color: var(--quiet); font-size: 0.8125rem; border-top: 1px solid var(--line); }

.masthead { padding-block: 2.5rem 1.5rem; }
.masthead .eyebrow { color: var(--quiet); font-size: 0.875rem; }
.masthead h1 { margin-top: 0.5rem; }
.masthead .address { font-family: var(--mono); font-size: 0.875rem; color: var(--quiet); overflow-wrap: anywhere; }
.masthead .headline { margin-top: 1.5rem; font-size: 3rem; font-weight: 750; line-height: 1.05; letter-spacing: -0.03em; color: var(--tone); }
.masthead .meaning { margin: 0.5rem 0 1.25rem; max-width: 60rem; }
.tallies { display: flex; flex-wrap: wrap; gap: 0.25rem 1.75rem; margin: 0.75rem 0 1.25rem; }
.tallies a { color: inherit; text-decoration: none; display: inline-block; padding: 0.25rem 0; }
.tallies a:hover .tally-word { text-decoration: underline; }
.tally-count { font-size: 1.5rem; font-weight: 700; color: var(--tone, var(--quiet)); font-variant-numeric: tabular-nums; }
.tally-zero { color: var(--quiet); --tone: var(--quiet); }
.tally-note { color: var(--quiet); font-size: 0.875rem; }
.caveats { display: grid; gap: 0.35rem; margin-bottom: 1.25rem; }
.caveats li { background: var(--skipped-tint); border-radius: 6px; padding: 0.5rem 0.75rem; font-size: 0.9rem; overflow-wrap: anywhere; }

.caveats li.failed { background: var(--failed-tint); }

.sections { position: sticky; top: 0; z-index: 2; display: flex; gap: 1.25rem; align-items: center; padding-block: 0.6rem;
  background: var(--page); border-bottom: 1px solid var(--line); overflow-x: auto; font-size: 0.9rem; }
.sections a { text-decoration: none; white-space: nowrap; }
.sections a:hover { text-decoration: underline; }
.sections button { margin-left: auto; white-space: nowrap; }
.sections { max-width: none; padding-inline: max(1.5rem, calc((100vw - 76rem) / 2 + 1.5rem)); }

@media (max-width: 44rem) {
  body > header, body > nav, main, footer { padding-inline: 1rem; }
  .masthead .headline { font-size: 2.25rem; }
  h1 { font-size: 1.5rem; }
}
`;
