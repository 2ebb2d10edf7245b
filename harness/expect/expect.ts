/** Assertions. Each states what was expected and what was received. The first that does not hold ends the scenario as failed. */
import { isUtf8 } from "node:buffer";
import { scanJson } from "../../schemas/json-positions.ts";
import type { Finding, Wanted } from "../../schemas/report.ts";
import { isSlug, type Slug, statusOfSlug } from "../../schemas/problems.ts";
import type { Form } from "../vocabulary.ts";
import { Blocked, blockedBy, ExpectationFailed } from "../outcome.ts";
import { type Answer, headerOf, isSuccess, mediaTypeOf, slugOf, valueAt } from "../exchange/answer.ts";
import { type FindOwner, isRecognizable, locate } from "./broken-rules.ts";
import { quote, quoteBeside, shorten } from "./quote.ts";

/** A validator made from a JSON Schema. */
export interface Validator {
  (data: unknown): boolean;
  readonly errors?: readonly { readonly instancePath: string; readonly message?: string }[] | null;
}

export interface Expect {
  /** The answer is a success: any status in the 200s, or exactly the one given. */
  readonly success: (answer: Answer, status?: number) => void;
  /** The answer is a problem with this slug, or one of these, and with that slug's status (Errors, table of slugs). */
  readonly problem: (answer: Answer, ...slugs: readonly Slug[]) => void;
  /** The same assertions of an answer to a request that was wrong in this way, for findings to say. */
  readonly withInput: (input: string) => Pick<Expect, "problem">;
  /** The answer is a client error: a status in the 400s. */
  readonly refusal: (answer: Answer) => void;
  /** Both values are the same JSON. `what` names the value; `answer` is its source. */
  readonly equal: (got: unknown, expected: unknown, about: About) => void;
  /** The body's member at the path is the same JSON, or is absent: an optional member must still have the right value. */
  readonly echo: (answer: Answer, path: readonly (string | number)[], expected: unknown) => void;
  /** The statement holds. */
  readonly that: (holds: boolean, about: Statement) => void;
  /** The value is valid against a schema. */
  readonly valid: (value: unknown, validator: Validator, about: About) => void;
  /**
   * Nothing was found in the ledgers of the run. Each deviation is a finding of its own.
   * @param judged the exchanges that were looked at, as evidence
   */
  readonly none: (deviations: readonly RunDeviation[], judged: readonly string[]) => void;
  /** The body's member at the path is a string, which is returned. */
  readonly text: (answer: Answer, ...path: readonly (string | number)[]) => string;
  /** The body's member at the path is an array, which is returned. */
  readonly list: (answer: Answer, ...path: readonly (string | number)[]) => readonly unknown[];
}

export interface About {
  /** What the value is, such as `the index row's integrity`. */
  readonly what: string;
  readonly answer?: Answer;
  /** JSON Pointer of the value in the answer, where it cannot be found by itself. */
  readonly at?: string;
  readonly wanted?: Wanted;
}

export interface Statement {
  readonly expected: string;
  readonly got: string;
  readonly answer?: Answer;
  /** JSON Pointer of the member of the body that it is about. */
  readonly member?: string | undefined;
  readonly wanted?: Wanted;
  /** What was wrong with the request. */
  readonly input?: string;
}

export type RunDeviation = Pick<Finding, "expected" | "got" | "member" | "wanted"> & {
  readonly exchange: string;
};

/** Maximum findings of one check. */
const maxFindings = 5;

/** Maximum exchanges of other checks that are the evidence of one check. */
const maxReviewed = 20;

/** What an assertion looks at, and whether it is only about the form of an answer. */
interface AssertionKind {
  readonly looksAt?: "response" | "content";
  /** JSON Pointer of the member of a problem that is wrong, if it is known to be that one. */
  readonly wrong?: string | undefined;
  readonly about?: "form" | "content";
}

/** Is told what a scenario asserts, so that one that judged nothing is found out. */
export interface AssertionListener {
  /** @param about `form` if it is only about the status or the form of an answer, else `content` */
  readonly onAssert: (about: "form" | "content") => void;
  /** The path of an optional member, and whether the answer has it: an absent one cannot be judged. */
  readonly onOptional: (path: string, isPresent: boolean) => void;
  /** An exchange of another check that was judged. */
  readonly onReview: (exchange: string) => void;
}

/**
 * Assertions for one scenario.
 * @param findOwner finds the rule for every response that owns what does not hold: the check is then blocked by it, or goes on
 *   if it can still decide
 * @param excuse says why a response is right although it is not what the check expects: the check then restarts
 */
