/** For paper: dark text, no controls, no page breaks inside a requirement. The script opens failures before printing. */
export const printStyle: string = `
@media print {
  :root, :root[data-theme] { color-scheme: light; --page: #ffffff; }
  .sections, .filters, .filter-status, .skip, button { display: none !important; }
  body { font-size: 10pt; }
  body > header, main, footer { max-width: none; padding-inline: 0; }
  .masthead { padding-top: 0; }
  .requirement > summary, .finding, .card, .failures li, tr { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;
