/** The members of advisories. */
import type { CheckFile } from "../../harness/check-file.ts";
import type { Tools } from "../../harness/check.ts";
import { isSuccess, listAt, textAt, valueAt } from "../../harness/exchange/answer.ts";
import { toVolume } from "../../harness/exchange/volume.ts";
import { listOnce, readAdvisoryOnce, toDocument } from "./listing.ts";

/** The distinct texts in all listed advisories, separated by commas. */
async function listDistinctTexts(
  tools: Tools,
  read: (advisory: unknown) => readonly unknown[],
): Promise<string> {
  const answer = await listOnce(tools.given);
  const values = new Set(
    listAt(answer.body, "items")
      .flatMap(read)
      .filter((value) => typeof value === "string"),
  );
  return values.size === 0 ? "None found" : [...values].toSorted().slice(0, 12).join(", ");
}

export const content: CheckFile = {
  level: "should",
  source: "Resources, Advisory: withdrawn",
  operations: ["searchAdvisories"],
  forms: "none",
  from: "standard",
  checks: [
    {
      id: "advisories/affected-volume-is-named",
      of: "advisories/advisories-are-those-asked-for",
      rule: "`GET /advisories` or `GET /advisories/{id}` returns an `affected.volume`, if present, that contains the scope and the name segment of the affected volume.",
      source: "Resources, Advisory: affected.volume",
      reading:
        "The text does not give the format of `affected.volume`. We accept any text with the name segment and the scope, if any, and judge an advisory that the states hook made.",
      operations: ["searchAdvisories", "getAdvisory"],
      needs: ["state:advisory", "token:publisher"],
      covers: ["member:advisory.affected.volume"],
      async run(tools) {
        const advisory = await readAdvisoryOnce(tools.given);
        const { volume } = advisory;

        const { answer, document } = toDocument(advisory);

        tools.expect.success(answer);
        const affected = textAt(document, "affected", "volume");
        if (affected === undefined || volume === undefined) return;
        const { scope = "", segment } = toVolume(volume);
        tools.expect.that(affected.includes(scope) && affected.includes(segment), {
          expected: `the volume ${volume}`,
          got: `"${affected}"`,
          answer,
        });
      },
    },
    {
      id: "advisories/active-advisory-is-not-withdrawn",
      of: "advisories/advisories-are-those-asked-for",
      rule: "`GET /advisories` or `GET /advisories/{id}` returns no `withdrawn.at` for an advisory that is not withdrawn.",
      reading:
        "The text does not say when `withdrawn` is present. We read `withdrawn.at` as the time of a withdrawal, which an active advisory does not have.",
      operations: ["searchAdvisories", "getAdvisory"],
      needs: ["state:advisory", "token:publisher"],
      covers: ["member:advisory.withdrawn"],
      async run(tools) {
        const advisory = await readAdvisoryOnce(tools.given);

        const { answer, document } = toDocument(advisory);

        tools.expect.success(answer);
        const withdrawn = valueAt(document, "withdrawn");
        const at = valueAt(withdrawn, "at");
        tools.expect.that(at === undefined || at === null, {
          expected: "no withdrawn.at",
          got: JSON.stringify(withdrawn) ?? "no withdrawn",
          answer,
        });
      },
    },
  ],
  observations: [
    {
      id: "advisories/severities",
      question: "Which values does `severity` have in advisories?",
      source: "Gaps in resource fields, advisory severity",
      covers: ["gap:fields/3", "member:advisory.severity"],
      from: "quick",
      observe: async (tools) => await listDistinctTexts(tools, (one) => [valueAt(one, "severity")]),
    },
    {
      id: "advisories/ecosystems-and-relationships",
      question:
        "Which values do `source.ecosystem`, range `type` and relationship `type` have in advisories?",
      source: "Gaps in resource fields, advisory source.ecosystem, range type and relationship type",
      covers: [
        "gap:fields/4",
        "member:advisory.source.ecosystem",
        "member:advisory.affected.ranges.type",
        "member:advisory.relationships.type",
      ],
      from: "quick",
      observe: async (tools) =>
        await listDistinctTexts(tools, (one) => [
          valueAt(one, "source", "ecosystem"),
          ...listAt(one, "affected", "ranges").map((range) => valueAt(range, "type")),
          ...listAt(one, "relationships").map((relationship) => valueAt(relationship, "type")),
        ]),
    },
    {
      id: "advisories/component-impact",
      question: "Do advisories have `componentImpact`, and do they name more than one volume?",
      source: "Resources, Advisory: affected",
      covers: ["question:22", "member:advisory.affected.componentImpact"],
      async observe(tools) {
        const items = listAt((await listOnce(tools.given)).body, "items");
        const impacts = items.filter((one) => listAt(one, "affected", "componentImpact").length > 0).length;

        return `${impacts} of ${items.length} have componentImpact; each names one volume, because affected is one object`;
      },
    },
    {
      id: "advisories/withdrawn-advisory",
      question: "How is a withdrawn advisory returned?",
      operations: ["searchAdvisories", "getAdvisory"],
      needs: ["state:advisory", "token:publisher"],
      covers: [
        "member:advisory.withdrawn",
        "member:advisory.withdrawn.at",
        "member:advisory.withdrawn.reason",
        "question:11",
      ],
      async observe(tools) {
        const { document } = toDocument(await readAdvisoryOnce(tools.given, { withdrawn: true }));

        if (document === undefined) return "It is not returned";
        const withdrawn = valueAt(document, "withdrawn");
        if (withdrawn === undefined) return "Without the member withdrawn";
        const members = ["at", "reason"].filter((member) => valueAt(withdrawn, member) !== undefined);
        return `With the member withdrawn, which has ${members.join(" and ") || "neither at nor reason"}`;
      },
    },
    {
      id: "advisories/single-shape",
      question: "What shape does the response to `GET /advisories/{id}` have?",
      source: "Gaps in endpoint coverage, response shape of get-advisory",
      operations: ["getAdvisory"],
      needs: ["advisory"],
      covers: ["gap:endpoints/9"],
      from: "quick",
      async observe(tools) {
        const { status, body } = (await readAdvisoryOnce(tools.given)).single;

        if (typeof body !== "object" || body === null) return `${status} without a JSON object`;
        if (textAt(body, "id", "local") !== undefined) return `${status} with the advisory itself`;
        return `${status} with an object; its members are ${Object.keys(body).slice(0, 12).join(", ")}`;
      },
    },
    {
      id: "advisories/success-status",
      question: "Which status does `GET /advisories` answer?",
      source: "Gaps in endpoint coverage, success status codes of reads",
      covers: ["gap:endpoints/3"],
      from: "quick",
      async observe(tools) {
        return `${(await listOnce(tools.given)).status}`;
      },
    },
    {
      id: "advisories/unknown-parameter",
      question: "How does `GET /advisories` answer with an unknown query parameter?",
      source: "Gaps in endpoint coverage, advisory search query parameters",
      covers: ["gap:endpoints/2", "answers:searchAdvisories/validation-failed"],
      async observe({ registry }) {
        const answer = await registry.searchAdvisories([["no-such-parameter", "1"]]);

        return isSuccess(answer) ? `${answer.status}, as without the parameter` : `${answer.status}`;
      },
    },
  ],
};
