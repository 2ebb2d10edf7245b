import { describe, expect, it } from "vitest";
import { renderAnnotations } from "./annotations.ts";
import { conformantReport, failingReport, partialReport } from "./lab/examples/example-report.ts";
import { hostileReport } from "./lab/examples/hostile-report.ts";

describe("renderAnnotations", () => {
  it("starts with the verdict, then each cause with the requirement it breaks as title", () => {
    const lines = renderAnnotations(failingReport()).trimEnd().split("\n");

    expect(lines[0]).toBe(
      "::error title=non-conformant::NON-CONFORMANT: 4 failed (1 accepted), 1 warned, 34 passed; not decided: 1 errored, 3 blocked, 3 skipped",
    );
    expect(lines).toContain(
      '::error title=finalize/bytes-have-arrived::500 with body "Internal Server Error" came where 400 with problem missing-uploaded-bytes is expected',
    );
    expect(
      lines.filter((line) => line.startsWith("::warning title=authentication/challenge-comes-with-401::")),
    ).toHaveLength(1);
  });

  it("reports what the baseline accepts as a notice", () => {
    expect(renderAnnotations(failingReport())).toContain("::notice title=publish/negative-size-is-refused::");
  });

  it("shows each root cause once", () => {
    expect(renderAnnotations(partialReport()).match(/^::warning title=3 blocked::/gmu)).toHaveLength(1);
  });

  it("is one notice if everything passed", () => {
    expect(renderAnnotations(conformantReport())).toBe(
      "::notice title=conformant::CONFORMANT: 44 passed, 2 not offered\n",
    );
  });

  it("prevents that text of a registry starts a command or ends a title", () => {
    const lines = renderAnnotations(hostileReport()).trimEnd().split("\n");

    expect(lines).toHaveLength(renderAnnotations(failingReport()).trimEnd().split("\n").length);
    for (const line of lines)
      expect(line).toMatch(/^::(?:error|warning|notice) title=[^:,\r\n]*::[^\r\n]*$/u);
  });

  it("escapes percent signs", () => {
    const report = partialReport();
    const [cause] = report.causes ?? [];
    const text = renderAnnotations({
      ...report,
      causes: cause === undefined ? [] : [{ ...cause, sentence: "100%0A::error::x" }],
    });

    expect(text).toContain("::100%250A::error::x; it blocks 3 cases\n");
  });

  it("says when a cause was seen", () => {
    const report = partialReport();
    const when = ["only with scoped names (3 of 3, and 0 of 9 others)"];
    const text = renderAnnotations({
      ...report,
      causes: (report.causes ?? []).slice(0, 1).map((one) => ({ ...one, when })),
    });

    expect(text).toContain("; only with scoped names (3 of 3, and 0 of 9 others); it blocks 3 cases\n");
  });
});
