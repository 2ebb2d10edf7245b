/** An open requirement: facts, findings side by side, commands, exchanges. */
export const evidenceStyle: string = `
.chapters { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.6rem; margin-top: 1rem; }
.chapter { background: var(--surface); border: 1px solid var(--line); border-radius: 8px; min-width: 0; }
.chapter > summary { display: grid; grid-template-columns: 0.8rem minmax(8rem, 15rem) 6.5rem minmax(0, 1fr) minmax(4.5rem, 9rem); gap: 0.75rem; align-items: center; padding: 0.6rem 1rem 0.6rem 0.8rem; }
.chapter > summary:hover, .settled > summary:hover { background: var(--sunken); border-radius: 8px; }
.chapter > summary > .badge { align-self: center; }
.chapter-sentence { font-size: 0.875rem; }
.chapter-counts { text-align: right; }
.chapter-bar { max-width: 16rem; justify-self: end; width: 100%; }
.settled > summary { display: flex; gap: 0.75rem; padding: 0.5rem 1rem 0.5rem 0.8rem; border-top: 1px solid var(--line); color: var(--quiet); font-size: 0.875rem; }
.pending { padding: 0.5rem 1rem 0.75rem 2.35rem; border-top: 1px solid var(--line); }
noscript > pre { padding: 0.5rem 1rem; }
.requirement { border-top: 1px solid var(--line); }
.requirement > summary { display: grid; grid-template-columns: 0.8rem 6rem minmax(0, 1fr) auto; gap: 0.75rem; align-items: start; padding: 0.5rem 1rem 0.5rem 0.8rem; cursor: pointer; scroll-margin-top: 4rem; }
.requirement > summary:hover { background: var(--sunken); }
.requirement[open] { box-shadow: inset 3px 0 0 var(--tone); }
.requirement[open] .words { font-weight: 600; }
.requirement-title { overflow-wrap: break-word; min-width: 0; }
.requirement-title .mono, .in-short { display: block; }
.in-short { font-size: 0.8125rem; margin-top: 0.15rem; }
.requirement[open]:has(> .requirement-body) .in-short { display: none; }
.requirement-body { padding: 0.5rem 1rem 1.25rem 2.35rem; display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem; min-width: 0; }
.cases { border: 1px solid var(--line); border-radius: 6px; min-width: 0; }
.passed-cases > summary { display: flex; gap: 0.75rem; padding: 0.4rem 0.75rem; color: var(--quiet); font-size: 0.875rem; }
.passed-cases > summary:hover { background: var(--sunken); }
.case + .passed-cases, .passed-cases > .case, .case + .case { border-top: 1px solid var(--line); }
.case > summary { display: grid; grid-template-columns: 0.8rem 6rem minmax(0, 1fr); gap: 0.75rem; align-items: start; padding: 0.4rem 0.75rem; cursor: pointer; font-size: 0.9rem; scroll-margin-top: 4rem; }
.case > summary:hover { background: var(--sunken); }
.case-title { overflow-wrap: break-word; min-width: 0; }
.case-title .mono { display: block; }
.case-body { padding: 0.4rem 0.75rem 1rem 1.55rem; display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem; min-width: 0; }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(16rem, 100%), 1fr)); gap: 0.6rem 1.5rem; font-size: 0.875rem; }
.facts > div { min-width: 0; }
.facts > .whole { grid-column: 1 / -1; }
.facts dt { color: var(--quiet); font-size: 0.75rem; font-weight: 600; }
.facts dd { overflow-wrap: break-word; white-space: pre-line; }
.facts.columns { background: var(--surface); border: 1px solid var(--line); border-radius: 8px; padding: 1rem; }
.reason { font-weight: 550; white-space: pre-line; overflow-wrap: break-word; }
.requirement-body > .facts { border-top: 1px solid var(--line); padding-top: 0.9rem; }
.check { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.6rem; min-width: 0; }
.check > h4 { display: flex; flex-wrap: wrap; gap: 0.3rem 0.7rem; align-items: baseline; }
.finding { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.5rem; min-width: 0; }
.rule { font-size: 0.9rem; overflow-wrap: break-word; white-space: pre-line; }
.versus { display: grid; grid-template-columns: minmax(0, 1fr); border: 1px solid var(--line); border-radius: 6px; overflow: hidden; }
.versus > div { display: grid; grid-template-columns: 5.5rem minmax(0, 1fr); gap: 0.75rem; padding: 0.4rem 0.75rem; }
.versus .expected { background: var(--passed-tint); }
.versus .got { background: var(--failed-tint); }
.versus dt { font-size: 0.8125rem; font-weight: 600; }
.versus dd { font: 0.8125rem/1.55 var(--mono); white-space: pre-wrap; overflow-wrap: break-word; }
mark.offending, .headers .offending { background: var(--failed-tint); color: inherit; outline: 2px solid var(--failed); outline-offset: 1px; border-radius: 3px; }
.accepted-request { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.3rem; border-left: 3px solid var(--failed); padding-left: 0.75rem; }
.accepted-request > div { display: grid; grid-template-columns: 3.5rem minmax(0, 1fr); gap: 0.15rem 0.75rem; }
.accepted-request dt { font-size: 0.8125rem; font-weight: 600; }
.accepted-request dd { grid-column: 2; overflow-wrap: anywhere; }
.in-print { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.3rem; }
.in-print pre { background: var(--sunken); border-radius: 6px; padding: 0.4rem 0.75rem; }
@media screen { :root.has-script .in-print { display: none; } }
.all-exchanges > summary { display: flex; gap: 0.5rem; color: var(--link); font-size: 0.875rem; padding-block: 0.2rem; }
.first-line { overflow-wrap: break-word; }
@media screen { :root.has-script .finding > .first-line { display: none; } }
.column { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.75rem; align-content: start; min-width: 0; }
.column-title { color: var(--ink); font-size: 0.8125rem; padding-bottom: 0.25rem; border-bottom: 2px solid var(--line); }
.column:first-child .column-title { border-color: var(--failed); }
.column:last-child .column-title { border-color: var(--passed); }
.message pre { max-height: 26rem; overflow: auto; }
code { font-family: var(--mono); font-size: 0.92em; }
.digest { overflow-wrap: anywhere; }
pre { font: 0.8125rem/1.5 var(--mono); white-space: pre-wrap; overflow-wrap: anywhere; }
.check > pre, .message pre { background: var(--sunken); border-radius: 6px; padding: 0.6rem 0.75rem; }
.command { display: flex; gap: 0.5rem; align-items: start; background: var(--sunken); border-radius: 6px; padding: 0.35rem 0.35rem 0.35rem 0.75rem; }
.command code { flex: 1; min-width: 0; font: 0.8125rem/1.6 var(--mono); white-space: pre-wrap; overflow-wrap: break-word; padding-top: 0.2rem; }
.argument { display: inline-block; max-width: 100%; vertical-align: top; }
:root:not(.has-script) .command button { display: none; }
.exchanges { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.35rem; min-width: 0; }
.exchange { border: 1px solid var(--line); border-radius: 6px; min-width: 0; }
.exchange.shown { border-color: var(--failed); }
.exchange > summary { display: flex; flex-wrap: wrap; gap: 0.25rem 0.6rem; align-items: baseline; padding: 0.4rem 0.7rem; cursor: pointer; }
.exchange > summary:hover { background: var(--sunken); }
.exchange .url { min-width: 0; flex: 1 1 16rem; }
.exchange > summary > * { max-width: 100%; min-width: 0; overflow-wrap: break-word; }
.exchange-id { padding: 0 0.75rem 0.6rem; }
.status { font: 600 0.8125rem var(--mono); min-width: 2.4rem; }
.status-success { color: var(--passed); }
.status-refusal { color: var(--link); }
.status-limited { color: var(--warned); }
.status-fault { color: var(--failed); }
.status-none { color: var(--errored); }
.messages { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0.5rem 1.25rem; padding: 0.6rem 0.75rem; border-top: 1px solid var(--line); }
.message { min-width: 0; display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.35rem; align-content: start; }
.exchange > .command { margin: 0 0.75rem 0.75rem; }
.headers { font: 0.75rem/1.5 var(--mono); display: grid; gap: 0.1rem; }
.headers > div { display: grid; grid-template-columns: minmax(0, 10rem) minmax(0, 1fr); gap: 0.5rem; }
.headers dt { color: var(--quiet); overflow-wrap: break-word; }
.headers dd { overflow-wrap: anywhere; }
.body { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.35rem; min-width: 0; }
.body .quiet { overflow-wrap: break-word; font-size: 0.75rem; }
.json-key { color: var(--link); }
.json-text { color: var(--passed); }
.json-value { color: var(--warned); }
@media (max-width: 44rem) {
  .messages, .versus > div { grid-template-columns: minmax(0, 1fr); }
  .versus > div { gap: 0; }
  .chapter > summary { grid-template-columns: 0.8rem minmax(0, 1fr) auto; }
  .chapter-bar { display: none; }
  .chapter-sentence, .chapter-counts { grid-column: 2 / -1; text-align: left; }
  .requirement > summary { grid-template-columns: 0.8rem minmax(0, 1fr) auto; gap: 0.35rem 0.75rem; }
  .case > summary { grid-template-columns: 0.8rem minmax(0, 1fr); gap: 0.35rem 0.75rem; }
  .requirement-title, .case-title { grid-column: 2 / -1; grid-row: 2; }
  .requirement-body { padding-left: 0.9rem; padding-right: 0.9rem; }
  .headers > div { grid-template-columns: minmax(0, 1fr); gap: 0; }
  .exchange .url { flex-basis: 100%; order: 3; }
  .exchange .timing { order: 4; }
  .command { flex-wrap: wrap; padding: 0.35rem 0.6rem; }
  .command code { flex-basis: 100%; font-size: 0.75rem; overflow-wrap: anywhere; }
}
`;
