/** What a finalize may answer once a finalize has published the version. */
import type { Tools } from "../../harness/check.ts";
import type { PublishedRelease } from "../../harness/given/given.ts";
import { type Answer, isSuccess, textAt } from "../../harness/exchange/answer.ts";
import type { Slug } from "../../schemas/problems.ts";
import { ifExpired } from "../situations/expiry.ts";
import { endedProblems } from "../inputs/ended-uploads.ts";

/** The 409 problems of Errors, rule 3, for a finalize after the first one has published the version. */
const conflicts: readonly Slug[] = [
  "version-conflict",
  "invalid-upload-state",
  "identity-mismatch",
  "idempotency-conflict",
  "inconsistent-registry-state",
];

/**
 * The problems for a finalize after the first one has published the version. Below another version of the volume, also that of a
 * registry whose versions have to rise.
 */
export function lateFinalizeProblems(isBelowAnother: boolean): readonly Slug[] {
  return isBelowAnother ? [...conflicts, "validation-failed"] : conflicts;
}

/**
 * The problems for a finalize of an upload after another one has published its version: the registry may have ended the upload, or
 * forgotten it. The text does not state the transitions of upload states.
 */
export function overtakenProblems(isBelowAnother: boolean): readonly Slug[] {
  return [...lateFinalizeProblems(isBelowAnother), ...endedProblems];
}

/** A repeated finalize is refused with one of these problems, or answers 201 with the same release. */
export function expectRepeated(
  tools: Tools,
  answer: Answer,
  release: PublishedRelease,
  refusals: readonly Slug[],
): void {
  const { expect } = tools;
  if (!isSuccess(answer)) {
    expect.problem(answer, ...refusals, ...ifExpired(tools, release.intent));
    return;
  }
  expect.success(answer, 201);
  const got = {
    version: textAt(answer.body, "release", "version"),
    integrity: textAt(answer.body, "release", "integrity"),
  };
  expect.equal(
    got,
    { version: release.version, integrity: release.integrity },
    { what: "version and integrity in the response to the repeated finalize", answer },
  );
}
