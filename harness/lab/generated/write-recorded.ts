/** `npm run record`: writes what is learnt from a run of the reference server. Run it in the root of the repository, after the build. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { examplesFile } from "../../commands/examples.ts";
import { recordedFolder } from "../../package-file.ts";
import { lengthsFile } from "../../plan/check-lengths.ts";
import { recordExamples } from "./record-examples.ts";

const { examples, lengths } = await recordExamples();
await mkdir(recordedFolder, { recursive: true });
await writeFile(join(recordedFolder, examplesFile), gzipSync(examples, { level: 9 }));
await writeFile(join(recordedFolder, lengthsFile), lengths);
