import { describe, expect, test } from "vitest";
import type { Cause, Lookalike } from "../schemas/report.ts";
import { renderGuess } from "./cause-list.ts";

const lookalike = (fault: string, explained: number, of: number): Lookalike => ({
  fault,
  summary: `What ${fault} does`,
  explained,
  of,
});

function guessOf(...looksLike: readonly Lookalike[]): string | undefined {
  return renderGuess({ looksLike } as unknown as Cause);
}

describe("what a cause may be", () => {
  test("is the fault that fails most of its cases", () => {
    expect(guessOf(lookalike("a", 3, 3), lookalike("b", 1, 3))).toBe(
      "looks like: What a does (fault a; it fails 3 of these 3 cases)",
    );
  });

  test("is any of those that fail its only case, so that one failure is no proof", () => {
    expect(guessOf(lookalike("a", 1, 1), lookalike("b", 1, 1), lookalike("c", 0, 1))).toBe(
      "bundled faults that fail the same case: What a does (fault a); What b does (fault b)",
    );
  });

  test("is not said where no fault fails half of its cases", () => {
    expect(guessOf(lookalike("a", 1, 3))).toBeUndefined();
    expect(guessOf(lookalike("a", 0, 1))).toBeUndefined();
    expect(guessOf()).toBeUndefined();
  });
});
