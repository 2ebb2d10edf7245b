/** For paper: dark text, no controls, what matters on a few pages. Page numbers and the running head stand in the margins. */
export const printStyle: string = `
@media print {
  :root, :root[data-theme] { color-scheme: light; --page: #ffffff; }
  .side, .filters, .on-screen, .filter-status, .skip, .pending, .settled, .exchanges, .all-exchanges, .actions, button, dialog { display: none !important; }
  .chapter:not([open]) { border-color: transparent; }
  .requirement-body > .facts, .requirement-body > .command { display: none; }
  section:is([aria-labelledby="observations"], [aria-labelledby="latency"], [aria-labelledby="timeline"]) { display: none; }
  html { font-size: 12px; }
  .cards { display: flex; flex-wrap: wrap; }
  .card { padding: 0.4rem 0.6rem; }
  .page { max-width: none; padding-inline: 0; }
  .masthead { padding-top: 0; }
  main { gap: 1.25rem; display: block; }
  main > section { margin-bottom: 1.25rem; }
  .chapters { display: block; }
  .chapter { margin-bottom: 0.3rem; }
  .chapter > summary { padding-block: 0.2rem; grid-template-columns: 0.8rem 13rem 7rem minmax(0, 1fr) fit-content(13rem); }
  summary::before { visibility: hidden; }
  .folded > summary::before { display: none; }
  .chapter > summary > .chapter-sentence, .chapter > summary > .chapter-counts { grid-column: auto; }
  .chapter > summary h3 .mono { display: none; }
  .requirement > summary { padding-block: 0.25rem; }
  .requirement > summary, .finding, .card, .failures li, .in-print > pre, .cause > summary, tr { break-inside: avoid; }
  h2, h3, .part-title, .cause > summary, .chapter > summary { break-after: avoid; }
  .scrolled { max-height: none; overflow: visible; }
  .scrolled thead th { position: static; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;
