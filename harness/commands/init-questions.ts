/** The questions of `init`. An invalid answer is asked for again. */
import { createInterface } from "node:readline/promises";

/** The content of the file. A part with an empty text becomes a comment. */
export interface Answers {
  readonly baseUrl: string;
  readonly scope: string;
  readonly prefix: string;
  readonly tokenVariable: string;
  readonly statesUrl: string;
}

interface Question {
  readonly key: keyof Answers;
  readonly text: string;
  /** What an answer is, as messages call it. */
  readonly noun: string;
  /** Used if the answer is empty. */
  readonly standard: string;
  readonly optional: boolean;
  /** What was expected, or undefined if the answer is valid. */
  readonly findError: (answer: string) => string | undefined;
}

const questions: readonly Question[] = [
  {
    key: "baseUrl",
    text: "Base URL of the registry",
    noun: "URL",
    standard: "https://registry.example",
    optional: false,
    findError: findUrlError,
  },
  {
    key: "scope",
    text: "Scope in which the publisher may create volumes, without the @",
    noun: "scope",
    standard: "conformance",
    optional: true,
    findError: (answer) => findNameError(answer, 64),
  },
  {
    key: "prefix",
    text: "Prefix of the unscoped volumes that the publisher may create, without the final hyphen",
    noun: "prefix",
    standard: "conf",
    optional: true,
    findError: (answer) => findNameError(answer, 40),
  },
  {
    key: "tokenVariable",
    text: "Environment variable that holds the publisher token; without one, a run is read-only",
    noun: "variable name",
    standard: "REGISTRY_TOKEN",
    optional: true,
    // many tokens could be names in lower-case letters, and a token must not be in the file
    findError: (answer) =>
      /^[A-Z_][A-Z0-9_]*$/u.test(answer)
        ? undefined
        : "expected the name of the variable in capital letters, digits and underscores, never the token itself",
  },
  {
    key: "statesUrl",
    text: "URL of the states hook, if the registry has one",
    noun: "URL",
    standard: "",
    optional: true,
    findError: findUrlError,
  },
];

/** Why a text is not a valid base URL, or undefined if it is valid. */
export function findUrlError(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain =
    url !== undefined &&
    /^https?:$/u.test(url.protocol) &&
    [url.username, url.password, url.search, url.hash].every((part) => part === "");
  return isPlain ? undefined : "expected an absolute http or https URL without user name, query and fragment";
}

function findNameError(text: string, maxLength: number): string | undefined {
  return text.length <= maxLength && /^[a-z0-9]+(?:-[a-z0-9]+)*$/u.test(text)
    ? undefined
    : `expected at most ${maxLength} lowercase letters, digits and single hyphens, such as acme-tools`;
}

/** Asks the user. */
export interface Asker {
  /** @returns undefined if the answer is Ctrl-C or Ctrl-D */
  readonly ask: (question: string) => Promise<string | undefined>;
  readonly tell: (line: string) => void;
  readonly close: () => void;
}

/** Asks at a terminal. */
export function createAsker(input: NodeJS.ReadableStream, output: NodeJS.WritableStream): Asker {
  const terminal = createInterface({ input, output, terminal: true });
  // a question that is open when the terminal closes never gets an answer
  const closed = new Promise<undefined>((resolve) => {
    terminal.once("close", () => resolve(undefined));
  });
  return {
    ask: (question) => Promise.race([terminal.question(question).catch(() => undefined), closed]),
    tell: (line) => output.write(`${line}\n`),
    close: () => terminal.close(),
  };
}

/** What is known before anything is asked. */
type Known = Partial<Record<keyof Answers, string | undefined>>;

/**
 * Asks what is not known. A namespace of which one part is known is the whole one.
 * @returns undefined if the user interrupted
 */
export async function askAll(asker: Asker, known: Known): Promise<Answers | undefined> {
  const answers: Record<keyof Answers, string> = { ...standardAnswers(known) };
  const isNamespaceKnown = known.scope !== undefined || known.prefix !== undefined;
  for (const question of questions) {
    const isOfNamespace = question.key === "scope" || question.key === "prefix";
    if (isOfNamespace ? isNamespaceKnown : known[question.key] !== undefined) continue;
    const answer = await askOne(asker, question);
    if (answer === undefined) return undefined;
    answers[question.key] = answer;
  }
  return answers;
}

/** The answers without a terminal. A namespace that was learnt is the whole one: no other part is made up. */
export function standardAnswers({ baseUrl, scope, prefix }: Known): Answers {
  const standard = Object.fromEntries(questions.map(({ key, standard }) => [key, standard])) as Record<
    keyof Answers,
    string
  >;
  const isLearnt = scope !== undefined || prefix !== undefined;
  return {
    ...standard,
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(isLearnt ? { scope: scope ?? "", prefix: prefix ?? "" } : {}),
  };
}

async function askOne(asker: Asker, question: Question): Promise<string | undefined> {
  const { text, noun, standard, optional, findError } = question;
  const choices = [
    standard === "" ? "none" : standard,
    ...(optional && standard !== "" ? ["- for none"] : []),
  ];
  for (;;) {
    const said = (await asker.ask(`${text} [${choices.join("; ")}]: `))?.trim();
    if (said === undefined) return undefined;
    if (said === "") return standard;
    if (optional && said === "-") return "";
    const error = findError(said);
    if (error === undefined) return said;
    // without the answer: it may be a token
    asker.tell(`Invalid ${noun}: ${error}`);
  }
}
