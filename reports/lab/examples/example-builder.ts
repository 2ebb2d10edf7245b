import type {
  Cause,
  CheckResult,
  Exchange,
  Finding,
  ObservationResult,
  Operation,
  Profile,
  ProfileResult,
  RecordedBody,
  Report,
  CaseResult,
  RootCause,
  RunVerdict,
  Verdict,
} from "../../../schemas/report.ts";
import type { DescribedRequirement } from "../../../harness/sentences.ts";
import { toRequirements } from "../../../harness/verdict/requirement-results.ts";
import { countVerdicts } from "../../chapters.ts";
import { exampleCatalogue, type ExampleRequirement } from "./example-catalogue.ts";

/** The outcome of a requirement of an example report that does not pass. */
export interface ExampleOutcome {
  readonly verdict: Verdict;
  readonly reason?: string;
  readonly finding?: Omit<Finding, "exchange">;
  readonly answer?: Exchange["response"];
  readonly counterexample?: unknown;
  readonly notOffered?: boolean;
  readonly cause?: string;
  readonly accepted?: CaseResult["accepted"];
}

/** The parts of an example report; the defaults are those of a run where everything passed. */
export interface ExampleParts {
  readonly outcomes?: Readonly<Record<string, ExampleOutcome>>;
  readonly requirements?: readonly ExampleRequirement[];
  /** The requirements that have more than one case. */
  readonly sentences?: readonly DescribedRequirement[];
  readonly target?: Partial<Report["target"]>;
  readonly run?: Partial<Report["run"]>;
  readonly verdict?: RunVerdict;
  readonly exitCode?: number;
  readonly rootCauses?: readonly RootCause[];
  /** In place of one cause for each broken requirement and each root cause. */
  readonly causes?: readonly Cause[];
  readonly observations?: readonly ObservationResult[];
  readonly baseline?: Report["baseline"];
  readonly left?: readonly string[];
  /** Exchanges for each requirement; 2 by default. */
  readonly exchangesEach?: number;
}

/** The base URL of the registry in the example reports. */
export const exampleBaseUrl = "https://registry.example/base";
const digest = `sha256:${"0123456789abcdef".repeat(4)}`;

/** Records a text as a body. */
export function toBody(text: string): RecordedBody {
  return { size: Buffer.byteLength(text), digest, text };
}

const requestLines: Readonly<Record<Operation, readonly [method: string, path: string]>> = {
  searchVolumes: ["GET", "/api/v1/search?limit=20&type=tool"],
  getVersionIndex: ["GET", "/api/v1/index/volumes/@conformance/alpha"],
  getRelease: ["GET", "/api/v1/volumes/@conformance/alpha/1.0.0"],
  createReleaseUpload: ["POST", "/api/v1/volumes/@conformance/alpha"],
  finalizeReleaseUpload: ["POST", "/api/v1/volumes/@conformance/alpha/uploads/u-17/finalize"],
  createTrustUpload: ["POST", "/api/v1/volumes/@conformance/alpha/1.0.0/trust/uploads"],
  finalizeTrustUpload: ["POST", "/api/v1/volumes/@conformance/alpha/1.0.0/trust/uploads/t-4/finalize"],
  getTrustSummary: ["GET", "/api/v1/volumes/@conformance/alpha/1.0.0/trust/summary"],
  getTrustDetail: ["GET", "/api/v1/volumes/@conformance/alpha/1.0.0/trust/detail"],
  searchAdvisories: ["GET", "/api/v1/advisories"],
  getAdvisory: ["GET", "/api/v1/advisories/ADV-1"],
  getCapabilities: ["GET", "/api/v1/capabilities"],
  unpublishVersion: ["DELETE", "/api/v1/volumes/conf-alpha/1.0.0"],
  transferBytes: ["PUT", "/transfers/0b7c?signature=~redacted.signature~"],
};

/** The default response of the registry in the example reports. */
export function exampleAnswer(operation: Operation): NonNullable<Exchange["response"]> {
  const body = JSON.stringify({ operation, name: "@conformance/alpha", version: "1.0.0", items: [1, 2, 3] });
  return {
    status: 200,
    headers: [
      ["content-type", "application/json"],
      ["date", "Sat, 21 Nov 2026 09:00:00 GMT"],
    ],
    body: toBody(body),
  };
}

