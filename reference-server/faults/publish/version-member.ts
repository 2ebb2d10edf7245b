import { versionReadAs } from "../changes/identity.ts";
import type { FaultFile } from "../fault.ts";

/** TODO */
export const versionMember: FaultFile = {
  "publish/versions-that-are-no-strings-are-refused": {
    "create-takes-numbers-for-versions": {
      summary: "A version that is a number is accepted",
      change: versionReadAs((value) => (typeof value === "number" ? `${value}.0.0` : undefined)),
    },
    "create-invents-a-version-for-null": {
      summary: "A version that is null becomes 1.0.0",
      change: versionReadAs((value) => (value === null ? "1.0.0" : undefined)),
    },
  },
};
