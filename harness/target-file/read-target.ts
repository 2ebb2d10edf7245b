/** Reads a target file: JSON or an ES module, with its environment variables, validated against its schema. */
import { readFile, stat } from "node:fs/promises";
import { dirname, isAbsolute, resolve } from "node:path";
import { isOrdinary, minSecretLength, placeholderPattern } from "../recording/redaction.ts";
import { interpolate } from "./interpolate.ts";
import {
  builtInFormat,
  builtInManifest,
  hookNamespace,
  type ManifestTemplate,
  type Target,
} from "./target.ts";
import { type ManifestDocument, parseDocument, type TargetDocument } from "./target-document.ts";
import { readTargetContent } from "./read-target-content.ts";
import { type Locate, type Mistake, TargetError, toTargetError } from "./target-error.ts";

export interface TargetSource {
  /** Path of the target file. */
  readonly file?: string;
  /** In place of the file's `baseUrl`, or with no file at all. */
  readonly baseUrl?: string;
  /** What a target without a file has beside its base URL. */
  readonly content?: object;
  /** Where `${NAME}` is looked up. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * Reads a target file, given by its path or by more.
 * @throws TargetError naming the file, the key and what to do
 */
export async function readTarget(
  from: TargetSource | string,
): Promise<{ readonly target: Target; readonly warnings: readonly string[] }> {
  const source: TargetSource = typeof from === "string" ? { file: from, environment: process.env } : from;
  const fault = source.baseUrl === undefined ? undefined : findUrlFault(source.baseUrl);
  if (fault !== undefined) throw new TargetError(`--base-url ${fault}`);
  const label = source.file === undefined ? "--base-url" : `target "${source.file}"`;
  const { content, locate } =
    source.file === undefined
      ? { content: source.content ?? {}, locate: () => undefined }
      : await readTargetContent(source.file);
  const { value, missing } = interpolate(content, source.environment);
  const unset = missing.map(({ name, pointer, isEmpty }): Mistake => {
    return { pointer, text: `environment variable "${name}" is ${isEmpty ? "empty" : "not set"}` };
  });
  const merged =
    typeof value === "object" && value !== null && source.baseUrl !== undefined
      ? { ...value, baseUrl: source.baseUrl }
      : value;
  const target = await toTarget(
    merged,
    source.file === undefined ? process.cwd() : dirname(resolve(source.file)),
    label,
    { mistakes: unset, locate },
  );
  const warnings = source.file === undefined ? [] : await warnAboutMode(source.file, target);
  return { target, warnings: [...warnings, ...warnAboutOrdinaryTokens(target)] };
}

/** What is known of a target file before its content is looked at. */
interface Found {
  readonly mistakes: readonly Mistake[];
  readonly locate: Locate;
}

/**
 * A target from the content of a target file.
 * @param folder which relative file names start from
 * @param label how messages call the file
 * @throws TargetError with all that is wrong
 */
export async function toTarget(
  content: unknown,
  folder: string,
  label: string,
  { mistakes, locate }: Found = { mistakes: [], locate: () => undefined },
): Promise<Target> {
  const parsed = parseDocument(content);
  if ("mistakes" in parsed) throw toTargetError([...mistakes, ...parsed.mistakes], label, locate);
  const { $schema: _schema, ...document } = parsed.document;
  const { archive, trust, problemBase, tls, replicas } = document;
  const namespace = document.namespace ?? (document.states === undefined ? undefined : hookNamespace);
  const wrong = [
    ...findUrlMistakes("baseUrl", document.baseUrl),
    ...(replicas ?? []).flatMap((text, index) => findUrlMistakes(`replicas/${index}`, text)),
    ...findTokenMistakes({ ...document, ...(namespace === undefined ? {} : { namespace }) }),
  ];
  // a variable that is not set is one mistake, not a second one of its token
  const unset = new Set(mistakes.map(({ pointer }) => pointer));
  const all = [...mistakes, ...wrong.filter(({ pointer }) => !unset.has(pointer))];
  if (all.length > 0) throw toTargetError(all, label, locate);
  return {
    ...document,
    baseUrl: toBase(document.baseUrl),
    ...(replicas === undefined ? {} : { replicas: replicas.map(toBase) }),
    ...(problemBase === undefined ? {} : { problemBase: problemBase.replace(/\/$/, "") }),
    ...(namespace === undefined ? {} : { namespace }),
    archive: {
      ...archive,
      manifests: { minimal: builtInManifest, ...(await readManifests(archive.manifests, folder)) },
      isBuiltIn: archive.manifests.minimal === undefined,
    },
    trust: await toTrust(trust, folder),
    tls: tls.ca === undefined ? {} : { ca: fromFolder(folder, tls.ca) },
  };
}

function toBase(text: string): string {
  return new URL(text).href.replace(/\/+$/, "");
}

/** Tokens that cannot be sent, or cannot be redacted from the reports. */
function findTokenMistakes({
  tokens,
  baseUrl,
  namespace,
}: Pick<Target, "tokens" | "baseUrl" | "namespace">): readonly Mistake[] {
  const shown = [baseUrl, namespace?.scope ?? "", namespace?.prefix ?? ""];
  return Object.entries(tokens).flatMap(([role, token]) => {
    const fault =
      token.length < minSecretLength
        ? `has fewer than ${minSecretLength} characters, too few to be redacted from the reports`
        : !/^[\x21-\x7e]+$/.test(token)
          ? "has characters that an Authorization header cannot have"
          : placeholderPattern.test(token)
            ? "has a placeholder of a report in the place of a token"
            : !isOrdinary(token) && shown.some((text) => text.includes(token))
              ? "is part of the base URL or the namespace, so that it cannot be redacted from the reports"
              : undefined;
    return fault === undefined ? [] : [{ pointer: `/tokens/${role}`, text: `token "${role}" ${fault}` }];
  });
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

async function toTrust(
  { mismatchedArtifact: text, ...trust }: TargetDocument["trust"],
  folder: string,
): Promise<Target["trust"]> {
  const artifact =
    typeof text === "object" ? await readNamed(folder, text.file, "trust.mismatchedArtifact") : text;
  return {
    ...trust,
    ...(artifact === undefined ? {} : { mismatchedArtifact: artifact }),
    format: trust.format ?? builtInFormat,
    isBuiltIn: trust.format === undefined,
  };
}

/** The text of a file that a key of the target file names. */
async function readNamed(folder: string, name: string, key: string): Promise<string> {
  const file = fromFolder(folder, name);
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    throw new TargetError(`Cannot read "${file}", which "${key}" names`, { cause: error });
  }
}

async function readManifests(
  manifests: TargetDocument["archive"]["manifests"],
  folder: string,
): Promise<Target["archive"]["manifests"]> {
  const read = Object.entries(manifests).map(
    async ([kind, manifest]) =>
      [kind, await toManifests([manifest].flat(), folder, `archive.manifests.${kind}`)] as const,
  );
  return Object.fromEntries(await Promise.all(read));
}

/** The first of them, with the others as its `further` ones. */
async function toManifests(
  manifests: readonly ManifestDocument[],
  folder: string,
  key: string,
): Promise<ManifestTemplate> {
  const [first, ...further] = await Promise.all(manifests.map((one) => toManifest(one, folder, key)));
  return { template: "", expect: [], ...first, ...(further.length === 0 ? {} : { further }) };
}

async function toManifest(
  manifest: ManifestDocument,
  folder: string,
  key: string,
): Promise<ManifestTemplate> {
  if (typeof manifest === "string") return { template: manifest, expect: [] };
  const expect = manifest.expect ?? [];
  if (manifest.template !== undefined) return { template: manifest.template, expect };
  return { template: await readNamed(folder, manifest.file ?? "", key), expect };
}

/** @param key the member of the target file, as the path of a JSON Pointer */
function findUrlMistakes(key: string, text: string): readonly Mistake[] {
  const fault = findUrlFault(text);
  return fault === undefined ? [] : [{ pointer: `/${key}`, text: `"${key}" ${fault}` }];
}

/** What is wrong with a base URL. It is not repeated: it may hold a password. */
function findUrlFault(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/u.test(url.protocol)) return "must be an http or https URL";
  if (url.username !== "" || url.password !== "")
    return "holds a user name or password, give a token instead";
  return url.search !== "" || url.hash !== "" ? "has a query or a fragment, expected neither" : undefined;
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
