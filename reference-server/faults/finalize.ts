import type { Fault } from "./fault.ts";
import { finalizeArchiveFaults } from "./finalize-archives.ts";
import { finalizeManifestFaults } from "./finalize-manifests.ts";
import { finalizeRepeatFaults } from "./finalize-repeats.ts";
import { finalizeResultFaults } from "./finalize-results.ts";
import { finalizeUploadFaults } from "./finalize-uploads.ts";

/** Broken finalizes. */
export const finalizeFaults: readonly Fault[] = [
  ...finalizeResultFaults,
  ...finalizeUploadFaults,
  ...finalizeRepeatFaults,
  ...finalizeArchiveFaults,
  ...finalizeManifestFaults,
];
