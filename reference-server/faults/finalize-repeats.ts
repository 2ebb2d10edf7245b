import { findRelease, saveRelease } from "../lookup.ts";
import { Refusal } from "../refusal.ts";
import { allOf, type Change, replaceRule } from "../rules/change.ts";
import type { Fault } from "./fault.ts";
import { insteadOf } from "./finalize-uploads.ts";

/** Takes bytes of a finalized upload and changes its release by them. */
const lateBytes: Change = allOf(
  replaceRule("transfer", "judgeOpen", (before) => (intent, call) => {
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

/** Finalizes and transfers more than once. */
export const finalizeRepeatFaults: readonly Fault[] = [
  {
    name: "second-finalize-makes-another-release",
    breaks: "finalize/a-second-finalize-makes-no-second-release",
    summary: "A second finalize succeeds with a release of another integrity",
    change: replaceRule("finalize", "repeat", () => (intent, call) => {
      const release = findRelease(intent.name, intent.version, call);
      if (release === undefined || call.request.headers.has("idempotency-key")) return undefined;
      const other = { ...release, integrity: `sha256:${"0".repeat(64)}` };
      return call.rules.respond.success(call.rules.render.finalized(intent, other, call), call);
    }),
  },
  {
    name: "second-finalize-is-not-found",
    breaks: "finalize/a-second-finalize-makes-no-second-release",
    summary: "A finalized upload is not found any more",
    change: insteadOf("invalid-upload-state", "not-found", "judgeState"),
  },
  {
    name: "second-finalize-changes-the-release",
    breaks: "finalize/a-second-finalize-makes-no-second-release",
    summary: "A second finalize is refused, and the release has another integrity from then on",
    change: replaceRule("finalize", "repeat", () => (intent, call) => {
      const release = findRelease(intent.name, intent.version, call);
      if (release !== undefined) saveRelease({ ...release, integrity: `sha256:${"1".repeat(64)}` }, call);
      return undefined;
    }),
  },
  {
    name: "late-bytes-replace-the-files",
    breaks: "finalize/late-bytes-change-nothing",
    summary: "Bytes that are sent after finalize replace the download",
    change: lateBytes,
  },
  {
    name: "late-bytes-replace-the-integrity",
    breaks: "finalize/late-bytes-change-nothing",
    summary: "Bytes that are sent after finalize replace the download and the integrity",
    change: lateIntegrity,
  },
  {
    name: "finalize-races",
    breaks: "histories/of-two-uploads-of-one-version-one-wins",
    summary: "Two finalizes at the same time both succeed",
    change: replaceRule("finalize", "oneAtATime", () => async (_call, work) => await work()),
  },
  {
    name: "rival-upload-replaces-the-winner",
    breaks: "histories/of-two-uploads-of-one-version-one-wins",
    summary: "Of two open uploads for a version both can be finalized, one after the other",
    change: replaceRule("publish", "judgeFree", (before) => (name, version, call) => {
      if (call.operation !== "finalizeReleaseUpload") before(name, version, call);
    }),
  },
  {
    name: "rival-upload-is-not-found",
    breaks: "histories/of-two-uploads-of-one-version-one-wins",
    summary: "The second of two uploads for a version is not found when it is finalized",
    change: replaceRule("publish", "judgeFree", (before) => (name, version, call) => {
      try {
        before(name, version, call);
      } catch (error) {
        throw call.operation === "finalizeReleaseUpload"
          ? new Refusal("not-found", "the upload is gone")
          : error;
      }
    }),
  },
];
