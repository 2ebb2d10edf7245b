/** The states hook: requests a state that the API cannot reach from the vendor's side. */
import type { StateName } from "../vocabulary.ts";
import { describeAnswer } from "../expect/expect.ts";
import { Blocked, Skipped } from "../outcome.ts";
import { isSuccess, textAt } from "../exchange/answer.ts";
import { dispatch } from "../api/dispatch.ts";
import { toStateAbout } from "../recording/read-about.ts";
import { toHookLabel } from "../../schemas/hook-token.ts";
import type { Actor, Session } from "../api/session.ts";
import type { Target } from "./target.ts";

export interface StatesHook {
  /** True if a hook is configured. It may not offer every state. */
  readonly configured: boolean;
  /**
   * Puts the registry in a state.
   * @returns the hook's answer, a JSON object or undefined
   * @throws Skipped if the hook does not offer the state, Blocked if it failed
   */
  readonly enter: (
    actor: Actor,
    state: StateName,
    params: Readonly<Record<string, unknown>>,
    /** The label that replaces a token of the answer in reports. */
    tokenLabel?: string,
  ) => Promise<unknown>;
  /** Says that the run has ended, if the hook made tokens or advisories for it: it may take them back. */
  readonly end: (actor: Actor) => Promise<void>;
}

/** Has the same value in all requests of a run, so that a hook knows what it made for which run. */
export const runHeader = "conformance-run";

/** What the hook makes and the API cannot take away. */
const lasting: ReadonlySet<StateName> = new Set(["token", "advisory"]);

/** What also a run may ask for that changes nothing. */
const harmless: ReadonlySet<StateName> = new Set(["token", "run-ended"]);

/** @param runId a word that no other run has */
export function createStatesHook(session: Session, target: Target, runId: string): StatesHook {
  const hook = target.states;
  let made = 0;
  for (const [name, value] of Object.entries(hook?.headers ?? {})) {
    session.redaction.add(value, `states-${name}`);
  }

  const statesHook: StatesHook = {
    configured: hook !== undefined,
    async end(actor) {
      if (made === 0) return;
      try {
        await statesHook.enter(actor, "run-ended", { runId });
      } catch (error) {
        // also where no answer came: what the run has found does not depend on it
        if (!(error instanceof Blocked || error instanceof Skipped)) throw error;
      }
    },
    async enter(actor, state, params, tokenLabel = toHookLabel(actor.id)) {
      if (hook === undefined) throw new Skipped(`needs the state "${state}" of the states hook (states.url)`);
      if (session.readOnly && !harmless.has(state))
        throw new Skipped("needs to change a state, which --read-only does not allow");
      if (params["uploadId"] !== undefined && session.uploadIds.areShared(actor.nowMs))
        throw new Skipped(
          `needs the state "${state}" of one upload: uploads of several volumes have one id, and the states hook gets the id alone`,
        );
      const answer = await dispatch(session, actor, {
        operation: "state",
        about: toStateAbout(state, params),
        rateLimitKey: "states",
        follow: false,
        // it may need as long as a read to see what was written
        mayLag: ({ status }) => status === 409 || status === 425,
        learnSecrets: (_redaction, { status, headers, body }, request) => {
          if (state !== "token") return;
          const text = Buffer.from(body).toString("utf8");
          const known = [hook.url, session.baseUrl, Buffer.from(request.body ?? []).toString("utf8")];
          const secrets =
            status < 300
              ? secretsIn(text)
              : wordsLikeTokens([text, ...headers.map(([, value]) => value)].join("\n"), known);
          for (const secret of secrets) session.redaction.add(secret, tokenLabel);
        },
        request: {
          method: "POST",
          url: hook.url,
          headers: [
            ["content-type", "application/json"],
            ["accept", "application/json"],
            [runHeader, runId],
            ...Object.entries(hook.headers),
          ],
          body: Buffer.from(JSON.stringify({ state, params })),
          maxBytes: 1024 * 1024,
        },
      });
      if (answer.status === 404 || answer.status === 501) {
        throw new Skipped(
          `needs the state "${state}"${detailOf(params)}, which the states hook does not offer`,
        );
      }
      if (!isSuccess(answer)) {
        throw new Blocked(`the states hook answered ${describeAnswer(answer)} to the state "${state}"`, {
          exchange: answer.exchange.id,
        });
      }
      if (lasting.has(state)) made += 1;
      return answer.body;
    },
  };
  return statesHook;
}

/** What a hook that offers the state may not offer of it: another status, or a token with less power. */
function detailOf({ state, condition, resource, grants }: Readonly<Record<string, unknown>>): string {
  if (state !== undefined) return ` with "state": ${JSON.stringify(state)}`;
  if (condition !== undefined && condition !== "valid")
    return ` with "condition": ${JSON.stringify(condition)}`;
  if (typeof resource === "string" && resource !== "*") return ` with ${kindOf(resource)} as "resource"`;
  return grants === undefined ? "" : ` with "grants": ${JSON.stringify(grants)}`;
}

function kindOf(resource: string): string {
  if (resource.includes("@", 1)) return "a release";
  return resource.startsWith("@") && !resource.includes("/") ? "a scope" : "a volume";
}

/** Shorter texts, and further ones, are no tokens. */
const minSecret = 16;
const maxSecrets = 20;

/**
 * What may be a token in the answer of a hook that was asked for one: the member `token`, or the texts of an answer without it. If
 * the answer is not JSON, all of it and what comes after the word `token`.
 */
export function secretsIn(text: string): readonly string[] {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    const named = /token["']?\s*[:=]\s*["']?([^"'\s,;}]+)/iu.exec(text)?.[1];
    return [...(named === undefined ? [] : [named]), text.trim()].filter((one) => one !== "");
  }
  const token = textAt(body, "token");
  return token === undefined ? textsIn(body) : [token];
}

/**
 * The words of an error that may be a token which the hook had already made: long and with a digit, so that the sentence around them
 * stays readable. What the hook repeats from the request, or from an address that everybody knows, is none.
 */
export function wordsLikeTokens(text: string, known: readonly string[]): readonly string[] {
  const words = new Set(text.match(/[\w.~+=-]+/gu));
  return [...words]
    .filter(
      (word) => word.length >= minSecret && /\d/u.test(word) && !known.some((one) => one.includes(word)),
    )
    .slice(0, maxSecrets);
}

/** The texts in a JSON value that may be tokens, however deep. */
function textsIn(value: unknown): readonly string[] {
  const texts: string[] = [];
  const open: unknown[] = [value];
  while (open.length > 0 && texts.length < maxSecrets) {
    const next = open.pop();
    if (typeof next === "string" && next.length >= minSecret) texts.push(next);
    if (typeof next === "object" && next !== null) for (const one of Object.values(next)) open.push(one);
  }
  return texts;
}