export function createExpect(
  form: Form | undefined,
  { onAssert, onOptional, onReview }: AssertionListener,
  findOwner: FindOwner = () => undefined,
  excuse: (answer: Answer) => string | undefined = () => undefined,
): Expect {
  // the texts are made only for a failure: most assertions hold
  function that(
    holds: boolean,
    statement: Statement,
    { looksAt = "content", about = "content", wrong }: AssertionKind = {},
  ): void {
    onAssert(about);
    if (holds) return;
    const { expected, got, answer, wanted, input } = statement;
    const hasContent = looksAt === "content" && answer !== undefined && isSuccess(answer);
    const member = hasContent ? (statement.member ?? locate(answer.body, unquoted(got))) : undefined;
    const owner = answer === undefined ? undefined : findOwner(answer, { looksAt, member: member ?? wrong });
    if (owner !== undefined) throw blockedBy(owner);
    const reason = answer === undefined ? undefined : excuse(answer);
    if (answer !== undefined && reason !== undefined)
      throw new Blocked(reason, { exchange: answer.exchange.id, isTransient: true });
    throw new ExpectationFailed({
      expected: shorten(expected),
      got: shorten(got),
      ...(answer === undefined ? {} : { exchange: answer.exchange.id }),
      ...(member === undefined ? {} : { member }),
      ...(wanted === undefined || Object.keys(wanted).length === 0 ? {} : { wanted }),
      ...(input === undefined ? {} : { input: shorten(input) }),
      ...(form === undefined ? {} : { form }),
    });
  }

  function check(holds: boolean, statement: Statement, kind: Omit<AssertionKind, "looksAt"> = {}): void {
    that(holds, statement, { looksAt: "response", ...kind });
  }

  function expectProblem(answer: Answer, slugs: readonly Slug[], input?: string): void {
    const slug = slugOf(answer);
    const isExact = isSlug(slug) && slugs.includes(slug) && answer.status === statusOfSlug[slug];
    const holds =
      isExact || (isRecognizable(answer, slugs) && findOwner(answer, { looksAt: "response" }) !== undefined);
    check(
      holds,
      {
        expected: slugs.map((one) => `${statusOfSlug[one]} ${one}`).join(" or "),
        get got() {
          return describeAnswer(answer);
        },
        answer,
        wanted: { problems: slugs },
        ...(input === undefined ? {} : { input }),
      },
      // under the right status, the type is what is wrong
      { wrong: slugs.some((one) => statusOfSlug[one] === answer.status) ? "/type" : undefined },
    );
  }

  return {
    that: (holds, statement) => that(holds, statement),
    success(answer, status) {
      const isOwned = isSuccess(answer) && findOwner(answer, { looksAt: "response" }) !== undefined;
      const holds = status === undefined ? isSuccess(answer) : answer.status === status || isOwned;
      check(
        holds,
        {
          expected: status === undefined ? "a success (2xx)" : `status ${status}`,
          get got() {
            return describeAnswer(answer);
          },
          answer,
          wanted: status === undefined ? { answer: "success" } : { status },
        },
        { about: status === undefined ? "form" : "content" },
      );
    },
    problem: (answer, ...slugs) => expectProblem(answer, slugs),
    withInput: (input) => ({ problem: (answer, ...slugs) => expectProblem(answer, slugs, input) }),
    refusal(answer) {
      const isOwned = isSlug(slugOf(answer)) && findOwner(answer, { looksAt: "response" }) !== undefined;
      check((answer.status >= 400 && answer.status <= 499) || (isSuccess(answer) && isOwned), {
        expected: "a client error (4xx)",
        get got() {
          return describeAnswer(answer);
        },
        answer,
        wanted: { answer: "refusal" },
      });
    },
    equal(got, expected, about) {
      that(isSameJson(got, expected), {
        ...rest(about),
        get expected() {
          return `${about.what} to be ${quoteBeside(expected, got)}`;
        },
        get got() {
          return quoteBeside(got, expected);
        },
        get member() {
          return about.at ?? locate(about.answer?.body, got);
        },
        get wanted() {
          return { ...about.wanted, ...toWantedValue(about.at ?? locate(about.answer?.body, got), expected) };
        },
      });
    },
    echo(answer, path, expected) {
      const found = valueAt(answer.body, ...path);
      onOptional(path.map((step) => (typeof step === "number" ? "*" : step)).join("."), found !== undefined);
      if (found === undefined) return;
      that(isSameJson(found, expected), {
        get expected() {
          return `/${path.join("/")} to be ${quoteBeside(expected, found)}`;
        },
        get got() {
          return quoteBeside(found, expected);
        },
        answer,
        member: `/${path.join("/")}`,
        get wanted() {
          return toWantedValue(`/${path.join("/")}`, expected);
        },
      });
    },
    valid(value, validator, about) {
      const holds = validator(value);
      const error = validator.errors?.[0];
      const { instancePath = "", message = "is invalid" } = error ?? {};
      // where the value itself is wrong, its schema says what it has to be
      const own = instancePath === "" ? /^must (.+)$/su.exec(message)?.[1] : undefined;
      const said = error === undefined || own !== undefined ? "" : `: ${instancePath || "it"} ${message}`;
      that(holds, {
        ...rest(about),
        expected: `${about.what} to ${own ?? "be valid against its schema"}`,
        get got() {
          return `${quote(value)}${said}`;
        },
        get member() {
          return locate(about.answer?.body, value);
        },
      });
    },
    none(deviations, judged) {
      onAssert("content");
      for (const exchange of judged.slice(0, maxReviewed)) onReview(exchange);
      const [first, ...others] = deviations
        .slice(0, maxFindings)
        .map((one) => ({ ...one, expected: shorten(one.expected), got: shorten(one.got) }));
      if (first !== undefined) throw new ExpectationFailed(first, others);
    },
    text(answer, ...path) {
      const found = valueAt(answer.body, ...path);
      that(typeof found === "string", {
        expected: `a string at /${path.join("/")}`,
        get got() {
          return describeMember(answer, found);
        },
        answer,
        member: `/${path.join("/")}`,
      });
      return String(found);
    },
    list(answer, ...path) {
      const found = valueAt(answer.body, ...path);
      that(
        Array.isArray(found),
        {
          expected: `an array at /${path.join("/")}`,
          get got() {
            return describeMember(answer, found);
          },
          answer,
          member: `/${path.join("/")}`,
        },
        { about: "form" },
      );
      return Array.isArray(found) ? found : [];
    },
  };
}

