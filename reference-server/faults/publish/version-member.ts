import { versionReadAs } from "../changes/identity.ts";
import type { FaultFile } from "../fault.ts";

/** Faults in the version of a create request. */
export const versionMember: FaultFile = {
  "publish/versions-that-are-not-strings-are-refused": {
    "version-that-is-a-number-accepted": versionReadAs((value) =>
      typeof value === "number" ? `${value}.0.0` : undefined,
    ),
    "null-version-becomes-1.0.0": versionReadAs((value) => (value === null ? "1.0.0" : undefined)),
  },
};
