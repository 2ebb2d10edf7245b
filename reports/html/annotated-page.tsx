import type { JSX } from "hono/jsx/jsx-runtime";
import type { Verdict } from "../../schemas/report.ts";
import {
  type AnnotatedBlock,
  type AnnotatedText,
  type Annotation,
  findIntroductions,
  isDifferent,
  isUncovered,
  worstVerdict,
} from "../annotated-text.ts";
import { formatCounted } from "../measures.ts";
import { renderDocument } from "./document.ts";
import { Prose } from "./prose.tsx";
import { toVisibleTexts } from "./visible-report.ts";
import { VerdictBadge, VerdictSummaryBadge } from "./verdict-badge.tsx";

type Reports = AnnotatedText["reports"];

/** Inline marks of Markdown that are not code: bold text and links lose their marks. */
function toPlainProse(text: string): string {
  return text.replaceAll("**", "").replaceAll(/\[([^\]]*)\]\([^)]*\)/gu, "$1");
}

function Verdicts({
  one,
  reports,
}: {
  readonly one: Annotation;
  readonly reports: Reports;
}): JSX.Element | null {
  if (one.level === "gap" || one.level === "untested") return null;
  return (
    <span class="note-verdicts">
      {one.verdicts.map((verdict, place) => (
        <span class="note-verdict">
          {reports.length > 1 ? <span class="quiet">{reports[place]?.subject} </span> : null}
          {verdict === null ? <span class="quiet">not in report</span> : <VerdictBadge verdict={verdict} />}
        </span>
      ))}
    </span>
  );
}

interface NoteProps {
  readonly one: Annotation;
  readonly reports: Reports;
  /** The id of its block, for a note that is not beside it. */
  readonly place?: string | undefined;
}

function Note({ one, reports, place: block }: NoteProps): JSX.Element {
  return (
    <li>
      <span class="mono">{one.id}</span>
      <span class="tag">{one.level}</span>
      <span class="block">
        <Prose text={one.title} />
      </span>
      <Verdicts one={one} reports={reports} />
      {one.answers.map((answer, place) => (
        <span class="quiet block">
          {reports.length > 1 && one.level === "gap" ? `${reports[place]?.subject ?? ""}: ` : ""}
          <Prose text={answer} />
        </span>
      ))}
      {block === undefined ? null : (
        <a class="block" href={`#${block}`} aria-label={`The place of ${one.id} in the text`}>
          In the text
        </a>
      )}
    </li>
  );
}

const countedVerdicts: readonly Verdict[] = ["failed", "errored", "warned", "blocked", "skipped"];

/** What the folded notes of a block hold: levels, and verdicts that are not `passed`. */
function Summary({ annotations }: { readonly annotations: readonly Annotation[] }): JSX.Element {
  const judged = annotations.filter(({ level }) => level === "must" || level === "should");
  const gaps = annotations.filter(({ level }) => level === "gap").length;
  const untested = annotations.filter(({ level }) => level === "untested").length;
  const worst = worstVerdict(judged);
  const count = (verdict: Verdict): number =>
    judged.filter(({ verdicts }) => worstVerdict([{ ...emptyAnnotation, verdicts }]) === verdict).length;
  return (
    <>
      {judged.length === 0 ? null : <span>{formatCounted(judged.length, "requirement")}</span>}
      {countedVerdicts.map((verdict) => {
        const number = count(verdict);
        return number === 0 ? null : (
          <span class={`note-count ${verdict}`}>
            {number} {verdict}
          </span>
        );
      })}
      {worst === "passed" ? <span class="note-count passed">passed</span> : null}
      {gaps === 0 ? null : <span class="note-count skipped">{formatCounted(gaps, "open question")}</span>}
      {untested === 0 ? null : <span class="note-count skipped">{untested} untested</span>}
    </>
  );
}

const emptyAnnotation: Annotation = { id: "", level: "must", title: "", verdicts: [], answers: [] };

function Drift({ drift }: { readonly drift: AnnotatedBlock["drift"] | undefined }): JSX.Element | null {
  if (drift === undefined) return null;
  return <span class="note-count warned">{drift === "new" ? "new text" : "changed text"}</span>;
}

interface BlockProps {
  readonly block: AnnotatedBlock;
  readonly reports: Reports;
  /** It is an item of a list that demands nothing. */
  readonly isIntroduced: boolean;
}

