/** An open requirement: facts, findings side by side, commands, exchanges. */
export const evidenceStyle: string = `
.requirement { background: var(--surface); border: 1px solid var(--line); border-bottom-width: 0; }
.chapter > .requirement:first-of-type { border-top-left-radius: 8px; border-top-right-radius: 8px; }
.chapter > .requirement:last-of-type { border-bottom-width: 1px; border-bottom-left-radius: 8px; border-bottom-right-radius: 8px; }
.requirement > summary { display: grid; grid-template-columns: 0.8rem 6rem 1fr auto auto; gap: 0.75rem; align-items: start; padding: 0.6rem 1rem 0.6rem 0.8rem; cursor: pointer; scroll-margin-top: 4rem; }
.requirement > summary:hover { background: var(--sunken); }
.requirement[open] > summary { border-bottom: 1px solid var(--line); }
.requirement-title { overflow-wrap: anywhere; min-width: 0; }
.requirement-title .mono { display: block; }
.requirement-body { padding: 1rem 1rem 1.25rem; display: grid; gap: 1.1rem; min-width: 0; }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(16rem, 1fr)); gap: 0.6rem 1.5rem; font-size: 0.9rem; }
.facts > div { min-width: 0; }
.facts dt { color: var(--quiet); font-size: 0.75rem; font-weight: 600; }
.facts dd { overflow-wrap: anywhere; white-space: pre-line; }
.facts.columns { background: var(--surface); border: 1px solid var(--line); border-radius: 8px; padding: 1rem; }
.reason { font-weight: 550; white-space: pre-line; overflow-wrap: anywhere; }
.requirement-body > .facts { border-top: 1px solid var(--line); padding-top: 0.9rem; }
.check { display: grid; gap: 0.6rem; padding-top: 0.9rem; border-top: 1px solid var(--line); min-width: 0; }
.check > h4 { display: flex; flex-wrap: wrap; gap: 0.3rem 0.7rem; align-items: baseline; }
.finding { display: grid; gap: 0.5rem; min-width: 0; }
.rule { font-size: 0.95rem; overflow-wrap: anywhere; white-space: pre-line; }
.versus { display: grid; grid-template-columns: 1fr 1fr; gap: 0.75rem; }
.versus > div { min-width: 0; background: var(--passed-tint); border-radius: 6px; padding: 0.55rem 0.75rem; }
.versus > .got { background: var(--failed-tint); }
.versus h5 { color: var(--ink); }
pre { font: 0.8125rem/1.5 var(--mono); white-space: pre-wrap; overflow-wrap: anywhere; }
.check > pre, .message pre { background: var(--sunken); border-radius: 6px; padding: 0.6rem 0.75rem; }
.command { display: flex; gap: 0.5rem; align-items: start; background: var(--sunken); border-radius: 6px; padding: 0.35rem 0.35rem 0.35rem 0.75rem; }
.command code { flex: 1; min-width: 0; font: 0.8125rem/1.6 var(--mono); white-space: pre-wrap; overflow-wrap: anywhere; padding-top: 0.2rem; }
:root:not(.has-script) .command button { display: none; }
.exchanges { display: grid; gap: 0.35rem; min-width: 0; }
.exchange { border: 1px solid var(--line); border-radius: 6px; min-width: 0; }
.exchange.shown { border-color: var(--failed); }
.exchange > summary { display: flex; flex-wrap: wrap; gap: 0.25rem 0.6rem; align-items: baseline; padding: 0.4rem 0.7rem; cursor: pointer; }
.exchange > summary:hover { background: var(--sunken); }
.exchange .url { min-width: 0; flex: 1 1 16rem; }
.exchange-id { padding: 0 0.75rem 0.6rem; }
.status { font: 600 0.8125rem var(--mono); min-width: 2.4rem; }
.status-success { color: var(--passed); }
.status-refusal { color: var(--link); }
.status-limited { color: var(--warned); }
.status-fault { color: var(--failed); }
.status-none { color: var(--errored); }
.messages { display: grid; grid-template-columns: 1fr 1fr; gap: 0.5rem 1.25rem; padding: 0.6rem 0.75rem; border-top: 1px solid var(--line); }
.message { min-width: 0; display: grid; gap: 0.35rem; align-content: start; }
.exchange > .command { margin: 0 0.75rem 0.75rem; }
.headers { border: 0; font: 0.8125rem/1.5 var(--mono); background: none; }
.headers th, .headers td { padding: 0.1rem 0.5rem 0.1rem 0; border: 0; overflow-wrap: anywhere; font-weight: 400; }
.headers th { color: var(--quiet); width: 11rem; }
.body { display: grid; gap: 0.35rem; min-width: 0; }
.body .quiet { overflow-wrap: anywhere; font-size: 0.75rem; }
.json-key { color: var(--link); }
.json-text { color: var(--passed); }
.json-value { color: var(--warned); }
@media (max-width: 44rem) {
  .versus, .messages { grid-template-columns: 1fr; }
  .requirement > summary { grid-template-columns: 0.8rem 1fr auto auto; }
  .requirement-title { grid-column: 1 / -1; grid-row: 2; }
  .headers th { width: 8rem; }
}
`;
