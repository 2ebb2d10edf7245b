/** Faults that remember which releases were yanked when they were read. */
import type { Call } from "../../call.ts";
import { allOf, type Change, replaceRule } from "../../rules/change.ts";
import type { Release } from "../../store.ts";
import { perRegistry } from "./memory.ts";

/**
 * A change that depends on whether a release is available again after its metadata was read as yanked.
 * @param make gets the function that answers this
 */
export function ofRestored(make: (isRestored: (release: Release, call: Call) => boolean) => Change): Change {
  const memory = perRegistry(() => new Set<string>());
  const idOf = ({ name, version }: Release): string => `${name}@${version}`;
  return allOf(
    replaceRule("render", "release", (before) => (release, call) => {
      if (release.status.state === "yanked") memory(call).add(idOf(release));
      return before(release, call);
    }),
    make((release, call) => release.status.state === "available" && memory(call).has(idOf(release))),
  );
}
