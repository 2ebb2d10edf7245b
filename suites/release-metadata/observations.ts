/** Observations about release metadata. */
import type { Observation } from "../../harness/check.ts";
import { isSuccess, textAt } from "../../harness/registry/answer.ts";
import { readInStateOnce, readMetadataOnce } from "./reading.ts";

export const shownStates: Observation = {
  id: "release-metadata/shown-states",
  question: "How does `GET` metadata answer for a blocked release and for a tombstoned release?",
  source: "States and transitions, transitions of release status",
  operations: ["getRelease"],
  needs: ["release:blocked", "release:tombstoned"],
  forms: "either",
  from: "standard",
  covers: ["gap:transitions/2", "question:3", "answers:getRelease/authorization-failed"],
  async observe({ given }) {
    const results: string[] = [];
    for (const state of ["blocked", "tombstoned"] as const) {
      const { answer } = await readInStateOnce(given, state);
      results.push(`${state}: ${answer.status}${isSuccess(answer) ? " with metadata" : ""}`);
    }
    return results.join(", ");
  },
};

export const statusReason: Observation = {
  id: "release-metadata/status-reason",
  question: "Does the metadata of a yanked release have a `status.reason`?",
  source: "Release metadata, version status: reason",
  operations: ["getRelease"],
  needs: ["release:yanked"],
  forms: "either",
  from: "standard",
  covers: ["member:version-status.reason"],
  async observe({ given }) {
    const { answer } = await readInStateOnce(given, "yanked");

    const reason = textAt(answer.body, "status", "reason");
    return reason === undefined ? "No" : `Yes, with ${reason.length} characters`;
  },
};

export const successStatus: Observation = {
  id: "release-metadata/success-status",
  question: "Which status does `GET` metadata answer?",
  source: "Gaps in endpoint coverage, success status codes of reads",
  operations: ["getRelease"],
  covers: ["gap:endpoints/3"],
  async observe({ given }) {
    const { answer } = await readMetadataOnce(given);

    return `${answer.status}`;
  },
};
