/** Writes survivors.md from the report of the last mutation run of the reference server. */
import { readFileSync, writeFileSync } from "node:fs";
import { kinds } from "./kinds.ts";
import { describeSurvivors } from "./describe-survivors.ts";
import { type MutationReport, toScores } from "./survivors.ts";

const report = JSON.parse(
  readFileSync("conformance-report/mutation-reference-server.json", "utf8"),
) as MutationReport;
writeFileSync("harness/lab/mutation/survivors.md", describeSurvivors(toScores(report, kinds), kinds));
