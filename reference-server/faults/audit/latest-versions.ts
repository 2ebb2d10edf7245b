import type { Call } from "../../call.ts";
import { type Change, replaceRule } from "../../rules/change.ts";
import type { Release } from "../../store.ts";
import { isPrerelease } from "../../rules/version-order.ts";
import type { FaultFile } from "../fault.ts";

/** Chooses the latest release of a volume in another way. */
function latest(choose: (releases: readonly Release[]) => Release | undefined): Change {
  return replaceRule("search", "latest", () => choose);
}

/** The latest version that a volume had when it was first searched. */
function frozen(): Change {
  return replaceRule("search", "latest", (before) => {
    const first = new Map<string, Release>();
    return (releases, call: Call) => {
      const found = before(releases, call);
      const name = found?.name ?? "";
      const known = first.get(name);
      if (found !== undefined && known === undefined) first.set(name, found);
      return known ?? found;
    };
  });
}

/** Faults in which version of a volume is the latest. */
export const latestVersions: FaultFile = {
  "audit/latest-versions-are-the-highest-or-the-newest": {
    "search-latest-version-is-the-lowest-stable-one": latest(
      (releases) => releases.find(({ version }) => !isPrerelease(version)) ?? releases[0],
    ),
    "search-latest-version-never-changes": frozen(),
  },
};
