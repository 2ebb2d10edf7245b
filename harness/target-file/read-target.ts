/** Reads a target file: JSON or an ES module, with its environment variables, checked against its schema. */
import { readFile, stat } from "node:fs/promises";
import { dirname, isAbsolute, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type SchemaError, target as isTarget } from "../../schemas/compiled/target.js";
import { isOrdinary, shortestSecret } from "../registry/redaction.ts";
import { interpolate } from "./interpolate.ts";
import { nearest } from "./nearest.ts";
import {
  hookNamespace,
  type ManifestKind,
  type ManifestTemplate,
  type Target,
  targetDefaults,
} from "./target.ts";

/** The command or its target file is wrong (exit code 2). The message says what to change. */
export class TargetError extends Error {
  override readonly name = "TargetError";
}

export interface TargetSource {
  /** Path of the target file. */
  readonly file?: string;
  /** In place of the file's `baseUrl`, or with no file at all. */
  readonly baseUrl?: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * @throws TargetError naming the file, the key and what to do
 */
export async function readTarget(
  source: TargetSource,
): Promise<{ readonly target: Target; readonly warnings: readonly string[] }> {
  const label = source.file === undefined ? "of the command line" : `"${source.file}"`;
  const raw = source.file === undefined ? {} : await readRaw(source.file);
  const { value, missing } = interpolate(raw, source.environment);
  if (missing.length > 0) {
    throw new TargetError(
      `Cannot read target ${label}: environment variable "${missing.join('", "')}" is not set`,
    );
  }
  const merged =
    typeof value === "object" && value !== null && source.baseUrl !== undefined
      ? { ...value, baseUrl: source.baseUrl }
      : value;
  const target = await toTarget(
    merged,
    source.file === undefined ? process.cwd() : dirname(resolve(source.file)),
    label,
  );
  const warnings = source.file === undefined ? [] : await warnAboutMode(source.file, target);
  return { target, warnings: [...warnings, ...warnAboutOrdinaryTokens(target)] };
}

type ManifestDocument =
  | string
  | { readonly template?: string; readonly file?: string; readonly expect?: ManifestTemplate["expect"] };

/** The file's own shape, as its schema has it. */
type TargetDocument = {
  readonly [Key in keyof Omit<Target, "archive" | "states">]?: Partial<Target[Key]>;
} & {
  readonly baseUrl: string;
  readonly states?: { readonly url: string; readonly headers?: Readonly<Record<string, string>> };
  readonly archive?: {
    readonly manifestPath?: string;
    readonly manifests?: Partial<Record<ManifestKind, ManifestDocument>>;
  };
};

async function readRaw(file: string): Promise<unknown> {
  try {
    if (/\.[cm]?js$/.test(file)) {
      const module: unknown = await import(pathToFileURL(resolve(file)).href);
      const exported: unknown =
        typeof module === "object" && module !== null ? Reflect.get(module, "default") : undefined;
      if (exported === undefined) throw new Error("the module has no default export");
      return exported;
    }
    // editors of some systems write a byte order mark, which is no JSON
    return JSON.parse((await readFile(file, "utf8")).replace(/^\uFEFF/u, "")) as unknown;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const said = reason.startsWith("ENOENT") ? "no such file" : withoutContent(reason);
    throw new TargetError(`Cannot read target "${file}": ${said}`, { cause: error });
  }
}

/** The engine's words for what is no JSON may quote the file, on several lines where it has them, and the file holds tokens. */
function withoutContent(reason: string): string {
  const [words = ""] = reason.replace(/, (?:\.\.\.)?"[^]*$/u, " in the JSON").split("\n");
  return words;
}

function describeSchemaErrors(errors: readonly SchemaError[]): string {
  const unknown = errors.find(({ keyword }) => keyword === "additionalProperties");
  const error = unknown ?? errors[0];
  if (error === undefined) return "it does not have the shape of a target file";
  const place = error.instancePath.slice(1).replaceAll("/", ".");
  if (error.keyword === "additionalProperties") {
    const key = String(error.params["additionalProperty"]);
    const known = Object.keys(error.parentSchema?.["properties"] ?? {});
    const near = nearest(key, known);
    const where = place === "" ? "" : ` in "${place}"`;
    return `unknown key "${key}"${where}${near === undefined ? "" : `, did you mean "${near}"`}`;
  }
  if (error.keyword === "required") {
    const key = String(error.params["missingProperty"]);
    return `"${place === "" ? key : `${place}.${key}`}" is missing${key === "baseUrl" ? "; give it in the file or with --base-url" : ""}`;
  }
  return `${place === "" ? "it" : `"${place}"`} ${error.message ?? "is wrong"}`;
}

/**
 * A target from the content of a target file.
 * @param folder which relative file names start from
 * @param label how messages call the file
 * @throws TargetError
 */
export async function toTarget(content: unknown, folder: string, label: string): Promise<Target> {
  if (!isTarget(content))
    throw new TargetError(`Cannot read target ${label}: ${describeSchemaErrors(isTarget.errors ?? [])}`);
  const document = content as TargetDocument;
  const { states, archive, namespace, ...rest } = document;
  const manifests: Partial<Record<ManifestKind, ManifestTemplate>> = { ...targetDefaults.archive.manifests };
  for (const [kind, manifest] of Object.entries(archive?.manifests ?? {})) {
    manifests[kind as ManifestKind] = await toManifest(manifest, folder, `archive.manifests.${kind}`);
  }
  const named = namespace ?? (states === undefined ? undefined : hookNamespace);
  const target: Target = {
    ...targetDefaults,
    ...(rest.implementation === undefined
      ? {}
      : { implementation: rest.implementation as NonNullable<Target["implementation"]> }),
    ...(rest.problemBase === undefined ? {} : { problemBase: rest.problemBase.replace(/\/$/, "") }),
    ...(rest.exclusive === undefined ? {} : { exclusive: rest.exclusive }),
    ...(rest.allowPrivateUploads === undefined ? {} : { allowPrivateUploads: rest.allowPrivateUploads }),
    ...(named === undefined ? {} : { namespace: named }),
    ...(states === undefined ? {} : { states: { url: states.url, headers: states.headers ?? {} } }),
    baseUrl: toBaseUrl(document.baseUrl, label),
    tokens: { ...rest.tokens },
    fixtures: { ...rest.fixtures },
    search: { ...targetDefaults.search, ...rest.search },
    archive: {
      manifestPath: archive?.manifestPath ?? targetDefaults.archive.manifestPath,
      manifests,
      isBuiltIn: archive?.manifests?.minimal === undefined,
    },
    trust: { ...targetDefaults.trust, ...rest.trust, isBuiltIn: rest.trust?.format === undefined },
    limits: { ...targetDefaults.limits, ...rest.limits },
    features: { ...targetDefaults.features, ...rest.features },
    tls: rest.tls?.ca === undefined ? {} : { ca: fromFolder(folder, rest.tls.ca) },
  };
  assertTokensCanBeKept(target, label);
  return target;
}

/** @throws TargetError where a token could not be sent, or not be kept out of the reports */
function assertTokensCanBeKept({ tokens, baseUrl, namespace }: Target, label: string): void {
  const shown = [baseUrl, namespace?.scope ?? "", namespace?.prefix ?? ""];
  for (const [role, token] of Object.entries(tokens)) {
    const fault =
      token.length < shortestSecret
        ? `has fewer than ${shortestSecret} characters, too few to be kept out of the reports`
        : !/^[\x21-\x7e]+$/.test(token)
          ? "has characters that no Authorization header can carry"
          : !isOrdinary(token) && shown.some((text) => text.includes(token))
            ? "is part of the base URL or the namespace, so that it cannot be kept out of the reports"
            : undefined;
    if (fault !== undefined) throw new TargetError(`Cannot read target ${label}: token "${role}" ${fault}`);
  }
}

/** What is taken out only where a credential stands is no secret to whoever reads the rest. */
function warnAboutOrdinaryTokens({ tokens }: Target): readonly string[] {
  const roles = Object.entries(tokens).flatMap(([role, token]) => (isOrdinary(token) ? [`"${role}"`] : []));
  return roles.length === 0
    ? []
    : [
        `Tokens that could be any word (${roles.join(", ")}) are taken out of reports only where a credential stands, and answers are not searched for them: use longer ones where reports are published`,
      ];
}

async function toManifest(
  manifest: ManifestDocument,
  folder: string,
  key: string,
): Promise<ManifestTemplate> {
  if (typeof manifest === "string") return { template: manifest, expect: [] };
  const expect = manifest.expect ?? [];
  if (manifest.template !== undefined) return { template: manifest.template, expect };
  const file = fromFolder(folder, manifest.file ?? "");
  try {
    return { template: await readFile(file, "utf8"), expect };
  } catch (error) {
    throw new TargetError(`Cannot read "${file}", which "${key}" names`, { cause: error });
  }
}

function toBaseUrl(text: string, label: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== "http:" && url.protocol !== "https:")) {
    throw new TargetError(
      `Cannot read target ${label}: "baseUrl" is "${text}", expected an absolute http or https URL`,
    );
  }
  if (url.username !== "" || url.password !== "") {
    throw new TargetError(
      `Cannot read target ${label}: "baseUrl" holds a user name or password, give a token instead`,
    );
  }
  if (url.search !== "" || url.hash !== "") {
    throw new TargetError(
      `Cannot read target ${label}: "baseUrl" has a query or a fragment, expected neither`,
    );
  }
  return url.href.replace(/\/+$/, "");
}

function fromFolder(folder: string, path: string): string {
  return isAbsolute(path) ? path : resolve(folder, path);
}

/** A file that holds a secret in the clear and that others can read deserves a word. */
async function warnAboutMode(file: string, target: Target): Promise<readonly string[]> {
  if (process.platform === "win32" || /\.[cm]?js$/.test(file)) return [];
  const content = await readFile(file, "utf8");
  const holdsSecret = Object.values(target.tokens).some((token) => content.includes(token));
  const { mode } = await stat(file);
  return holdsSecret && (mode & 0o077) !== 0
    ? [
        `"${file}" holds a token and can be read by others (mode ${(mode & 0o777).toString(8)}): use \${VARIABLE}, or chmod 600`,
      ]
    : [];
}
