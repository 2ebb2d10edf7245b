/** The states hook: requests a state that the API cannot reach from the vendor's side. */
import type { StateName } from "../vocabulary.ts";
import { Blocked, Skipped } from "../outcome.ts";
import { isSuccess, textAt } from "../registry/answer.ts";
import { dispatch } from "../registry/dispatch.ts";
import type { Actor, Session } from "../registry/session.ts";
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
}

export function createStatesHook(session: Session, target: Target): StatesHook {
  const hook = target.states;
  for (const [name, value] of Object.entries(hook?.headers ?? {})) {
    session.redaction.add(value, `states-${name}`);
  }

  return {
    configured: hook !== undefined,
    async enter(actor, state, params, tokenLabel = `token-of-${actor.id}`) {
      if (hook === undefined) throw new Skipped(`needs the state "${state}" of the states hook (states.url)`);
      if (session.readOnly && state !== "token")
        throw new Skipped("needs to change a state, which --read-only does not allow");
      const answer = await dispatch(session, actor, {
        operation: "state",
        rateLimitKey: "states",
        follow: false,
        learnSecrets: (_redaction, { body }) => {
          const token = readToken(Buffer.from(body).toString("utf8"));
          if (token !== undefined) session.redaction.add(token, tokenLabel);
        },
        request: {
          method: "POST",
          url: hook.url,
          headers: [
            ["content-type", "application/json"],
            ["accept", "application/json"],
            ...Object.entries(hook.headers),
          ],
          body: Buffer.from(JSON.stringify({ state, params })),
          maxBytes: 1024 * 1024,
        },
      });
      if (answer.status === 404 || answer.status === 501) {
        throw new Skipped(`needs the state "${state}", which the states hook does not offer`);
      }
      if (!isSuccess(answer)) {
        throw new Blocked(`the states hook answered ${answer.status} to the state "${state}"`, {
          exchange: answer.exchange.id,
        });
      }
      return answer.body;
    },
  };
}

function readToken(text: string): string | undefined {
  try {
    return textAt(JSON.parse(text), "token");
  } catch {
    return undefined;
  }
}
