/** What a hostile registry can do instead of a correct response. */
import type { Socket } from "node:net";

/** The operations of the API that the hostile server distinguishes, by method and path. */
export type Place =
  "search" | "release" | "index" | "trust" | "create" | "upload" | "finalize" | "download" | "anywhere";

/** The whole response of the conforming registry behind it. */
export interface Conforming {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

/** The input of a behaviour: one request, and the response of a conforming registry. */
export interface Occasion {
  readonly socket: Socket;
  /** The address under which the hostile registry is reached. */
  readonly baseUrl: string;
  /** Another origin, which records the requests it receives. */
  readonly elsewhere: string;
  readonly path: string;
  /** The `Authorization` header, or an empty text. */
  readonly authorization: string;
  /** 1 for the first request that this behaviour changes, 2 for the next, and so on. */
  readonly ordinal: number;
  readonly conforming: () => Promise<Conforming>;
  /** Writes repeatedly until the other side closes. */
  readonly pour: (piece: string | Buffer, everyMs: number) => void;
}

export interface Behaviour {
  readonly name: string;
  readonly place: Place;
  /** In one sentence, for the table. */
  readonly summary: string;
  /**
   * What a whole run has to end with: `conformant` where the answers are only large, `partial` where they are together more than one
   * run reads. Absent where they break a rule.
   */
  readonly wholeRun?: "conformant" | "partial";
  /** Answers on the raw socket, or gives a response to be written as HTTP. */
  readonly answer: (occasion: Occasion) => Promise<Conforming | void> | Conforming | void;
}

/** A JSON answer. */
export function json(value: unknown, status = 200): Conforming {
  return ofText(JSON.stringify(value), status);
}

/** A JSON answer from its text. */
export function ofText(text: string, status = 200, contentType = "application/json"): Conforming {
  return { status, headers: [["content-type", contentType]], body: Buffer.from(text) };
}

/** A problem of the API, under the base that the reference server uses. */
export function problem(
  slug: string,
  status: number,
  more: readonly (readonly [string, string])[] = [],
): Conforming {
  const body = { type: `https://registry.test/problems/${slug}`, title: slug, status };
  return {
    status,
    headers: [["content-type", "application/problem+json"], ...more],
    body: Buffer.from(JSON.stringify(body)),
  };
}

/** The conforming answer with its JSON body changed. A body that is not JSON stays as it is. */
export async function changed(occasion: Occasion, change: (body: unknown) => unknown): Promise<Conforming> {
  const conforming = await occasion.conforming();
  try {
    const body = Buffer.from(JSON.stringify(change(JSON.parse(conforming.body.toString("utf8")))));
    return { ...conforming, body };
  } catch (error) {
    if (error instanceof SyntaxError) return conforming;
    throw error;
  }
}

/** Replaces every text in a JSON value. */
export function mapTexts(value: unknown, map: (text: string) => unknown): unknown {
  if (typeof value === "string") return map(value);
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, map));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapTexts(one, map)]));
}

/** Makes a value when it is first needed: archive bombs take time. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
