import type { Cause, Report } from "../schemas/report.ts";
import { formatCounted } from "./measures.ts";

/** The cause of each requirement that failed, warned or is blocked, by the requirement's id. */
export function indexCauses({ causes = [] }: Pick<Report, "causes">): ReadonlyMap<string, Cause> {
  const index = new Map<string, Cause>();
  for (const cause of causes) {
    for (const id of [
      ...(cause.breaks === undefined ? [] : [cause.breaks]),
      ...cause.explains,
      ...cause.blocks,
    ])
      if (!index.has(id)) index.set(id, cause);
  }
  return index;
}

/** `it also breaks 2 requirements and blocks 3`; nothing for a cause of one requirement. */
export function renderReach({ explains, blocks }: Cause): string | undefined {
  const parts = [
    ...(explains.length === 0 ? [] : [`breaks ${formatCounted(explains.length, "more case")}`]),
    ...(blocks.length === 0 ? [] : [`blocks ${formatCounted(blocks.length, "case")}`]),
  ];
  return parts.length === 0 ? undefined : `it ${parts.join(" and ")}`;
}

/** Ids of the blocked requirements that a cause or a root cause explains. */
export function explainedRequirements({ causes = [], rootCauses }: Report): ReadonlySet<string> {
  return new Set([
    ...causes.flatMap(({ blocks }) => blocks),
    ...rootCauses.flatMap(({ requirements }) => requirements),
  ]);
}
