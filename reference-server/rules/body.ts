import type { Call } from "../call.ts";
import { depthOf, isJsonObject, type JsonObject } from "../json.ts";
import { ProblemError } from "../problem-error.ts";

/** How a JSON request body is read (section "What the service does", rule 2). */
export interface BodyRules {
  /** The maximum length of a body, in bytes. */
  readonly largest: number;
  /** How deeply a body may nest. */
  readonly deepest: number;
  readonly isJsonType: (contentType: string, call: Call) => boolean;
  /** A body as bytes, with 413 as soon as it is longer than `limit`. */
  readonly readBytes: (limit: number, call: Call) => Promise<Uint8Array>;
  readonly parse: (text: string, call: Call) => unknown;
  readonly parseObject: (value: unknown, call: Call) => JsonObject;
  /** The body of an operation that requires one. */
  readonly read: (call: Call) => Promise<JsonObject>;
  /** The body of an operation for which it is optional; an absent body is an empty object. */
  readonly readOptional: (call: Call) => Promise<JsonObject>;
}

/** The bytes of `body`, or `undefined` as soon as there are more than `limit`. */
async function readStream(body: ReadableStream<Uint8Array>, limit: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.byteLength;
    if (length > limit) return undefined;
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** Bodies as the reference registry reads them. */
export const bodyRules: BodyRules = {
  largest: 65_536,
  deepest: 64,
  isJsonType: (contentType) => /^application\/(?:json|[a-z0-9.!#$&^_-]+\+json)\s*(?:;|$)/i.test(contentType),
  readBytes: async (limit, call) => {
    const length = call.request.headers.get("content-length");
    if (Number(length ?? "0") > limit)
      throw new ProblemError("payload-too-large", `the body is longer than ${limit} bytes`);
    // HTTP delivers no more than the length, and without a stream this is several times as fast
    if (length !== null) return new Uint8Array(await call.request.arrayBuffer());
    if (call.request.body === null) return new Uint8Array();
    const bytes = await readStream(call.request.body, limit);
    if (bytes === undefined)
      throw new ProblemError("payload-too-large", `the body is longer than ${limit} bytes`);
    return bytes;
  },
  parse: (text) => {
    try {
      return JSON.parse(text) as unknown;
    } catch (error) {
      if (error instanceof SyntaxError) throw new ProblemError("validation-failed", "the body is not JSON");
      throw error;
    }
  },
  parseObject: (value, call) => {
    if (!isJsonObject(value)) throw new ProblemError("validation-failed", "the body is not a JSON object");
    if (depthOf(value) > call.rules.body.deepest)
      throw new ProblemError("validation-failed", "the body nests too deeply");
    return value;
  },
  read: async (call) => {
    const { body } = call.rules;
    const bytes = await body.readBytes(body.largest, call);
    if (!body.isJsonType(call.request.headers.get("content-type") ?? "", call)) {
      throw new ProblemError("unsupported-media-type", "the body is not labelled application/json");
    }
    return body.parseObject(body.parse(toText(bytes), call), call);
  },
  readOptional: async (call) => {
    const { body } = call.rules;
    const bytes = await body.readBytes(body.largest, call);
    if (bytes.byteLength === 0) return {};
    if (!body.isJsonType(call.request.headers.get("content-type") ?? "", call)) {
      throw new ProblemError("unsupported-media-type", "the body is not labelled application/json");
    }
    return body.parseObject(body.parse(toText(bytes), call), call);
  },
};

function toText(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new ProblemError("validation-failed", "the body is not UTF-8");
  }
}