function Notes({ block, reports, isIntroduced }: BlockProps): JSX.Element | null {
  const { annotations } = block;
  if (annotations.length === 0) {
    const isBare = isUncovered(block) && !isIntroduced;
    if (!isBare && block.drift === undefined) return null;
    return (
      <p class="note-line">
        <Drift drift={block.drift} /> {isBare ? <span class="quiet">no requirement</span> : null}
      </p>
    );
  }
  return (
    <details class="notes">
      <summary>
        <Summary annotations={annotations} /> <Drift drift={block.drift} />
      </summary>
      <ul>
        {annotations.map((one) => (
          <Note one={one} reports={reports} />
        ))}
      </ul>
    </details>
  );
}

/** The colour of the line beside a block: its most severe verdict, or that it is open or not covered. */
function toneOfBlock(block: AnnotatedBlock): string {
  const judged = block.annotations.filter(({ level }) => level === "must" || level === "should");
  return worstVerdict(judged) ?? (block.annotations.length > 0 ? "open-text" : "bare");
}

/** Headings of the text begin below the page's own. */
function Heading({
  level = 2,
  id,
  text,
}: {
  readonly level?: number | undefined;
  readonly id: string;
  readonly text: string;
}): JSX.Element {
  const title = <Prose text={toPlainProse(text)} />;
  if (level <= 2) return <h2 id={id}>{title}</h2>;
  return level === 3 ? <h3 id={id}>{title}</h3> : <h4 id={id}>{title}</h4>;
}

function Text({ block, id }: { readonly block: AnnotatedBlock; readonly id: string }): JSX.Element {
  const prose = <Prose text={toPlainProse(block.text)} />;
  switch (block.kind) {
    case "heading":
      return <Heading level={block.level} id={id} text={block.text} />;
    case "numbered":
      return (
        <p class="spec-item">
          <span class="quiet">{block.ordinal}.</span> {prose}
        </p>
      );
    case "bullet":
      return (
        <p class="spec-item">
          <span class="quiet">•</span> {prose}
        </p>
      );
    case "code":
      return <pre class="mono">{block.text}</pre>;
    case "row":
    case "head-row":
      return <Cells cells={block.cells ?? []} isHead={block.kind === "head-row"} />;
    case "paragraph":
      return <p>{prose}</p>;
  }
}

function Cells({
  cells,
  isHead,
}: {
  readonly cells: readonly string[];
  readonly isHead: boolean;
}): JSX.Element {
  return (
    <p class={isHead ? "spec-row quiet" : "spec-row"}>
      {cells.map((cell, place) => (
        <span class={place === 0 ? "spec-cell first" : "spec-cell"}>
          <Prose text={toPlainProse(cell)} />
        </span>
      ))}
    </p>
  );
}

function toId(index: number): string {
  return `block-${index}`;
}

function Contents({ text }: { readonly text: AnnotatedText }): JSX.Element {
  const sections = toSections(text.blocks);
  return (
    <nav class="side" aria-label="Sections">
      <p class="side-head">
        <a href="#top">{text.title}</a>
      </p>
      <details class="contents" open>
        <summary>Sections</summary>
        <ul>
          {sections.map(({ index, title, level, worst, count }) => (
            <li class={level > 2 ? "spec-sub" : ""}>
              <a href={`#${toId(index)}`}>
                <Prose text={toPlainProse(title)} />
                {worst === undefined || worst === "passed" ? null : (
                  <span class={`count ${worst}`}>
                    {count} {worst}
                  </span>
                )}
              </a>
            </li>
          ))}
        </ul>
      </details>
    </nav>
  );
}

interface Section {
  readonly index: number;
  readonly title: string;
  readonly level: number;
  readonly worst: Verdict | undefined;
  /** Requirements with the most severe verdict. */
  readonly count: number;
}

/** The headings, each with what is said about the blocks up to the next heading. */
function toSections(blocks: readonly AnnotatedBlock[]): readonly Section[] {
  const starts = blocks.flatMap(({ kind }, index) => (kind === "heading" && index > 0 ? [index] : []));
  return starts.map((index, place) => {
    const own = blocks.slice(index, starts[place + 1]).flatMap(({ annotations }) => annotations);
    const worst = worstVerdict(own);
    const ids = own
      .filter(({ verdicts }) => verdicts.some((verdict) => verdict === worst))
      .map(({ id }) => id);
    const { text = "", level = 2 } = blocks[index] ?? {};
    return { index, title: text, level, worst, count: new Set(ids).size };
  });
}

