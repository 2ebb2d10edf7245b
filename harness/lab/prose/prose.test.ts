import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Chapter } from "../../check.ts";
import { choices } from "../../../reference-server/choices/index.ts";
import { faults } from "../../../reference-server/faults/index.ts";
import { chapters } from "../../../suites/index.ts";
import { findDeclaredNames, findLongSentences, findPhrases, toParagraphs, toWords } from "./prose.ts";
import { fileNames, identifiers, idPhrases, type Phrase, phrases } from "./word-list.ts";

const root = join(import.meta.dirname, "../../..");
const folders = ["suites", "schemas", "harness", "reference-server", "reports"];

const maxCatalogueWords = 25;
/** A document may join two clauses with an example. */
const maxDocumentWords = 35;

interface Entry {
  readonly id: string;
  readonly texts: readonly (string | undefined)[];
}

/** What is wrong with an entry's id and texts, each with the id. */
function findBreaches({ id, texts }: Entry, idList: readonly Phrase[] = phrases): readonly string[] {
  const prose = texts.filter((text) => text !== undefined);
  const found = [
    ...findPhrases(toWords(id), idList),
    ...prose.flatMap((text) => findPhrases(text, phrases)),
    ...prose.flatMap((text) => findLongSentences(text, maxCatalogueWords)),
  ];
  return found.map((breach) => `${id}: ${breach}`);
}

function entriesOf({ checks, invariants = [], observations = [], untested = [] }: Chapter): readonly Entry[] {
  return [
    ...[...checks, ...invariants].map(({ id, rule, reading }) => ({ id, texts: [rule, reading] })),
    ...observations.map(({ id, question }) => ({ id, texts: [question] })),
    ...untested.map(({ id, rule, reason }) => ({ id, texts: [rule, reason] })),
  ];
}

describe("the catalogue is plain English", () => {
  test.each(chapters.map((chapter) => [chapter.id, chapter] as const))("in chapter %s", (_id, chapter) => {
    expect(findPhrases(chapter.title, phrases)).toEqual([]);
    const idList = [...phrases, ...idPhrases];
    expect(entriesOf(chapter).flatMap((entry) => findBreaches(entry, idList))).toEqual([]);
  });

  test("in the summaries of faults", () => {
    const entries = faults.map(({ name, summary }) => ({ id: name, texts: [summary] }));
    expect(entries.flatMap((entry) => findBreaches(entry))).toEqual([]);
  });

  test("in the questions and summaries of choices", () => {
    const entries = choices.flatMap(({ name, question, values }) => [
      { id: name, texts: [question] },
      ...Object.entries(values).map(([value, { summary }]) => ({ id: `${name}/${value}`, texts: [summary] })),
    ]);
    expect(entries.flatMap((entry) => findBreaches(entry))).toEqual([]);
  });
});

/** The files below a folder, without those of packages. */
function listFiles(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => !/(?:^|\/)(?:node_modules|generated\/client)/u.test(file))
    .map((file) => `${folder}/${file}`);
}

/** Every document except the generated ones. */
const documents = ["README.md", "CONTRIBUTING.md", "GLOSSARY.md", "SECURITY.md", "CHANGELOG.md"].concat(
  folders.flatMap((folder) =>
    listFiles(folder).filter((file) => file.endsWith(".md") && basename(file) !== "BEHAVIOURS.md"),
  ),
);

describe("documents are plain English", () => {
  test.each(documents)("%s", (file) => {
    const paragraphs = toParagraphs(readFileSync(join(root, file), "utf8"));
    const breaches = paragraphs.flatMap((text) => [
      ...findPhrases(text, phrases).map((breach) => `${breach} (in "${text.slice(0, 60)}…")`),
      ...findLongSentences(text, maxDocumentWords),
    ]);
    expect(breaches.map((breach) => `${file}: ${breach}`)).toEqual([]);
  });
});

const sources = folders.flatMap((folder) =>
  listFiles(folder)
    .filter((file) => /\.(?:ts|tsx|mjs)$/u.test(file))
    .filter((file) => !/\/(?:compiled|prose)\//u.test(file)),
);

describe("names are plain English", () => {
  test("of files", () => {
    const stems = sources.map((file) => [file, basename(file).replace(/\..*$/u, "")] as const);
    expect(
      stems.flatMap(([file, stem]) => findPhrases(stem, fileNames).map((breach) => `${file}: ${breach}`)),
    ).toEqual([]);
  });

  test.each(folders)("of what %s declares", (folder) => {
    const breaches = sources
      .filter((file) => file.startsWith(`${folder}/`))
      .flatMap((file) =>
        findDeclaredNames(readFileSync(join(root, file), "utf8")).flatMap((name) =>
          findPhrases(name, identifiers).map((breach) => `${file}: ${name}: ${breach}`),
        ),
      );
    expect(breaches).toEqual([]);
  });
});

describe("the word list", () => {
  test.each([
    "The last lines say what came of it",
    "whoever has something to mend",
    "each fault found by the requirement it breaks, no choice blamed",
    "what hung on it is blocked by it",
    "needs to write, and the run only reads, or was told so",
    "That will not do",
    "What wants attention",
    "the registry did something else than the specification states",
    "A read of a release under a version that is none answers 404",
    "labelled as JSON and is none is refused",
    "A walk through all pages of a search meets no volume twice",
    "A single advisory that tells its ids goes by the one that was asked for",
    "What becomes of a format that nobody has heard of?",
    "what packing alone makes different is nothing of the tree",
    "a file that is to have comments",
  ])("finds dialect in: %s", (text) => {
    expect(findPhrases(text, phrases)).not.toEqual([]);
  });

  test.each([
    "The last line is the verdict. `conformance-report/` has the same result in these formats",
    "It requests uploads only under names it expects to be rejected; a client-side guard blocks every finalize",
    "Every fault is detected; no legal variation is reported",
    "A set-up failure is reported once; checks that depend on it are `blocked`",
    "None returned problem+json or a list. Check the base URL",
    "Paging through a search never returns a volume twice",
    "Where an index row has `status.state`, it equals `status.state` in that version's release metadata",
    "How are unknown formats and invalid media types handled?",
    "Differences in packaging are not part of the tree",
    "A standard run is the default",
  ])("accepts: %s", (text) => {
    expect(findPhrases(text, phrases)).toEqual([]);
  });

  test("says what to write instead", () => {
    expect(findPhrases("It hangs on the order.", phrases)).toEqual(['"hangs on": write depends on']);
    expect(findBreaches({ id: "trust/sizes-as-text", texts: [] }, idPhrases)).toEqual([
      'trust/sizes-as-text: "sizes as text": write sizes-in-strings',
    ]);
  });

  test("counts the words of a sentence, inline code as one", () => {
    expect(findLongSentences("One two `three four`. Five six (see RFC 9110).", 3)).toEqual([
      '5 words, at most 3: "Five six (see RFC 9110).…"',
    ]);
  });

  test("reads paragraphs, list items and cells of a document, without code", () => {
    const markdown =
      "# Title\nOne\nline\n\n- an [item](x.md)\n  of a list\n- two\n\n```sh\nrun\n```\n\n| a | b |\n| - | - |";
    expect(toParagraphs(markdown)).toEqual(["# Title", "One line", "- an item of a list", "- two", "a", "b"]);
  });

  test("finds declared names", () => {
    const source =
      "const mostItems = 1;\ninterface Lane {\n  readonly tier: string;\n  settle(): void;\n}\n// lane";
    expect(findDeclaredNames(source)).toEqual(["mostItems", "Lane", "tier", "settle"]);
  });
});
