/** Reads a target file: JSON or an ES module, with its environment variables, validated against its schema. */
import { readFile, stat } from "node:fs/promises";
import { dirname, isAbsolute, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { isOrdinary, shortestSecret } from "../registry/redaction.ts";
import { interpolate } from "./interpolate.ts";
import {
  builtInFormat,
  builtInManifest,
  hookNamespace,
  type ManifestTemplate,
  type Target,
} from "./target.ts";
import { type ManifestDocument, parseDocument, type TargetDocument } from "./target-document.ts";
import { TargetError } from "./target-error.ts";

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

async function readRaw(file: string): Promise<unknown> {
  try {
    if (/\.[cm]?js$/.test(file)) {
      const module: unknown = await import(pathToFileURL(resolve(file)).href);
      const exported: unknown =
        typeof module === "object" && module !== null ? Reflect.get(module, "default") : undefined;
      if (exported === undefined) throw new Error("the module has no default export");
      return exported;
    }
    // some editors write a byte order mark, which is not valid JSON
    return JSON.parse((await readFile(file, "utf8")).replace(/^\uFEFF/u, "")) as unknown;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const said = reason.startsWith("ENOENT") ? "no such file" : withoutContent(reason);
    throw new TargetError(`Cannot read target "${file}": ${said}`, { cause: error });
  }
}

/** The engine's message for invalid JSON may quote the file, on several lines, and the file has tokens. */
function withoutContent(reason: string): string {
  const [words = ""] = reason.replace(/, (?:\.\.\.)?"[^]*$/u, " in the JSON").split("\n");
  return words;
}

/**
 * A target from the content of a target file.
 * @param folder which relative file names start from
 * @param label how messages call the file
 * @throws TargetError
 */
export async function toTarget(content: unknown, folder: string, label: string): Promise<Target> {
  const { $schema: _schema, ...document } = parseDocument(content, label);
  const { archive, trust, problemBase, tls } = document;
  const namespace = document.namespace ?? (document.states === undefined ? undefined : hookNamespace);
  const target: Target = {
    ...document,
    baseUrl: toBaseUrl(document.baseUrl, label),
    ...(problemBase === undefined ? {} : { problemBase: problemBase.replace(/\/$/, "") }),
    ...(namespace === undefined ? {} : { namespace }),
    archive: {
      ...archive,
      manifests: { minimal: builtInManifest, ...(await readManifests(archive.manifests, folder)) },
      isBuiltIn: archive.manifests.minimal === undefined,
    },
    trust: { ...trust, format: trust.format ?? builtInFormat, isBuiltIn: trust.format === undefined },
    tls: tls.ca === undefined ? {} : { ca: fromFolder(folder, tls.ca) },
  };
  assertTokensCanBeKept(target, label);
  return target;
}

/** @throws TargetError if a token cannot be sent, or cannot be redacted from the reports */
function assertTokensCanBeKept({ tokens, baseUrl, namespace }: Target, label: string): void {
  const shown = [baseUrl, namespace?.scope ?? "", namespace?.prefix ?? ""];
  for (const [role, token] of Object.entries(tokens)) {
    const fault =
      token.length < shortestSecret
        ? `has fewer than ${shortestSecret} characters, too few to be redacted from the reports`
        : !/^[\x21-\x7e]+$/.test(token)
          ? "has characters that an Authorization header cannot have"
          : !isOrdinary(token) && shown.some((text) => text.includes(token))
            ? "is part of the base URL or the namespace, so that it cannot be redacted from the reports"
            : undefined;
    if (fault !== undefined) throw new TargetError(`Cannot read target ${label}: token "${role}" ${fault}`);
  }
}

/** A token that is redacted only where a credential is expected may be readable elsewhere in the report. */
function warnAboutOrdinaryTokens({ tokens }: Target): readonly string[] {
  const roles = Object.entries(tokens).flatMap(([role, token]) => (isOrdinary(token) ? [`"${role}"`] : []));
  return roles.length === 0
    ? []
    : [
        `Tokens that look like ordinary words (${roles.join(", ")}) are redacted only where a credential is expected, not elsewhere in responses: use longer tokens if you publish reports`,
      ];
}

async function readManifests(
  manifests: TargetDocument["archive"]["manifests"],
  folder: string,
): Promise<Target["archive"]["manifests"]> {
  const read = Object.entries(manifests).map(
    async ([kind, manifest]) =>
      [kind, await toManifest(manifest, folder, `archive.manifests.${kind}`)] as const,
  );
  return Object.fromEntries(await Promise.all(read));
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

/** A warning for a file with a plain-text token that other users can read. */
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
