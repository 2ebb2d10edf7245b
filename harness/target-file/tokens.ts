/** Tokens by role: from the states hook if it makes them, else from the target file. */
import type { TokenRole } from "../vocabulary.ts";
import { repeatOnNetworkFailure, Skipped } from "../outcome.ts";
import { textAt } from "../registry/answer.ts";
import type { Token } from "../registry/registry.ts";
import { type Actor, createActor, type Session } from "../registry/session.ts";
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

const everyGrant: readonly Grant[] = ["publish", "unpublish", "trust"];

/** What each role requests from the hook, which makes no token of another registry. The outsider's scope has no volume. */
const roleRequests: Readonly<Partial<Record<TokenRole, TokenRequest>>> = {
  publisher: { grants: everyGrant, resource: "*" },
  outsider: { grants: everyGrant, resource: "@outsider-of-the-conformance-run" },
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
}

export function createTokens(session: Session, target: Target, states: StatesHook): Tokens {
  const found = new Map<TokenRole, Promise<Token>>();
  for (const [role, value] of Object.entries(target.tokens)) session.redaction.add(value, role);

  async function make(actor: Actor, request: TokenRequest, label = `token-of-${actor.id}`): Promise<Token> {
    const body = await states.enter(actor, "token", { condition: "valid", ...request }, label);
    const value = textAt(body, "token");
    if (value === undefined) throw new Skipped('needs the state "token", whose answer has no "token" string');
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
  };
}
