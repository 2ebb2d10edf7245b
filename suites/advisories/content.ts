/** What an advisory says of what it is about. */
import type { Check, Observation, Tools } from "../../harness/check.ts";
import { isSuccess, listAt, textAt, valueAt } from "../../harness/registry/answer.ts";
import { listOnce, readMadeOnce, shownIn } from "./listing.ts";

export const affectedVolumeIsNamed: Check = {
  id: "advisories/affected-volume-is-named",
  level: "should",
  rule: "An advisory that tells the volume it affects names that volume.",
  source: "Resources, Advisory: affected.volume",
  reading:
    "Judged for an advisory that the states hook made for a volume of this run. The member's format is not said: it has to contain the name.",
  operations: ["searchAdvisories", "getAdvisory"],
  needs: ["state:advisory", "token:publisher"],
  forms: "none",
  from: "standard",
  covers: ["member:advisory.affected.volume"],
  async run(tools) {
    const made = await readMadeOnce(tools.given);
    const { volume } = made;

    const { answer, document } = shownIn(made);

    tools.expect.success(answer);
    const told = textAt(document, "affected", "volume");
    if (told === undefined || volume === undefined) return;
    const name = volume.slice(volume.lastIndexOf("/") + 1);
    tools.expect.that(told.includes(name), { expected: `the volume ${volume}`, got: `"${told}"`, answer });
  },
};

export const standingAdvisoryIsNotWithdrawn: Check = {
  id: "advisories/standing-advisory-is-not-withdrawn",
  level: "should",
  rule: "An advisory that was not withdrawn has no withdrawn member.",
  source: "Resources, Advisory: withdrawn",
  reading: "The member holds when and why an advisory was withdrawn; one that stands has neither.",
  operations: ["searchAdvisories", "getAdvisory"],
  needs: ["state:advisory", "token:publisher"],
  forms: "none",
  from: "standard",
  covers: ["member:advisory.withdrawn"],
  async run(tools) {
    const made = await readMadeOnce(tools.given);

    const { answer, document } = shownIn(made);

    tools.expect.success(answer);
    const withdrawn = valueAt(document, "withdrawn");
    const at = valueAt(withdrawn, "at");
    tools.expect.that(at === undefined || at === null, {
      expected: "no withdrawal",
      got: JSON.stringify(withdrawn) ?? "nothing",
      answer,
    });
  },
};

/** Different texts in all listed advisories, as one sentence. */
async function seenIn(tools: Tools, read: (advisory: unknown) => readonly unknown[]): Promise<string> {
  const answer = await listOnce(tools.given);
  const values = new Set(
    listAt(answer.body, "items")
      .flatMap(read)
      .filter((value) => typeof value === "string"),
  );
  return values.size === 0 ? "None was seen" : [...values].toSorted().slice(0, 12).join(", ");
}

export const severities: Observation = {
  id: "advisories/severities",
  question: "Which severities do advisories have?",
  source: "Gaps in resource fields, advisory severity",
  operations: ["searchAdvisories"],
  forms: "none",
  covers: ["gap:fields/3", "member:advisory.severity"],
  observe: async (tools) => await seenIn(tools, (one) => [valueAt(one, "severity")]),
};

export const kinds: Observation = {
  id: "advisories/ecosystems-and-relationships",
  question: "Which ecosystems, range types and relationship types do advisories name?",
  source: "Gaps in resource fields, advisory source.ecosystem, range type and relationship type",
  operations: ["searchAdvisories"],
  forms: "none",
  covers: [
    "gap:fields/4",
    "member:advisory.source.ecosystem",
    "member:advisory.affected.ranges.type",
    "member:advisory.relationships.type",
  ],
  observe: async (tools) =>
    await seenIn(tools, (one) => [
      valueAt(one, "source", "ecosystem"),
      ...listAt(one, "affected", "ranges").map((range) => valueAt(range, "type")),
      ...listAt(one, "relationships").map((relationship) => valueAt(relationship, "type")),
    ]),
};

export const componentImpact: Observation = {
  id: "advisories/component-impact",
  question: "What do advisories say of components, and do they name more than one volume?",
  source: "Resources, Advisory: affected",
  operations: ["searchAdvisories"],
  forms: "none",
  from: "standard",
  covers: ["question:22", "member:advisory.affected.componentImpact"],
  async observe(tools) {
    const items = listAt((await listOnce(tools.given)).body, "items");
    const impacts = items.filter((one) => listAt(one, "affected", "componentImpact").length > 0).length;

    return `${impacts} of ${items.length} name components; each names one volume, as affected is one object`;
  },
};

export const withdrawnAdvisory: Observation = {
  id: "advisories/withdrawn-advisory",
  question: "How is an advisory shown that was withdrawn?",
  source: "Resources, Advisory: withdrawn",
  operations: ["searchAdvisories", "getAdvisory"],
  needs: ["state:advisory", "token:publisher"],
  forms: "none",
  from: "standard",
  covers: [
    "member:advisory.withdrawn",
    "member:advisory.withdrawn.at",
    "member:advisory.withdrawn.reason",
    "question:11",
  ],
  async observe(tools) {
    const { document } = shownIn(await readMadeOnce(tools.given, { withdrawn: true }));

    if (document === undefined) return "It is not shown";
    const withdrawn = valueAt(document, "withdrawn");
    if (withdrawn === undefined) return "Like any other";
    const tells = ["at", "reason"].filter((member) => valueAt(withdrawn, member) !== undefined);
    return `With the member withdrawn, which tells ${tells.join(" and ") || "nothing"}`;
  },
};

export const singleShape: Observation = {
  id: "advisories/single-shape",
  question: "What shape has a single advisory?",
  source: "Gaps in endpoint coverage, response shape of get-advisory",
  operations: ["getAdvisory"],
  needs: ["advisory"],
  forms: "none",
  covers: ["gap:endpoints/9"],
  async observe(tools) {
    const { status, body } = (await readMadeOnce(tools.given)).single;

    if (typeof body !== "object" || body === null) return `${status} without a JSON object`;
    if (textAt(body, "id", "local") !== undefined) return `${status} with the advisory itself`;
    return `${status} with the members ${Object.keys(body).slice(0, 12).join(", ")}`;
  },
};

export const listStatus: Observation = {
  id: "advisories/success-status",
  question: "Which status does the list of advisories answer?",
  source: "Gaps in endpoint coverage, success status codes of reads",
  operations: ["searchAdvisories"],
  forms: "none",
  covers: ["gap:endpoints/3"],
  async observe(tools) {
    return `${(await listOnce(tools.given)).status}`;
  },
};

export const unknownParameter: Observation = {
  id: "advisories/unknown-parameter",
  question: "What does the search for advisories make of a parameter that no registry knows?",
  source: "Gaps in endpoint coverage, advisory search query parameters",
  operations: ["searchAdvisories"],
  forms: "none",
  from: "standard",
  covers: ["gap:endpoints/2", "answers:searchAdvisories/validation-failed"],
  async observe({ registry }) {
    const answer = await registry.searchAdvisories([["no-such-parameter", "1"]]);

    return isSuccess(answer) ? `${answer.status}, as without it` : `${answer.status}`;
  },
};
