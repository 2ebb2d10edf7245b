/** Turns schemas into JavaScript that needs no ajv at run time: start-up is part of the product. */
import { createRequire } from "node:module";
import { _, Ajv2020, str } from "ajv/dist/2020.js";
import standaloneCode from "ajv/dist/standalone/index.js";
import { dateFormats } from "./date-formats.mjs";
import { findDuplicate } from "./duplicates.mjs";

const require = createRequire(import.meta.url);

/**
 * Compiles schemas into the text of one ES module.
 * @param {Readonly<Record<string, object>>} schemas every schema that another may refer to, by file name
 * @param {Readonly<Record<string, string>>} exported name of the export -> reference to the schema it validates
 * @param {{ readonly formats: boolean, readonly verbose: boolean, readonly defaults: boolean }} settings whether `format`
 *   judges (else it informs), whether errors carry the schema that holds the keyword, and whether the validator writes the
 *   schema's defaults into what it is given
 * @returns {string} an ES module
 * @throws Error when a schema is no schema, or when the code would need something that is not copied into it
 */
export function toModule(schemas, exported, settings) {
  const ajv = new Ajv2020({
    allErrors: true,
    allowUnionTypes: true,
    strictRequired: false,
    validateFormats: settings.formats,
    verbose: settings.verbose,
    useDefaults: settings.defaults,
    // where the compiled code takes formats from; see inlineRuntime
    code: { source: true, esm: true, formats: _`require("./date-formats.mjs").dateFormats` },
  });
  if (settings.formats)
    for (const [name, validate] of Object.entries(dateFormats)) ajv.addFormat(name, validate);
  sayTitles(ajv);
  compareByText(ajv);
  for (const [file, schema] of Object.entries(schemas)) ajv.addSchema(schema, file);
  for (const [name, reference] of Object.entries(exported))
    ajv.addSchema({ $ref: reference }, `export ${name}`);
  const names = Object.keys(exported).map((name) => [name, `export ${name}`]);
  return inlineRuntime(capErrors(standaloneCode(ajv, Object.fromEntries(names))));
}

/** A pattern tells a reader nothing, the title of what it describes does. */
function sayTitles(ajv) {
  for (const keyword of ["pattern", "anyOf", "oneOf", "not"]) {
    const definition = ajv.getKeyword(keyword);
    const { error } = definition;
    ajv.removeKeyword(keyword);
    ajv.addKeyword({
      ...definition,
      error: {
        ...error,
        message: (context) =>
          context.parentSchema.title === undefined
            ? "must have another form"
            : str`must be ${context.parentSchema.title}`,
        params: keyword === "pattern" ? () => _`{}` : error.params,
      },
    });
  }
}

/** See `duplicates.mjs` for what is wrong with ajv's own `uniqueItems`. */
function compareByText(ajv) {
  ajv.removeKeyword("uniqueItems");
  ajv.addKeyword({
    keyword: "uniqueItems",
    type: "array",
    schemaType: "boolean",
    error: {
      message: "must not hold two equal items",
      params: (context) => _`{i: ${context.params.pair}[1], j: ${context.params.pair}[0]}`,
    },
    code(context) {
      if (context.schema === false) return;
      const find = context.gen.scopeValue("func", {
        ref: findDuplicate,
        code: _`require("./duplicates.mjs").findDuplicate`,
      });
      const pair = context.gen.const("pair", _`${find}(${context.data})`);
      context.setParams({ pair });
      context.fail(_`${pair} !== undefined`);
    },
  });
}

/**
 * Has a validator that already knows more errors than anybody reads add none from the validators it refers to. ajv copies
 * the whole list for every such addition, so a hostile list of 100,000 bad items would take it minutes.
 */
function capErrors(code) {
  return code.replaceAll(
    /vErrors === null \? (\w+\.errors) : vErrors\.concat\(\1\)/g,
    (_whole, more) => `vErrors === null ? ${more} : vErrors.length > 99 ? vErrors : vErrors.concat(${more})`,
  );
}

const textOfFormats = `const dateFormats = {${Object.entries(dateFormats)
  .map(([name, format]) => `${JSON.stringify(name)}: ${format.toString()}`)
  .join(",")}};`;

/** Puts the text of the few functions that the code requires in place of the requiring. */
function inlineRuntime(code) {
  const length = require("ajv/dist/runtime/ucs2length").default;
  const inlined = code
    .replaceAll('require("ajv/dist/runtime/ucs2length").default', () => `(${length.toString()})`)
    .replaceAll('require("./duplicates.mjs").findDuplicate', () => `(${findDuplicate.toString()})`)
    .replaceAll('require("./date-formats.mjs").dateFormats', "dateFormats");
  const missed = /require\("[^"]*"\)/.exec(inlined);
  if (missed !== null)
    throw new Error(`Cannot compile schemas: the code needs ${missed[0]}, which is not copied into it`);
  return inlined.includes("dateFormats") ? `${textOfFormats}\n${inlined}` : inlined;
}
