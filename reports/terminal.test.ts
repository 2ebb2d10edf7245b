import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { exampleReport } from "./lab/examples/example-builder.ts";
import {
  conformantReport,
  failingReport,
  interruptedReport,
  partialReport,
  undecidedReport,
} from "./lab/examples/example-report.ts";
import { invariantReport } from "./lab/examples/invariant-report.ts";
import { hostileReport } from "./lab/examples/hostile-report.ts";
import { renderRequirement } from "./terminal-finding.ts";
import { renderTerminal } from "./terminal.ts";

const plain = { color: false, width: 80 } as const;
const lastLine = (text: string): string => text.trimEnd().split("\n").at(-1) ?? "";

describe("renderTerminal", () => {
  it("ends with the verdict and every count that is not zero", () => {
    expect(lastLine(renderTerminal(failingReport(), plain))).toBe(
      "NON-CONFORMANT: 4 failed (1 accepted), 1 warned, 34 passed; not decided: 1 errored, 3 blocked, 3 skipped",
    );
    expect(lastLine(renderTerminal(partialReport(), plain))).toBe(
      "PARTIAL: 40 passed; not decided: 3 blocked, 3 skipped",
    );
    expect(lastLine(renderTerminal(conformantReport(), plain))).toBe("CONFORMANT: 44 passed, 2 not offered");
    expect(lastLine(renderTerminal(undecidedReport(), plain))).toBe(
      "UNDECIDED: 0 passed; not decided: 46 blocked",
    );
    expect(lastLine(renderTerminal(interruptedReport(), plain))).toContain(
      "PARTIAL (INTERRUPTED): 15 passed",
    );
  });

  it("lists the chapters by title, with as many lines as the width needs", () => {
    const lines = (width: number): readonly string[] =>
      renderTerminal(failingReport(), { color: false, width }).split("\n");
    expect(lines(120)).toContainEqual(
      expect.stringMatching(/^ {2}FAILED {2,}Names, versions and formats {2,}1 failed, 4 passed$/u),
    );
    const narrow = lines(68);
    const first = narrow.findIndex((line) => line.includes("Creating a release"));
    expect(narrow[first]).toMatch(/Creating a release upload and {2,}\d/u);
    expect(narrow[first + 1]?.trim()).toBe("sending its bytes");
    const tight = lines(52);
    const title = tight.findIndex((line) => line.includes("Names, versions and formats"));
    expect(tight[title]).toMatch(/Names, versions and formats {2,}1 failed,/u);
    expect(tight[title + 1]?.trim()).toBe("4 passed");
  });

  it("shows a cause with what it breaks, its exchange, where to look and its repeat command", () => {
    const text = renderTerminal(failingReport(), { color: false, width: 100 });
    const from = text.indexOf("FAILED 500 with body");
    const cause = text.slice(from, text.indexOf("\n\n", from));

    expect(cause).toBe(
      [
        'FAILED 500 with body "Internal Server Error" came where 400 with problem missing-uploaded-bytes is',
        "       expected",
        "  breaks    finalize/bytes-have-arrived (must, Errors, rule 2)",
        "  exchange  POST /api/v1/volumes/@conformance/alpha/uploads/u-17/finalize",
        "            -> 500 text/plain, 15 ms",
        '  sent      {"version":"1.0.0","mediaType":"application…9abcdef0123456789abcdef","declaredSize":314}',
        "  hint      Look at the check that the endpoint makes first",
        "  repeat    npx volume-registry-conformance run --only 'finalize/bytes-have-arrived' --seed 42",
      ].join("\n"),
    );
  });

  it("prints ten causes of at most a dozen lines each, and counts the rest", () => {
    const report = failingReport();
    const cause = report.causes?.[0];
    expect(cause).toBeDefined();
    const causes = Array.from({ length: 30 }, (_, place) =>
      Object.assign({}, cause, { id: `c${place}`, explains: Array<string>(40).fill("search/limit-is-kept") }),
    );
    const text = renderTerminal({ ...report, causes }, plain);
    const blocks = text.split("\n\n").filter((block) => block.startsWith("FAILED"));

    expect(blocks).toHaveLength(10);
    expect(Math.max(...blocks.map((block) => block.split("\n").length))).toBeLessThanOrEqual(14);
    expect(blocks.every((block) => block.includes("\n  repeat    "))).toBe(true);
    expect(text).toContain("20 more causes, in the full report");
  });

  it("keeps a hint whole, and leaves out what is above it", () => {
    const report = failingReport();
    const cause = report.causes?.[0];
    const long = { sentence: "a long sentence ".repeat(40), hint: "Look here ".repeat(60).trim() };
    const text = renderTerminal(
      { ...report, causes: [Object.assign({}, cause, long)] },
      { color: false, width: 40 },
    );

    expect(text).toContain("\n  repeat    ");
    expect(text.match(/Look\s+here/gu)).toHaveLength(60);
  });

  it("says first which responses a gateway sent", () => {
    const report = failingReport();
    const foreignResponses = {
      sentence: "240 responses came from nginx as text/html",
      hint: "Try --rate",
      count: 240,
      exchange: "x#1",
    };
    const text = renderTerminal({ ...report, foreignResponses }, plain);

    expect(text.indexOf("240 responses came from nginx")).toBeLessThan(text.indexOf("FAILED 201"));
  });

  it("prints requirements in place of causes for a report without them", () => {
    const { causes: _causes, ...report } = failingReport();

    expect(renderTerminal(report, plain)).toContain(
      "FAILED finalize/bytes-have-arrived\n  must, Errors, rule 2",
    );
  });

  it("lists the requirements of a group that fit on one line, and counts the rest", () => {
    const skipped = { verdict: "skipped", reason: "needs one key" } as const;
    const ids = exampleReport().cases.map(({ id }) => id);
    const report = exampleReport({
      outcomes: Object.fromEntries(ids.slice(0, 9).map((id) => [id, skipped])),
      verdict: "partial",
      exitCode: 4,
    });
    const lines = renderTerminal(report, plain).split("\n");
    const named = lines[lines.findIndex((line) => line.includes("9 x needs one key")) + 1];

    expect(named).toMatch(/^ {8}\S+.* and [678] more$/u);
    expect(named?.length).toBeLessThanOrEqual(80);
  });

  it("folds many reasons: each with its count, and one line that says where all cases are", () => {
    const ids = exampleReport().cases.map(({ id }) => id);
    const outcomes = ids.map((id, place) => {
      const reason = `needs "fixtures.${"abcdefghi"[place % 9] ?? ""}" in the target file`;
      return [id, { verdict: "skipped", reason }] as const;
    });
    const report = exampleReport({
      outcomes: Object.fromEntries(outcomes),
      verdict: "partial",
      exitCode: 4,
    });
    const files = ["out/report.json", "out/report.html"];
    const lines = renderTerminal(report, { ...plain, files }).split("\n");
    const from = lines.findIndex((line) => line.endsWith(" cases skipped:"));
    const told = lines.slice(from + 1, lines.indexOf("", from));

    expect(told).toHaveLength(7);
    expect(told[0]).toMatch(/^ {4}\d x needs "fixtures\.a" in the target file$/u);
    expect(told.at(-1)?.trim()).toBe("and 3 more reasons for 15 cases; report.html lists every case");
    const counted = told.slice(0, -1).reduce((sum, line) => sum + Number.parseInt(line, 10), 0);
    expect(counted + 15).toBe(ids.length);
    expect(renderTerminal(report, plain)).toContain("the full report lists every case");
  });

  it("explains that a strict run fails where only recommendations fail", () => {
    const report = exampleReport({
      outcomes: { "authentication/outsider-is-403": { verdict: "failed", reason: "no WWW-Authenticate" } },
      verdict: "non-conformant",
      exitCode: 1,
    });
    const cases = report.cases.map((one) =>
      one.verdict === "failed" ? { ...one, level: "should" as const } : one,
    );
    const strict = { ...report, cases, run: { ...report.run, strict: true } };

    expect(renderTerminal(strict, plain)).toContain(
      "Exit code 1: only recommendations failed, and --strict counts them as failures",
    );
  });

  it("shows a root cause once with the requirements that depend on it", () => {
    const text = renderTerminal(partialReport(), plain);

    expect(text.match(/Cannot create a trust upload/gu)).toHaveLength(1);
    expect(text).toContain("  blocks    3 cases of 3 requirements: ");
  });

  it("groups skipped requirements by reason", () => {
    const reason = 'needs "tokens.outsider" in the target file';
    const report = exampleReport({
      outcomes: {
        "authentication/outsider-is-403": { verdict: "skipped", reason },
        "authentication/expired-token-is-401": { verdict: "skipped", reason },
      },
      verdict: "partial",
      exitCode: 4,
    });

    expect(renderTerminal(report, plain)).toContain(`2 x ${reason}`);
  });

  it("lists the written files before the verdict, each directory once", () => {
    const files = ["out/report.html", "out/report.json", "elsewhere/junit.xml"];
    const text = renderTerminal(conformantReport(), { ...plain, files });

    expect(text).toContain(
      "\nWrote to out/: report.html, report.json\nWrote elsewhere/junit.xml\n\nExit code 0",
    );
  });

  it("shows the command of a rule for all responses, without the inputs of other rules", () => {
    const { causes: _causes, ...report } = invariantReport();
    const text = renderTerminal(report, plain);
    const from = text.indexOf("FAILED every-response/no-server-error");
    const failure = text.slice(from, text.indexOf("\n\n", from));

    expect(failure).toContain(
      "  repeat    npx volume-registry-conformance run --only 'every-response/no-server-error' --seed 42",
    );
    expect(failure).toContain("and 1 more exchange with the same finding");
    expect(failure).not.toContain("  input ");
  });

  it("shows only the body of the first finding", () => {
    const report = failingReport();
    const id = "search/limit-is-kept";
    const requirement = report.cases.find((one) => one.verdict === "failed" && one.evidence[0]?.finding);
    expect(requirement).toBeDefined();
    const [evidence] = requirement?.evidence ?? [];
    const twice = evidence?.finding && [evidence, { ...evidence, finding: { ...evidence.finding, got: id } }];
    const requirements = report.cases.map((one) =>
      one === requirement ? { ...one, evidence: twice ?? [] } : one,
    );
    const bodies = (text: string): number =>
      text.split("\n").filter((line) => /^ {12}[{[I]/u.test(line)).length;

    expect(bodies(renderTerminal({ ...report, cases: requirements }, plain))).toBe(
      bodies(renderTerminal(report, plain)),
    );
  });

  it("groups a rule without responses with its cause", () => {
    const reason = 'needs "tokens.publisher" in the target file';
    const report = exampleReport({
      outcomes: {
        "authentication/outsider-is-403": { verdict: "skipped", reason },
        "every-response/no-server-error": { verdict: "skipped", reason: `no response to judge: ${reason}` },
      },
      verdict: "partial",
      exitCode: 4,
    });

    expect(renderTerminal(report, plain)).toContain(`2 x ${reason}`);
  });

  it("shows one requirement with its exchanges, with any verdict", () => {
    const report = failingReport();
    const find = (verdict: string): string => {
      const requirement = report.cases.find((one) => one.verdict === verdict);
      return requirement === undefined ? "" : renderRequirement(report, requirement, plain);
    };

    expect(find("failed")).toMatch(/^FAILED \S+\n.*\n {2}rule {6}/u);
    expect(find("failed")).toMatch(/\n {2}evidence: \d+ exchanges?\n {4}\d{3}  [A-Z]+ \//u);
    expect(find("passed")).toMatch(/^PASSED \S+\n/u);
    expect(find("passed")).not.toContain("reason");
  });

  it("shows that only some profiles ran", () => {
    const report = conformantReport();
    const narrow = { ...report, run: { ...report.run, profiles: ["read", "search"] as const } };

    expect(renderTerminal(narrow, plain)).toContain("Only these profiles ran: read, search\n");
    expect(renderTerminal(report, plain)).not.toContain("profiles ran");
  });

  it("is short if everything passed", () => {
    expect(renderTerminal(conformantReport(), plain).split("\n").length).toBeLessThanOrEqual(13);
  });

  it("does not report an empty selection as passed", () => {
    const text = renderTerminal(
      exampleReport({ requirements: [], verdict: "undecided", exitCode: 3 }),
      plain,
    );

    expect(lastLine(text)).toBe("UNDECIDED: 0 passed");
    expect(text).not.toContain("all passed");
  });

  it("keeps lines within the width, except commands, URLs and the verdict", () => {
    for (const width of [60, 80, 120]) {
      const lines = renderTerminal(failingReport(), { color: false, width })
        .trimEnd()
        .split("\n")
        .slice(0, -1);
      const long = lines.filter((line) => line.length > width && !/^ {2}(?:repeat|exchange) /u.test(line));

      expect(long).toEqual([]);
    }
  });

  it("has the same text with and without colour", () => {
    const colored = renderTerminal(failingReport(), { color: true, width: 80 });

    expect(colored).toContain("\u001b[");
    expect(stripVTControlCharacters(colored)).toBe(renderTerminal(failingReport(), plain));
  });

  it("shows control characters of the registry as visible escapes", () => {
    const text = renderTerminal(hostileReport(), plain);

    // eslint-disable-next-line no-control-regex
    expect(text).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u200B\u202E\uD800-\uDFFF]/u);
    expect(text).toContain("\\x1b]0;owned\\x07");
    expect(text).toContain("\\u{202e}");
  });

  it("prevents that text of a registry forges a line", () => {
    const lines = renderTerminal(hostileReport(), plain).split("\n");

    expect(lines.filter((line) => line.startsWith("::") || line.startsWith("# "))).toEqual([]);
  });

  it("shows only failures and the verdict when quiet", () => {
    const text = renderTerminal(failingReport(), { ...plain, quiet: true });

    expect(text.split("\n")[0]).toMatch(/^FAILED identity\/version-follows-semver: /u);
    expect(text).not.toContain("authentication/outsider-is-403");
    expect(lastLine(text)).toMatch(/^NON-CONFORMANT: /u);
  });

  it("shows baseline errors, releases left behind and features not offered", () => {
    expect(renderTerminal(failingReport(), plain)).toContain('BASELINE Entry "search/offset-is-echoed"');
    expect(renderTerminal(failingReport(), plain)).toContain(
      "Left behind in the registry: 1 release\n  @conformance/alpha@1.0.0\n",
    );
    expect(renderTerminal(conformantReport(), plain)).toContain(
      "Not offered, according to the target file: advisories",
    );
  });
});
