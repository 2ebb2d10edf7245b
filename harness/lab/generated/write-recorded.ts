/** `npm run record`: writes what is learnt from a run of the reference server, and packs the faults that causes are compared with. Run it in the root of the repository, after the build. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { recordedExamples } from "../../commands/examples.ts";
import { readPackageFile, recordedFolder, toRecordedFile } from "../../package-file.ts";
import { carriersFile, recordedCarriers } from "../../selftest/carriers.ts";
import { recordedLengths } from "../../plan/check-lengths.ts";
import { recordedFaults } from "../../verdict/causes/lookalikes.ts";
import { readKnownFaults } from "../lookalikes/known-faults.ts";
import { recordExamples } from "./record-examples.ts";

const { examples, lengths } = await recordExamples();
await mkdir(recordedFolder, { recursive: true });
for (const [name, text] of [
  [recordedExamples, examples],
  [recordedLengths, lengths],
  [recordedCarriers, readPackageFile(carriersFile)],
  [recordedFaults, JSON.stringify(readKnownFaults())],
] as const)
  await writeFile(join(recordedFolder, toRecordedFile(name)), brotliCompressSync(text));