interface MastheadProps {
  readonly text: AnnotatedText;
  /** The indexes of blocks that demand nothing. */
  readonly introduced: ReadonlySet<number>;
}

function Masthead({ text, introduced }: MastheadProps): JSX.Element {
  const stated = text.blocks.filter(
    ({ kind }, index) =>
      !introduced.has(index) && (kind === "numbered" || kind === "bullet" || kind === "row"),
  );
  const bare = stated.filter(isUncovered).length;
  const drifted = text.blocks.filter(({ drift }) => drift !== undefined).length;
  return (
    <header class="masthead" id="top">
      <p class="eyebrow">Annotated specification; the suite implements {text.specification}</p>
      <h1>{text.title}</h1>
      <p class="meaning">
        {formatCounted(stated.length, "list item or table row", "list items and table rows")}, of which {bare}{" "}
        have no requirement. Beside each block are the requirements, open questions and untested rules about
        it.
      </p>
      {text.lost.length + drifted === 0 ? null : (
        <ul class="caveats">
          <li>
            {formatCounted(drifted, "block")} differ from the text that the suite was written for, and{" "}
            {formatCounted(text.lost.length, "place")} cannot be found.
          </li>
          {text.lost.map((place) => (
            <li class="failed">Not found in this text: {place}</li>
          ))}
        </ul>
      )}
      <ul class="cards wide">
        {text.reports.map(({ subject, verdict }) => (
          <li class="card">
            <span class="card-title">{subject}</span>
            <VerdictSummaryBadge verdict={verdict} />
          </li>
        ))}
      </ul>
    </header>
  );
}

/** The requirements and open questions in which the registries of the reports differ, with links to their places. */
function Differences({ text }: { readonly text: AnnotatedText }): JSX.Element | null {
  const { blocks, reports, unplaced } = text;
  if (reports.length < 2) return null;
  const places = new Map<string, { readonly one: Annotation; readonly index: number | undefined }>();
  for (const [index, { annotations }] of blocks.entries())
    for (const one of annotations)
      if (isDifferent(one) && !places.has(one.id)) places.set(one.id, { one, index });
  for (const one of unplaced) if (isDifferent(one)) places.set(one.id, { one, index: undefined });
  return (
    <section aria-labelledby="differences">
      <h2 id="differences">Where the registries differ</h2>
      {places.size === 0 ? (
        <p>They have the same verdicts and answers.</p>
      ) : (
        <details class="notes" open={places.size <= maxOpenDifferences}>
          <summary>
            {formatCounted(places.size, "requirement or question", "requirements and questions")}
          </summary>
          <ul>
            {[...places.values()].map(({ one, index }) => (
              <Note one={one} reports={reports} place={index === undefined ? undefined : toId(index)} />
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

const maxOpenDifferences = 40;

function Body({ text }: { readonly text: AnnotatedText }): JSX.Element {
  const { blocks, reports, unplaced } = text;
  const introductions = findIntroductions(blocks);
  return (
    <>
      <Contents text={text} />
      <div class="page">
        <Masthead text={text} introduced={introductions.items} />
        <main>
          <Differences text={text} />
          <section class="spec" aria-label="Text of the specification">
            {blocks.map((block, index) =>
              index === 0 && block.kind === "heading" ? null : (
                <div
                  class={`spec-block ${block.kind} ${toneOfBlock(block)}`}
                  id={block.kind === "heading" ? undefined : toId(index)}
                >
                  <Text block={block} id={toId(index)} />
                  <Notes block={block} reports={reports} isIntroduced={introductions.items.has(index)} />
                  {introductions.starts.has(index) ? (
                    <p class="note-line">
                      <span class="quiet">introduction: nothing is demanded here</span>
                    </p>
                  ) : null}
                </div>
              ),
            )}
          </section>
          {unplaced.length === 0 ? null : (
            <section aria-labelledby="unplaced">
              <h2 id="unplaced">Questions without a place in the text</h2>
              <ul class="notes-list">
                {unplaced.map((one) => (
                  <Note one={one} reports={reports} />
                ))}
              </ul>
            </section>
          )}
        </main>
      </div>
    </>
  );
}

/** A specification's text as one HTML file in which each block has its requirements, verdicts and gaps beside it. */
export function renderAnnotatedHtml(text: AnnotatedText): string {
  const visible = toVisibleTexts(text);
  return renderDocument({
    title: `${visible.title}, annotated`,
    body: <Body text={visible} />,
    runningHead: `${visible.title}, annotated`,
  });
}
