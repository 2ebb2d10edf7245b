/** How the files of schemas are named, and what they are called in code. */

export const suffix = ".schema.json";

/**
 * @param {string} file a schema's file name, such as `release-metadata.schema.json`
 * @returns {string} its name in code, such as `releaseMetadata`
 */
export function toSchemaName(file) {
  return file.slice(0, -suffix.length).replaceAll(/-([a-z])/g, (_, letter) => letter.toUpperCase());
}
