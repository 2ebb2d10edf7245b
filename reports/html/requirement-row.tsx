import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";
import type { RequirementResult } from "../../schemas/report.ts";
import { formatCounted } from "../measures.ts";
import { describeFinding } from "./short-got.ts";
import { Prose } from "./prose.tsx";
import { VerdictBadge } from "./verdict-badge.tsx";

/** A requirement as one line; its body is a child, or the script adds it when the row is opened. */
export function RequirementRow({
  requirement,
  open = false,
  children,
}: {
  readonly requirement: RequirementResult;
  readonly open?: boolean;
  readonly children?: Child;
}): JSX.Element {
  const { id, verdict, level, chapter, operations, title, accepted, reason, evidence } = requirement;
  const passed = evidence.filter((one) => one.verdict === "passed").length;
  const share =
    passed === evidence.length ? formatCounted(passed, "case") : `${passed} of ${evidence.length} cases`;
  const isDecided = verdict === "passed" || requirement.notOffered === true;
  const inShort = isDecided ? undefined : (describeFinding(requirement) ?? reason);
  return (
    <details
      class={`requirement ${verdict}`}
      id={id}
      open={open}
      data-verdict={verdict}
      data-level={level}
      data-chapter={chapter}
      data-operations={operations.join(" ")}
    >
      <summary>
        <VerdictBadge verdict={verdict} />
        <span class="requirement-title">
          <span class="words">
            <Prose text={title} />
          </span>{" "}
          <span class="quiet mono">{id}</span>
          {inShort === undefined ? null : <span class="in-short">{inShort}</span>}
        </span>
        <span class="tags">
          {accepted === undefined ? null : <span class="tag">accepted</span>}
          {evidence.length < 2 ? null : <span class="tag">{share}</span>}
          <span class="tag">{level}</span>
        </span>
      </summary>
      {children}
    </details>
  );
}
