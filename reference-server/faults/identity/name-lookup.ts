import { Refusal } from "../../refusal.ts";
import { type Change, isOneOf, onlyFor, replaceRule } from "../../rules/change.ts";
import { allReleases } from "../../store.ts";
import { withText } from "../changes/documents.ts";
import { validatingReads, withResultText } from "../changes/identity.ts";
import { lookingUp, servingMissing, trustReads } from "../changes/lookups.ts";
import type { FaultFile } from "../fault.ts";

const malformedAs = (slug: "validation-failed"): Change =>
  replaceRule("visibility", "find", (before) => (isVisible, call) => {
    if (isOneOf(trustReads, call) && !call.rules.visibility.isWellFormed(call))
      throw new Refusal(slug, "the path is malformed");
    return before(isVisible, call);
  });

/** TODO */
export const nameLookup: FaultFile = {
  "identity/names-are-kept-exactly": {
    "long-name-cut-in-metadata": {
      summary: "Release metadata cuts names after 120 characters",
      change: withText("getRelease", "name", (name) => name.slice(0, 120)),
    },
    "name-without-scope-in-metadata": {
      summary: "Release metadata names a scoped volume without its scope",
      change: withText("getRelease", "name", (name) => name.replace(/^@[^/]*\//, "")),
    },
    "long-name-cut-in-finalize": {
      summary: "Finalize's answer cuts names after 127 characters",
      change: withResultText("name", (name) => name.slice(0, 127)),
    },
    "long-names-not-indexed": {
      summary: "Volumes with names of more than 100 characters have no index",
      change: replaceRule(
        "visibility",
        "inIndex",
        () =>
          ({ name }) =>
            name.length <= 100,
      ),
    },
  },
  "identity/malformed-names-are-not-found-in-reads": {
    "malformed-name-in-read-is-validated": {
      summary: "Reads answer validation-failed to malformed names",
      change: validatingReads,
    },
    "malformed-name-in-index-is-validated": {
      summary: "The index answers validation-failed to malformed names",
      change: onlyFor("getVersionIndex", validatingReads),
    },
    "malformed-name-in-trust-detail-is-validated": {
      summary: "Trust detail answers validation-failed to malformed names",
      change: onlyFor("getTrustDetail", validatingReads),
    },
    "names-found-in-any-case": {
      summary: "Reads find a volume under its name in uppercase",
      change: lookingUp(({ name }) => ({ name: name.toLowerCase() })),
    },
    "names-found-with-final-hyphen": {
      summary: "Trust summaries are found under a name with a hyphen or dot at its end",
      change: lookingUp(({ name }) => ({ name: name.replace(/[-._]$|--x$|_x$/, "") })),
    },
    "trust-malformed-paths-called-invalid": {
      summary: "Trust reads of malformed names and versions are validation-failed",
      change: malformedAs("validation-failed"),
    },
  },
  "identity/names-are-matched-exactly": {
    "names-found-by-prefix": {
      summary: "Reads find the volume whose name the asked one begins with",
      change: lookingUp(({ name, registry }) => ({
        name: [...registry.store.volumes.keys()].find((known) => name.startsWith(known)) ?? name,
      })),
    },
  },
  "identity/scoped-and-unscoped-names-are-different-volumes": {
    "scopes-ignored-in-reads": {
      summary: "Reads find a volume under its last part alone, and under any scope",
      change: lookingUp(({ name, registry }) => {
        const last = name.slice(name.lastIndexOf("/") + 1);
        return { name: [...registry.store.volumes.keys()].find((known) => known.endsWith(last)) ?? name };
      }),
    },
    "unscoped-volume-found-under-any-scope": {
      summary: "Reads of a scoped volume that is not there give the unscoped one",
      change: lookingUp(({ name, registry }) => ({
        name: registry.store.volumes.has(name) ? name : name.slice(name.lastIndexOf("/") + 1),
      })),
    },
    "metadata-forgets-the-scope": {
      summary: "A scoped volume is found without its scope, and an unscoped one under any",
      change: servingMissing((call) =>
        allReleases(call.registry.store).find(
          ({ name, version }) =>
            version === call.version && name.split("/").at(-1) === call.name.split("/").at(-1),
        ),
      ),
    },
  },
};
