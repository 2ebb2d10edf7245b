/** What a hostile registry may do instead of answering as it should. */
import type { Socket } from "node:net";

/** The operations of the API, by method and path, as the hostile server tells them apart. */
export type Place =
  "search" | "release" | "index" | "trust" | "create" | "upload" | "finalize" | "download" | "anywhere";

/** A whole response, as the conforming registry behind would have given it. */
export interface Conforming {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

/** What a behaviour works with: one request, and what a conforming registry would say. */
export interface Occasion {
  readonly socket: Socket;
  /** The address under which the hostile registry is reached. */
  readonly baseUrl: string;
  /** Another origin, which notes what it is sent. */
  readonly elsewhere: string;
  readonly path: string;
  /** The `Authorization` header, or an empty text. */
  readonly authorization: string;
  /** 1 for the first request that met this behaviour, 2 for the next, and so on. */
  readonly ordinal: number;
  readonly conforming: () => Promise<Conforming>;
  /** Writes again and again until the other side goes away. */
  readonly pour: (piece: string | Buffer, everyMs: number) => void;
}

export interface Behaviour {
  readonly name: string;
  readonly place: Place;
  /** In one sentence, for the table. */
  readonly summary: string;
  /** True where no requirement that a small run decides can tell, so that an exit code of 0 is right. */
  readonly isHarmless?: boolean;
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

/** The conforming answer with its JSON body changed; what is no JSON is left as it is. */
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

/** Every text in a JSON value replaced, whatever it is the value of. */
export function mapTexts(value: unknown, map: (text: string) => unknown): unknown {
  if (typeof value === "string") return map(value);
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, map));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapTexts(one, map)]));
}

/** Makes something when it is first needed, and only then: bombs take a while to make. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
