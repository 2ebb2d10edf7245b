import { expect, test } from "vitest";
import { startReferenceServer } from "../../../reference-server/server.ts";
import { NotReproducible } from "../../../reports/reproduction/find-proof.ts";
import { toReproduction } from "../../../reports/reproduction/to-reproduction.ts";
import type { Finding, Report } from "../../../schemas/report.ts";
import { chapters } from "../../../suites/index.ts";
import type { Chapter, Check, Invariant } from "../../check.ts";
import { ExpectationFailed } from "../../outcome.ts";
import { createRedaction } from "../../recording/redaction.ts";
import { createLiveTransport } from "../../transport/live-transport.ts";
import { deriveNumber } from "../../seed.ts";
import { toTarget } from "../../target-file/read-target.ts";
import { runSuite } from "../../run/run.ts";
import { defaultRunOptions } from "../../plan/run-plan.ts";

type Words = Omit<Finding, "rule">;

/** The finding with other words for what was expected: its own in another order, between two that say nothing. */
function reworded(finding: Words): Words {
  const words = finding.expected.split(" ");
  const drawn = words.map((word, place) => ({ word, draw: deriveNumber(place, finding.expected) }));
  const shuffled = drawn.toSorted((a, b) => a.draw - b.draw).map(({ word }) => word);
  return { ...finding, expected: `well, ${shuffled.join(" ")} then` };
}

function rewordedCheck(check: Check): Check {
  return {
    ...check,
    async run(tools) {
      try {
        await check.run(tools);
      } catch (error) {
        if (!(error instanceof ExpectationFailed)) throw error;
        throw new ExpectationFailed(reworded(error.finding), error.others.map(reworded));
      }
    },
  };
}

function rewordedInvariant(invariant: Invariant): Invariant {
  return {
    ...invariant,
    judge(answer, context) {
      const judgement = invariant.judge(answer, context);
      return typeof judgement === "string" ? judgement : reworded(judgement);
    },
  };
}

const rewordedChapters: readonly Chapter[] = chapters.map((chapter) => ({
  ...chapter,
  checks: chapter.checks.map(rewordedCheck),
  ...(chapter.invariants === undefined ? {} : { invariants: chapter.invariants.map(rewordedInvariant) }),
}));

async function runWith(fault: string, suite: readonly Chapter[]): Promise<Report> {
  const server = await startReferenceServer({ states: true, faults: [fault] });
  const target = await toTarget(server.target, process.cwd(), "the reference server");
  const transport = createLiveTransport({
    timeoutMs: 30_000,
    trusted: [server.baseUrl],
    allowPrivate: true,
    http1: false,
  });
  try {
    return await runSuite({
      chapters: suite,
      target,
      options: { ...defaultRunOptions, seed: 3, depth: "quick", targetArguments: "--target FILE" },
      transport,
      redaction: createRedaction(),
      suite: { name: "suite", version: "0.0.0", digest: "", specification: "" },
      startedAtMs: Date.now(),
      writeLine: () => {},
    });
  } finally {
    await transport.close();
    await server.close();
  }
}

/** All that is decided, without words. */
function decisionsOf({ verdict, exitCode, counts, cases, causes = [] }: Report): unknown {
  return {
    verdict,
    exitCode,
    counts,
    cases: cases.map(({ id, verdict: own, cause }) => ({ id, own, cause })),
    causes: causes.map(
      // what came before the exchange is told of that exchange
      ({ sentence: _sentence, hint: _hint, exchange: _exchange, before: _before, ...decided }) => decided,
    ),
  };
}

/** How the first cause is written as a test: the kind and the place of its assertion, or why it cannot be. */
function assertionOf(report: Report): unknown {
  const [cause] = report.causes ?? [];
  if (cause === undefined) throw new Error("expected a cause");
  try {
    const { kind, ...about } = toReproduction(report, cause, "x".repeat(report.run.id.length)).assertion;
    return { kind, ...("path" in about ? { path: about.path } : about) };
  } catch (error) {
    if (!(error instanceof NotReproducible)) throw error;
    return error.message;
  }
}

const faults = [
  "publishing-accepts-unknown-token",
  "every-reused-key-answers-idempotency-conflict",
  "unknown-advisory-returns-the-first",
  "metadata-purl-differs-from-finalize",
  "index-of-unknown-volume-is-validation-failed",
  "idempotency-conflict-with-another-status",
  "release-lacks-purl",
  "unknown-advisory-is-an-empty-object",
  "finalize-answers-200",
];

test.each(faults)(
  "with %s, other words in the findings change no verdict, cause, join or reproduction",
  { timeout: 60_000 },
  async (fault) => {
    const report = await runWith(fault, chapters);
    expect(report.causes).not.toEqual([]);
    const other = await runWith(fault, rewordedChapters);
    expect(decisionsOf(other)).toEqual(decisionsOf(report));
    expect(assertionOf(other)).toEqual(assertionOf(report));
  },
);
