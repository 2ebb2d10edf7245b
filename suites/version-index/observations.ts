/** Observations about the version index. */
import type { CheckFile } from "../../harness/check-file.ts";
import { isSuccess, listAt, textAt, valueAt } from "../../harness/exchange/answer.ts";
import { compareVersions } from "../inputs/version-order.ts";
import { readUnknownIndex } from "./listing.ts";
import {
  readIndexOnce,
  readRichestIndex,
  readRowState,
  rowOf,
  stateIn,
  versionsIn,
} from "../situations/version-index.ts";

/** Without the versions themselves, which every run chooses anew. */
function describeOrder(versions: readonly string[]): string {
  const steps = versions.slice(1).map((version, place) => compareVersions(versions[place] ?? "", version));
  if (steps.every((step) => step <= 0)) return "By precedence, the lowest first";
  return steps.every((step) => step >= 0) ? "By precedence, the highest first" : "Not by precedence";
}

export const observations: CheckFile = {
  source: "Endpoints, Version index",
  operations: ["getVersionIndex"],
  observations: [
    {
      id: "version-index/unknown-volume",
      question: "How does `GET` index answer for an unknown volume?",
      covers: ["question:18"],
      async observe({ given }) {
        const answer = await readUnknownIndex(given);

        return isSuccess(answer)
          ? `${answer.status} with ${listAt(answer.body, "items").length} rows`
          : `${answer.status}`;
      },
    },
    {
      id: "version-index/dependencies",
      question: "What is `dependencies` in an index row?",
      source: "Gaps in resource fields, index dependencies",
      covers: ["gap:fields/6", "member:version-index-row.dependencies"],
      async observe({ given }) {
        const { release, answer } = await readIndexOnce(given);

        const value = valueAt(rowOf(answer, release.version), "dependencies");

        if (value === undefined) return "The row has no dependencies";
        return typeof value === "object" && value !== null
          ? `An object with ${Object.keys(value).length} members`
          : "Not an object";
      },
    },
    {
      id: "version-index/row-order",
      question: "In which order does `GET` index list its rows?",
      source: "Resources, Version index row",
      from: "standard",
      async observe({ given }) {
        const versions = versionsIn((await readRichestIndex(given)).answer);

        return versions.length < 2 ? "There is only one row" : describeOrder(versions);
      },
    },
    {
      id: "version-index/form-of-release-url",
      question: "Is `release.url` in an index row absolute?",
      source: "Resources, Version index row: release",
      covers: ["question:12"],
      async observe({ given }) {
        const { release, answer } = await readIndexOnce(given);

        const url = textAt(rowOf(answer, release.version), "release", "url");

        if (url === undefined) return "The row has no release.url";
        return URL.canParse(url) ? "It is absolute" : "It is relative";
      },
    },
    {
      id: "version-index/versions-that-are-not-available",
      question: "Does `GET` index list yanked versions and tombstoned versions?",
      source: "Resources, Version index row: status",
      needs: ["release:yanked", "release:tombstoned"],
      forms: "either",
      from: "standard",
      async observe({ given }) {
        const answers: string[] = [];
        for (const state of ["yanked", "tombstoned"] as const) {
          const { row } = await readRowState(given, state);
          const description = row === undefined ? "no row" : `a row with ${stateIn(row) ?? "no"} state`;
          answers.push(`${state}: ${description}`);
        }
        return answers.join(", ");
      },
    },
    {
      id: "version-index/success-status",
      question: "Which status does `GET` index answer?",
      source: "Gaps in endpoint coverage, success status codes of reads",
      covers: ["gap:endpoints/3"],
      async observe({ given }) {
        const { answer } = await readIndexOnce(given);

        return `${answer.status}`;
      },
    },
  ],
  untested: [
    {
      id: "version-index/clients-fetch-exact-metadata",
      rule: "Clients fetch exact release metadata before installation or trust evaluation; index rows alone are not sufficient.",
      source: "What the service does, rule 3",
      reason:
        "This rule binds clients. The suite tests the registry's part: index rows agree with the metadata.",
      covers: ["rule:service/3"],
    },
  ],
};
