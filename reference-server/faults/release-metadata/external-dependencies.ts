import type { Call } from "../../call.ts";
import { type JsonObject, textAt } from "../../json.ts";
import type { Change } from "../../rules/change.ts";
import { setting, withEachItem, withItems } from "../changes/documents.ts";
import type { FaultFile } from "../fault.ts";

/** Changes each declaration of release metadata. */
function declaring(change: (declaration: JsonObject, call: Call) => JsonObject): Change {
  return withEachItem("getRelease", change, "externalDependencies");
}

/** TODO */
export const externalDependencies: FaultFile = {
  "release-metadata/declared-dependencies-are-listed": {
    "metadata-drops-declarations": {
      summary: "External dependencies are not listed",
      change: setting("getRelease", "externalDependencies", undefined),
    },
    "metadata-lists-the-first-declaration-only": {
      summary: "Only the first external dependency is listed",
      change: withItems("getRelease", (declared) => declared.slice(0, 1), "externalDependencies"),
    },
    "metadata-forgets-purposes": {
      summary: "Every declaration has the purpose runtime",
      change: declaring((declaration) => ({ ...declaration, purpose: "runtime" })),
    },
    "metadata-forgets-qualifiers": {
      summary: "The purls of declarations lose their qualifiers",
      change: declaring((declaration) => ({
        ...declaration,
        purl: textAt(declaration, "purl").split("?")[0],
      })),
    },
    "metadata-widens-constraints": {
      summary: "Every declaration allows any version",
      change: declaring((declaration) => ({
        ...declaration,
        constraint: textAt(declaration, "constraint").replace(/\/.*$/, "/*"),
      })),
    },
  },
  "release-metadata/every-declaration-has-its-members": {
    "metadata-declarations-lack-keys": {
      summary: "Declarations have no key",
      change: declaring(({ declarationKey: _key, ...declaration }) => declaration),
    },
    "metadata-repeats-a-declaration": {
      summary: "The first declaration is listed twice",
      change: withItems(
        "getRelease",
        (declared) => [...declared, ...declared.slice(0, 1)],
        "externalDependencies",
      ),
    },
  },
  "release-metadata/declaration-keys-differ": {
    "metadata-keys-are-all-the-same": {
      summary: "All declarations of a release have one key",
      change: withItems(
        "getRelease",
        (declared) => declared.map((one) => ({ ...one, declarationKey: declared[0]?.["declarationKey"] })),
        "externalDependencies",
      ),
    },
  },
  "release-metadata/declarations-stay-the-same": {
    "metadata-keys-change-with-each-read": {
      summary: "Every read gives declarations other keys",
      change: declaring((declaration, call) => ({
        ...declaration,
        declarationKey: textAt(declaration, "declarationKey").replace(
          /.{8}$/,
          String(call.ordinal).padStart(8, "0"),
        ),
      })),
    },
  },
};
