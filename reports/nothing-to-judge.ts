/** Requirements of which a registry had nothing to judge: the verdict is as without them, and a reader has to know that. */
import type { Report } from "../schemas/report.ts";
import { formatCounted } from "./measures.ts";

const maxShown = 3;

/** One sentence for each of the first requirements, and how many more there are. */
export function renderNothingToJudge({ requirements }: Pick<Report, "requirements">): readonly string[] {
  const found = requirements.flatMap(({ id, verdict, notOffered, reason = "" }) => {
    const why = /(?:^|: )nothing to judge: (.*)$/su.exec(reason)?.[1];
    return verdict === "skipped" && notOffered === true && why !== undefined ? [{ id, why }] : [];
  });
  const shown = found.slice(0, maxShown).map(({ id, why }) => `${id} was not judged: ${why}`);
  const more = found.length - shown.length;
  return more > 0
    ? [...shown, `${formatCounted(more, "more requirement")} had nothing to judge: see the full report`]
    : shown;
}
