/** `annotate`: marks the text of a specification with requirements, verdicts and gaps, and says where the text has changed. */
import { chapters } from "../../suites/index.ts";
import { anchors } from "../../suites/specification.ts";
import type { AnnotatedBlock, AnnotatedText, Annotation } from "../../reports/annotated-text.ts";
import { createSubjects } from "../../reports/subjects.ts";
import { renderAnnotatedHtml } from "../../reports/html/annotated-page.tsx";
import { toComparable } from "../../reports/answer-difference.ts";
import { type Hole, renderBallot } from "../../reports/ballot.ts";
import { renderHoles, renderImplementationReport } from "../../reports/implementation-report.ts";
import { formatCounted } from "../../reports/measures.ts";
import { toVisibleText } from "../../reports/visible-text.ts";
import type { Report } from "../../schemas/report.ts";
import { readPackageFile } from "../package-file.ts";
import { exitCodes } from "../verdict/verdicts.ts";
import { sentencesOf } from "../sentences.ts";
import { type Drift, findDrift, followAnchors, type TextDigests } from "../specification/drift.ts";
import { readBlocks, type TextBlock } from "../specification/text-blocks.ts";
import { describeSuite } from "../suite-identity.ts";
import { type Command, toWords, UsageError } from "./command.ts";
import { writeNow } from "./destination.ts";
import { readReport, readText } from "./read-report.ts";

export const annotateCommand: Command = {
  configure: (parser) =>
    parser
      .positional("file", {
        type: "string",
        demandOption: true,
        describe: "The specification's text, in Markdown",
      })
      .option("report", {
        type: "string",
        array: true,
        default: [],
        describe: "report.json whose verdicts are shown (repeatable)",
      })
      .option("html", { type: "string", default: "annotated.html", describe: "Write the page to this file" })
      .option("holes", { type: "string", describe: "Also write the holes and contradictions, in Markdown" })
      .option("ballot", {
        type: "string",
        describe:
          "Also write the open questions with what each registry does, and an issue for each, in Markdown",
      })
      .option("diff", {
        type: "string",
        describe:
          "The text before: print what has changed as a comment for a pull request, and write no page",
      })
      .option("implementation-report", {
        type: "string",
        describe: "Also write how many implementations pass each requirement, in Markdown",
      }),
  run: async (options) => {
    const file = String(options["file"]);
    const reports: Report[] = [];
    for (const name of toWords(options["report"])) reports.push(await readReport(name));
    const markdown = await readText(file);
    if (typeof options["diff"] === "string") {
      const { renderChanges } = await import("./annotate-difference.ts");
      process.stdout.write(renderChanges(await readText(options["diff"]), markdown, reports));
      return exitCodes.conformant;
    }
    const blocks = readBlocks(markdown);
    const known = JSON.parse(readPackageFile("suites/specification-digests.json")) as TextDigests;
    const located = followAnchors(blocks, anchors, known);
    if (located.size === 0)
      throw new UsageError(`Cannot annotate "${file}": it has none of the headings of the specification`);
    const drift = findDrift(blocks, { anchors, located, known });
    const page = String(options["html"]);
    await writeNow(page, renderAnnotatedHtml(toAnnotatedText({ blocks, located, drift, reports })));
    const written = [page, ...(await writeDocuments(options, reports))];
    process.stdout.write(renderDrift(blocks, drift, written));
    const isSame = drift.lost.length + drift.changed.length + drift.added.length === 0;
    return isSame ? exitCodes.conformant : exitCodes.failed;
  },
};

async function writeDocuments(
  options: Readonly<Record<string, unknown>>,
  reports: readonly Report[],
): Promise<readonly string[]> {
  const written: string[] = [];
  const { holes, ballot, "implementation-report": implementations } = options;
  if (typeof holes === "string") {
    await writeNow(holes, renderHoles(listHoles(), reports));
    written.push(holes);
  }
  if (typeof ballot === "string") {
    if (reports.length === 0) throw new UsageError("Cannot write a ballot without --report FILE");
    await writeNow(ballot, renderBallot(listHoles().gaps, reports));
    written.push(ballot);
  }
  if (typeof implementations === "string") {
    if (reports.length === 0)
      throw new UsageError("Cannot write an implementation report without --report FILE");
    await writeNow(implementations, renderImplementationReport(reports));
    written.push(implementations);
  }
  return written;
}

/** What the specification leaves open, and what can be read in more than one way. */
function listHoles(): { readonly gaps: readonly Hole[]; readonly readings: readonly Hole[] } {
  const requirements = chapters.flatMap(({ checks, invariants = [] }) => [...checks, ...invariants]);
  return {
    gaps: chapters.flatMap(({ observations = [] }) =>
      observations
        .filter(({ isOfTestSystem }) => isOfTestSystem !== true)
        .map(({ id, question, source }) => ({ id, question, section: source })),
    ),
    readings: requirements.flatMap(({ id, rule, source, reading }) =>
      reading === undefined ? [] : [{ id, question: rule, section: source, reading }],
    ),
  };
}

