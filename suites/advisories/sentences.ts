/** The sentences of this chapter that have more than one case. */
import type { Sentence } from "../../harness/check.ts";

export const sentences: readonly Sentence[] = [
  {
    id: "advisories/existing-advisories-are-listed-and-readable",
    level: "should",
    rule: "An existing advisory stands in the list once, and a `GET` of its id answers the same advisory.",
    source: "Endpoints, Search advisories, Get advisory; Resources, Advisory: id.local",
    covers: ["operation:searchAdvisories", "operation:getAdvisory"],
  },
  {
    id: "advisories/advisories-are-those-asked-for",
    level: "should",
    rule: "An advisory read by its id has that id, one searched for by a volume names that volume, and one that is active is not withdrawn.",
    source: "Endpoints, Get advisory, Search advisories; Resources, Advisory",
  },
];
