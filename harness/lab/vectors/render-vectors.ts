/** The files of `schemas/vectors/`: test vectors for the unit tests of implementers. */
import { format, resolveConfig } from "prettier";
import { describeSuite } from "../../suite-identity.ts";
import { archiveVectors, manifestVectors } from "./archive-vectors.ts";
import { nameVectors } from "./name-vectors.ts";
import { valueVectors } from "./value-vectors.ts";
import type { VectorSet } from "./vector.ts";

const folder = "schemas/vectors";

/** All sets, with the files of the archives by name. */
export async function makeVectors(): Promise<{
  readonly sets: readonly VectorSet[];
  readonly files: Readonly<Record<string, Uint8Array>>;
}> {
  const archives = await archiveVectors();
  return {
    sets: [...nameVectors(), ...valueVectors, archives.set, manifestVectors()],
    files: archives.files,
  };
}

/** The content of each file, by its path in the repository. */
export async function renderVectors(): Promise<Readonly<Record<string, string | Uint8Array>>> {
  const { sets, files } = await makeVectors();
  const rendered: Record<string, string | Uint8Array> = {};
  for (const { name, subject, source, vectors } of sets) {
    const file = `${folder}/${name}.json`;
    const content = {
      $schema: "vectors.schema.json",
      vectorsVersion: 1,
      specification: describeSuite().specification,
      subject,
      source,
      vectors,
    };
    const config = await resolveConfig(file);
    rendered[file] = await format(JSON.stringify(content), { ...config, filepath: file });
  }
  for (const [name, bytes] of Object.entries(files)) rendered[`${folder}/archives/${name}`] = bytes;
  return rendered;
}
