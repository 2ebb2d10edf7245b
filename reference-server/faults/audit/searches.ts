import { releasesOf } from "../../lookup.ts";
import { replaceRule } from "../../rules/change.ts";
import type { FaultFile } from "../fault.ts";

/** Faults in searches. */
export const searches: FaultFile = {
  "audit/searches-show-published-volumes-only": {
    "search-shows-the-version-of-an-open-upload": replaceRule(
      "render",
      "searchItem",
      (before) => (release, call) => {
        const open = [...call.registry.store.intents.values()].findLast(
          ({ kind, name, isFinalized }) => kind === "release" && name === release.name && !isFinalized,
        );
        const isKnown = releasesOf(release.name, call).some(({ version }) => version === open?.version);
        const item = before(release, call);
        return open === undefined || isKnown ? item : { ...item, latestVersion: open.version };
      },
    ),
  },
};
