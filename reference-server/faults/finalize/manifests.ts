import { replaceRule } from "../../rules/change.ts";
import { archiveRefusedAs, publishedDespite } from "../changes/finalize-problems.ts";
import type { FaultFile } from "../fault.ts";

/** TODO */
export const manifests: FaultFile = {
  "finalize/archives-without-a-manifest-are-refused": {
    "archive-without-a-manifest-published": {
      summary: "An archive without a manifest is published",
      change: publishedDespite(/no manifest/),
    },
    "archive-without-a-manifest-is-an-identity-mismatch": {
      summary: "An archive without a manifest is refused as identity-mismatch",
      change: archiveRefusedAs("identity-mismatch", /no manifest/),
    },
  },
  "finalize/malformed-manifests-are-refused": {
    "malformed-manifest-published": {
      summary: "A manifest that is no TOML is published",
      change: publishedDespite(/not TOML/),
    },
    "malformed-manifest-is-an-identity-mismatch": {
      summary: "A manifest that is no TOML is refused as identity-mismatch",
      change: archiveRefusedAs("identity-mismatch", /not TOML/),
    },
  },
  "finalize/malformed-manifests-are-invalid-manifests": {
    "malformed-manifest-is-validation-failed": {
      summary: "A manifest that is no TOML is refused as validation-failed",
      change: archiveRefusedAs("validation-failed", /not TOML/),
    },
  },
  "finalize/semantically-invalid-manifests-are-refused": {
    "semantically-invalid-manifest-published": {
      summary: "A manifest with a component of an unknown type is published",
      change: replaceRule("manifest", "componentTypes", (before) => [...before, "starship"]),
    },
    "semantically-invalid-manifest-is-an-invalid-archive": {
      summary: "A manifest with a component of an unknown type is refused as invalid-archive",
      change: archiveRefusedAs("invalid-archive", /component type/),
    },
  },
  "finalize/semantically-invalid-manifests-are-invalid-manifests": {
    "semantically-invalid-manifest-is-validation-failed": {
      summary: "A manifest with a component of an unknown type is refused as validation-failed",
      change: archiveRefusedAs("validation-failed", /component type/),
    },
  },
  "finalize/permissions-stay-within-the-volume": {
    "permissions-never-compared": {
      summary: "A component may have more permissions than its volume",
      change: replaceRule("manifest", "isWithin", () => () => true),
    },
    "permissions-compared-by-kind": {
      summary: "A component may have any permission of a kind that its volume has",
      change: replaceRule(
        "manifest",
        "isWithin",
        () => (permissions, boundary) =>
          Object.keys(permissions).every((kind) => Object.hasOwn(boundary, kind)),
      ),
    },
    "permission-escalation-is-an-invalid-manifest": {
      summary: "Too many permissions are refused as invalid-manifest",
      change: archiveRefusedAs("invalid-manifest", /asks for more/),
    },
  },
};
