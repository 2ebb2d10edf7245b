import { textAt } from "../../json.ts";
import { newIdentifier } from "../../random.ts";
import { Refusal } from "../../refusal.ts";
import { replaceRule, withBody, without } from "../../rules/change.ts";
import { withReleaseOfResult } from "../changes/identity.ts";
import type { FaultFile } from "../fault.ts";

/** TODO */
export const success: FaultFile = {
  "finalize/uploaded-archives-are-published": {
    "finalize-finds-no-bytes": {
      summary: "Finalize never finds the bytes that arrived",
      change: replaceRule("finalize", "judgeBytes", () => () => {
        throw new Refusal("missing-uploaded-bytes", "no bytes have arrived");
      }),
    },
    "finalize-refuses-scoped-volumes": {
      summary: "Uploads for scoped volumes cannot be finalized",
      change: replaceRule("finalize", "findIntent", (before) => (call) => {
        if (call.operation === "finalizeReleaseUpload" && call.form === "scoped") {
          throw new Refusal("not-found", "there is no such upload");
        }
        return before(call);
      }),
    },
  },
  "finalize/success-is-created": {
    "finalize-answers-200": {
      summary: "A finalize that succeeds answers 200",
      change: replaceRule(
        "respond",
        "status",
        (before) => (call) => (call.operation === "finalizeReleaseUpload" ? 200 : before(call)),
      ),
    },
    "finalize-answers-202": {
      summary: "A finalize of a scoped volume answers 202",
      change: replaceRule(
        "respond",
        "status",
        (before) => (call) =>
          call.operation === "finalizeReleaseUpload" && call.form === "scoped" ? 202 : before(call),
      ),
    },
  },
  "finalize/the-upload-id-is-repeated": {
    "finalize-repeats-another-upload-id": {
      summary: "The result's uploadId is a new one",
      change: withBody("finalizeReleaseUpload", (body, call) => ({
        ...body,
        uploadId: newIdentifier(call.registry.random, 18),
      })),
    },
  },
  "finalize/the-release-has-the-identity-of-its-path": {
    "finalize-names-the-segment-alone": {
      summary: "The result's release has the name without its scope",
      change: withReleaseOfResult((release) => ({
        ...release,
        name: textAt(release, "name").replace(/^@[^/]*\//, ""),
      })),
    },
    "finalize-names-another-version": {
      summary: "The result's release has version 0.0.0",
      change: withReleaseOfResult((release) => ({ ...release, version: "0.0.0" })),
    },
    "finalize-purl-has-another-type": {
      summary: "The purl of the result's release names another volume",
      change: withReleaseOfResult((release) => ({
        ...release,
        purl: textAt(release, "purl").replace("@", "-x@"),
      })),
    },
  },
  "finalize/the-release-is-available": {
    "finalized-release-is-yanked": {
      summary: "The result's release is yanked",
      change: withReleaseOfResult((release) => ({ ...release, status: { state: "yanked" } })),
    },
  },
  "finalize/published-releases-can-be-read": {
    "finalized-release-stays-hidden": {
      summary: "The metadata of a release that was published is never found",
      change: replaceRule("visibility", "inMetadata", () => (release) => release.bytes === undefined),
    },
    "finalized-release-reads-as-blocked": {
      summary: "The metadata of a release that was published says that it is blocked",
      change: withBody("getRelease", (body) => ({ ...without(body, "dist"), status: { state: "blocked" } })),
    },
  },
};
