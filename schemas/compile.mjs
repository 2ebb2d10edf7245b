/**
 * Compiles the schemas at build time, so that no command pays for it.
 *
 *   node schemas/compile.mjs               schemas/compiled/*.js and *.d.ts (not committed)
 *   node schemas/compile.mjs --into-dist   copies them, and every schema, to dist/schemas/
 *   node schemas/compile.mjs --openapi     schemas/openapi.json (committed)
 *   node schemas/compile.mjs --check       exit code 1 if any of these files is not what the schemas give
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { suffix, toSchemaName } from "./schema-name.mjs";
import { toModule } from "./standalone.mjs";

const folder = dirname(fileURLToPath(import.meta.url));
const wireFolder = join(folder, "wire");

const readJson = (file) => JSON.parse(readFileSync(file, "utf8"));

/** The schemas of the API's documents, by file name, in the order of their names. */
function readWireSchemas() {
  const files = readdirSync(wireFolder).filter((file) => file.endsWith(suffix));
  return Object.fromEntries(files.toSorted().map((file) => [file, readJson(join(wireFolder, file))]));
}

/** The text of every compiled file, by its name. */
function toCompiled() {
  const files = new Map();
  addWire(files);
  addRecording(files);
  for (const name of ["target", "baseline", "report"]) {
    const file = `${name}${suffix}`;
    const verbose = name === "target" || name === "baseline";
    const code = toModule(
      { [file]: readJson(join(folder, file)) },
      { [name]: file },
      { formats: true, verbose, defaults: name === "target" },
    );
    addModule(files, name, { code, types: [`export declare const ${name}: Validate;`] });
  }
  return files;
}

/** One validator for each kind of line, so that a wrong line is described as what it should be. */
function addRecording(files) {
  const names = ["recording", "report", "target"].map((name) => `${name}${suffix}`);
  const schemas = Object.fromEntries(names.map((file) => [file, readJson(join(folder, file))]));
  const kinds = ["run", "exchange", "interrupted"];
  const exported = Object.fromEntries(kinds.map((kind) => [kind, `recording${suffix}#/$defs/${kind}`]));
  const code = toModule(schemas, exported, { formats: true, verbose: false, defaults: false });
  addModule(files, "recording", {
    code,
    types: kinds.map((kind) => `export declare const ${kind}: Validate;`),
  });
}

function addWire(files) {
  const schemas = readWireSchemas();
  const formats = Object.keys(schemas["formats.schema.json"].$defs);
  const documents = Object.keys(schemas).filter((file) => file !== "formats.schema.json");
  const exported = Object.fromEntries([
    ...documents.map((file) => [toSchemaName(file), file]),
    ...formats.map((name) => [name, `formats${suffix}#/$defs/${name}`]),
  ]);
  const { $comment, ...expected } = readJson(join(wireFolder, "expected-members.json"));
  const union = (names) => names.map((name) => `"${name}"`).join(" | ");
  const code = toModule(schemas, exported, { formats: false, verbose: false, defaults: false });
  addModule(files, "wire", {
    code: [
      code,
      `export const documents = { ${documents.map(toSchemaName).join(", ")} };`,
      `export const formats = { ${formats.join(", ")} };`,
      `export const expectedMembers = ${JSON.stringify(expected)};`,
    ].join("\n"),
    types: [
      `/** Documents of the API. */\nexport type WireDocument = ${union(documents.map(toSchemaName))};`,
      `/** Formats of single strings and numbers in them. */\nexport type WireFormat = ${union(formats)};`,
      ...Object.keys(exported).map((name) => `export declare const ${name}: Validate;`),
      "/** The validators of documents, by name. */",
      "export declare const documents: Readonly<Record<WireDocument, Validate>>;",
      "/** The validators of formats, by name. */",
      "export declare const formats: Readonly<Record<WireFormat, Validate>>;",
      `/** ${$comment} */\nexport declare const expectedMembers: Readonly<Partial<Record<WireDocument, readonly string[]>>>;`,
    ],
  });
}

function addModule(files, name, { code, types }) {
  files.set(`${name}.js`, `// Made by compile.mjs from the schemas beside this folder\n${code}\n`);
  const head = [
    'import type { Validate } from "../validate.js";',
    'export type { SchemaError, Validate } from "../validate.js";',
  ];
  files.set(`${name}.d.ts`, `${[...head, ...types].join("\n")}\n`);
}

/** The files of validators, by path. */
function toValidatorFiles() {
  return [...toCompiled()].map(([name, text]) => [join(folder, "compiled", name), text]);
}

/** The API's description, by path. Loaded apart, since it needs a development dependency that a build does without. */
async function toOpenApiFiles() {
  const { toOpenApi } = await import("./openapi.mjs");
  const file = join(folder, "openapi.json");
  return [[file, await toOpenApi(readWireSchemas(), file)]];
}

/** Writes only what changed, and never half a file: others may be reading. */
function writeChanged(files) {
  for (const [file, text] of files) {
    if (isCurrent(file, text)) continue;
    mkdirSync(dirname(file), { recursive: true });
    const partial = `${file}.${process.pid}.partial`;
    writeFileSync(partial, text);
    renameSync(partial, file);
  }
}

function isCurrent(file, text) {
  return existsSync(file) && readFileSync(file, "utf8") === text;
}

function copyIntoDist() {
  const to = join(dirname(folder), "dist", "schemas");
  cpSync(join(folder, "compiled"), join(to, "compiled"), { recursive: true });
  for (const from of ["", "wire"]) {
    for (const file of readdirSync(join(folder, from)).filter((name) => name.endsWith(".json"))) {
      cpSync(join(folder, from, file), join(to, from, file));
    }
  }
}

async function reportStale() {
  const files = [...toValidatorFiles(), ...(await toOpenApiFiles())];
  const stale = files.filter(([file, text]) => !isCurrent(file, text)).map(([file]) => file);
  if (stale.length === 0) return;
  process.stderr.write(
    `Stale: "${stale.join('", "')}"; run node schemas/compile.mjs, and again with --openapi\n`,
  );
  process.exitCode = 1;
}

const modes = {
  "": () => writeChanged(toValidatorFiles()),
  "--into-dist": copyIntoDist,
  "--openapi": async () => writeChanged(await toOpenApiFiles()),
  "--check": reportStale,
};
const mode = process.argv[2] ?? "";
if (Object.hasOwn(modes, mode)) {
  await modes[mode]();
} else {
  process.stderr.write(`Cannot compile schemas: unknown argument "${mode}"\n`);
  process.exitCode = 2;
}
