import type { Call, Registry } from "../call.ts";
import type { JsonObject } from "../json.ts";
import { ProblemError } from "../problem-error.ts";
import { newIdentifier, type Random } from "../random.ts";
import type { Action, Token } from "../tokens.ts";
import type { Identity } from "./identity.ts";

/** Who may do what (section "Authentication"). */
export interface AuthorizationRules {
  /** The bearer token of the request's `Authorization` header; `undefined` when there is none, or it is malformed. */
  readonly presentedToken: (call: Call) => string | undefined;
  readonly newTokenText: (random: Random) => string;
  /** The token that the states hook gives for a request, in which it may issue one. */
  readonly tokenOfHook: (request: JsonObject, registry: Registry, issue: () => string) => string;
  readonly findToken: (text: string, call: Call) => Token | undefined;
  readonly isExpired: (token: Token, call: Call) => boolean;
  readonly isRevoked: (token: Token, call: Call) => boolean;
  /** The valid token of a protected request, or 401. */
  readonly authenticate: (call: Call) => Token;
  /** The error for a request without a usable token. */
  readonly unauthenticated: (detail: string, call: Call) => ProblemError;
  /** What a read does with its token; by default nothing, since reads need no authentication. */
  readonly assertMayRead: (call: Call) => void;
  readonly actionOf: (call: Call) => Action;
  readonly grants: (token: Token, action: Action, call: Call) => boolean;
  /** Whether one resource pattern of a token covers an identity. */
  readonly matches: (pattern: string, resource: Identity, call: Call) => boolean;
  readonly covers: (token: Token, resource: Identity, call: Call) => boolean;
  /** Answers 403 unless the token covers the resource. Without a version, a token for one release covers its volume. */
  readonly authorize: (token: Token, resource: Identity, call: Call) => void;
  /** The error for a caller without permission. */
  readonly forbidden: (detail: string, call: Call) => ProblemError;
}

/** Authorization as the specification defines it. */
export const authorizationRules: AuthorizationRules = {
  presentedToken: (call) => {
    const header = call.request.headers.get("authorization");
    return header === null ? undefined : /^Bearer +([A-Za-z0-9._~+/-]+=*) *$/i.exec(header)?.[1];
  },
  newTokenText: (random) => `vrt_${newIdentifier(random, 24)}`,
  tokenOfHook: (_request, _registry, issue) => issue(),
  findToken: (text, call) => call.registry.tokens.find(text),
  isExpired: (token, call) => token.expiresAt !== undefined && token.expiresAt <= call.now,
  isRevoked: (token) => token.isRevoked,
  authenticate: (call) => {
    const { authorization } = call.rules;
    const text = authorization.presentedToken(call);
    if (text === undefined) throw authorization.unauthenticated("a bearer token is needed", call);
    const token = authorization.findToken(text, call);
    if (token === undefined) throw authorization.unauthenticated("the bearer token is unknown", call);
    if (authorization.isExpired(token, call))
      throw authorization.unauthenticated("the bearer token has expired", call);
    if (authorization.isRevoked(token, call))
      throw authorization.unauthenticated("the bearer token was revoked", call);
    return token;
  },
  unauthenticated: (detail) =>
    new ProblemError("authentication-required", detail, { "www-authenticate": 'Bearer realm="registry"' }),
  assertMayRead: () => undefined,
  actionOf: (call) => {
    if (call.operation === "unpublishVersion") return "unpublish";
    return call.operation === "createTrustUpload" || call.operation === "finalizeTrustUpload"
      ? "trust"
      : "publish";
  },
  grants: (token, action) => token.grants.includes(action),
  matches: (pattern, resource) => {
    if (pattern === "*" || pattern === resource.name) return true;
    if (pattern.endsWith("*")) return resource.name.startsWith(pattern.slice(0, -1));
    if (pattern.startsWith("@") && !pattern.includes("/")) return resource.name.startsWith(`${pattern}/`);
    const at = pattern.lastIndexOf("@");
    if (at <= 0 || pattern.slice(0, at) !== resource.name) return false;
    return resource.version === undefined || pattern.slice(at + 1) === resource.version;
  },
  covers: (token, resource, call) =>
    token.resources.some((pattern) => call.rules.authorization.matches(pattern, resource, call)),
  authorize: (token, resource, call) => {
    const { authorization } = call.rules;
    const action = authorization.actionOf(call);
    if (!authorization.grants(token, action, call)) {
      throw authorization.forbidden(`the token does not allow to ${action}`, call);
    }
    if (!authorization.covers(token, resource, call)) {
      throw authorization.forbidden(`the token has no authority over "${resource.name}"`, call);
    }
  },
  forbidden: (detail) => new ProblemError("authorization-failed", detail),
};