function toExchange(requirement: ExampleRequirement, ordinal: number, startedAtMs: number): Exchange {
  const operation = requirement.operations[ordinal % requirement.operations.length] ?? "getRelease";
  const [method, path] = requestLines[operation];
  const writes = method !== "GET";
  return {
    id: `${requirement.id}#${ordinal + 1}`,
    actor: requirement.id,
    operation,
    request: {
      method,
      url: `${exampleBaseUrl}${path}`,
      headers: [
        ["accept", "application/json"],
        ...(writes
          ? ([
              ["authorization", "Bearer ~redacted.publisher~"],
              ["content-type", "application/json"],
            ] as const)
          : []),
      ],
      ...(method === "POST"
        ? {
            body: toBody(
              JSON.stringify({
                version: "1.0.0",
                mediaType: "application/gzip",
                declaredDigest: digest,
                declaredSize: 314,
              }),
            ),
          }
        : {}),
    },
    response: exampleAnswer(operation),
    startedAtMs,
    durationMs: 12 + ((startedAtMs * 7) % 61),
  };
}

interface Played {
  readonly result: CaseResult;
  readonly check: CheckResult;
  readonly exchanges: readonly Exchange[];
}

const didNotRun: ReadonlySet<Verdict> = new Set(["skipped", "blocked"]);

function toExchanges(
  requirement: ExampleRequirement,
  outcome: ExampleOutcome,
  place: number,
  each: number,
): readonly Exchange[] {
  if (didNotRun.has(outcome.verdict)) return [];
  return Array.from({ length: each }, (_, ordinal) => {
    const exchange = toExchange(requirement, ordinal, place * 80 + ordinal * 30);
    return ordinal === each - 1 && outcome.answer !== undefined
      ? { ...exchange, response: outcome.answer }
      : exchange;
  });
}

function play(requirement: ExampleRequirement, outcome: ExampleOutcome, place: number, each: number): Played {
  const exchanges = toExchanges(requirement, outcome, place, each);
  const ids = exchanges.map((exchange) => exchange.id);
  const shown = ids.at(-1);
  const finding = outcome.finding && {
    ...outcome.finding,
    ...(shown === undefined ? {} : { exchange: shown }),
  };
  const { reason, notOffered, cause, accepted, counterexample, verdict } = outcome;
  return {
    exchanges,
    result: {
      ...requirement,
      requirement: requirement.requirement ?? requirement.id,
      chapter: requirement.id.split("/")[0] ?? "",
      verdict,
      ...(reason === undefined ? {} : { reason }),
      ...(notOffered === undefined ? {} : { notOffered }),
      ...(cause === undefined ? {} : { cause }),
      ...(accepted === undefined ? {} : { accepted }),
      checks: [requirement.id],
      evidence: [
        { check: requirement.id, verdict, exchanges: ids, ...(finding === undefined ? {} : { finding }) },
      ],
    },
    check: {
      id: requirement.id,
      title: requirement.title,
      verdict,
      ...(reason === undefined ? {} : { message: reason }),
      durationMs: 40 + place,
      exchanges: ids,
      findings: finding === undefined ? [] : [finding],
      ...(counterexample === undefined ? {} : { counterexample }),
      replay: `npx volume-registry-conformance run --only '${requirement.id}' --seed 42`,
    },
  };
}

function toProfile(name: Profile, requirements: readonly CaseResult[]): ProfileResult {
  const counts = countVerdicts(requirements.filter((requirement) => requirement.profiles.includes(name)));
  const open = counts.skipped + counts.blocked + counts.errored;
  return {
    name,
    verdict: counts.failed > 0 ? "non-conformant" : open > 0 ? "partial" : "conformant",
    ...counts,
  };
}

