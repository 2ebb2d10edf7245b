/** A cause as a few requests and one assertion: what every form of a standalone reproduction is written from. */

/** Text with variables: of the environment, or saved from the response of an earlier step. */
export type Template = readonly (string | Variable)[];

export interface Variable {
  readonly variable: string;
}

/** Where a value is in a JSON document. */
export type JsonPath = readonly (string | number)[];

/** One request. */
export interface Step {
  /** The request in short, such as `POST /api/v1/volumes/conf-x`. */
  readonly title: string;
  readonly method: string;
  readonly url: Template;
  readonly headers: readonly (readonly [name: string, value: Template])[];
  readonly body?: { readonly text: Template } | { readonly base64: string };
  /** True if the rest needs its success. */
  readonly mustSucceed: boolean;
  /** True if a right registry may refuse this request already, so that the rest is not needed. */
  readonly mayConclude: boolean;
  readonly saves: readonly { readonly variable: string; readonly path: JsonPath }[];
}

/** What the response of the last step must be. */
export type Assertion =
  | { readonly kind: "status" | "other-status"; readonly anyOf: readonly AcceptedStatus[] }
  | { readonly kind: "present"; readonly path: JsonPath }
  /** `json` is JSON text. */
  | { readonly kind: "equal" | "different"; readonly path: JsonPath; readonly json: Template }
  /** A text of the document is the value of `json`, wherever it is. */
  | { readonly kind: "contains"; readonly json: Template }
  | { readonly kind: "object" }
  /** A text that this regular expression finds something in; without escapes that only some languages have. */
  | { readonly kind: "matches"; readonly path: JsonPath; readonly pattern: string }
  | { readonly kind: "media-type"; readonly mediaType: string };

export interface AcceptedStatus {
  readonly from: number;
  readonly to: number;
  /** The end of the problem type. */
  readonly slug?: string;
}

/** A variable that the user sets. */
export interface EnvironmentVariable {
  readonly name: string;
  readonly meaning: string;
  readonly standard?: string;
}

export interface Reproduction {
  /** The id of the broken requirement. */
  readonly id: string;
  readonly sentence: string;
  readonly rule: string;
  /** Level and place in the specification. */
  readonly place: string;
  readonly expected: string;
  readonly got: string;
  /** The command of the suite that shows the cause again. */
  readonly repeat: string;
  readonly environment: readonly EnvironmentVariable[];
  readonly steps: readonly Step[];
  readonly assertion: Assertion;
}

/** The lines on top of every form. */
export function describeReproduction(reproduction: Reproduction): readonly string[] {
  const { id, sentence, rule, place, environment, repeat } = reproduction;
  return [
    sentence,
    `Breaks ${id} (${place}): ${rule}`,
    "Written by registry-conformance explain --as. Run it on a registry in which its volumes do not exist yet.",
    `If it passes, requests that it does not have are part of the cause: ${repeat}`,
    "Environment:",
    ...environment.map(({ name, meaning, standard }) => {
      return `  ${name}: ${meaning}${standard === undefined ? "" : ` (${standard} if not set)`}`;
    }),
  ].map((line) => line.replaceAll(/\s+/gu, (space) => (space === "  " ? space : " ")));
}

/** The same text with neighbouring literals as one. */
export function joinLiterals(template: Template): Template {
  const joined: (string | Variable)[] = [];
  for (const piece of template) {
    const before = joined.at(-1);
    if (typeof piece === "string" && typeof before === "string") joined[joined.length - 1] = before + piece;
    else joined.push(piece);
  }
  return joined;
}

/** `finalize/bytes-have-arrived` as words for a name: `["finalize", "bytes", "have", "arrived"]`. */
export function toNameWords(id: string): readonly string[] {
  return id.split(/[^A-Za-z\d]+/u).filter((word) => word !== "");
}
