/** `annotate NEW --diff OLD`: the changed places of a text with the requirements about them, as a comment for a pull request. */
import { renderTextDifference } from "../../reports/text-difference.ts";
import type { Report } from "../../schemas/report.ts";
import { chapters } from "../../suites/index.ts";
import { anchors } from "../../suites/specification.ts";
import { sentencesOf } from "../sentences.ts";
import { compareTexts } from "../specification/text-difference.ts";

/** @param reports whose verdicts may change */
export function renderChanges(before: string, after: string, reports: readonly Report[]): string {
  const sentences = sentencesOf(chapters);
  const changes = compareTexts(before, after, anchors).map(({ anchors: own, ...change }) => ({
    ...change,
    requirements: sentences
      .filter(({ covers }) => covers.some((anchor) => own.includes(anchor)))
      .map(({ id, level, cases }) => ({ id, level, cases: cases.map((one) => one.id) })),
  }));
  return renderTextDifference(changes, reports);
}
