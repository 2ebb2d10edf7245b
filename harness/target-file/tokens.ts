/** Tokens by role: from the states hook if it makes them, else from the target file. */
import type { TokenRole } from "../vocabulary.ts";
import { repeatOnNetworkFailure, Skipped } from "../outcome.ts";
import { textAt } from "../exchange/answer.ts";
import type { Token } from "../api/registry.ts";
import { toHookLabel } from "../../schemas/hook-token.ts";
import { type Actor, createActor, type Session } from "../api/session.ts";
import type { StatesHook } from "./states.ts";
import type { Target } from "./target.ts";

export type Grant = "publish" | "unpublish" | "trust";

/** What a token made by the hook may do (the state `token`). */
export interface TokenRequest {
  readonly grants: readonly Grant[];
  /** `*`, `@scope`, a volume name, or `name@version`. */
  readonly resource: string;
  readonly condition?: "valid" | "expired" | "revoked" | "rate-limited";
}

export const everyGrant: readonly Grant[] = ["publish", "unpublish", "trust"];

/** A scope that has no volume. */
export const outsiderResource = "@outsider-of-the-conformance-run";

/** What each role requests from the hook, which makes no token of another registry. */
const roleRequests: Readonly<Partial<Record<TokenRole, TokenRequest>>> = {
  publisher: { grants: everyGrant, resource: "*" },
  outsider: { grants: everyGrant, resource: outsiderResource },
  publishOnly: { grants: ["publish"], resource: "*" },
  trustOnly: { grants: ["trust"], resource: "*" },
  expired: { grants: everyGrant, resource: "*", condition: "expired" },
  revoked: { grants: everyGrant, resource: "*", condition: "revoked" },
  rateLimited: { grants: everyGrant, resource: "*", condition: "rate-limited" },
};

export interface Tokens {
  /** The token of a role, made or found once per run. Throws Skipped if there is none. */
  readonly of: (role: TokenRole) => Promise<Token>;
  /** A token made by the hook for one purpose. Throws Skipped where the hook makes none. */
  readonly make: (actor: Actor, request: TokenRequest) => Promise<Token>;
  /** True for a token that the hook gave more than once, or that is also one of the target file: others rely on it. */
  readonly isShared: (token: Token) => boolean;
  /** A token that differs from every other token of the run; for the same name always the same one. It is redacted too. */
  readonly alter: (token: Token, name: string, alter: (value: string) => string) => Token;
}

/** Visible characters: a blank or a line break would end the value of a header field. */
const sendable = /^[\x21-\x7e]+$/;

export function createTokens(session: Session, target: Target, states: StatesHook): Tokens {
  const found = new Map<TokenRole, Promise<Token>>();
  const altered = new Map<string, Token>();
  /** Two roles can have tokens that differ in their ends alone, and short tokens can be altered in few ways. */
  const values = new Set<string>(Object.values(target.tokens));
  for (const [role, value] of Object.entries(target.tokens)) session.redaction.add(value, role);
  const shared = new Set<string>();
  const counts = new Map<string, number>();

  /** Another label for each token of an actor: what one of them may do is not what another may. */
  function nextLabel({ id }: Actor): string {
    const count = (counts.get(id) ?? 0) + 1;
    counts.set(id, count);
    return count === 1 ? toHookLabel(id) : `${toHookLabel(id)}-${count}`;
  }

  async function make(actor: Actor, request: TokenRequest, label = nextLabel(actor)): Promise<Token> {
    const body = await states.enter(actor, "token", { condition: "valid", ...request }, label);
    const value = textAt(body, "token");
    if (value === undefined) throw new Skipped('needs the state "token", whose answer has no "token" string');
    if (!sendable.test(value))
      throw new Skipped('needs the state "token", whose answer has a "token" that no header field can hold');
    // a replay learns nothing from responses, and its placeholder has the same forms as the token
    session.redaction.add(value, label);
    if (values.has(value)) shared.add(value);
    values.add(value);
    return { label, value };
  }

  async function find(role: TokenRole): Promise<Token> {
    const given = target.tokens[role];
    const request = roleRequests[role];
    if (states.configured && request !== undefined) {
      try {
        const actor = createActor(session, `given/token-${role}`);
        return await repeatOnNetworkFailure(() => make(actor, request, role));
      } catch (error) {
        if (!(error instanceof Skipped) || given === undefined) throw error;
      }
    }
    if (given === undefined) throw new Skipped(`needs "tokens.${role}" in the target file, or a states hook`);
    return { label: role, value: given };
  }

  return {
    of(role) {
      const known = found.get(role) ?? find(role);
      found.set(role, known);
      return known;
    },
    make: (actor, request) => make(actor, request),
    isShared: ({ value }) => shared.has(value),
    alter(token, name, alter) {
      const label = `${token.label}-${name}`;
      const known = altered.get(label);
      if (known !== undefined) return known;
      let value = alter(token.value);
      while (values.has(value)) value += "x";
      const one = { label, value };
      values.add(value);
      altered.set(label, one);
      session.redaction.add(value, label);
      return one;
    },
  };
}
