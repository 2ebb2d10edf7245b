/** The example of each requirement: one request and its right answer, recorded from the reference server. */
import { readRecorded } from "../package-file.ts";

/** The recorded document of the examples. */
export const recordedExamples = "examples";

export interface Example {
  readonly request: ExampleMessage & { readonly method: string; readonly path: string };
  readonly response: ExampleMessage & { readonly status: number };
}

export interface ExampleMessage {
  /** Without the fields that every message has. */
  readonly headers?: Readonly<Record<string, string>>;
  /** A JSON value with long lists and texts cut, or the text itself if it is not JSON. */
  readonly body?: unknown;
}

/** The examples by requirement; none if nothing was recorded. Observations and rules that are not tested have none. */
export function readExamples(): Readonly<Record<string, Example>> {
  return (readRecorded(recordedExamples) ?? {}) as Readonly<Record<string, Example>>;
}

/** Both messages as HTTP shows them, line by line. */
export function renderExample({ request, response }: Example): readonly string[] {
  return [
    `${request.method} ${request.path}`,
    ...renderMessage(request),
    "",
    `${response.status}`,
    ...renderMessage(response),
  ];
}

function renderMessage({ headers = {}, body }: ExampleMessage): readonly string[] {
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  if (body === undefined) return fields;
  const text = typeof body === "string" ? body : JSON.stringify(body, undefined, 2);
  return [...fields, ...text.split("\n")];
}
