/** Writes survivors.md from the report of the last mutation run of the reference server. */
import { readFileSync, writeFileSync } from "node:fs";
import { describeSurvivors } from "./describe-survivors.ts";
import { kindsOfOtherCode } from "./kinds-of-other-code.ts";
import { kindsOfRules } from "./kinds-of-rules.ts";
import { type MutationReport, toScores } from "./survivors.ts";

const report = JSON.parse(
  readFileSync("conformance-report/mutation-reference-server.json", "utf8"),
) as MutationReport;
const kinds = [...kindsOfRules, ...kindsOfOtherCode];
writeFileSync("harness/lab/mutation/survivors.md", describeSurvivors(toScores(report, kinds), kinds));
