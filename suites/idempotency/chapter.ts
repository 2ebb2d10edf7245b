import type { Chapter } from "../../harness/check.ts";
import { toChapter } from "../../harness/check-file.ts";
import { sentences } from "./sentences.ts";
import { createRelease } from "./create-release.ts";
import { createTrust } from "./create-trust.ts";
import { finalizeRelease } from "./finalize-release.ts";
import { finalizeTrust } from "./finalize-trust.ts";
import { observations } from "./observations.ts";
import { reusedKeys } from "./reused-keys.ts";
import { similarKeys } from "./similar-keys.ts";
import { unequalKeys } from "./unequal-keys.ts";

export const idempotency: Chapter = toChapter({
  id: "idempotency",
  title: "Idempotency keys",
  sentences,
  files: [
    createRelease,
    reusedKeys,
    unequalKeys,
    similarKeys,
    finalizeRelease,
    createTrust,
    finalizeTrust,
    observations,
  ],
});
