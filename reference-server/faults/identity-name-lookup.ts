import { onlyWhen, replaceRule } from "../rules/change.ts";
import type { Fault } from "./fault.ts";
import { aimed, finalized, lookingUp, reading, shown, validatingReads } from "./identity-changes.ts";

const keptNames = "identity/names-are-kept-exactly";
const malformedNames = "identity/malformed-names-are-not-found-in-reads";
const exactNames = "identity/names-are-matched-exactly";
const forms = "identity/scoped-and-unscoped-names-are-different-volumes";

/** Names that are changed on the way in or out, or matched loosely. */
export const identityNameLookupFaults: readonly Fault[] = [
  {
    name: "target-name-loses-scope",
    breaks: "identity/well-formed-scopes-are-accepted",
    summary: "An intent names its volume without the scope",
    change: aimed("name", (name) => name.replace(/^@[^/]*\//, "")),
  },
  {
    name: "target-name-loses-digits",
    breaks: "identity/well-formed-names-are-accepted",
    summary: "An intent names its volume without a digit at the start of its last part",
    change: aimed("name", (name) => name.replace(/(^|\/)\d/, "$1")),
  },
  {
    name: "long-name-cut-in-metadata",
    breaks: keptNames,
    summary: "Release metadata cuts names after 120 characters",
    change: shown("name", (name) => name.slice(0, 120)),
  },
  {
    name: "name-without-scope-in-metadata",
    breaks: keptNames,
    summary: "Release metadata names a scoped volume without its scope",
    change: shown("name", (name) => name.replace(/^@[^/]*\//, "")),
  },
  {
    name: "long-name-cut-in-finalize",
    breaks: keptNames,
    summary: "Finalize's answer cuts names after 127 characters",
    change: finalized("name", (name) => name.slice(0, 127)),
  },
  {
    name: "long-names-not-indexed",
    breaks: keptNames,
    summary: "Volumes with names of more than 100 characters have no index",
    change: replaceRule(
      "visibility",
      "inIndex",
      () =>
        ({ name }) =>
          name.length <= 100,
    ),
  },
  {
    name: "whole-name-cut-in-metadata",
    breaks: "identity/the-longest-volume-names-are-accepted",
    summary: "Release metadata cuts names after 192 characters",
    change: shown("name", (name) => name.slice(0, 192)),
  },
  {
    name: "malformed-name-in-read-is-validated",
    breaks: malformedNames,
    summary: "Reads answer validation-failed to malformed names",
    change: validatingReads,
  },
  {
    name: "malformed-name-in-index-is-validated",
    breaks: malformedNames,
    summary: "The index answers validation-failed to malformed names",
    change: onlyWhen(reading("getVersionIndex"), validatingReads),
  },
  {
    name: "malformed-name-in-trust-detail-is-validated",
    breaks: malformedNames,
    summary: "Trust detail answers validation-failed to malformed names",
    change: onlyWhen(reading("getTrustDetail"), validatingReads),
  },
  {
    name: "names-found-in-any-case",
    breaks: malformedNames,
    summary: "Reads find a volume under its name in uppercase",
    change: lookingUp(({ name }) => ({ name: name.toLowerCase() })),
  },
  {
    name: "names-found-with-final-hyphen",
    breaks: malformedNames,
    summary: "Trust summaries are found under a name with a hyphen or dot at its end",
    change: lookingUp(({ name }) => ({ name: name.replace(/[-._]$|--x$|_x$/, "") })),
  },
  {
    name: "names-found-by-prefix",
    breaks: exactNames,
    summary: "Reads find the volume whose name the asked one begins with",
    change: lookingUp(({ name, registry }) => ({
      name: [...registry.store.volumes.keys()].find((known) => name.startsWith(known)) ?? name,
    })),
  },
  {
    name: "scopes-ignored-in-reads",
    breaks: forms,
    summary: "Reads find a volume under its last part alone, and under any scope",
    change: lookingUp(({ name, registry }) => {
      const last = name.slice(name.lastIndexOf("/") + 1);
      return { name: [...registry.store.volumes.keys()].find((known) => known.endsWith(last)) ?? name };
    }),
  },
  {
    name: "unscoped-volume-found-under-any-scope",
    breaks: forms,
    summary: "Reads of a scoped volume that is not there give the unscoped one",
    change: lookingUp(({ name, registry }) => ({
      name: registry.store.volumes.has(name) ? name : name.slice(name.lastIndexOf("/") + 1),
    })),
  },
];