/** One cause for each requirement that is broken, and one for each root cause. */
function toCauses(requirements: readonly CaseResult[], rootCauses: readonly RootCause[]): readonly Cause[] {
  const broken = requirements.flatMap(({ id, verdict, operations, evidence, title }): readonly Cause[] => {
    if (verdict !== "failed" && verdict !== "warned") return [];
    const finding = evidence.find((one) => one.finding !== undefined)?.finding;
    const sentence =
      finding === undefined ? title : `${finding.got} came where ${finding.expected} is expected`;
    return [
      {
        id: `broken-${id}`,
        sentence,
        breaks: id,
        explains: [],
        blocks: [],
        operations: operations.slice(0, 1),
        count: 1,
        ...(finding?.exchange === undefined ? {} : { exchange: finding.exchange }),
        repeat: `npx volume-registry-conformance run --only '${id}' --seed 42`,
        hint: "Look at the check that the endpoint makes first",
      },
    ];
  });
  const blocking = rootCauses.map((rootCause, place): Cause => ({
    id: `blocking-${place + 1}`,
    sentence: rootCause.cause,
    explains: [],
    blocks: rootCause.requirements,
    operations: [],
    count: 1,
    ...(rootCause.exchange === undefined ? {} : { exchange: rootCause.exchange }),
    repeat: `npx volume-registry-conformance run --only '${rootCause.requirements[0] ?? ""}' --seed 42`,
    hint: "Look at the answer to the set-up",
  }));
  return [...broken, ...blocking];
}

const exampleObservations: readonly ObservationResult[] = [
  {
    id: "publish/create-status",
    question: "Which status answers a release upload intent?",
    section: "Gaps in endpoint coverage",
    answer: "201",
    observed: true,
    exchanges: ["publish/intent-echoes-the-request#1"],
  },
  {
    id: "finalize/second-finalize",
    question: "What answers a second finalize without a key?",
    section: "Errors, rule 2",
    answer: "409 invalid-upload-state",
    observed: true,
    exchanges: ["finalize/success-is-201#2"],
  },
  {
    id: "advisories/severities",
    question: "Which severities does the registry use?",
    section: "Gaps in resource fields",
    answer: "no advisory was listed",
    observed: false,
    exchanges: [],
  },
];

const profiles: readonly Profile[] = ["read", "search", "publish", "trust", "unpublish", "advisories"];

function toRun(parts: ExampleParts, requests: number): Report["run"] {
  return {
    id: "r7f3k2",
    startedAt: "2026-11-21T09:00:00.000Z",
    durationMs: 72_400,
    seed: 42,
    depth: "standard",
    requests,
    stateRequests: 0,
    profiles,
    only: [],
    skip: [],
    strict: false,
    concurrency: 4,
    limiterWaitMs: 4100,
    interrupted: false,
    exchangesDigest: digest,
    ...parts.run,
  };
}

/** Builds a report with the given outcomes, and with matching counts, profiles, checks and exchanges. */
export function exampleReport(parts: ExampleParts = {}): Report {
  const catalogue = parts.requirements ?? exampleCatalogue;
  const played = catalogue.map((requirement, place) =>
    play(
      requirement,
      parts.outcomes?.[requirement.id] ?? { verdict: "passed" },
      place,
      parts.exchangesEach ?? 2,
    ),
  );
  const cases = played.map((one) => one.result);
  const described = parts.sentences ?? [];
  const alone = cases.filter((one) => one.requirement === one.id);
  const requirements = toRequirements(cases, [...alone, ...described]);
  const exchanges = played.flatMap((one) => one.exchanges);
  return {
    reportVersion: 2,
    suite: { name: "volume-registry-conformance", version: "0.1.0", digest, specification: "0.1.0-rc.1" },
    target: {
      baseUrl: exampleBaseUrl,
      problemBase: "https://registry.example/problems",
      implementation: { name: "acme-registry", version: "2.3.0", commit: "4f2a91c" },
      notOffered: [],
      ...parts.target,
    },
    run: toRun(parts, exchanges.length),
    verdict: parts.verdict ?? "conformant",
    exitCode: parts.exitCode ?? 0,
    counts: countVerdicts(requirements),
    profiles: profiles.map((name) => toProfile(name, cases)),
    requirements,
    cases,
    checks: played.map((one) => one.check),
    observations: parts.observations ?? exampleObservations,
    causes: parts.causes ?? toCauses(cases, parts.rootCauses ?? []),
    rootCauses: parts.rootCauses ?? [],
    ...(parts.baseline === undefined ? {} : { baseline: parts.baseline }),
    left: parts.left ?? [],
    exchanges,
  };
}
