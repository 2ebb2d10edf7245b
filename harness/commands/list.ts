/** `list`: the catalogue, to read and to process. */
import { chapters } from "../../suites/index.ts";
import { combinationsOf } from "../../suites/inputs/covering-rows.ts";
import { lifeFactors, planLives } from "../../suites/situations/life-plan.ts";
import { exitCodes } from "../verdict/verdicts.ts";
import { suggest } from "../target-file/nearest.ts";
import {
  countLevels,
  levels,
  listCases,
  listChecks,
  listRequirements,
  type RequirementRow,
} from "./catalogue.ts";
import { type Command, toWords, UsageError } from "./command.ts";
import { listEndpoints } from "./operations.ts";
import { readPackageSets } from "../requirement-sets/requirement-sets.ts";
import { sentencesOf } from "../sentences.ts";
import { readSet, setOption } from "./use-set.ts";
import { stateCatalogue } from "./state-catalogue.ts";
import { renderTable } from "./table.ts";

const kinds = [
  "requirements",
  "checks",
  "chapters",
  "operations",
  "faults",
  "choices",
  "states",
  "gaps",
  "sets",
  "factors",
] as const;

type Kind = (typeof kinds)[number];

type Row = Readonly<Record<string, string | readonly string[] | boolean | undefined>>;

const profiles = ["read", "search", "publish", "trust", "unpublish", "advisories"] as const;

/** The options that select by requirement. */
const filterNames = ["chapter", "profile", "level", "operation"] as const;

export const listCommand: Command = {
  configure: (parser) =>
    parser
      .positional("kind", { choices: kinds, demandOption: true, describe: "What to list" })
      .positional("words", {
        type: "string",
        array: true,
        default: [],
        describe: "Only what contains all these words",
      })
      .option("chapter", {
        type: "string",
        array: true,
        nargs: 1,
        default: [],
        describe: "Only requirements of this chapter",
      })
      .option("profile", {
        choices: profiles,
        array: true,
        nargs: 1,
        default: [],
        coerce: toWords,
        describe: "Only requirements of this profile",
      })
      .option("level", {
        choices: levels,
        array: true,
        nargs: 1,
        default: [],
        coerce: toWords,
        describe: "Only requirements of this level",
      })
      .option("operation", {
        type: "string",
        array: true,
        nargs: 1,
        default: [],
        describe: "Only requirements about this operation",
      })
      .options(setOption("Only requirements of this set"))
      .option("json", { type: "boolean", default: false, describe: "Print JSON" }),
  run: async (options) => {
    const kind = options["kind"] as Kind;
    const isWanted = await withinSet(options, toFilters(kind, options));
    const rows = filterByWords(
      await toRows(kind, isWanted, options["json"] === true),
      toWords(options["words"]),
    );
    if (options["json"] === true) process.stdout.write(`${JSON.stringify(rows, undefined, 2)}\n`);
    else process.stdout.write(`${renderTable(rows)}${countRows(kind, rows)}\n`);
    return exitCodes.conformant;
  },
};

/** Without `--set`, a requirement is listed whether a set has it or not. */
async function withinSet(options: Readonly<Record<string, unknown>>, isWanted: IsWanted): Promise<IsWanted> {
  if (options["set"] === undefined) return isWanted;
  const { outside } = await readSet(options);
  return (requirement) =>
    (requirement.cases ?? [requirement.id]).some((id) => !outside.includes(id)) && isWanted(requirement);
}

/** True for a requirement that the options select. */
type IsWanted = (requirement: RequirementRow) => boolean;

/** @throws UsageError if there is no such chapter or operation, or this kind has none */
function toFilters(kind: Kind, options: Readonly<Record<string, unknown>>): IsWanted {
  const filters = Object.fromEntries(filterNames.map((name) => [name, toWords(options[name])]));
  const used = filterNames.find((name) => (filters[name] ?? []).length > 0);
  if (used !== undefined && ["choices", "states", "operations", "sets", "factors"].includes(kind))
    throw new UsageError(`Cannot use --${used} with ${kind}: they belong to no requirement`);
  const known = {
    chapter: chapters.map(({ id }) => id),
    operation: listEndpoints().map(({ operation }) => operation),
  };
  for (const name of ["chapter", "operation"] as const) {
    const unknown = filters[name]?.find((word) => !known[name].includes(word));
    if (unknown !== undefined)
      throw new UsageError(
        `Cannot use --${name} "${unknown}": no such ${name}${suggest(unknown, known[name])}`,
      );
  }
  return (requirement) =>
    isAmong(filters["chapter"], [chapterOf(requirement)]) &&
    isAmong(filters["profile"], requirement.profiles) &&
    isAmong(filters["level"], [requirement.level]) &&
    isAmong(filters["operation"], requirement.operations);
}

