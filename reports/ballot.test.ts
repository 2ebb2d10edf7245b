import { describe, expect, it } from "vitest";
import type { Report } from "../schemas/report.ts";
import { renderBallot, renderOverview, sortByDifference } from "./ballot.ts";
import { renderTextDifference } from "./text-difference.ts";
import { conformantReport, failingReport } from "./lab/examples/example-report.ts";

function registry(name: string, answers: Readonly<Record<string, string>>): Report {
  const base = conformantReport();
  const baseUrl = `https://${name}.example`;
  return {
    ...base,
    target: { ...base.target, baseUrl, implementation: { name } },
    observations: Object.entries(answers).map(([id, answer]) => ({
      id,
      question: id,
      section: "Search",
      answer: answer.replace("BASE", baseUrl),
      observed: answer !== "",
      exchanges: [],
    })),
  };
}

const holes = ["a/same", "a/differs", "a/unseen"].map((id) => ({
  id,
  question: `What of ${id}?`,
  section: "Search",
}));
const reports = [
  registry("one", {
    "a/same": "BASE/problems (12), 48 of 48, in 17 items",
    "a/differs": "Yes",
    "a/unseen": "",
  }),
  registry("two", {
    "a/same": "BASE/problems (9), 52 of 52, in 18 items",
    "a/differs": "No <b>|",
    "a/unseen": "",
  }),
];

describe("open questions", () => {
  it("tell two reports of one implementation apart", () => {
    const [differs] = sortByDifference(
      holes.slice(1, 2),
      [...reports.slice(0, 1), registry("one", { "a/differs": "No" })].map((report, index) => ({
        ...report,
        run: { ...report.run, startedAt: `2026-11-0${index + 1}T00:00:00.000Z` },
      })),
    );
    expect(differs?.answers.flatMap(({ subjects }) => subjects)).toEqual([
      "one of 2026-11-01T00:00:00.000Z",
      "one of 2026-11-02T00:00:00.000Z",
    ]);
  });

  it("begin with those in which registries differ; an address is no difference", () => {
    expect(sortByDifference(holes, reports).map(({ hole, answers }) => [hole.id, answers.length])).toEqual([
      ["a/differs", 2],
      ["a/same", 1],
      ["a/unseen", 0],
    ]);
    expect(renderOverview(sortByDifference(holes, reports))).toContain(
      "| 2 | What of a/differs? | `a/differs` |",
    );
    expect(renderOverview(sortByDifference(holes, []))).toContain("No question has two different answers");
  });

  it("are a ballot with an issue each, in which an answer is no markup", () => {
    const ballot = renderBallot(holes, reports);
    expect(ballot).toContain("## 1. What of a/differs?");
    expect(ballot).toContain("Vote: [ ] A  [ ] B  [ ] leave it open  [ ] other");
    expect(ballot).toContain("Title: What of a/differs?");
    expect(ballot).toContain("- Yes (one)");
    expect(ballot).toContain("| B | No &#60;b&#62;&#124; |");
    expect(ballot).toContain("## Not observed in these reports\n\n- What of a/unseen? (`a/unseen`)");
  });

  it("ask for a bound where registries differ in degree only", () => {
    const times = [
      registry("one", { "a/same": "within 1 s; within 2 s" }),
      registry("two", { "a/same": "within 1 s" }),
    ];
    const ballot = renderBallot(holes, times);
    expect(ballot).toContain("Registries differ in degree:");
    expect(ballot).not.toContain("cannot rely on any of them");
  });

  it("are cut after twenty in the overview", () => {
    const many = Array.from({ length: 23 }, (_, index) => ({
      id: `a/q${index}`,
      question: "?",
      section: "",
    }));
    const answers = (word: string): Readonly<Record<string, string>> =>
      Object.fromEntries(many.map(({ id }) => [id, word]));
    const overview = renderOverview(
      sortByDifference(many, [registry("x", answers("x")), registry("y", answers("y"))]),
    );
    expect(overview.split("\n").filter((line) => line.startsWith("| 2 |"))).toHaveLength(20);
    expect(overview).toContain("3 further questions below.");
  });
});

describe("the comment on a changed text", () => {
  const failing = failingReport();
  const failed = failing.cases.filter(({ verdict }) => verdict === "failed").map(({ id }) => id);
  const change = (cases: readonly string[]): Parameters<typeof renderTextDifference>[0] => [
    {
      heading: "Search",
      before: "A limit is at most 100.",
      after: "A limit is at most 200.",
      requirements: [{ id: "search/limits", level: "must", cases }],
    },
  ];

  it("shows both texts, the requirements about them and whose verdict may change", () => {
    const text = renderTextDifference(change(failed), [failing, conformantReport()]);
    expect(text).toContain("```diff\n- A limit is at most 100.\n+ A limit is at most 200.\n```");
    expect(text).toContain("- `search/limits` (must)");
    expect(text).toContain("all its failures are about the changed places");
  });

  it("says what stays: a registry that fails elsewhere", () => {
    expect(renderTextDifference(change([]), [failing])).toContain(
      "non-conformant still: it also fails elsewhere",
    );
    expect(renderTextDifference([], [failing])).toContain("The text states the same as before.");
  });
});
