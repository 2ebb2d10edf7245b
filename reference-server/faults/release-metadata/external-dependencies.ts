import type { Call } from "../../call.ts";
import { type JsonObject, textAt } from "../../json.ts";
import type { Change } from "../../rules/change.ts";
import { setting, withEachItem, withItems } from "../changes/documents.ts";
import type { FaultFile } from "../fault.ts";

/** Changes each external dependency in release metadata. */
function declaring(change: (declaration: JsonObject, call: Call) => JsonObject): Change {
  return withEachItem("getRelease", change, "externalDependencies");
}

/** Faults in the external dependencies of a release. */
export const externalDependencies: FaultFile = {
  "release-metadata/declared-dependencies-are-listed": {
    "metadata-lists-no-declarations": setting("getRelease", "externalDependencies", undefined),
    "metadata-lists-only-the-first-declaration": withItems(
      "getRelease",
      (declared) => declared.slice(0, 1),
      "externalDependencies",
    ),
    "metadata-declarations-all-have-purpose-runtime": declaring((declaration) => ({
      ...declaration,
      purpose: "runtime",
    })),
    "metadata-declaration-purls-lack-qualifiers": declaring((declaration) => ({
      ...declaration,
      purl: textAt(declaration, "purl").split("?")[0],
    })),
    "metadata-declarations-allow-any-version": declaring((declaration) => ({
      ...declaration,
      constraint: textAt(declaration, "constraint").replace(/\/.*$/, "/*"),
    })),
    "metadata-lists-eight-declarations": withItems(
      "getRelease",
      (declared) => declared.slice(0, 8),
      "externalDependencies",
    ),
    "metadata-declarations-exclude-no-version": declaring((declaration) => ({
      ...declaration,
      constraint: textAt(declaration, "constraint").replace(/(?<=\/)!=[^|]+$|\|!=[^|]+/g, (one) =>
        one.startsWith("|") ? "" : "*",
      ),
    })),
  },
  "release-metadata/declared-components-are-listed": {
    "metadata-declarations-have-the-components-of-the-first": withItems(
      "getRelease",
      (declared) => declared.map((one) => ({ ...one, components: declared[0]?.["components"] })),
      "externalDependencies",
    ),
    "metadata-declarations-have-one-component": declaring(({ components, ...declaration }) => ({
      ...declaration,
      components: Array.isArray(components) ? components.slice(0, 1) : components,
    })),
  },
  "release-metadata/every-declaration-has-its-members": {
    "metadata-declarations-lack-keys": declaring(({ declarationKey: _key, ...declaration }) => declaration),
    "metadata-repeats-a-declaration": {
      leads: "every-response/release-metadata-is-well-formed",
      change: withItems(
        "getRelease",
        (declared) => [...declared, ...declared.slice(0, 1)],
        "externalDependencies",
      ),
    },
  },
  "release-metadata/declaration-keys-differ": {
    "metadata-declaration-keys-are-all-the-same": {
      leads: "consistency/declarations-repeat-finalize",
      change: withItems(
        "getRelease",
        (declared) => declared.map((one) => ({ ...one, declarationKey: declared[0]?.["declarationKey"] })),
        "externalDependencies",
      ),
    },
  },
  "release-metadata/declarations-stay-the-same": {
    "metadata-declaration-keys-change-with-each-read": declaring((declaration, call) => ({
      ...declaration,
      declarationKey: textAt(declaration, "declarationKey").replace(
        /.{8}$/,
        String(call.ordinal).padStart(8, "0"),
      ),
    })),
  },
};