/** An option that is not used selects everything. */
function isAmong(wanted: readonly string[] = [], own: readonly string[]): boolean {
  return wanted.length === 0 || own.some((word) => wanted.includes(word));
}

function chapterOf({ id }: Pick<RequirementRow, "id">): string {
  return id.split("/")[0] ?? id;
}

function filterByWords(rows: readonly Row[], words: readonly string[]): readonly Row[] {
  return rows.filter((row) => {
    const text = Object.values(row).flat().join(" ").toLowerCase();
    return words.every((word) => text.includes(word.toLowerCase()));
  });
}

/** The cases by id, or their number in a table for readers. */
function countCases(cases: readonly string[] | undefined, isJson: boolean): Row {
  if (cases === undefined) return {};
  return { cases: isJson ? cases : `${cases.length} ${cases.length === 1 ? "case" : "cases"}` };
}

/** Such as `15 faults`. Rules that no client can observe are no gaps, though they are listed with them. */
function countRows(kind: Kind, rows: readonly Row[]): string {
  const untested = kind === "gaps" ? rows.filter(({ level }) => level === "untested").length : 0;
  const count = rows.length - untested;
  const words = `${count} ${count === 1 ? kind.slice(0, -1) : kind}`;
  return untested === 0 ? words : `${words}, and ${untested} that no client can test`;
}

async function toRows(kind: Kind, isWanted: IsWanted, isJson: boolean): Promise<readonly Row[]> {
  const wanted = listRequirements().filter(isWanted);
  const ids = new Set([...listCases().filter(isWanted), ...wanted].map(({ id }) => id));
  switch (kind) {
    case "requirements":
      return wanted.map(({ cases, ...row }) => ({ ...row, ...countCases(cases, isJson) }));
    case "checks":
      return listChecks()
        .filter(({ id }) => ids.has(id))
        .map((row) => ({ ...row }));
    case "gaps":
      return wanted
        .filter(({ level }) => level === "gap" || level === "untested")
        .map(({ id, level, section, rule, reason }) => ({ id, level, section, rule, reason }));
    case "chapters":
      return listChapters(wanted);
    case "operations":
      return listEndpoints().map((row) => ({ ...row }));
    case "faults": {
      const { faults } = await import("../../reference-server/faults/index.ts");
      return faults
        .filter(({ breaks }) => ids.has(breaks))
        .map(({ name, breaks, summary }) => ({ name, breaks, summary }));
    }
    case "choices":
      return await listChoices();
    case "sets":
      return listSets();
    case "states":
      return stateCatalogue.map(({ name, params, result }) => ({ name, params, result }));
    case "factors":
      return listFactors();
  }
}

function listSets(): readonly Row[] {
  const sets = readPackageSets(chapters);
  const newest = sets.at(-1);
  return sets.map(({ name, specification, suite, state, requirements }) => {
    const open = Object.values(requirements).filter((level) => level === "gap").length;
    const own = sentencesOf(chapters).filter(({ cases }) =>
      cases.some((one) => Object.hasOwn(requirements, one.id)),
    );
    return {
      name: `${name}${name === newest?.name ? " (default)" : ""}`,
      specification,
      suite,
      state,
      requirements: String(own.length),
      cases: String(Object.keys(requirements).length - open),
      openQuestions: String(open),
    };
  });
}

/** What varies between the lives of releases, and how many combinations with other factors a run tries, in how many lives. */
function listFactors(): readonly Row[] {
  const plans = (
    [
      { strength: 2, words: "pairs", depth: "standard" },
      { strength: 3, words: "triples", depth: "deep" },
    ] as const
  ).map(({ strength, words, depth }) => ({
    words,
    depth,
    combinations: combinationsOf(lifeFactors, strength),
    lives: planLives(lifeFactors.form, strength).length,
  }));
  return Object.entries(lifeFactors).map(([factor, levels]) => {
    const tried = plans.map(({ words, depth, combinations, lives }) => {
      const own = combinations.filter((combination) => combination.some((one) => one.factor === factor));
      return [depth, `${own.length} ${words} in ${lives} lives`];
    });
    return { factor, levels, ...Object.fromEntries(tried) };
  });
}

function listChapters(wanted: readonly RequirementRow[]): readonly Row[] {
  return chapters.flatMap(({ id, title }) => {
    const own = wanted.filter((row) => chapterOf(row) === id);
    if (own.length === 0) return [];
    return [{ id, requirements: countLevels(own), title }];
  });
}

async function listChoices(): Promise<readonly Row[]> {
  const { choices } = await import("../../reference-server/choices/index.ts");
  return choices.flatMap(({ name, question, values }) =>
    Object.entries(values).map(([value, { summary }]) => ({
      choice: `${name}=${value}`,
      question,
      summary,
    })),
  );
}
