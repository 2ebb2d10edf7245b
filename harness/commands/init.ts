/** `init`: writes a commented target file. At a terminal it asks for what it needs. */
import { parseJson } from "../../reports/json-text.ts";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { isatty } from "node:tty";
import { toShellWord } from "../../reports/curl.ts";
import { toVisibleText } from "../../reports/visible-text.ts";
import { exitCodes } from "../verdict/verdicts.ts";
import { type Command, UsageError } from "./command.ts";
import { toUnwritable } from "./destination.ts";
import type { Learnt } from "./learn-from-har.ts";
import { programName } from "./program.ts";
import { type Answers, askAll, createAsker, standardAnswers, findUrlError } from "./init-questions.ts";

export const initCommand: Command = {
  configure: (parser) =>
    parser
      .option("file", {
        alias: "out",
        type: "string",
        default: "conformance.target.mjs",
        describe: "File to write",
      })
      .option("base-url", { type: "string", describe: "Base URL of the registry" })
      .option("from-har", {
        type: "string",
        describe: "Learn from this HAR file: base URL, problem base, namespace, manifest",
      })
      .option("probe", {
        type: "boolean",
        default: true,
        describe: "Ask the registry what it tells without a token; --no-probe sends nothing",
      })
      .option("force", { type: "boolean", default: false, describe: "Replace an existing file" }),
  run: async (options) => {
    const file = String(options["file"]);
    if (!/\.m?js$/.test(file))
      throw new UsageError(
        `Cannot write "${file}": the commented form is an ES module, expected a name ending in .mjs or .js`,
      );
    if (existsSync(file) && options["force"] !== true)
      throw new UsageError(`Cannot write "${file}": it exists; --force replaces it`);
    const given = typeof options["base-url"] === "string" ? options["base-url"] : undefined;
    const error = given === undefined ? undefined : findUrlError(given);
    if (error !== undefined) throw new UsageError(`Cannot use --base-url "${given}": ${error}`);
    const isAsked = isTerminal();
    const fromTraffic = await learn(options, given);
    const baseUrl = given ?? fromTraffic.baseUrl;
    const answers = await toAnswers(
      { ...fromTraffic, ...(baseUrl === undefined ? {} : { baseUrl }) },
      isAsked,
    );
    if (answers === undefined) return exitCodes.interrupted;
    const isExample = !isAsked && baseUrl === undefined;
    const { learnt, remarks } =
      isExample || options["probe"] === false
        ? { learnt: {}, remarks: [] }
        : await (await import("./learn-from-registry.ts")).askRegistry(answers.baseUrl.replace(/\/+$/u, ""));
    const all = { ...fromTraffic, ...learnt };
    await writeFile(file, renderTargetFile(answers, isAsked, all), { mode: 0o600 }).catch(
      (error: unknown) => {
        throw toUnwritable(file, error);
      },
    );
    const next = `${programName()} run --target ${toShellWord(file)}`;
    for (const remark of remarks) process.stderr.write(`${toVisibleText(remark)}\n`);
    process.stdout.write(
      `wrote ${file}\n${describeLearnt(all)}Next: ${next}${isExample ? " --base-url URL" : ""}\n${describeMissing(answers, all)}`,
    );
    return exitCodes.conformant;
  },
};

function isTerminal(): boolean {
  return isatty(process.stdin.fd) && isatty(process.stdout.fd);
}

/**
 * What the HAR file shows.
 * @throws UsageError if it is not one, or has no request to a registry
 */
async function learn(
  options: Readonly<Record<string, unknown>>,
  baseUrl: string | undefined,
): Promise<Learnt> {
  const har = options["from-har"];
  if (typeof har !== "string") return {};
  const { readText } = await import("./read-report.ts");
  const { readHar } = await import("../traffic/read-har.ts");
  const { learnFromTraffic } = await import("./learn-from-har.ts");
  const text = await readText(har);
  const exchanges = readHar(parseJson(text));
  if (exchanges === undefined) throw new UsageError(`Cannot learn from "${har}": it is not a HAR file`);
  const learnt = await learnFromTraffic(exchanges, baseUrl);
  if (learnt.baseUrl === undefined)
    throw new UsageError(
      `Cannot learn from "${har}": it has no request to an endpoint of the API (/api/v1/…)`,
    );
  return learnt;
}

/** What a run that publishes needs besides, in one line with a newline. */
function describeMissing({ tokenVariable }: Answers, { manifest }: Learnt): string {
  const token =
    tokenVariable === ""
      ? 'a token: see "tokens" in the file'
      : `the token in the environment variable ${tokenVariable}`;
  const own = '; and "archive.manifests.minimal", if your manifests differ from the built-in one';
  return `To publish, the run needs ${token}${manifest === undefined ? own : ""}\n`;
}

/** What was learnt, in one line with a newline; nothing if nothing was. */
function describeLearnt({ scope, prefix, manifest, problemBase, componentTypeParam, trust }: Learnt): string {
  const parts = [
    ...(problemBase === undefined ? [] : [`problem base ${problemBase}`]),
    ...(scope === undefined ? [] : [`scope @${scope}`]),
    ...(prefix === undefined ? [] : [`prefix ${prefix}-`]),
    ...(manifest === undefined ? [] : [describeManifest(manifest)]),
    ...(componentTypeParam === undefined ? [] : [`type parameter "${componentTypeParam}"`]),
    ...(trust === undefined ? [] : ["format of trust artifacts"]),
  ];
  return parts.length === 0 ? "" : `Learnt: ${toVisibleText(parts.join(", "))}\n`;
}

function describeManifest({ path, from }: NonNullable<Learnt["manifest"]>): string {
  return `manifest ${path}${from === undefined ? "" : ` of ${from}`}`;
}

