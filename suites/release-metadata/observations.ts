/** What the text leaves open about release metadata. */
import type { Observation } from "../../harness/check.ts";
import { isSuccess, textAt } from "../../harness/registry/answer.ts";
import { readInStateOnce, readMetadataOnce } from "./reading.ts";

export const shownStates: Observation = {
  id: "release-metadata/shown-states",
  question: "What does the metadata of a blocked and of a tombstoned release answer?",
  source: "States and transitions, transitions of release status",
  operations: ["getRelease"],
  needs: ["release:blocked", "release:tombstoned"],
  forms: "either",
  from: "standard",
  covers: ["gap:transitions/2", "question:3", "answers:getRelease/authorization-failed"],
  async observe({ given }) {
    const told: string[] = [];
    for (const state of ["blocked", "tombstoned"] as const) {
      const { answer } = await readInStateOnce(given, state);
      told.push(`${state}: ${answer.status}${isSuccess(answer) ? " with metadata" : ""}`);
    }
    return told.join(", ");
  },
};

export const statusReason: Observation = {
  id: "release-metadata/status-reason",
  question: "Does the metadata of a yanked release give a reason?",
  source: "Release metadata, version status: reason",
  operations: ["getRelease"],
  needs: ["release:yanked"],
  forms: "either",
  from: "standard",
  covers: ["member:version-status.reason"],
  async observe({ given }) {
    const { answer } = await readInStateOnce(given, "yanked");

    const reason = textAt(answer.body, "status", "reason");
    return reason === undefined ? "No" : `Yes, of ${reason.length} characters`;
  },
};

export const successStatus: Observation = {
  id: "release-metadata/success-status",
  question: "Which status does release metadata answer?",
  source: "Gaps in endpoint coverage, success status codes of reads",
  operations: ["getRelease"],
  covers: ["gap:endpoints/3"],
  async observe({ given }) {
    const { answer } = await readMetadataOnce(given);

    return `${answer.status}`;
  },
};
