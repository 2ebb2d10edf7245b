/** A sheet of paper: on a screen, and on one page A4. */
export const certificateStyle: string = `
.certificate { width: 100%; max-width: 52rem; margin: 1.5rem auto 3rem; padding: 2.25rem 2.5rem 1.5rem; background: var(--surface); border: 1px solid var(--line);
  border-top: 8px solid var(--tone); border-radius: 8px; display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.35rem; overflow-wrap: anywhere; }
.certificate h1 { font-size: 2.1rem; letter-spacing: -0.02em; color: var(--tone); }
.certificate h2 { font-size: 0.8125rem; letter-spacing: 0.04em; text-transform: uppercase; color: var(--quiet); margin-bottom: 0.45rem; }
.certificate .eyebrow { color: var(--quiet); font-size: 0.8125rem; margin-bottom: 0.35rem; }
.certificate .of { font-size: 1.5rem; font-weight: 700; margin-top: 0.75rem; }
.certificate .statement { font-size: 1.0625rem; margin-top: 0.5rem; }
.certificate .partial-note { background: var(--tint); color: var(--tone); font-weight: 600; border-radius: 6px; padding: 0.6rem 0.85rem; margin-top: 0.85rem; }
.certificate dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); gap: 0.5rem 1.75rem; }
.certificate dt { font-size: 0.75rem; color: var(--quiet); }
.certificate dd { font-weight: 550; }
.certificate .digests { grid-template-columns: minmax(0, 1fr); gap: 0.15rem; }
.certificate .digests > div { display: flex; gap: 0.15rem 1rem; }
.certificate .digests dt { flex: 0 0 8rem; }
.certificate .digests dd { font-weight: 400; font-size: 0.72rem; overflow-wrap: anywhere; }
.certificate .profiles { display: flex; flex-wrap: wrap; gap: 0.35rem 1.1rem; }
.certificate .profiles li { display: inline-flex; gap: 0.4rem; align-items: center; }
.certificate .limits { display: grid; gap: 0.3rem; }
.certificate .limits li { padding-left: 1rem; position: relative; font-size: 0.875rem; }
.certificate .limits li::before { content: "–" / ""; position: absolute; left: 0; color: var(--quiet); }
.certificate pre { font-family: var(--mono); font-size: 0.78rem; background: var(--sunken); border: 1px solid var(--line); border-radius: 6px; padding: 0.5rem 0.7rem;
  white-space: pre-wrap; overflow-wrap: anywhere; margin-block: 0.35rem 0.6rem; }
.certificate footer { padding-block: 0.75rem 0; }
@media screen and (max-width: 44rem) {
  .certificate { margin-block: 0 1rem; padding: 1.25rem 1rem; border-radius: 0; border-inline: 0; }
  .certificate h1 { font-size: 1.6rem; }
  .certificate .of { font-size: 1.25rem; }
  .certificate .digests > div { flex-direction: column; }
  .certificate .digests dt { flex: none; }
}
@media print {
  @page { size: A4; }
  html { font-size: 11px; }
  .certificate dd { font-size: 0.875rem; line-height: 1.35; }
  .certificate .of { font-size: 1.3rem; line-height: 1.3; }
  .certificate { max-width: none; margin: 0; padding: 0.5rem 0 0; border: 0; border-top: 6px solid var(--tone); border-radius: 0; gap: 0.9rem; }
  .certificate dl:not(.digests) { grid-template-columns: repeat(3, minmax(0, 1fr)); }
  .certificate footer { padding-block: 0.4rem 0; }
  .certificate section { break-inside: avoid; margin: 0; }
}
`;
