import { findRelease, saveRelease } from "../../lookup.ts";
import { allOf, type Change, replaceRule } from "../../rules/change.ts";
import { refusedAs } from "../changes/finalize-problems.ts";
import type { FaultFile } from "../fault.ts";

/** Accepts bytes after finalize, and replaces the bytes of the release. */
const lateBytes: Change = allOf(
  replaceRule("transfer", "assertOpen", (before) => (intent, call) => {
    if (!intent.isFinalized) before(intent, call);
  }),
  replaceRule("transfer", "keep", (before) => (intent, bytes, call) => {
    const release = findRelease(intent.name, intent.version, call);
    if (!intent.isFinalized || release === undefined) before(intent, bytes, call);
    else saveRelease({ ...release, bytes }, call);
  }),
);

const lateIntegrity: Change = allOf(
  lateBytes,
  replaceRule("transfer", "keep", (before) => (intent, bytes, call) => {
    before(intent, bytes, call);
    const release = findRelease(intent.name, intent.version, call);
    if (!intent.isFinalized || release === undefined) return;
    saveRelease({ ...release, integrity: call.rules.integrity.digestOfBytes(bytes, call) }, call);
  }),
);

/** Faults in requests after the first finalize. */
export const repeats: FaultFile = {
  "finalize/a-second-finalize-makes-no-second-release": {
    "second-finalize-makes-another-release": {
      summary: "A second finalize succeeds with a release of another integrity",
      leads: "finalize/late-bytes-change-nothing",
      change: replaceRule("finalize", "repeat", () => (intent, call) => {
        const release = findRelease(intent.name, intent.version, call);
        if (release?.status.state !== "available" || call.request.headers.has("idempotency-key"))
          return undefined;
        const other = { ...release, integrity: `sha256:${"0".repeat(64)}` };
        return call.rules.respond.success(call.rules.render.finalized(intent, other, call), call);
      }),
    },
    "second-finalize-answers-not-found": refusedAs("finalizeReleaseUpload", "assertState", "not-found"),
    "second-finalize-changes-the-release": {
      leads: "publish/existing-releases-are-never-replaced",
      summary: "A second finalize is rejected, but changes the release's integrity",
      change: replaceRule("finalize", "repeat", () => (intent, call) => {
        const release = findRelease(intent.name, intent.version, call);
        if (release !== undefined) saveRelease({ ...release, integrity: `sha256:${"1".repeat(64)}` }, call);
        return undefined;
      }),
    },
  },
  "finalize/late-bytes-change-nothing": {
    "late-bytes-replace-the-files": {
      summary: "Bytes transferred after finalize replace the download",
      change: lateBytes,
    },
    "late-bytes-replace-the-integrity": {
      summary: "Bytes transferred after finalize replace the download and the integrity",
      change: lateIntegrity,
    },
  },
};
