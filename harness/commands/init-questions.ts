/** What `init` asks: each answer is checked as it comes, and asked for again where it will not do. */
import { createInterface } from "node:readline/promises";

/** What the file is made from. Empty text leaves a part out, as a comment. */
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
  /** Taken where nothing is answered. */
  readonly standard: string;
  readonly mayBeNone: boolean;
  /** What an answer has to be, or undefined where it is that. */
  readonly fault: (answer: string) => string | undefined;
}

const questions: readonly Question[] = [
  {
    key: "baseUrl",
    text: "Base URL of the registry",
    standard: "https://registry.example",
    mayBeNone: false,
    fault: toUrlFault,
  },
  {
    key: "scope",
    text: "Scope that the publisher may create volumes in, without the @",
    standard: "conformance",
    mayBeNone: true,
    fault: (answer) => toNameFault(answer, 64),
  },
  {
    key: "prefix",
    text: "Prefix of the unscoped volumes it may create, without the hyphen at its end",
    standard: "conf",
    mayBeNone: true,
    fault: (answer) => toNameFault(answer, 40),
  },
  {
    key: "tokenVariable",
    text: "Environment variable with the publisher's token; with none the run only reads",
    standard: "REGISTRY_TOKEN",
    mayBeNone: true,
    // many a token could be a name in small letters, and no token belongs in the file
    fault: (answer) =>
      /^[A-Z_][A-Z0-9_]*$/u.test(answer)
        ? undefined
        : "expected the variable's name, of capital letters, digits and underscores, never the token itself",
  },
  {
    key: "statesUrl",
    text: "URL of the states hook, if the registry has one",
    standard: "",
    mayBeNone: true,
    fault: toUrlFault,
  },
];

/** Why a text can be no base URL, or undefined where it can. */
export function toUrlFault(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain =
    url !== undefined &&
    /^https?:$/u.test(url.protocol) &&
    [url.username, url.password, url.search, url.hash].every((part) => part === "");
  return isPlain ? undefined : "expected an absolute http or https URL without user name, query and fragment";
}

function toNameFault(text: string, longest: number): string | undefined {
  return text.length <= longest && /^[a-z0-9]+(?:-[a-z0-9]+)*$/u.test(text)
    ? undefined
    : `expected at most ${longest} lowercase letters, digits and single hyphens, such as acme-tools`;
}

/** Somebody to ask. */
export interface Asker {
  /** @returns undefined where the answer is Ctrl-C or Ctrl-D */
  readonly ask: (question: string) => Promise<string | undefined>;
  readonly tell: (line: string) => void;
  readonly close: () => void;
}

/** Asks at a terminal. */
export function createAsker(input: NodeJS.ReadableStream, output: NodeJS.WritableStream): Asker {
  const terminal = createInterface({ input, output, terminal: true });
  // a question that is still open when the terminal closes is never answered
  const closed = new Promise<undefined>((resolve) => {
    terminal.once("close", () => resolve(undefined));
  });
  return {
    ask: (question) => Promise.race([terminal.question(question).catch(() => undefined), closed]),
    tell: (line) => output.write(`${line}\n`),
    close: () => terminal.close(),
  };
}

/**
 * Asks all there is to ask.
 * @param baseUrl asked for where it is not given
 * @returns undefined where the asking was interrupted
 */
export async function askAll(asker: Asker, baseUrl: string | undefined): Promise<Answers | undefined> {
  const answers: Record<keyof Answers, string> = standardAnswers(baseUrl);
  for (const question of questions) {
    if (question.key === "baseUrl" && baseUrl !== undefined) continue;
    const answer = await askOne(asker, question);
    if (answer === undefined) return undefined;
    answers[question.key] = answer;
  }
  return answers;
}

/** What is taken where nobody can be asked. */
export function standardAnswers(baseUrl: string | undefined): Answers {
  const standard = Object.fromEntries(questions.map(({ key, standard }) => [key, standard]));
  return { ...(standard as Record<keyof Answers, string>), ...(baseUrl === undefined ? {} : { baseUrl }) };
}

async function askOne(asker: Asker, question: Question): Promise<string | undefined> {
  const { text, standard, mayBeNone, fault } = question;
  const choices = [
    standard === "" ? "none" : standard,
    ...(mayBeNone && standard !== "" ? ["- for none"] : []),
  ];
  for (;;) {
    const said = (await asker.ask(`${text} [${choices.join("; ")}]: `))?.trim();
    if (said === undefined) return undefined;
    if (said === "") return standard;
    if (mayBeNone && said === "-") return "";
    const wrong = fault(said);
    if (wrong === undefined) return said;
    // not what was said: it may be a token
    asker.tell(`That will not do: ${wrong}`);
  }
}
