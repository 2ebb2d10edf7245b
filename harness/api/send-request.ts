/** Sends the requests of one actor: with a token, within what the run may write. */
import type { About, HeaderField } from "../../schemas/report.ts";
import { type Answer, slugOf } from "../exchange/answer.ts";
import { maxJsonBytes } from "../exchange/json-body.ts";
import { dispatch } from "./dispatch.ts";
import { learnInstructionSecrets } from "../recording/instruction-secrets.ts";
import { toPlainLabel, withoutScheme } from "../recording/redaction.ts";
import type { Query, RawRequest, RequestOptions, TokenSource } from "./registry.ts";
import { type Actor, baseFor, type Session } from "./session.ts";
import { drawTraits, plainTraits, type Traits, writeFields } from "./traits.ts";
import { opensUpload } from "../exchange/creates.ts";
import { percentEncode, toFullName } from "../exchange/volume.ts";
import { assertMayWrite } from "./write-guard.ts";

/** A request with what the registry client knows of it. */
export interface ApiRequest extends RawRequest {
  /** True where it needs a token. */
  readonly protects?: boolean;
  /** The endpoint that it is for, and what its path names. */
  readonly names: About;
}

export type Send = (request: ApiRequest, options?: RequestOptions) => Promise<Answer>;

export function createSend(session: Session, actor: Actor, tokens: TokenSource): Send {
  return async (request, options = {}) => {
    const { method, path, operation = "other", names } = request;
    assertMayWrite(session, method, path);
    const { header, label, rateLimitKey } = await toCredential(options, request.protects === true, tokens);
    if (label === madeUp && header !== undefined) spareMadeUp(session, header);
    const body = toRequestBody(request, options);
    const { idempotencyKey: key } = options;
    return await dispatch(session, actor, {
      operation,
      about: {
        ...names,
        ...(label === undefined ? {} : { credential: label }),
        ...(key === undefined ? {} : { key }),
      },
      rateLimitKey,
      follow: method === "GET",
      ...(options.mayBeReset === undefined ? {} : { mayBeReset: options.mayBeReset }),
      ...(options.isResent === undefined ? {} : { isResent: options.isResent }),
      ...(options.barrier === undefined ? {} : { barrier: options.barrier }),
      ...(options.expectsRateLimit === undefined ? {} : { expectsRateLimit: options.expectsRateLimit }),
      ...(request.protects === true && hasArrived(session, names) ? { mayLag: missesBytes } : {}),
      ...(opensUpload(operation) ? { learnSecrets: learnInstructionSecrets } : {}),
      request: {
        method,
        url: `${baseFor(session, actor, request)}${path}${toQueryString(options.query)}`,
        headers: toHeaders(options, header, {
          hasBody: body !== undefined,
          // the id that this request is going to have
          traits: traitsOf(request, options) ?? drawTraits(session.seed, `${actor.id}#${actor.ordinal}`),
        }),
        maxBytes: maxJsonBytes,
        ...(body === undefined ? {} : { body }),
      },
    });
  };
}

/** Fields that a check may write itself. Others that it gives stand beside ours, so that a field can be sent twice. */
const replaceable: ReadonlySet<string> = new Set(["accept", "user-agent"]);

function toHeaders(
  options: RequestOptions,
  authorization: string | undefined,
  { hasBody, traits }: { readonly hasBody: boolean; readonly traits: Traits },
): readonly HeaderField[] {
  const { contentType = "application/json", idempotencyKey } = options;
  const fields: readonly (readonly [name: string, value: string | null | undefined])[] = [
    ["accept", traits.accept],
    ["accept-encoding", "identity"],
    ["user-agent", traits.userAgent],
    ["content-type", hasBody ? contentType : undefined],
    ["authorization", authorization],
    ["idempotency-key", idempotencyKey],
  ];
  const given = new Set((options.headers ?? []).map(([name]) => name.toLowerCase()));
  const sent = fields.flatMap(([name, value]) =>
    typeof value === "string" && !(replaceable.has(name) && given.has(name)) ? [[name, value] as const] : [],
  );
  return [...writeFields(traits, sent), ...(options.headers ?? [])];
}

/** Plain traits where the check varies how the request is written, and where it is no request of an endpoint. */
function traitsOf({ operation = "other" }: ApiRequest, options: RequestOptions): Traits | undefined {
  const { headers, authorization, contentType, rawBody } = options;
  const isVaried = [headers, authorization, contentType, rawBody].some((option) => option !== undefined);
  return isVaried || operation === "other" ? plainTraits : undefined;
}

export function toQueryString(query: Query = []): string {
  const pairs = query.map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`);
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

/** True if the byte transfer of the upload that a request names was answered with a success. */
function hasArrived({ arrivals }: Session, { volume, uploadId }: About): boolean {
  return volume !== undefined && arrivals.has(`${toFullName(volume)} ${uploadId ?? ""}`);
}

/** The API may not see bytes yet that the transfer has accepted. */
function missesBytes(answer: Answer): boolean {
  return slugOf(answer) === "missing-uploaded-bytes";
}

/** The label of an `Authorization` value that a check writes itself. */
const madeUp = "other";

function spareMadeUp({ redaction }: Session, authorization: string): void {
  redaction.spare(authorization);
  redaction.spare(withoutScheme(authorization));
}

async function toCredential(
  options: RequestOptions,
  isProtected: boolean,
  tokens: TokenSource,
): Promise<{ readonly header?: string; readonly label?: string; readonly rateLimitKey: string }> {
  if (options.authorization !== undefined)
    return { header: options.authorization, label: madeUp, rateLimitKey: "malformed" };
  const who = options.as ?? (isProtected ? "publisher" : "nobody");
  if (who === "nobody") return { rateLimitKey: "anonymous" };
  const token = typeof who === "string" ? await tokens(who) : who;
  return { header: `Bearer ${token.value}`, label: toPlainLabel(token.label), rateLimitKey: token.label };
}

function toRequestBody({ body: sent }: RawRequest, options: RequestOptions): Uint8Array | undefined {
  const body = options.rawBody ?? (sent === undefined ? undefined : JSON.stringify(sent));
  return typeof body === "string" ? Buffer.from(body, "utf8") : body;
}