/** Asks if there is a terminal. Undefined if the user interrupted. */
async function toAnswers(learnt: Learnt, isAsked: boolean): Promise<Answers | undefined> {
  if (!isAsked) return standardAnswers(learnt);
  const asker = createAsker(process.stdin, process.stdout);
  const answers = await askAll(asker, learnt);
  if (answers === undefined) asker.tell("\nInterrupted: no file was written");
  asker.close();
  return answers;
}

/**
 * The text of the file. It has every key of a target file; unused keys are comments.
 * @param isTokenNeeded false: a run without the token only reads, so that the next command works either way
 */
export function renderTargetFile(answers: Answers, isTokenNeeded = true, learnt: Learnt = {}): string {
  const { problemBase, componentTypeParam, manifest, trust } = learnt;
  const { baseUrl, scope, prefix, tokenVariable, statesUrl } = answers;
  const token =
    tokenVariable === ""
      ? '    // publisher: "${REGISTRY_TOKEN}",'
      : isTokenNeeded
        ? `    publisher: ${quote(`\${${tokenVariable}}`)},`
        : `    ...(process.env.${tokenVariable} ? { publisher: ${quote(`\${${tokenVariable}}`)} } : {}),`;
  return `// Target file of registry-conformance. Only baseUrl is required: with nothing else, the read-only checks run.
// \${NAME} in any string is replaced by that environment variable. A check whose key is missing is skipped, and the reason names the key.
export default {
  baseUrl: ${quote(baseUrl)},

  // Base URI of the problem types. By default it is learnt from the first problem.
  ${problemBase === undefined ? '// problemBase: "https://registry.example/problems",' : `problemBase: ${quote(problemBase)},`}

  // Copied to the report.
  // implementation: { name: "my-registry", version: "1.0.0", commit: "" },

  // The publisher may create @scope/* and prefix-*; nothing is written anywhere else.
  namespace: {
    ${scope === "" ? '// scope: "conformance",' : `scope: ${quote(scope)},`}
    ${prefix === "" ? '// prefix: "conf",' : `prefix: ${quote(prefix)},`}
  },

  tokens: {
    // May publish, unpublish and attach trust artifacts in the namespace. Without it, the run only reads.
${token}
    // Valid, but without authority over the namespace.
    // outsider: "\${OUTSIDER_TOKEN}",
    // Limited to one action.
    // publishOnly: "\${PUBLISH_TOKEN}",
    // trustOnly: "\${TRUST_TOKEN}",
    // Expired, revoked, and always answered 429.
    // expired: "…", revoked: "…", rateLimited: "…",
  },

  // Releases in states that the API cannot reach.
  fixtures: {
    // yanked: { name: "@acme/old", version: "1.0.0" },
    // tombstoned: { name: "", version: "" }, blocked: { name: "", version: "" }, unavailable: { name: "", version: "" },
    // git: { name: "", version: "" }, externalDependencies: { name: "", version: "" }, advisory: { id: "" },
  },

  // A hook that puts a test registry in those states; see: npx volume-registry-conformance list states.
  ${statesUrl === "" ? '// states: { url: "http://127.0.0.1:9001/states", headers: {} },' : `states: { url: ${quote(statesUrl)}, headers: {} },`}

  // Names that the specification leaves open.
  search: {
    ${componentTypeParam === undefined ? '// componentTypeParam: "type",' : `componentTypeParam: ${quote(componentTypeParam)},`}
  },

  // The manifest dialect, which the specification leaves open. {{name}}, {{segment}}, {{scope}} and {{version}} are filled in.
  archive: {
    manifestPath: ${quote(manifest?.path ?? "volume.toml")},
    manifests: {${manifest?.from === undefined ? "" : `\n      // As in ${manifest.from}: remove what your registry does not demand.`}
      ${manifest === undefined ? `// minimal: 'name = "{{name}}"\\nversion = "{{version}}"\\n',` : `minimal: ${quote(manifest.template)},`}
      // externalDependencies: { file: "dependencies.toml", expect: [{ purl: "pkg:npm/x", constraint: "vers:npm/1", purpose: "runtime" }] },
      // permissionEscalation: { file: "escalation.toml" },
      // semanticallyInvalid: { file: "invalid.toml" },
    },
  },

  // What is attached as a trust artifact. By default a CycloneDX document.
  trust: {
    ${trust === undefined ? '// category: "bom", format: { family: "cyclonedx", mediaType: "application/vnd.cyclonedx+json", version: "1.6" }, sendCategory: false,' : renderTrust(trust)}
    // An artifact that names another release, if the registry reads artifacts: it must answer subject-binding-mismatch.
    // mismatchedArtifact: { file: "other-release.json" },
  },

  // Milliseconds to poll until a write is visible, and to wait at most for an upload intent to expire.
  limits: { settleMs: 5000, maxExpiryWaitMs: 10000 },

  // PEM file with further certificate authorities.
  // tls: { ca: "authority.pem" },

  // True if uploads may lead to private addresses although the base URL is public.
  allowPrivateUploads: false,

  // Further addresses of the same registry: what is written at one is read, finalized and repeated at another.
  // replicas: ["https://eu.registry.example"],

  // True if no other client writes to this registry during the run: then paging is checked for completeness.
  exclusive: false,

  // False: the registry declares this part of the API as not offered.
  features: { unpublish: true, trust: true, advisories: true, search: true },
};
`;
}

function renderTrust({ category, format }: NonNullable<Learnt["trust"]>): string {
  const parts = [
    ...(category === undefined ? [] : [`category: ${quote(category)}, sendCategory: true,`]),
    `format: ${JSON.stringify(format)},`,
  ];
  return parts.join(" ");
}

function quote(text: string): string {
  return JSON.stringify(text);
}
