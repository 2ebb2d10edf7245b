import { ProblemError } from "../../problem-error.ts";
import { type Change, isOneOf, onlyFor, replaceRule, onlyWhen } from "../../rules/change.ts";
import { allReleases } from "../../store.ts";
import { withText } from "../changes/documents.ts";
import { validatingReads, withResultText } from "../changes/identity.ts";
import { lookingUp, servingMissing, trustReads } from "../changes/lookups.ts";
import type { FaultFile } from "../fault.ts";

const malformedAs = (slug: "validation-failed"): Change =>
  replaceRule("visibility", "find", (before) => (isVisible, call) => {
    if (isOneOf(trustReads, call) && !call.rules.visibility.isWellFormed(call))
      throw new ProblemError(slug, "the path is malformed");
    return before(isVisible, call);
  });

/** Faults in how names are shown and looked up. */
export const nameLookup: FaultFile = {
  "identity/names-are-kept-exactly": {
    "names-cut-at-120-characters-in-metadata": {
      leads: "identity/the-longest-volume-names-are-accepted",
      change: withText("getRelease", "name", (name) => name.slice(0, 120)),
    },
    "name-lacks-scope-in-metadata": {
      leads: "release-metadata/name-is-the-one-asked-for",
      change: withText("getRelease", "name", (name) => name.replace(/^@[^/]*\//, "")),
    },
    "names-cut-at-127-characters-in-finalize-result": withResultText("name", (name) => name.slice(0, 127)),
    "volumes-with-names-over-100-characters-have-no-index": replaceRule(
      "visibility",
      "inIndex",
      () =>
        ({ name }) =>
          name.length <= 100,
    ),
    "metadata-of-names-of-digits-is-not-found": onlyWhen(
      ({ operation, name }) => operation === "getRelease" && /^(?:@[^/]*\/)?\d+$/.test(name),
      replaceRule("visibility", "isWellFormed", () => () => false),
    ),
  },
  "identity/malformed-names-are-not-found-in-reads": {
    "malformed-name-in-read-answers-validation-failed": validatingReads,
    "malformed-name-in-index-answers-validation-failed": onlyFor("getVersionIndex", validatingReads),
    "malformed-name-in-trust-detail-answers-validation-failed": onlyFor("getTrustDetail", validatingReads),
    "malformed-name-in-trust-summary-answers-validation-failed": onlyFor("getTrustSummary", validatingReads),
    "malformed-name-in-metadata-answers-validation-failed": onlyFor("getRelease", validatingReads),
    "malformed-path-in-trust-reads-answers-validation-failed": malformedAs("validation-failed"),
  },
  "identity/names-are-matched-exactly": {
    "names-found-without-their-hyphens": {
      summary: "Reads find a volume whose name differs in hyphens only",
      change: lookingUp(({ name, registry }) => ({
        name:
          [...registry.store.volumes.keys()].find(
            (known) => known.replaceAll("-", "") === name.replaceAll("-", ""),
          ) ?? name,
      })),
    },
    "names-found-by-prefix": {
      summary: "Reads find a volume whose name is a prefix of the requested name",
      change: lookingUp(({ name, registry }) => ({
        name: [...registry.store.volumes.keys()].find((known) => name.startsWith(known)) ?? name,
      })),
    },
  },
  "identity/scoped-and-unscoped-names-are-different-volumes": {
    "scoped-volume-found-with-its-scope-in-the-name": {
      summary: "Reads find a scoped volume where scope and name are joined by a hyphen",
      change: lookingUp(({ name, registry }) => ({
        name:
          [...registry.store.volumes.keys()].find(
            (known) => known === name || known.replace("@", "").replace("/", "-") === name,
          ) ?? name,
      })),
    },
    "scopes-ignored-in-reads": {
      summary: "Reads find a volume by its last segment, under any scope or none",
      change: lookingUp(({ name, registry }) => {
        const last = name.slice(name.lastIndexOf("/") + 1);
        return { name: [...registry.store.volumes.keys()].find((known) => known.endsWith(last)) ?? name };
      }),
    },
    "unscoped-volume-found-under-any-scope": {
      summary: "Reads of an unknown scoped volume return the unscoped one",
      change: lookingUp(({ name, registry }) => ({
        name: registry.store.volumes.has(name) ? name : name.slice(name.lastIndexOf("/") + 1),
      })),
    },
    "metadata-ignores-the-scope": {
      leads: "release-metadata/unknown-volume-is-not-found",
      change: servingMissing((call) =>
        allReleases(call.registry.store).find(
          ({ name, version }) =>
            version === call.version && name.split("/").at(-1) === call.name.split("/").at(-1),
        ),
      ),
    },
  },
};
