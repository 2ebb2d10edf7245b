/** The page of an annotated specification: text on the left, notes on the right. */
export const annotatedStyle: string = `
.spec { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.35rem; }
.spec-block { display: grid; grid-template-columns: minmax(0, 1fr) 19rem; gap: 0 1.5rem; align-items: start; padding: 0.3rem 0.5rem 0.3rem 0.9rem;
  border-left: 4px solid var(--tone, transparent); border-radius: 4px; overflow-wrap: anywhere; }
.spec-block.heading { border-left-color: transparent; padding-top: 1.4rem; }
.spec-block.open-text { --tone: var(--line); }
.spec-block.row, .spec-block.head-row { background: var(--surface); }
.spec-block.head-row { padding-block: 0.15rem; }
.spec-row { display: flex; flex-wrap: wrap; gap: 0.1rem 1.25rem; }
.spec-cell { flex: 1 1 8rem; }
.spec-cell.first { font-weight: 600; flex: 0 0 11rem; }
.spec-cell:last-child { flex: 3 1 14rem; }
.spec-sub a { padding-left: 1.4rem !important; }
.notes > summary, .note-line { display: flex; flex-wrap: wrap; gap: 0.1rem 0.5rem; font-size: 0.8125rem; color: var(--quiet); }
.notes > ul, .notes-list { display: grid; gap: 0.6rem; margin-top: 0.5rem; font-size: 0.875rem; }
.notes > ul > li, .notes-list > li { background: var(--surface); border: 1px solid var(--line); border-radius: 8px; padding: 0.55rem 0.75rem; overflow-wrap: anywhere; }
.note-count { color: var(--tone); background: var(--tint); border-radius: 99px; padding: 0 0.55em; font-weight: 600; }
.note-verdicts { display: flex; flex-wrap: wrap; gap: 0.3rem 0.8rem; margin-top: 0.3rem; }
.spec-block:has(> .notes[open]) { grid-template-columns: minmax(0, 1fr); gap: 0.3rem; }
.notes[open] > ul { grid-template-columns: repeat(auto-fill, minmax(min(22rem, 100%), 1fr)); }
@media (max-width: 64rem) {
  .spec-block, .spec-block:has(> .notes[open]) { grid-template-columns: minmax(0, 1fr); gap: 0.3rem; }
}
`;
