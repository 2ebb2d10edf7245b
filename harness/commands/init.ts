/** `init`: writes a commented target file, asking what it needs when it has a terminal. */
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createInterface } from "node:readline/promises";
import { exitCodes } from "../running/verdicts.ts";
import { type Command, UsageError } from "./command.ts";

/** What the file is made from. Empty text leaves a part out, as a comment. */
interface Answers {
  readonly baseUrl: string;
  readonly scope: string;
  readonly prefix: string;
  readonly tokenVariable: string;
  readonly statesUrl: string;
}

const questions: readonly (readonly [key: keyof Answers, question: string, fallback: string])[] = [
  ["baseUrl", "Base URL of the registry", "https://registry.example"],
  ["scope", "Scope that the publisher may create volumes in, without the @ (empty: none)", "conformance"],
  ["prefix", "Prefix of the unscoped volumes it may create (empty: none)", "conf"],
  ["tokenVariable", "Environment variable with the publisher's token (empty: read-only)", "REGISTRY_TOKEN"],
  ["statesUrl", "URL of the states hook, if the registry has one (empty: none)", ""],
];

export const initCommand: Command = {
  configure: (parser) =>
    parser
      .option("file", { type: "string", default: "conformance.target.mjs", describe: "File to write" })
      .option("base-url", { type: "string", describe: "Base URL of the registry" })
      .option("force", { type: "boolean", default: false, describe: "Replace the file if it is there" }),
  run: async (options) => {
    const file = String(options["file"]);
    if (!/\.m?js$/.test(file))
      throw new UsageError(
        `Cannot write "${file}": the commented form is an ES module, expected a name ending in .mjs or .js`,
      );
    if (existsSync(file) && options["force"] !== true)
      throw new UsageError(`Cannot write "${file}": it exists; --force replaces it`);
    const given = typeof options["base-url"] === "string" ? options["base-url"] : undefined;
    const answers = await askAll(given);
    if (!URL.canParse(answers.baseUrl))
      throw new UsageError(
        `Cannot use the base URL "${answers.baseUrl}": expected an absolute http or https URL`,
      );
    await writeFile(file, renderTargetFile(answers), { mode: 0o600 });
    process.stdout.write(`wrote ${file}\nNext: registry-conformance run --target ${file}\n`);
    return exitCodes.conformant;
  },
};

async function askAll(baseUrl: string | undefined): Promise<Answers> {
  const answers: Record<keyof Answers, string> = {
    baseUrl: "",
    scope: "",
    prefix: "",
    tokenVariable: "",
    statesUrl: "",
  };
  const terminal =
    process.stdin.isTTY && process.stdout.isTTY
      ? createInterface({ input: process.stdin, output: process.stdout })
      : undefined;
  for (const [key, question, fallback] of questions) {
    const standard = key === "baseUrl" ? (baseUrl ?? fallback) : fallback;
    const isSettled = key === "baseUrl" && baseUrl !== undefined;
    const said =
      terminal === undefined || isSettled
        ? ""
        : await terminal.question(`${question} [${standard}] (a single - for none): `);
    answers[key] = said.trim() === "-" ? "" : said.trim() || standard;
  }
  terminal?.close();
  return answers;
}

/** The file's text. Every key of the target file is there, those not in use as comments. */
export function renderTargetFile(answers: Answers): string {
  const { baseUrl, scope, prefix, tokenVariable, statesUrl } = answers;
  const token =
    tokenVariable === ""
      ? '    // publisher: "${REGISTRY_TOKEN}",'
      : `    publisher: ${quote(`\${${tokenVariable}}`)},`;
  return `// Target file of registry-conformance. Only baseUrl is required: with nothing else, the read-only checks run.
// \${NAME} in any string is replaced by that environment variable. What a check lacks is named in its "skipped".
export default {
  baseUrl: ${quote(baseUrl)},

  // Where problem types live; by default learnt from the first problem.
  // problemBase: "https://registry.example/problems",

  // Goes into the report.
  // implementation: { name: "my-registry", version: "1.0.0", commit: "" },

  // The publisher may create @scope/* and prefix-*; nothing is written anywhere else.
  namespace: {
    ${scope === "" ? '// scope: "conformance",' : `scope: ${quote(scope)},`}
    ${prefix === "" ? '// prefix: "conf",' : `prefix: ${quote(prefix)},`}
  },

  tokens: {
    // May publish, unpublish and attach trust artifacts in the namespace. Without it nothing is written.
${token}
    // Valid, but without authority over the namespace.
    // outsider: "\${OUTSIDER_TOKEN}",
    // Limited to one action.
    // publishOnly: "\${PUBLISH_TOKEN}",
    // trustOnly: "\${TRUST_TOKEN}",
    // No longer good, or always limited.
    // expired: "…", revoked: "…", rateLimited: "…",
  },

  // Releases in states that the API cannot reach.
  fixtures: {
    // yanked: { name: "@acme/old", version: "1.0.0" },
    // tombstoned: { name: "", version: "" }, blocked: { name: "", version: "" }, unavailable: { name: "", version: "" },
    // git: { name: "", version: "" }, externalDependencies: { name: "", version: "" }, advisory: { id: "" },
  },

  // A hook that puts the registry in those states instead; see: registry-conformance list states.
  ${statesUrl === "" ? '// states: { url: "http://127.0.0.1:9001/states", headers: {} },' : `states: { url: ${quote(statesUrl)}, headers: {} },`}

  // Names that the specification leaves open.
  search: {
    // componentTypeParam: "type",
  },

  // The manifest dialect, which the specification leaves open. {{name}}, {{segment}}, {{scope}} and {{version}} are filled in.
  archive: {
    manifestPath: "volume.toml",
    manifests: {
      // minimal: 'name = "{{name}}"\\nversion = "{{version}}"\\n',
      // externalDependencies: { file: "dependencies.toml", expect: [{ purl: "pkg:npm/x", constraint: "vers:npm/1", purpose: "runtime" }] },
      // permissionEscalation: { file: "escalation.toml" },
      // semanticallyInvalid: { file: "invalid.toml" },
    },
  },

  // How long to wait for what was published to be seen, and at most for an upload intent to expire, in milliseconds.
  limits: { settleMs: 5000, maxExpiryWaitMs: 10000 },

  // True where nobody else writes to this registry during the run: then paging can be checked for completeness.
  exclusive: false,

  // False: the registry does not offer it, and says so.
  features: { unpublish: true, trust: true, advisories: true, search: true },
};
`;
}

function quote(text: string): string {
  return JSON.stringify(text);
}
