import { assert, constantFrom, property, string } from "fast-check";
import { describe, expect, it } from "vitest";
import { exampleReport } from "./lab/examples/example-builder.ts";
import {
  conformantReport,
  failingReport,
  interruptedReport,
  partialReport,
  undecidedReport,
} from "./lab/examples/example-report.ts";
import { hostileReport, hostileText } from "./lab/examples/hostile-report.ts";
import { toMarkdown, toMarkdownBlock, toMarkdownCode, toMarkdownProse } from "./markdown-text.ts";
import { renderMarkdown } from "./markdown.ts";
import { toVisibleText } from "./visible-text.ts";

describe("renderMarkdown", () => {
  it("starts with verdict and counts, as the terminal report", () => {
    const text = renderMarkdown(failingReport());

    expect(text.split("\n").slice(0, 3)).toEqual([
      "## acme-registry 2.3.0: non-conformant",
      "",
      "**NON-CONFORMANT: 4 failed (1 accepted), 1 warned, 34 passed; not decided: 1 errored, 3 blocked, 3 skipped**",
    ]);
  });

  it("shows expected and received values, exchange and repeat command of a failure", () => {
    const { causes: _causes, ...report } = failingReport();
    const text = renderMarkdown(report);
    const from = text.indexOf("<details><summary><code>finalize/bytes-have-arrived</code>");

    expect(text.slice(from, text.indexOf("</details>", from))).toBe(
      [
        "<details><summary><code>finalize/bytes-have-arrived</code> Finalizing an upload whose bytes have not arrived answers 400 missing-uploaded-bytes</summary>",
        "",
        "- **Level** must, **section** Errors, rule 2",
        "- **Rule** Finalizing an upload whose bytes have not arrived answers 400 missing-uploaded-bytes (scoped form)",
        "  - **Expected** `400 with problem missing-uploaded-bytes`",
        '  - **Got** `500 with body "Internal Server Error"`',
        "  - **Exchange** `POST /api/v1/volumes/@conformance/alpha/uploads/u-17/finalize -> 500 text/plain, 15 ms`",
        "",
        "```sh",
        "npx volume-registry-conformance run --only 'finalize/bytes-have-arrived' --seed 42",
        "```",
        "",
        "",
      ].join("\n"),
    );
  });

  it("has a table of chapters whose cells add up to the counts", () => {
    const report = failingReport();
    const rows = renderMarkdown(report)
      .split("### Chapters")[1]
      ?.split("\n")
      .filter((line) => /^\| [A-Z][^|]+ \| [a-z ]+ \| \d/u.test(line));

    expect(rows?.[0]).toMatch(/^\| Names, versions and formats \|/u);
    const sums = rows?.map((row) => row.split("|").slice(3, -1).map(Number)) ?? [];
    const total = sums.reduce(
      (sum, cells) => sum.map((value, place) => value + (cells[place] ?? 0)),
      [0, 0, 0, 0, 0, 0],
    );
    const { failed, errored, warned, blocked, skipped, passed } = report.counts;
    expect(total).toEqual([failed, errored, warned, blocked, skipped, passed]);
  });

  it("lists undecided requirements, and each cause once", () => {
    const text = renderMarkdown(partialReport());

    expect(text).toContain("### Not decided (6)");
    expect(text.match(/Cannot create a trust upload/gu)).toHaveLength(1);
    expect(text).toContain('needs "tokens.outsider" in the target file');
  });

  it("lists the first requirements that were skipped for one reason, and counts the rest", () => {
    const skipped = { verdict: "skipped", reason: 'needs "tokens.publisher"' } as const;
    const report = exampleReport({
      outcomes: Object.fromEntries(
        exampleReport()
          .cases.slice(0, 14)
          .map(({ id }) => [id, skipped]),
      ),
      verdict: "partial",
      exitCode: 4,
    });
    const line = renderMarkdown(report)
      .split("\n")
      .find((one) => one.startsWith("- 14 cases skipped"));

    expect(line?.match(/`[^`]+\/[^`]+`/gu)).toHaveLength(10);
    expect(line).toMatch(/ and 4 more$/u);
  });

  it("has no failures section if there are no failures", () => {
    const text = renderMarkdown(conformantReport());

    expect(text).not.toMatch(/### (?:Failed|Not decided|Warnings)/u);
    expect(text).toContain("2 not offered");
  });

  it("shows an interruption and an unreachable registry", () => {
    expect(renderMarkdown(interruptedReport())).toContain("INTERRUPTED");
    expect(renderMarkdown(undecidedReport())).toContain("connect ECONNREFUSED");
  });

  it("fits a pull request comment, and counts the sections left out", () => {
    const finding = { rule: "r".repeat(600), expected: "<>".repeat(300), got: "<>".repeat(300) };
    const outcome = { verdict: "failed", finding } as const;
    const ids = exampleReport().cases.map(({ id }) => [id, outcome] as const);
    const text = renderMarkdown(
      exampleReport({ outcomes: Object.fromEntries(ids), verdict: "non-conformant", exitCode: 1 }),
    );

    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(12 * 1024);
    expect(text).toMatch(/Shortened: \d+ more sections in the full report/u);
  });

  it("prevents that text of a registry becomes markup, a table cell, a link, a mention or a line", () => {
    const text = renderMarkdown(hostileReport());

    const outsideBlocks = text.replace(/^(`{3,})sh\n.*\n\1$/gmu, "").replace(codeSpan, "");
    const active = [
      /<(?:script|img|style|textarea|testcase)/u,
      /<!--(?! -->)/u,
      /\]\(/u,
      /`/u,
      /@octocat/u,
      /(?<!&)#1/u,
    ];
    const links = [/javascript:/u, /https?:\/\//u, /www\.evil/u];
    expect([...active, ...links].filter((pattern) => pattern.test(outsideBlocks))).toEqual([]);
    expect(text.split("\n").filter((line) => /^(?:# |::|~~~)/u.test(line))).toEqual([]);
    const cells = text.split("\n").filter((line) => line.startsWith("|"));
    expect(new Set(cells.map((line) => line.split("|").length))).toEqual(new Set([10]));
  });
});

describe("toMarkdown", () => {
  it("escapes every character with a meaning in Markdown", () => {
    assert(
      property(string({ unit: "grapheme" }), (text) => {
        expect(toMarkdown(text).replace(/&#\d+;(?:<!-- -->)?/gu, "")).not.toMatch(
          /[&<>`*_{}[\]\\#+!|~$@^=\n]|:(?!\s)/u,
        );
      }),
    );
  });

  it("prevents mentions and references", () => {
    expect(toMarkdown("@octocat #12 GH-12")).toBe("&#64;<!-- -->octocat &#35;<!-- -->12 GH&#45;<!-- -->12");
  });
});

/** A code span: it ends at the first run of as many backticks as it began with. */
const codeSpan = /(?<!`)(?<fence>`+)(?!`)(?<content>.+?)(?<!`)\k<fence>(?!`)/gu;

/** What CommonMark shows of a code span: without one space at each end, unless it has nothing else. */
function readCodeSpan(markdown: string): string | undefined {
  const [span, ...more] = [...markdown.matchAll(codeSpan)];
  const content = span?.groups?.["content"];
  if (more.length > 0 || span?.[0] !== markdown || content === undefined) return undefined;
  return /^ .*[^ ].* $/u.test(content) ? content.slice(1, -1) : content;
}

describe("toMarkdownCode", () => {
  it("has a fence longer than any run of backticks inside, and no entity", () => {
    expect(toMarkdownCode("a `b` | <c>")).toBe("``a `b` | <c>``");
    expect(toMarkdownCode("`POST` & ``x``")).toBe("``` `POST` & ``x`` ```");
    expect(toMarkdownCode("plain")).toBe("`plain`");
    expect(toMarkdownCode("")).toBe("` `");
  });

  it("is one code span that shows the text, whatever the text is", () => {
    const units = string({ unit: constantFrom("`", " ", "a", "|", "<", "\\", "\n") });
    assert(
      property(units, (text) => {
        const shown = readCodeSpan(toMarkdownCode(text));
        expect(shown).toBe(/^ *$/u.test(text) ? " " : toVisibleText(text));
      }),
    );
  });
});

describe("toMarkdownProse", () => {
  it("shows as code what is between backticks, and hides a single backtick", () => {
    expect(toMarkdownProse("`POST /volumes/{name}` answers <b>")).toBe(
      "`POST /volumes/{name}` answers &#60;b&#62;",
    );
    expect(toMarkdownProse("a ` b")).toBe("a &#96; b");
    expect(toMarkdownProse("`@octocat` @octocat")).toBe("`@octocat` &#64;<!-- -->octocat");
  });
});

describe("toMarkdownBlock", () => {
  it("has a fence longer than those in its content", () => {
    expect(toMarkdownBlock("sh", ["a\n````\nb"])).toBe("`````sh\na\\n````\\nb\n`````");
    expect(toMarkdownBlock("sh", [hostileText]).split("\n")).toHaveLength(3);
  });
});
