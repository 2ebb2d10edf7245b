import { findRelease, saveRelease } from "../lookup.ts";
import { allOf, replaceRule } from "../rules/change.ts";
import { allReleases } from "../store.ts";
import type { Fault } from "./fault.ts";
import { trustBindingFaults } from "./trust-binding.ts";
import { trustDetailFaults } from "./trust-details.ts";
import { trustFinalizeFaults } from "./trust-finalize.ts";
import { trustIntentFaults } from "./trust-intents.ts";
import { trustPlaceFaults } from "./trust-places.ts";
import { trustRequestFaults } from "./trust-requests.ts";
import { trustResultFaults } from "./trust-results.ts";
import { trustStateFaults } from "./trust-states.ts";
import { trustSummaryFaults } from "./trust-summaries.ts";

/** Broken trust. */
export const trustFaults: readonly Fault[] = [
  {
    name: "second-attachment-replaces-the-first",
    breaks: "trust/attachments-add-up",
    summary: "A second trust artifact replaces the first",
    change: replaceRule("trust", "add", () => (_release, attachment) => [attachment]),
  },
  {
    name: "second-attachment-is-never-active",
    breaks: "trust/attachments-add-up",
    summary: "Only the first attachment of a release is active",
    change: replaceRule("render", "attachment", (before) => (attachment, release, call) => ({
      ...before(attachment, release, call),
      ...(attachment.id === release.attachments[0]?.id ? {} : { status: { state: "pending" } }),
    })),
  },
  {
    name: "second-attachment-is-located-at-the-first",
    breaks: "trust/locators-lead-to-the-artifact",
    summary: "The locator of every attachment is that of the release's first",
    change: replaceRule(
      "render",
      "locator",
      (before) => (attachment, call) =>
        before(
          allReleases(call.registry.store).find(({ attachments }) =>
            attachments.some(({ id }) => id === attachment.id),
          )?.attachments[0] ?? attachment,
          call,
        ),
    ),
  },
  {
    name: "second-attachment-has-the-size-of-the-first",
    breaks: "trust/attachments-add-up",
    summary: "Every attachment has the size of the release's first",
    change: replaceRule("render", "attachment", (before) => (attachment, release, call) => ({
      ...before(attachment, release, call),
      artifactSize: release.attachments[0]?.bytes.byteLength ?? 0,
    })),
  },
  {
    name: "late-bytes-replace-the-artifact",
    breaks: "trust/late-bytes-change-nothing",
    summary: "Bytes that are sent after the finalize take the place of the attachment's",
    change: allOf(
      replaceRule("transfer", "judgeOpen", () => () => undefined),
      replaceRule("transfer", "keep", (before) => (intent, bytes, call) => {
        before(intent, bytes, call);
        if (intent.kind !== "trust" || !intent.isFinalized) return;
        const release = findRelease(intent.name, intent.version, call);
        if (release === undefined) return;
        const attachments = release.attachments.map((one) =>
          one.digest === intent.declaredDigest ? { ...one, bytes } : one,
        );
        saveRelease({ ...release, attachments }, call);
      }),
    ),
  },
  ...trustIntentFaults,
  ...trustRequestFaults,
  ...trustBindingFaults,
  ...trustResultFaults,
  ...trustFinalizeFaults,
  ...trustDetailFaults,
  ...trustSummaryFaults,
  ...trustStateFaults,
  ...trustPlaceFaults,
];
