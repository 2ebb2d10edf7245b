/** Badges, tables, filters, and other parts of more than one section. */
export const componentStyle: string = `
.badge { display: inline-flex; place-self: start; align-items: center; gap: 0.35em; padding: 0.1rem 0.55rem 0.1rem 0.4rem; border-radius: 99px;
  background: var(--tint); color: var(--tone); font-size: 0.8125rem; font-weight: 600; white-space: nowrap; }
.badge .mark { display: inline-block; width: 1.1em; text-align: center; }
.tag { display: inline-block; padding: 0 0.45rem; border: 1px solid var(--line); border-radius: 5px; color: var(--quiet);
  font-size: 0.75rem; line-height: 1.45; white-space: nowrap; margin-left: 0.35rem; font-weight: 500; }
button, select, input[type="search"] { font: inherit; font-size: 0.875rem; color: var(--ink); background: var(--surface);
  border: 1px solid light-dark(#8b95a3, #596675); border-radius: 6px; padding: 0.3rem 0.65rem; min-height: 2rem; max-width: 100%; }
button { cursor: pointer; }
button:hover { background: var(--sunken); }
.verdict-bar { display: block; border-radius: 3px; }
.verdict-bar rect { fill: var(--tone); stroke: var(--page); stroke-width: 1; }
td .verdict-bar rect { stroke: var(--surface); }

table { width: 100%; border-collapse: separate; border-spacing: 0; overflow: hidden; background: var(--surface); border: 1px solid var(--line); border-radius: 8px; font-size: 0.9rem; }
th, td { text-align: left; padding: 0.5rem 0.85rem; border-top: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
th .mono, td .mono { overflow-wrap: inherit; }
.kills .mono { overflow-wrap: anywhere; }
.observations :is(th, td), .latency :is(th, td) { overflow-wrap: break-word; }
thead th { border-top: 0; font-size: 0.8125rem; color: var(--quiet); font-weight: 600; vertical-align: bottom; }
tbody th { font-weight: 600; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.picture { min-width: 12rem; width: 40%; vertical-align: middle; }
table.limits { margin-bottom: 1rem; }
.observations { table-layout: fixed; }
.observations th { width: 48%; font-weight: 500; }
.answer { overflow-wrap: break-word; white-space: pre-wrap; }

.scrolled { overflow: auto; max-height: 88vh; border: 1px solid var(--line); border-radius: 8px; }
.scrolled table { border: 0; overflow: visible; }
.scrolled thead th { position: sticky; top: 0; z-index: 1; background: var(--surface); box-shadow: 0 1px 0 var(--line); }
.scrolled table { min-width: max-content; }
.scrolled th { max-width: 24rem; }
.scrolled td { max-width: 16rem; }
#table-filter { margin-bottom: 0.75rem; }
.scrolled tbody th { position: sticky; left: 0; background: var(--surface); }
.grouped .roll-up > * { background: var(--sunken); vertical-align: middle; }
.grouped tbody > tr:not(.roll-up) > th { padding-left: 1.75rem; font-weight: 400; }
.roll-up button { border: 0; background: none; padding: 0.15rem 0; font-weight: 650; text-align: left; }
.roll-up button::before { content: "▸" / ""; color: var(--quiet); margin-right: 0.6rem; }
.roll-up button[aria-expanded="true"]::before { content: "▾" / ""; }
.roll-up .count { display: inline-block; background: var(--tint); color: var(--tone); border-radius: 99px; padding: 0 0.55em; margin-right: 0.35rem; font-size: 0.8125rem; font-weight: 600; }
.report-link:has(> .badge) { text-decoration: none; }
.report-link:hover > .badge { text-decoration: underline; }
.red { display: grid; gap: 0.4rem; margin-top: 0.4rem; }

.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr)); gap: 0.75rem; }
.cards.profiles { grid-template-columns: repeat(3, minmax(0, 1fr)); }
.cards.wide { grid-template-columns: repeat(auto-fill, minmax(min(18rem, 100%), 1fr)); }
.card { background: var(--surface); border: 1px solid var(--line); border-radius: 8px; padding: 0.85rem 1rem; display: grid; gap: 0.4rem; justify-items: start; align-content: start; }
.card-title { font-weight: 650; }
.failures, .groups, .causes { background: var(--surface); border: 1px solid var(--line); border-radius: 8px; }
.failures li { display: grid; grid-template-columns: 6.75rem minmax(0, 1fr); gap: 0.75rem; align-items: start; padding: 0.6rem 1rem; border-top: 1px solid var(--line); overflow-wrap: break-word; }
.failures li:first-child, .groups > li:first-child > details > summary, .causes > li:first-child > details { border-top: 0; }
.failures li > * { max-width: 100%; }
.failures a { font-weight: 550; }
.groups > li > details > summary { display: grid; grid-template-columns: 0.8rem 6rem minmax(0, 1fr) auto; gap: 0.75rem; padding: 0.6rem 1rem 0.6rem 0.8rem; border-top: 1px solid var(--line); cursor: pointer; overflow-wrap: break-word; }
.more-groups > summary { display: flex; gap: 0.75rem; padding: 0.6rem 1rem 0.6rem 0.8rem; font-size: 0.9rem; }
.cause { border-top: 1px solid var(--line); border-left: 4px solid var(--tone); border-radius: 4px; }
.cause h3 .badge { margin-right: 0.25rem; }
.cause > summary { display: grid; grid-template-columns: 0.8rem minmax(0, 1fr) auto; gap: 0.25rem 0.75rem; align-items: baseline; padding: 0.7rem 1rem 0.7rem 0.8rem; overflow-wrap: break-word; }
.cause > summary:hover { background: var(--sunken); }
.cause-body { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.8rem; padding: 0 1rem 1rem 2.35rem; }
.folded > summary { display: flex; gap: 0.75rem; align-items: baseline; }
.folded > summary h2 { margin: 0; }
.folded > :nth-child(2) { margin-top: 0.75rem; }
.folded > details { margin-top: 0.75rem; }
.folded > details > summary { display: flex; gap: 0.5rem; }
.folded .filters { margin-block: 0.6rem; }
.guess { color: var(--quiet); }
.guess > summary { display: flex; gap: 0.35rem; align-items: baseline; }
.guess ul { padding-left: 1.15rem; }
.hint::before { content: "Hint: "; font-weight: 600; }
.when::before { content: "When: "; font-weight: 600; }
.before { margin: 0 0 0.5rem; padding-left: 1.5rem; list-style: decimal; overflow-wrap: anywhere; }
.links { display: flex; flex-wrap: wrap; gap: 0.15rem 1rem; font-family: var(--mono); font-size: 0.8125rem; }
.links > *, .ids > * { max-width: 100%; overflow-wrap: break-word; }
.related { display: grid; gap: 0.25rem; }
.related li { background: var(--failed-tint); border-radius: 6px; padding: 0.4rem 0.75rem; overflow-wrap: anywhere; }
.actions { display: flex; flex-wrap: wrap; gap: 0.5rem; }
.ids { display: flex; flex-wrap: wrap; gap: 0.3rem 1.25rem; padding: 0.25rem 1rem 0.9rem 2.3rem; font-family: var(--mono); font-size: 0.8125rem; }
summary { list-style: none; cursor: pointer; }
summary::-webkit-details-marker { display: none; }
summary::before { content: "▸" / ""; color: var(--quiet); font-size: 0.8rem; line-height: 1.7; width: 0.8rem; flex: none; }
[open] > summary::before { content: "▾" / ""; }
section > details > summary::before, td summary::before { display: inline-block; }
td summary { color: var(--link); font-size: 0.875rem; }
section > .quiet + :is(table, .scrolled), .folded > .quiet + :is(table, .groups) { margin-top: 0.6rem; }

.filters { background: var(--surface); border: 1px solid var(--line); border-radius: 8px; padding: 0.85rem 1rem; display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.7rem; }
.filters fieldset { border: 0; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: 0.4rem 1rem; align-items: center; min-width: 0; }
.filters legend { float: left; margin-right: 0.5rem; padding: 0; }
.filters legend, .field > span { font-size: 0.8125rem; color: var(--quiet); font-weight: 600; }
.toggle { display: inline-flex; align-items: center; gap: 0.35rem; cursor: pointer; min-height: 1.6rem; }
.fields { display: flex; flex-wrap: wrap; gap: 0.6rem 0.9rem; align-items: end; }
.field { display: grid; grid-template-columns: minmax(0, auto); gap: 0.15rem; min-width: 0; max-width: 100%; }
.field.wide { flex: 1 1 14rem; }
.field select { max-width: 14rem; }
kbd { font-family: var(--mono); font-size: 0.75rem; border: 1px solid var(--line); border-radius: 4px; padding: 0 0.3rem; }
.filter-status { display: flex; flex-wrap: wrap; gap: 0.6rem; align-items: center; font-size: 0.875rem; }
.filter-status output { margin-right: auto; font-weight: 600; }
.no-matches { padding: 2rem 0; color: var(--quiet); }

.legend { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; font-size: 0.8125rem; color: var(--quiet); margin-bottom: 0.5rem; }
.legend li { display: inline-flex; align-items: center; gap: 0.4rem; }
.timeline { width: 100%; height: auto; background: var(--surface); border: 1px solid var(--line); border-radius: 8px; padding: 0.75rem; }
.timeline text { fill: var(--quiet); font: 12px var(--sans); }
.timeline .grid { stroke: var(--line); }
.timeline path, .legend path { fill: none; stroke-width: 10; }
.response-success { stroke: light-dark(#3f8f57, #3f9c5c); }
.response-refusal { stroke: light-dark(#5b7bb8, #6d93dd); }
.response-limited { stroke: var(--warned); }
.response-fault { stroke: var(--failed); }
.response-none { stroke: var(--errored); }
.latency-strip .whisker { stroke: var(--quiet); stroke-width: 1; }
.latency-strip .box { stroke: light-dark(#9db8e3, #3f5f94); stroke-width: 8; }
.latency-strip .median { fill: var(--link); }
.latency-strip .slowest { fill: var(--quiet); }
.trend-line { display: block; }
.trend-line polyline { fill: none; stroke: var(--link); stroke-width: 2; }
.stacked .whole { white-space: nowrap; }
.stacked thead th { overflow-wrap: break-word; }
.scrolled:has(> .trend) { max-height: none; }
@media (max-width: 72rem) {
  .scrolled:has(> .stacked) { overflow: visible; }
  .scrolled > .stacked { min-width: 0; }
  .stacked, .stacked tbody { display: block; }
  .stacked thead, .stacked td:empty { display: none; }
  .stacked tr { display: grid; grid-template-columns: repeat(auto-fill, minmax(9.5rem, 1fr)); gap: 0.5rem 1rem; padding: 0.75rem 1rem; border-top: 1px solid var(--line); }
  .stacked tbody:first-of-type > tr:first-child { border-top: 0; }
  .trend tr:not(:has(.badge)) { grid-template-columns: repeat(auto-fill, minmax(5.5rem, 1fr)); }
  .stacked :is(th, td) { display: block; border: 0; padding: 0; text-align: left; }
  .stacked tbody > tr > :is(th, td) { max-width: none; min-width: 0; }
  .stacked tbody > tr > th { grid-column: 1 / -1; position: static; padding: 0 !important; box-shadow: none; }
  .stacked td::before { content: attr(data-label); display: block; color: var(--quiet); font-size: 0.75rem; font-weight: 600; }
}
@media (min-width: 44.01rem) {
  .kills thead th, .kills summary { white-space: nowrap; }
}
@media (max-width: 44rem) {
  .cards.profiles { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  .cards.profiles > .card { padding: 0.75rem 0.6rem; }
  .scrolled :is(th, td) { max-width: 11rem; }
  .scrolled tbody th { min-width: 11rem; padding-left: 0.6rem !important; box-shadow: 1px 0 0 var(--line); }
  .latency .picture { display: none; }
  .latency thead th:last-child { display: none; }
  th, td { padding: 0.45rem 0.5rem; }
  .number { white-space: normal; }
  .cause > summary { grid-template-columns: 0.8rem minmax(0, 1fr); }
  .cause > summary > * { grid-column: 2; }
  .groups > li > details > summary { grid-template-columns: 0.8rem auto minmax(0, 1fr); gap: 0.25rem 0.75rem; }
  .groups > li > details > summary > :nth-child(2) { grid-area: 2 / 2 / 3 / -1; }
  .cause-body { padding-left: 1rem; }
  .observations, .observations tbody, .observations tr, .observations th, .observations td { display: block; width: 100%; }
  .observations thead { display: none; }
  .observations td { border-top: 0; padding-top: 0; }
  .limits td::before { content: attr(data-label) ": "; color: var(--quiet); font-size: 0.8125rem; }
  .latency tr > :is(:nth-child(2), :nth-child(4)) { display: none; }
  .failures li { grid-template-columns: minmax(0, 1fr); gap: 0.3rem; justify-items: start; }
  .field select { max-width: 100%; }
}
`;
