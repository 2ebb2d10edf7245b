import type { Exchange, Report, RootCause } from "../../../schemas/report.ts";
import { exampleAnswer, type ExampleOutcome, exampleReport, toBody } from "./example-builder.ts";
import { exampleCatalogue } from "./example-catalogue.ts";

function problem(status: number, slug: string): NonNullable<Exchange["response"]> {
  const body = JSON.stringify({
    type: `https://registry.example/problems/${slug}`,
    title: "Refused",
    status,
  });
  return { status, headers: [["content-type", "application/problem+json"]], body: toBody(body) };
}

const failures: Readonly<Record<string, ExampleOutcome>> = {
  "finalize/bytes-have-arrived": {
    verdict: "failed",
    reason: "Finalize answered 500 where 400 missing-uploaded-bytes was due",
    finding: {
      rule: "Finalizing an upload whose bytes have not arrived answers 400 missing-uploaded-bytes",
      expected: "400 with problem missing-uploaded-bytes",
      wanted: { problems: ["missing-uploaded-bytes"] },
      got: '500 with body "Internal Server Error"',
      form: "scoped",
    },
    answer: { status: 500, headers: [["content-type", "text/plain"]], body: toBody("Internal Server Error") },
  },
  "every-response/no-server-error": {
    verdict: "failed",
    reason: "1 of 92 answers had a 5xx status",
    finding: { rule: "No request is answered with a 5xx status", expected: "a status below 500", got: "500" },
    answer: { status: 500, headers: [["content-type", "text/plain"]], body: toBody("Internal Server Error") },
  },
  "identity/version-follows-semver": {
    verdict: "failed",
    reason: "The registry accepted a version with a leading zero",
    finding: {
      rule: "A version that SemVer 2.0.0 does not allow is refused with validation-failed",
      expected: '400 with problem validation-failed for version "1.0.01"',
      wanted: { problems: ["validation-failed"] },
      got: '201 with an upload intent for "1.0.01"',
      form: "unscoped",
    },
    answer: { ...exampleAnswer("createReleaseUpload"), status: 201 },
    counterexample: { version: "1.0.01", name: "conf-a", steps: [{ do: "create" }, { do: "finalize" }] },
  },
  "authentication/challenge-comes-with-401": {
    verdict: "warned",
    reason: "401 came without WWW-Authenticate",
    finding: {
      rule: "A 401 comes with a WWW-Authenticate header",
      expected: "a WWW-Authenticate header",
      got: "none",
    },
    answer: problem(401, "authentication-required"),
  },
};

const gaps: Readonly<Record<string, ExampleOutcome>> = {
  "authentication/expired-token-is-401": {
    verdict: "skipped",
    reason: 'needs "tokens.expired" in the target file',
  },
  "authentication/outsider-is-403": {
    verdict: "skipped",
    reason: 'needs "tokens.outsider" in the target file',
  },
  "finalize/expired-intent-is-410": { verdict: "skipped", reason: 'needs "states.url" in the target file' },
  "trust/detail-shows-the-attachment": {
    verdict: "blocked",
    reason: "no trust upload could be made",
    cause: "trust/set-up#3",
  },
  "trust/wrong-integrity-is-refused": {
    verdict: "blocked",
    reason: "no trust upload could be made",
    cause: "trust/set-up#3",
  },
  "trust/attachment-stays-with-its-version": {
    verdict: "blocked",
    reason: "no trust upload could be made",
    cause: "trust/set-up#3",
  },
};

const trustCause: RootCause = {
  cause: "Cannot create a trust upload: the registry answered 503 to POST /trust/uploads",
  exchange: "identity/double-hyphen-is-refused#1",
  requirements: [
    "trust/detail-shows-the-attachment",
    "trust/wrong-integrity-is-refused",
    "trust/attachment-stays-with-its-version",
  ],
};

/** Everything passed; the target declares advisories as not offered. */
export function conformantReport(): Report {
  const notOffered: ExampleOutcome = {
    verdict: "skipped",
    reason: 'the target declares "advisories" as not offered',
    notOffered: true,
  };
  return exampleReport({
    outcomes: {
      "advisories/list-has-items": notOffered,
      "advisories/listed-advisory-can-be-read": notOffered,
    },
    target: { notOffered: ["advisories"] },
  });
}

/** Failures of every kind, skipped and blocked requirements, an error in the suite, and a baseline that accepts one of them. */
export function failingReport(): Report {
  return exampleReport({
    outcomes: {
      ...failures,
      ...gaps,
      "publish/negative-size-is-refused": {
        verdict: "failed",
        reason: "The registry took declaredSize -1",
        accepted: { reason: "fixed in 2.4.0", expires: "2027-01-31" },
        finding: {
          rule: "A negative declaredSize is refused with validation-failed",
          expected: "400 validation-failed",
          wanted: { problems: ["validation-failed"] },
          got: "201",
        },
      },
      "histories/registry-follows-the-model": {
        verdict: "errored",
        reason: "TypeError in the suite: model is undefined",
      },
    },
    verdict: "non-conformant",
    exitCode: 1,
    rootCauses: [trustCause],
    baseline: {
      file: "baseline.json",
      errors: ['Entry "search/offset-is-echoed" accepts failed, but the requirement passed'],
      accepted: 1,
    },
    left: ["@conformance/alpha@1.0.0"],
  });
}

/** No requirement failed, but some were not decided. */
export function partialReport(): Report {
  return exampleReport({ outcomes: gaps, verdict: "partial", exitCode: 4, rootCauses: [trustCause] });
}

/** Stopped by the user after a third of the requirements. */
export function interruptedReport(): Report {
  const unreached = exampleCatalogue
    .slice(15)
    .map(({ id }) => [id, { verdict: "blocked", reason: "the run was interrupted" }] as const);
  return exampleReport({
    outcomes: Object.fromEntries(unreached),
    run: { interrupted: true },
    verdict: "partial",
    exitCode: 130,
    rootCauses: [{ cause: "The run was interrupted", requirements: unreached.map(([id]) => id) }],
  });
}

/** The registry was unreachable. */
export function undecidedReport(): Report {
  const reason = "Cannot reach https://registry.example/base: connect ECONNREFUSED";
  return exampleReport({
    outcomes: Object.fromEntries(exampleCatalogue.map(({ id }) => [id, { verdict: "blocked", reason }])),
    verdict: "undecided",
    exitCode: 3,
    rootCauses: [{ cause: reason, requirements: exampleCatalogue.map(({ id }) => id) }],
    observations: [],
  });
}

/** A report where all requirements passed, with a number of exchanges, to measure renderers with. */
export function largeReport(exchanges: number): Report {
  return exampleReport({ exchangesEach: Math.ceil(exchanges / exampleCatalogue.length) });
}