/** Maximum characters of a value that a finding has beside its words. */
const maxWanted = 300;

/** The value that should be at a place in a document; nothing if the place is not known, or the value is long. */
export function toWantedValue(at: string | undefined, is: unknown): Pick<Wanted, "value"> {
  const isLong = (JSON.stringify(is) ?? "").length > maxWanted;
  return at === undefined || is === undefined || isLong ? {} : { value: { at, is } };
}

/** A value without the quotes around it. */
function unquoted(got: string): string {
  return /^"[^"\\]*"$/u.test(got) ? got.slice(1, -1) : got;
}

function rest({ answer, wanted }: About): Pick<Statement, "answer" | "wanted"> {
  return { ...(answer === undefined ? {} : { answer }), ...(wanted === undefined ? {} : { wanted }) };
}

/** A short description of an answer: its status, and the problem or the kind of body. */
export function describeAnswer(answer: Answer): string {
  const slug = slugOf(answer);
  if (answer.status >= 400 && slug !== undefined) return `${answer.status} ${slug}`;
  if (answer.bytes.length === 0) return `${answer.status} with an empty body`;
  const type = headerOf(answer, "content-type") ?? "no content type";
  return `${answer.status} with ${answer.isJson ? quote(answer.body) : `a body of ${type}${describeBreak(answer)}`}`;
}

/** Where a text that is labelled as JSON stops being JSON. One character shows no secret. */
function describeBreak(answer: Answer): string {
  if (!/[/+]json$/.test(mediaTypeOf(answer) ?? "")) return "";
  const bytes = Buffer.from(answer.bytes);
  if (!isUtf8(bytes)) return ", which is not UTF-8";
  const text = bytes.toString().replace(/^\uFEFF/u, "");
  const { errorAt } = scanJson(text);
  if (errorAt === undefined) return "";
  const control = findControl(text, errorAt);
  if (control !== undefined) {
    const code = text.charCodeAt(control).toString(16).toUpperCase().padStart(4, "0");
    return `, which has a bare U+${code} in a string at character ${control + 1}`;
  }
  const found = errorAt < text.length ? ` (${quote(text[errorAt])})` : ", its end";
  return `, which stops being JSON at character ${errorAt + 1}${found}`;
}

/** The place of a control character in the string that begins at a place; undefined if there is none. */
function findControl(text: string, at: number): number | undefined {
  // eslint-disable-next-line no-control-regex
  const start = /^"(?:[^"\\\0-\u001f]|\\.)*(?=[\0-\u001f])/u.exec(text.slice(at))?.[0];
  return start === undefined ? undefined : at + start.length;
}

function describeMember(answer: Answer, found: unknown): string {
  if (found !== undefined) return quote(found);
  return isSuccess(answer) ? "no such member" : describeAnswer(answer);
}

/** Equal as JSON: members in any order, numbers by value. Iterative, so that nesting of any depth is safe. */
export function isSameJson(a: unknown, b: unknown): boolean {
  const pairs: [unknown, unknown][] = [[a, b]];
  for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
    const [left, right] = pair;
    if (Object.is(left, right) || (left === 0 && right === 0)) continue;
    if (typeof left !== "object" || typeof right !== "object" || left === null || right === null)
      return false;
    if (Array.isArray(left) !== Array.isArray(right)) return false;
    const keys = Object.keys(left);
    if (keys.length !== Object.keys(right).length) return false;
    for (const key of keys) {
      if (!Object.hasOwn(right, key)) return false;
      pairs.push([Reflect.get(left, key), Reflect.get(right, key)]);
    }
  }
  return true;
}
