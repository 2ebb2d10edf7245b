/** Observations about release metadata. */
import type { CheckFile } from "../../harness/check-file.ts";
import { isSuccess, textAt } from "../../harness/exchange/answer.ts";
import { readInStateOnce, readMetadataOnce } from "../situations/release-metadata.ts";

export const observations: CheckFile = {
  source: "States and transitions, transitions of release status",
  operations: ["getRelease"],
  forms: "either",
  from: "standard",
  observations: [
    {
      id: "release-metadata/shown-states",
      question: "How does `GET` metadata answer for a blocked release and for a tombstoned release?",
      needs: ["release:blocked", "release:tombstoned"],
      covers: ["gap:transitions/2", "question:3", "answers:getRelease/authorization-failed"],
      async observe({ given }) {
        const results: string[] = [];
        for (const state of ["blocked", "tombstoned"] as const) {
          const { answer } = await readInStateOnce(given, state);
          results.push(`${state}: ${answer.status}${isSuccess(answer) ? " with metadata" : ""}`);
        }
        return results.join(", ");
      },
    },
    {
      id: "release-metadata/status-reason",
      question: "Does the metadata of a yanked release have a `status.reason`?",
      source: "Release metadata, version status: reason",
      needs: ["release:yanked"],
      covers: ["member:version-status.reason"],
      async observe({ given }) {
        const { answer } = await readInStateOnce(given, "yanked");

        return textAt(answer.body, "status", "reason") === undefined ? "No" : "Yes";
      },
    },
    {
      id: "release-metadata/success-status",
      question: "Which status does `GET` metadata answer?",
      source: "Gaps in endpoint coverage, success status codes of reads",
      covers: ["gap:endpoints/3"],
      forms: "each",
      from: "quick",
      async observe({ given }) {
        const { answer } = await readMetadataOnce(given);

        return `${answer.status}`;
      },
    },
  ],
};
