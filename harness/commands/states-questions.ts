/** Asks a states hook for each state once, with names that do not exist, and looks at the form of its answers. */
import { parseJson } from "../../reports/json-text.ts";
import { stateCatalogue } from "./state-catalogue.ts";
import { describeFileError } from "./command.ts";

/** One answer of the hook. */
export interface StateAnswer {
  readonly asked: string;
  /** Absent if there was no answer. */
  readonly status?: number;
  /** What is wrong with the answer. */
  readonly problem?: string;
}

export interface HookAnswer {
  readonly isReachable: boolean;
  readonly states: ReadonlyMap<string, readonly StateAnswer[]>;
  /** The status for a state that does not exist. */
  readonly unknownStatus: number | undefined;
  /** True if the hook makes a token without the headers of the target file. */
  readonly isOpen: boolean;
}

const timeoutMs = 15_000;

/** The same limit as in a run. */
const maxBytes = 1024 * 1024;

/** After so many requests without an answer, a hook that has answered nothing is not asked any more. */
const maxSilent = 2;

type Params = Readonly<Record<string, unknown>>;

const absentRelease = { name: "@conformance/no-such-release", version: "0.0.0" };

const questions: Readonly<Record<string, readonly (readonly [asked: string, params: Params])[]>> = {
  token: ["valid", "expired", "revoked", "rate-limited"].map((condition) => [
    condition,
    { grants: condition === "valid" ? [] : ["publish"], resource: "@conformance", condition },
  ]),
  "token-revoked": [["a token that does not exist", { token: "no-such-token-of-the-states-hook" }]],
  "token-expired": [["a token that does not exist", { token: "no-such-token-of-the-states-hook" }]],
  "release-status": [["a release that does not exist", { ...absentRelease, state: "yanked" }]],
  "git-release": [
    [
      "a release that does not exist",
      { ...absentRelease, repository: "https://git.example/x.git", ref: "main" },
    ],
  ],
  "intent-expired": [["an upload that does not exist", { uploadId: "no-such-upload" }]],
  "intent-failed": [["an upload that does not exist", { uploadId: "no-such-upload" }]],
  advisory: [["a volume that does not exist", { volume: absentRelease.name }]],
  "release-purged": [["a release that does not exist", absentRelease]],
  inconsistent: [["a release that does not exist", absentRelease]],
  "run-ended": [["a run that does not exist", { runId: "no-such-run" }]],
};

interface Reply {
  readonly status: number;
  readonly body: unknown;
}

async function post(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: unknown,
): Promise<Reply | string> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json", ...headers },
      body: JSON.stringify(body),
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await readText(response);
    if (text === undefined) return `the answer is longer than ${maxBytes} bytes`;
    return { status: response.status, body: parseJson(text) };
  } catch (error) {
    return describeFileError(error instanceof Error ? (error.cause ?? error) : error);
  }
}

/** The body, or undefined if it is too long. */
async function readText({ body }: Response): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Asks for every state. Nothing of the registry changes, since the names do not exist. */
export async function askHook(url: string, headers: Readonly<Record<string, string>>): Promise<HookAnswer> {
  const states = new Map<string, readonly StateAnswer[]>();
  let isReachable = false;
  const silences: string[] = [];
  const ask = async (
    sentHeaders: Readonly<Record<string, string>>,
    body: unknown,
  ): Promise<Reply | string> => {
    const silence = silences.at(-1);
    if (!isReachable && silence !== undefined && silences.length >= maxSilent) return silence;
    const reply = await post(url, sentHeaders, body);
    if (typeof reply === "string") silences.push(reply);
    else isReachable = true;
    return reply;
  };
  for (const { name } of stateCatalogue) {
    const answers: StateAnswer[] = [];
    for (const [asked, params] of questions[name] ?? []) {
      const reply = await ask(headers, { state: name, params });
      answers.push(toAnswer(name, asked, reply));
    }
    states.set(name, answers);
  }
  const unknown = await ask(headers, { state: "conformance-unknown-state", params: {} });
  const bare = await ask(
    {},
    {
      state: "token",
      params: { grants: [], resource: "@conformance", condition: "expired" },
    },
  );
  return {
    isReachable,
    states,
    unknownStatus: typeof unknown === "string" ? undefined : unknown.status,
    isOpen: typeof bare !== "string" && bare.status >= 200 && bare.status < 300,
  };
}

/** What no hook answers: redirects are not followed, and gateways stand in front. */
const statusesOfOthers: ReadonlySet<number> = new Set([301, 302, 303, 307, 308, 405, 502, 503, 504]);

/** A hook may refuse names that do not exist as it likes. A token has no such name. */
function toStatusProblem(state: string, status: number): Pick<StateAnswer, "problem"> {
  if (statusesOfOthers.has(status)) return { problem: `status ${status}: is this the address of the hook?` };
  const isNotOffered = status === 404 || status === 501;
  return state === "token" && !isNotOffered ? { problem: `status ${status} to a request for a token` } : {};
}

function toAnswer(state: string, asked: string, reply: Reply | string): StateAnswer {
  if (typeof reply === "string") return { asked, problem: `no answer: ${reply}` };
  const { status, body } = reply;
  if (status === 401 || status === 403)
    return { asked, status, problem: 'the hook refused the request: are its headers in "states.headers"?' };
  if (status < 200 || status > 299) return { asked, status, ...toStatusProblem(state, status) };
  const isObject = typeof body === "object" && body !== null && !Array.isArray(body);
  if (!isObject) return { asked, status, problem: "the answer is not a JSON object" };
  if (state !== "token") return { asked, status };
  const token: unknown = Reflect.get(body, "token");
  if (typeof token !== "string" || !/^[\x21-\x7e]{4,}$/u.test(token))
    return {
      asked,
      status,
      problem: '"token" is not a text of at least four characters that an Authorization header can have',
    };
  return { asked, status };
}
