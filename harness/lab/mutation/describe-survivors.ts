/** The survivors of a mutation run as a document. */
import { type Kind, meanings, type Named } from "./kinds.ts";
import { type FileScore, isJudged, scoreOf, type Survivor } from "./survivors.ts";

/** The name of a file as the document shows it. */
function toTitle(file: string): string {
  return file.replace(/^reference-server\//, "").replace(/\.ts$/, "");
}

function toRow(title: string, scores: readonly FileScore[]): string {
  const survivors = scores.flatMap((one) => one.survivors);
  const killed = scores.reduce((sum, one) => sum + one.killed, 0);
  const missed = survivors.filter(isJudged).length;
  const all = killed + survivors.length;
  const cells = [title, all, killed, `${Math.floor((100 * killed) / all)} %`, all - killed - missed, missed];
  return `| ${cells.join(" | ")} | ${scoreOf(scores)} % |`;
}

/** "`order`, `page` (3)": the rules that survivors are in, with their number where there are several. */
function toRules(survivors: readonly Survivor[]): string {
  const counts = new Map<string, number>();
  for (const { rule } of survivors) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  return [...counts]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([rule, count]) => `\`${rule}\`${count === 1 ? "" : ` (${count})`}`)
    .join(", ");
}

function describeKind(kind: Kind, meaning: string, scores: readonly FileScore[]): string {
  const lines = scores.flatMap(({ file, survivors }) => {
    const own = survivors.filter((one) => one.kind === kind);
    return own.length === 0 ? [] : [`- ${toTitle(file)}: ${toRules(own)}`];
  });
  return `## ${kind}: ${meaning}\n\n${lines.join("\n")}\n`;
}

/** A text in a table cell, as code. */
function toCode(text: string): string {
  return `\`\` ${text.replaceAll("|", "\\|")} \`\``;
}

/**
 * The document: the score of each file, what survived and may be judged, and what may not be judged, by kind.
 * @param named the reasons, which the document gives for survivors that may not be judged
 */
export function describeSurvivors(scores: readonly FileScore[], named: readonly Named[]): string {
  const some = scores.filter(({ killed, survivors }) => killed + survivors.length > 0);
  const missed = some.flatMap((one) => one.survivors.filter(isJudged));
  const reasons = named.map(({ file, rules, kind, why }) => {
    const places = rules === "every" ? "" : ` ${rules.map((rule) => `\`${rule}\``).join(", ")}`;
    return `- ${file.replace(/\.ts$/, "")}${places} (${kind}): ${why}`;
  });
  return [
    "# What no run of the suite notices in the reference server",
    "",
    "Stryker changes the code of the reference server, one change at a time. The suite is the only test: a quick run, then a standard one, each up to its",
    "first failure. Below are all changes that it does not notice, and why most of them may not be judged. `npm run mutation` measures again, and",
    "`node dist/harness/lab/mutation/write-survivors.js` writes this page.",
    "",
    "| file | mutants | noticed | of all | not judged | missed | of what may be judged |",
    "| --- | --: | --: | --: | --: | --: | --: |",
    ...some.map((one) => toRow(toTitle(one.file), [one])),
    toRow("**all**", some),
    "",
    "## Missed",
    "",
    ...(missed.length === 0 ? ["None."] : []),
    ...missed.map(
      ({ file, rule, line, original, changed }) =>
        `- ${toTitle(file)} \`${rule}\`, line ${line}: ${toCode(original)} becomes ${toCode(changed)}`,
    ),
    "",
    ...(Object.keys(meanings) as Kind[]).map((kind) => describeKind(kind, meanings[kind], some)),
    "## Why each is not judged",
    "",
    ...reasons,
    "",
  ].join("\n");
}