interface Annotated {
  readonly blocks: readonly TextBlock[];
  readonly located: ReadonlyMap<string, number>;
  readonly drift: Drift;
  readonly reports: readonly Report[];
}

function toAnnotatedText({ blocks, located, drift, reports }: Annotated): AnnotatedText {
  const changed = new Set(drift.changed.map(({ id }) => located.get(id)));
  const added = new Set(drift.added);
  const placed = placeAnnotations(located, reports);
  const subjectOf = createSubjects(reports);
  return {
    title: blocks.find(({ kind }) => kind === "heading")?.text ?? "Specification",
    specification: describeSuite().specification,
    reports: reports.map((report) => ({ subject: subjectOf(report), verdict: report.verdict })),
    blocks: blocks.map(({ heading: _heading, ...block }, index): AnnotatedBlock => {
      const difference = added.has(index) ? "new" : changed.has(index) ? "changed" : undefined;
      return {
        ...block,
        annotations: placed.get(index) ?? [],
        ...(difference === undefined ? {} : { drift: difference }),
      };
    }),
    lost: drift.lost.map(({ id, place }) => `${place} (${id})`),
    unplaced: placed.get(undefined) ?? [],
  };
}

/** The annotations by the index of their block; those without a place in the text under `undefined`. */
function placeAnnotations(
  located: ReadonlyMap<string, number>,
  reports: readonly Report[],
): ReadonlyMap<number | undefined, readonly Annotation[]> {
  const placed = new Map<number | undefined, Annotation[]>();
  for (const { annotation, covers } of listAnnotations(reports)) {
    const places = new Set(
      covers.map((anchor) => located.get(anchor)).filter((place) => place !== undefined),
    );
    for (const place of places.size === 0 ? [undefined] : places)
      placed.set(place, [...(placed.get(place) ?? []), annotation]);
  }
  return placed;
}

interface Covering {
  readonly annotation: Annotation;
  readonly covers: readonly string[];
}

function listAnnotations(reports: readonly Report[]): readonly Covering[] {
  const verdicts = reports.map(
    ({ requirements }) => new Map(requirements.map(({ id, verdict }) => [id, verdict])),
  );
  // one report has its answers as they are: there is nothing to compare them with
  const toAnswer = (answer: string, report: Report): string =>
    reports.length > 1 ? toComparable(answer, report) : answer;
  const answers = reports.map(
    (report) =>
      new Map(
        report.observations.map(({ id, observed, answer }) => [
          id,
          observed ? toAnswer(answer, report) : "not observed",
        ]),
      ),
  );
  const sentences = sentencesOf(chapters);
  return chapters.flatMap(({ id: chapter, observations = [], untested = [] }): readonly Covering[] => [
    ...sentences
      .filter((sentence) => sentence.chapter === chapter)
      .map(({ id, level, rule, covers }) => ({
        annotation: {
          id,
          level,
          title: rule,
          verdicts: verdicts.map((own) => own.get(id) ?? null),
          answers: [],
        },
        covers,
      })),
    ...observations.map(({ id, question, covers = [] }) => ({
      annotation: {
        id,
        level: "gap" as const,
        title: question,
        verdicts: [],
        answers: answers.map((own) => own.get(id) ?? "not in report"),
      },
      covers,
    })),
    ...untested.map(({ id, rule, reason, covers = [] }) => ({
      annotation: { id, level: "untested" as const, title: rule, verdicts: [], answers: [reason] },
      covers,
    })),
  ]);
}

const maxShownCharacters = 100;

function renderDrift(blocks: readonly TextBlock[], drift: Drift, files: readonly string[]): string {
  const { lost, changed, added } = drift;
  const lines = [
    ...lost.map(({ id, place }) => `lost     ${id}: ${place}`),
    ...changed.map(({ id, place }) => `changed  ${id}: ${place}`),
    ...added.map((index) => {
      const { heading = "", text = "" } = blocks[index] ?? {};
      return `new      ${heading}: ${toVisibleText(text).slice(0, maxShownCharacters)}`;
    }),
    describeDrift(lost.length, changed.length, added.length),
    `Wrote ${files.join(", ")}`,
  ];
  return `${lines.join("\n")}\n`;
}

function describeDrift(lost: number, changed: number, added: number): string {
  if (lost + changed + added === 0) return "The text is the one that the suite was written for";
  return `The text is different from the one that the suite was written for: ${formatCounted(lost, "place")} lost, ${changed} changed, ${formatCounted(added, "new statement")}`;
}
