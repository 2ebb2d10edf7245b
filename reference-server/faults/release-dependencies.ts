import type { Call } from "../call.ts";
import type { JsonObject } from "../json.ts";
import type { Change } from "../rules/change.ts";
import type { Fault } from "./fault.ts";
import { textOf, withEachItem, withItems, withMember } from "./reading.ts";

/** Changes each declaration of release metadata. */
function declaring(change: (declaration: JsonObject, call: Call) => JsonObject): Change {
  return withEachItem("getRelease", change, "externalDependencies");
}

/** Broken lists of external dependencies. */
export const dependencyFaults: readonly Fault[] = [
  {
    name: "metadata-drops-declarations",
    breaks: "release-metadata/declared-dependencies-are-listed",
    summary: "External dependencies are not listed",
    change: withMember("getRelease", "externalDependencies", () => undefined),
  },
  {
    name: "metadata-lists-the-first-declaration-only",
    breaks: "release-metadata/declared-dependencies-are-listed",
    summary: "Only the first external dependency is listed",
    change: withItems("getRelease", (declared) => declared.slice(0, 1), "externalDependencies"),
  },
  {
    name: "metadata-forgets-purposes",
    breaks: "release-metadata/declared-dependencies-are-listed",
    summary: "Every declaration has the purpose runtime",
    change: declaring((declaration) => ({ ...declaration, purpose: "runtime" })),
  },
  {
    name: "metadata-forgets-qualifiers",
    breaks: "release-metadata/declared-dependencies-are-listed",
    summary: "The purls of declarations lose their qualifiers",
    change: declaring((declaration) => ({ ...declaration, purl: textOf(declaration["purl"]).split("?")[0] })),
  },
  {
    name: "metadata-widens-constraints",
    breaks: "release-metadata/declared-dependencies-are-listed",
    summary: "Every declaration allows any version",
    change: declaring((declaration) => ({
      ...declaration,
      constraint: textOf(declaration["constraint"]).replace(/\/.*$/, "/*"),
    })),
  },
  {
    name: "metadata-declarations-lack-keys",
    breaks: "release-metadata/every-declaration-has-its-members",
    summary: "Declarations have no key",
    change: declaring(({ declarationKey: _key, ...declaration }) => declaration),
  },
  {
    name: "metadata-repeats-a-declaration",
    breaks: "release-metadata/every-declaration-has-its-members",
    summary: "The first declaration is listed twice",
    change: withItems(
      "getRelease",
      (declared) => [...declared, ...declared.slice(0, 1)],
      "externalDependencies",
    ),
  },
  {
    name: "metadata-keys-are-all-the-same",
    breaks: "release-metadata/declaration-keys-differ",
    summary: "All declarations of a release have one key",
    change: withItems(
      "getRelease",
      (declared) => declared.map((one) => ({ ...one, declarationKey: declared[0]?.["declarationKey"] })),
      "externalDependencies",
    ),
  },
  {
    name: "metadata-keys-change-with-each-read",
    breaks: "release-metadata/declarations-stay-the-same",
    summary: "Every read gives declarations other keys",
    change: declaring((declaration, call) => ({
      ...declaration,
      declarationKey: textOf(declaration["declarationKey"]).replace(
        /.{8}$/,
        String(call.ordinal).padStart(8, "0"),
      ),
    })),
  },
];
