/** Makes the OpenAPI 3.1 description of the API out of the wire schemas and the table of operations beside this file. */
import { readFileSync } from "node:fs";
import { format, resolveConfig } from "prettier";
import { toSchemaName } from "./schema-name.mjs";

const readTable = (name) => JSON.parse(readFileSync(new URL(name, import.meta.url), "utf8"));

/**
 * @param {Readonly<Record<string, object>>} schemas wire schemas by file name
 * @param {string} file where the text will stand, for the formatting that holds there
 * @returns {Promise<string>} the description as formatted JSON
 */
export async function toOpenApi(schemas, file) {
  const { operations, problems } = readTable("openapi-operations.json");
  const examples = readTable("wire/examples.json");
  const context = { problems, examples };
  const description = {
    openapi: "3.1.0",
    jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
    info: {
      title: "Package Registry HTTP API",
      version: "0.1.0-rc.1",
      description:
        "As the conformance suite reads it: a member is required and a type is given only where the specification says so. " +
        "A success status that the specification leaves open is written 2XX. `x-gaps` of an operation lists what it leaves open.",
      // of this description, which is part of the suite
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "{baseUrl}", variables: { baseUrl: { default: "https://registry.example" } } }],
    paths: toPaths(operations, context),
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
      schemas: toComponents(schemas),
    },
  };
  const settings = (await resolveConfig(file)) ?? {};
  return format(JSON.stringify(description), { ...settings, filepath: file, parser: "json" });
}

/** Both forms of every path that names a volume; the other paths as they are. */
function toPaths(operations, context) {
  const paths = {};
  for (const operation of operations) {
    for (const form of toForms(operation)) {
      paths[form.path] = {
        ...paths[form.path],
        [operation.method]: toOperation({ ...operation, ...form }, context),
      };
    }
  }
  return paths;
}

function toForms({ id, path }) {
  if (!path.includes("{volume}")) return [{ id, path }];
  return [
    { id: `${id}Scoped`, path: path.replace("{volume}", "@{scope}/{name}") },
    { id, path: path.replace("{volume}", "{name}") },
  ];
}

function toOperation(operation, { problems, examples }) {
  const { id, summary, description, request, answer, status, gaps } = operation;
  const content = (name) => ({
    "application/json": { schema: { $ref: toReference(name) }, example: examples[name] },
  });
  return {
    operationId: id,
    summary,
    ...(description === undefined ? {} : { description }),
    security: operation.protected ? [{ bearer: [] }] : [],
    "x-gaps": gaps,
    parameters: toParameters(operation),
    ...(request === undefined ? {} : { requestBody: { content: content(request) } }),
    responses: {
      [status ?? "2XX"]: {
        description: "Success",
        ...(answer === undefined ? {} : { content: content(answer) }),
      },
      ...toProblemResponses(operation, problems),
    },
  };
}

function toParameters({ path, query = {}, keyed }) {
  const formats = { scope: "scope", name: "nameSegment", version: "version" };
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: formats[name] === undefined ? { type: "string" } : { $ref: toReference(formats[name]) },
  }));
  const inQuery = Object.entries(query).map(([name, schema]) => ({ name, in: "query", schema }));
  const key = { name: "Idempotency-Key", in: "header", schema: { type: "string" } };
  return [...inPath, ...inQuery, ...(keyed ? [key] : [])];
}

/** The problems of every operation that needs a token (Authentication, rules 7 and 8). */
const tokenProblems = ["authentication-required", "authorization-failed"];

/** One response for each status, which names its problems; and `default` where the specification lists none. */
function toProblemResponses({ problems: slugs }, statuses) {
  const content = { "application/problem+json": { schema: { $ref: toReference("problem") } } };
  const grouped = {};
  for (const slug of slugs.length === 0 ? tokenProblems : slugs) (grouped[statuses[slug]] ??= []).push(slug);
  const listed = Object.entries(grouped).map(([status, names]) => [
    status,
    { description: names.join(", "), content },
  ]);
  const others = slugs.length === 0 ? { default: { description: "A problem", content } } : {};
  return { ...Object.fromEntries(listed), ...others };
}

const toReference = (name) => `#/components/schemas/${name}`;

/** Schemas without the addresses of files: every reference leads into this one document. */
function toComponents({ "formats.schema.json": { $defs: formats }, ...documents }) {
  const named = Object.entries(documents).map(([file, { $schema: _dialect, $id: _address, ...schema }]) => {
    const name = toSchemaName(file);
    return [name, withReferences(schema, name)];
  });
  return { ...Object.fromEntries(named), ...formats };
}

function withReferences(node, name) {
  if (Array.isArray(node)) return node.map((item) => withReferences(item, name));
  if (typeof node !== "object" || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [
      key,
      key === "$ref" ? toComponentReference(value, name) : withReferences(value, name),
    ]),
  );
}

/** `formats.schema.json#/$defs/digest` -> `#/components/schemas/digest`; other places keep their pointer. */
function toComponentReference(reference, name) {
  const [file, pointer = ""] = reference.split("#");
  if (file === "formats.schema.json") return toReference(pointer.replace("/$defs/", ""));
  return `${toReference(file === "" ? name : toSchemaName(file))}${pointer}`;
}
