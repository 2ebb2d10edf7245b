/** The target file as its schema has it, with the schema's defaults. */
import { type SchemaError, target as isTarget } from "../../schemas/compiled/target.js";
import { nearest } from "./nearest.ts";
import type { ManifestKind, ManifestTemplate, Target, TrustFormat } from "./target.ts";
import { TargetError } from "./target-error.ts";

export type ManifestDocument =
  | string
  | { readonly template?: string; readonly file?: string; readonly expect?: ManifestTemplate["expect"] };

export interface TargetDocument extends Omit<Target, "archive" | "trust"> {
  readonly $schema?: string;
  readonly archive: {
    readonly manifestPath: string;
    readonly manifests: Readonly<Partial<Record<ManifestKind, ManifestDocument>>>;
  };
  readonly trust: {
    readonly category?: string;
    readonly format?: TrustFormat;
    readonly sendCategory: boolean;
  };
}

/**
 * @param label how messages call the file
 * @throws TargetError naming the key that is wrong
 */
export function parseDocument(content: unknown, label: string): TargetDocument {
  // the validator writes the defaults into what it is given
  const document = copy(content);
  if (isTarget(document)) return document as TargetDocument;
  throw new TargetError(`Cannot read target ${label}: ${describeErrors(isTarget.errors ?? [])}`);
}

/** A copy of a JSON value. Anything else in it is kept as it is, for the validator to refuse. */
function copy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copy);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, copy(member)]));
}

function describeErrors(errors: readonly SchemaError[]): string {
  const error = errors.find(({ keyword }) => keyword === "additionalProperties") ?? errors[0];
  if (error === undefined) return "it does not have the shape of a target file";
  const place = error.instancePath.slice(1).replaceAll("/", ".");
  if (error.keyword === "additionalProperties") return describeUnknownKey(error, place);
  if (error.keyword === "required") return describeMissingKey(error, place);
  return `${place === "" ? "it" : `"${place}"`} ${error.message ?? "is wrong"}`;
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
