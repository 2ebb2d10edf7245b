import { createHash, timingSafeEqual } from "node:crypto";

/** What a token may allow. */
export type Action = "publish" | "unpublish" | "trust";

/** What the registry stores of a token; of its text, only the SHA-256. */
export interface Token {
  readonly subject: string;
  readonly grants: readonly Action[];
  /** `*`, `@scope`, `prefix*`, a volume name, or `name@version`. */
  readonly resources: readonly string[];
  /** Milliseconds since 1970; `undefined` for a token that does not expire. */
  readonly expiresAt: number | undefined;
  readonly isRevoked: boolean;
  readonly isRateLimited: boolean;
  /** When the states hook revoked it or made it expire, in milliseconds since 1970. */
  readonly endedAt?: number;
  /** The run of the conformance suite for which the states hook issued it. */
  readonly runId?: string;
}

/** The registry's local token state (section "Authentication", rule 4). */
export interface TokenVault {
  /** Stores `token` under `text`, or under a new random text, and returns that text. */
  readonly issue: (token: Token, text?: string) => string;
  readonly find: (text: string) => Token | undefined;
  /** Changes a token; false if there is none with this text. */
  readonly change: (text: string, change: Partial<Token>) => boolean;
  /** Forgets all that were issued for this run of the conformance suite. */
  readonly forget: (runId: string) => void;
}

/** A vault whose tokens have these texts unless they are given one. It compares hashes in constant time, so that the time does not reveal how close a guess was. */
export function createTokenVault(newText: () => string): TokenVault {
  const kept = new Map<string, { readonly hash: Buffer; readonly token: Token }>();
  return {
    issue: (token, text = newText()) => {
      const hash = hashOf(text);
      kept.set(hash.toString("hex"), { hash, token });
      return text;
    },
    find: (text) => {
      const hash = hashOf(text);
      const entry = kept.get(hash.toString("hex"));
      return entry !== undefined && timingSafeEqual(entry.hash, hash) ? entry.token : undefined;
    },
    change: (text, change) => {
      const hash = hashOf(text);
      const entry = kept.get(hash.toString("hex"));
      if (entry === undefined) return false;
      kept.set(hash.toString("hex"), { hash, token: { ...entry.token, ...change } });
      return true;
    },
    forget: (runId) => {
      for (const [place, { token }] of kept) if (token.runId === runId) kept.delete(place);
    },
  };
}

function hashOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/** The token texts that a target file needs. */
export interface TokenTexts {
  readonly publisher: string;
  readonly outsider: string;
  readonly publishOnly: string;
  readonly trustOnly: string;
  readonly expired: string;
  readonly revoked: string;
  readonly rateLimited: string;
}

/** The namespace in which the publisher may do everything. */
export const namespace = { scope: "conformance", prefix: "conf" } as const;

/**
 * Issues one token of each kind; `texts` fixes the text of some, the rest is random.
 * The publisher's tokens cover `@conformance/*` and `conf-*`, the outsider's another scope.
 */
export function issueTokens(vault: TokenVault, texts: Partial<TokenTexts>, now: number): TokenTexts {
  const everything: readonly Action[] = ["publish", "unpublish", "trust"];
  const publisher: Token = {
    subject: "publisher",
    grants: everything,
    resources: [`@${namespace.scope}`, `${namespace.prefix}-*`],
    expiresAt: undefined,
    isRevoked: false,
    isRateLimited: false,
  };
  const issue = (kind: keyof TokenTexts, change: Partial<Token>): string =>
    vault.issue({ ...publisher, ...change }, texts[kind]);
  return {
    publisher: issue("publisher", {}),
    outsider: issue("outsider", { subject: "outsider", resources: ["@elsewhere", "elsewhere-*"] }),
    publishOnly: issue("publishOnly", { grants: ["publish"] }),
    trustOnly: issue("trustOnly", { grants: ["trust"] }),
    expired: issue("expired", { expiresAt: now - 60_000 }),
    revoked: issue("revoked", { isRevoked: true }),
    rateLimited: issue("rateLimited", { isRateLimited: true }),
  };
}
