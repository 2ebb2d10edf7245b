import type { Chapter } from "../../harness/check.ts";
import { toChapter } from "../../harness/check-file.ts";
import { sentences } from "./sentences.ts";
import { unknownReleases } from "./unknown-releases.ts";
import { externalDependencies } from "./external-dependencies.ts";
import { identity } from "./identity.ts";
import { observations } from "./observations.ts";
import { states } from "./states.ts";
import { yankedVersion } from "./yanked-version.ts";

export const releaseMetadata: Chapter = toChapter({
  id: "release-metadata",
  title: "Release metadata",
  sentences,
  files: [identity, unknownReleases, states, yankedVersion, externalDependencies, observations],
});
