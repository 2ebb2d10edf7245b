/** The target file as its schema has it, with the schema's defaults. */
import { type SchemaError, target as isTarget } from "../../schemas/compiled/target.js";
import { valueAt } from "../exchange/answer.ts";
import { nearest } from "./nearest.ts";
import type { ManifestKind, ManifestTemplate, Target, TrustFormat } from "./target.ts";
import type { Mistake } from "./target-error.ts";

export type ManifestDocument =
  | string
  | { readonly template?: string; readonly file?: string; readonly expect?: ManifestTemplate["expect"] };

export interface TargetDocument extends Omit<Target, "archive" | "trust"> {
  readonly $schema?: string;
  readonly archive: {
    readonly manifestPath: string;
    readonly manifests: Readonly<
      Partial<Record<ManifestKind, ManifestDocument | readonly ManifestDocument[]>>
    >;
  };
  readonly trust: {
    readonly category?: string;
    readonly format?: TrustFormat;
    readonly sendCategory: boolean;
    readonly mismatchedArtifact?: string | { readonly file: string };
  };
}

/** The document, or all that is wrong with it. */
export function parseDocument(
  content: unknown,
): { readonly document: TargetDocument } | { readonly mistakes: readonly Mistake[] } {
  // the validator writes the defaults into what it is given
  const document = copy(content);
  if (isTarget(document)) return { document: document as TargetDocument };
  return { mistakes: toMistakes(isTarget.errors ?? [], content) };
}

/** A copy of a JSON value. Anything else in it is kept as it is, for the validator to refuse. */
function copy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copy);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, copy(member)]));
}

/** What the alternatives of a schema lack is told by the error of one of them. */
const alternatives: ReadonlySet<string> = new Set(["anyOf", "oneOf", "if"]);

/** One mistake for each value, and one for each key that is unknown or missing. */
function toMistakes(errors: readonly SchemaError[], content: unknown): readonly Mistake[] {
  const mistakes = new Map<string, Mistake>();
  const own = errors.filter(({ keyword }) => !alternatives.has(keyword));
  for (const error of own.length === 0 ? errors : own) {
    const mistake = toMistake(error, content);
    const isOfKey = error.keyword === "additionalProperties" || error.keyword === "required";
    const key = isOfKey ? mistake.text : mistake.pointer;
    if (!mistakes.has(key)) mistakes.set(key, mistake);
  }
  const found = [...mistakes.values()];
  return found.length > 0 ? found : [{ pointer: "", text: "it does not have the shape of a target file" }];
}

function toMistake(error: SchemaError, content: unknown): Mistake {
  const { instancePath: pointer, keyword } = error;
  const place = pointer.slice(1).replaceAll("/", ".");
  if (keyword === "additionalProperties")
    return {
      pointer: `${pointer}/${String(error.params["additionalProperty"])}`,
      text: describeUnknownKey(error, place),
    };
  if (keyword === "required") return { pointer, text: describeMissingKey(error, place) };
  const value = valueAt(content, ...pointer.slice(1).split("/"));
  const scheme = typeof value === "string" ? toMissingScheme(value) : undefined;
  if (keyword === "pattern" && scheme !== undefined && /url/iu.test(place))
    return {
      pointer,
      text: `"${place}" is "${String(value)}", which has no scheme, did you mean "${scheme}"`,
    };
  return { pointer, text: `${place === "" ? "it" : `"${place}"`} ${error.message ?? "is wrong"}` };
}

/** The URL that is meant by one without a scheme; undefined for anything else. */
function toMissingScheme(text: string): string | undefined {
  const isHost = /^(?:localhost|\[[0-9a-f:]+\]|[a-z0-9-]+(?:\.[a-z0-9-]+)+)(?::\d+)?(?:\/\S*)?$/iu.test(text);
  if (!isHost) return undefined;
  return `${/^(?:localhost|127\.|\[)/iu.test(text) ? "http" : "https"}://${text}`;
}

function describeUnknownKey({ params, parentSchema }: SchemaError, place: string): string {
  const key = String(params["additionalProperty"]);
  const near = nearest(key, Object.keys(parentSchema?.["properties"] ?? {}));
  const where = place === "" ? "" : ` in "${place}"`;
  return `unknown key "${key}"${where}${near === undefined ? "" : `, did you mean "${near}"`}`;
}

function describeMissingKey({ params }: SchemaError, place: string): string {
  const key = String(params["missingProperty"]);
  const hint = key === "baseUrl" ? "; give it in the file or with --base-url" : "";
  return `"${place === "" ? key : `${place}.${key}`}" is missing${hint}`;
}
