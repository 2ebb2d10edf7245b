/**
 * The shape of `report.json`, as types. `report.schema.json` beside this file says the same to other programs, and a test
 * holds the two together. Every renderer is a pure function of a {@link Report}.
 */

/** How binding a requirement is: stated by the specification, following from it, or left open by it. */
export type Level = "must" | "should" | "gap";

/** What became of one requirement or check. Nothing that did not run is ever `passed`. */
export type Verdict = "passed" | "failed" | "warned" | "skipped" | "blocked" | "errored";

/** The verdict of the whole run, or of one profile. */
export type RunVerdict = "conformant" | "partial" | "non-conformant" | "undecided";

/** The operations of the API under test; `transferBytes` stands for the opaque upload and download requests. */
export type Operation =
  | "searchVolumes"
  | "getVersionIndex"
  | "getRelease"
  | "createReleaseUpload"
  | "finalizeReleaseUpload"
  | "createTrustUpload"
  | "finalizeTrustUpload"
  | "getTrustSummary"
  | "getTrustDetail"
  | "searchAdvisories"
  | "getAdvisory"
  | "getCapabilities"
  | "unpublishVersion"
  | "transferBytes";

export type Profile = "read" | "search" | "publish" | "trust" | "unpublish" | "advisories";

export type Depth = "quick" | "standard" | "deep";

/** One header field as sent or received; repeated fields stay apart and in order. */
export type HeaderField = readonly [name: string, value: string];

/** A body as recorded: text where it is UTF-8, else base64; cut at a stated length for reading. */
export interface RecordedBody {
  /** Length in bytes of the whole body, before any cut. */
  readonly size: number;
  /** `sha256:` digest of the whole body as recorded (after redaction). */
  readonly digest: string;
  readonly text?: string;
  readonly base64?: string;
  /** Only in `exchanges.ndjson`: base64 of the gzip of a long response body, in place of `text` and `base64`. */
  readonly gzip?: string;
  /** Present where `text` or `base64` holds only the first bytes. */
  readonly cutAt?: number;
}

/**
 * What a request is about, as its sender knew it. Only values without secrets. The URL has what was sent, with any oddness of its
 * path.
 */
export interface About {
  /** The endpoint that it is for, also where its response is not judged as one of that endpoint. */
  readonly operation?: Operation;
  /** The volume, by the parts of its name: with a scope in one form, without in the other. */
  readonly volume?: { readonly scope?: string; readonly segment: string };
  /** The version: in the path, in the body of a create request, or in the parameters of a state. */
  readonly version?: string;
  readonly uploadId?: string;
  readonly advisoryId?: string;
  /** The state that the hook is asked for. */
  readonly state?: string;
  /** The label of the token: a role, or who asked the states hook for it. `other` for what is not a token of the run. Absent without one. */
  readonly credential?: string;
  /** The `Idempotency-Key` header. */
  readonly key?: string;
}

/** One HTTP request and what came of it. Every credential is already replaced. */
export interface Exchange {
  /** `<actor>#<ordinal>` (in a shard `<actor>#<shard>-<ordinal>`), or `<actor>#<ordinal>.<attempt>` for a repeated request. */
  readonly id: string;
  /** The check (or shared set-up, or state hook call) that sent it. */
  readonly actor: string;
  /** What it was for: an operation of the API, a call to the states hook, or a request of another kind. */
  readonly operation: Operation | "state" | "other";
  /** Absent only in recordings of earlier versions. */
  readonly about?: About;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: readonly HeaderField[];
    readonly body?: RecordedBody;
  };
  readonly response?: {
    readonly status: number;
    readonly headers: readonly HeaderField[];
    readonly body?: RecordedBody;
  };
  /** Why no usable response came: the network's words, in place of `response`. */
  readonly failure?: string;
  /** Milliseconds from the start of the run to the sending of the request. */
  readonly startedAtMs: number;
  readonly durationMs: number;
}

/** A value at a JSON Pointer of a document. */
export interface PlacedValue {
  readonly at: string;
  readonly is: unknown;
}

/** What a finding demands, as values: its words are for people, and nothing is decided by them. */
export interface Wanted {
  /** Problems that would have been right, by their slugs. */
  readonly problems?: readonly string[];
  /** True if the status, with its problem, is what is wrong: any other may be right. */
  readonly otherStatus?: boolean;
  /** Any success, any refusal, nothing at all, or a problem that is listed for the endpoint. */
  readonly answer?: "success" | "refusal" | "nothing" | "listed problem";
  /** True if something else may be right, too. */
  readonly orElse?: boolean;
  /** True if several requests were sent at once, of which one alone should have succeeded. */
  readonly atOnce?: boolean;
  /** The right status, where it is one. */
  readonly status?: number;
  /** The member that is compared, by its name; `document` is the whole. For a finding without a place in one response. */
  readonly member?: string;
  /** True if two things should have had different values. */
  readonly differs?: boolean;
  /** The value that should be there. Absent where it is long. */
  readonly value?: PlacedValue;
  /** The format of JSON Schema that the value should have, where several values are right. */
  readonly format?: string;
  /** A text that the document should have somewhere, such as the id of an item. */
  readonly item?: string;
  /** The media type of the response. */
  readonly mediaType?: string;
  /** The value that the document should have to which the address leads. */
  readonly leadsTo?: PlacedValue;
  /** True if the same request was answered before, and should be answered the same again. */
  readonly again?: boolean;
}

/** What a check, or one requirement, has against the registry: what was demanded and what came. */
export interface Finding {
  readonly rule: string;
  readonly expected: string;
  readonly got: string;
  /** The exchange that shows it. */
  readonly exchange?: string;
  /** JSON Pointer of the member of the response body that it is about. */
  readonly member?: string;
  readonly wanted?: Wanted;
  /** What was wrong with the request, in words: where its body does not show it. */
  readonly input?: string;
  /** A header field or the form of the body is wrong. Absent where the finding is about what is answered. */
  readonly aspect?: "header" | "body";
  /** Which form of the volume name, where the scenario ran in both. */
  readonly form?: "scoped" | "unscoped";
}

/** What bears on one requirement: a check that looked, or a rule for all responses that was judged. */
export interface Evidence {
  readonly check: string;
  readonly verdict: Verdict;
  readonly exchanges: readonly string[];
  readonly finding?: Finding;
}

/** What became of one requirement: a sentence of the specification, by all its cases. */
export interface RequirementResult {
  readonly id: string;
  readonly level: Level;
  readonly title: string;
  /** The chapter, as in `suites/`: the part of the id before the slash. */
  readonly chapter: string;
  /** Place in the specification: the heading, and the rule's number or the table's row. */
  readonly section: string;
  /** How an ambiguous place is read, and why. */
  readonly reading?: string;
  readonly operations: readonly Operation[];
  readonly profiles: readonly Profile[];
  readonly verdict: Verdict;
  /** One sentence for every verdict but `passed`. */
  readonly reason?: string;
  /** For `skipped`: true where the target declares the feature as not offered, which is no gap in the proof. */
  readonly notOffered?: boolean;
  /** For `blocked`: the id of the exchange or check that is the root cause. */
  readonly cause?: string;
  /** Set by the baseline: this verdict is known and accepted until the date. */
  readonly accepted?: { readonly reason: string; readonly expires: string };
  /** Of a requirement, the ids of its cases; of a case, its own id and those of the checks whose responses it judged. */
  readonly checks: readonly string[];
  /** Of a requirement, one entry for each case, with an exchange that shows it. */
  readonly evidence: readonly Evidence[];
}

/** What became of one case of a requirement. */
export interface CaseResult extends RequirementResult {
  /** The id of the requirement that it is a case of; its own where it is the only case. */
  readonly requirement: string;
}

export interface CheckResult {
  readonly id: string;
  readonly title: string;
  readonly verdict: Verdict;
  readonly message?: string;
  readonly durationMs: number;
  /** Ids of the exchanges this check sent or looked at. */
  readonly exchanges: readonly string[];
  readonly findings: readonly Finding[];
  /** The smallest input found that still fails, for property-based checks and histories. */
  readonly counterexample?: unknown;
  /** The form of names that the target offers and this check was not tried in, the same for every seed. */
  readonly untriedForm?: "scoped" | "unscoped";
  /** The command that repeats this check alone. */
  readonly replay: string;
}

/** What this registry does where the specification is silent. Never judged. */
export interface ObservationResult {
  readonly id: string;
  readonly question: string;
  readonly section: string;
  readonly answer: string;
  /** False where nothing could be seen; `answer` then says why. */
  readonly observed: boolean;
  readonly exchanges: readonly string[];
}

export interface ProfileResult {
  readonly name: Profile;
  readonly verdict: RunVerdict;
  readonly passed: number;
  readonly failed: number;
  readonly warned: number;
  readonly skipped: number;
  readonly blocked: number;
  readonly errored: number;
}

/** One thing that went wrong in set-up and everything that hangs on it. */
export interface RootCause {
  readonly cause: string;
  readonly exchange?: string;
  readonly requirements: readonly string[];
}

/** One deviation of the registry, with everything that follows from it. The same deviation of one operation or member is one cause. */
export interface Cause {
  /** The same for the same deviation in another run, so that `compare` can say which causes came and went. */
  readonly id: string;
  readonly sentence: string;
  /** The worst that it does: a failure, a warning, or only blocked requirements. Failures come first in a report. */
  readonly verdict?: "failed" | "warned" | "blocked";
  /** The requirement that it breaks; absent if it only blocks. */
  readonly breaks?: string;
  /** Further requirements that it breaks. */
  readonly explains: readonly string[];
  /** Requirements that it leaves undecided. */
  readonly blocks: readonly string[];
  /** The operations in which it was seen. */
  readonly operations: readonly Operation[];
  /** Exchanges in which it was seen. */
  readonly count: number;
  /** The first exchange that shows it. */
  readonly exchange?: string;
  /** The shortest command that shows it again. */
  readonly repeat: string;
  /** Where to look. */
  readonly hint: string;
  /**
   * What all responses that show it have in common, and none or few of the others of its operation have. Absent if the recording shows
   * nothing of the kind.
   */
  readonly when?: readonly string[];
  /** What came in other exchanges that show it, and what was expected there: several pairs of values often say what was computed. */
  readonly likewise?: readonly string[];
  /** What was sent before the exchange, as far as it bears on it: one step each, in their order. */
  readonly before?: readonly string[];
  /** Of the request of the exchange, what its address does not show. It follows from the rest, and is written with `report.json`. */
  readonly request?: readonly RequestLine[];
  /** A guess: bundled faults that fail the same cases, the most similar one first. */
  readonly looksLike?: readonly Lookalike[];
}

/** One line about the request that a cause shows. */
export interface RequestLine {
  /**
   * `input`: the smallest input that fails. `wrong`: a difference from a right request. `refused`: similar requests that were rightly
   * refused. `rule`, `sent`: where there is none to show. `token`, `header`: what the address does not show, of any request.
   */
  readonly label: "input" | "wrong" | "refused" | "rule" | "sent" | "token" | "header";
  readonly text: string;
}

/** A fault of the reference server that a cause looks like. */
export interface Lookalike {
  /** Its name, for `--fault`. */
  readonly fault: string;
  readonly summary: string;
  /** How many of the cases that the cause breaks fail with the fault, too. */
  readonly explained: number;
  readonly of: number;
}

/** Responses that did not come from the registry, but from something in front of it, such as a gateway or a login page. */
export interface ForeignResponses {
  readonly sentence: string;
  readonly hint: string;
  readonly count: number;
  /** The first exchange that shows it. */
  readonly exchange: string;
}

/** The part of a run that one of several machines does. */
export interface Shard {
  /** From 1 on. */
  readonly index: number;
  readonly total: number;
}

/** One of the runs that a merged report was made from. */
export interface MergedShard {
  /** The id of that run, which is in all names that it made. */
  readonly id: string;
  readonly requests: number;
  readonly durationMs: number;
  /** `sha256:` of the last record of that run. */
  readonly exchangesDigest: string;
}

/** A requirement that was withdrawn or disputed after the suite's release. */
export interface Erratum {
  readonly id: string;
  /** A withdrawn requirement is not run; a disputed one is judged as before. */
  readonly status: "withdrawn" | "disputed";
  readonly reason: string;
  /** The day of the decision. */
  readonly date: string;
}

/** The requirement set of a run: the requirements that its verdict is about. */
export interface ReportedSet {
  readonly name: string;
  /** `sha256:` over the ids and levels of its requirements. */
  readonly digest: string;
}

/** Where judged traffic is from, and how much of it was not judged. */
export interface Traffic {
  readonly source: "har" | "recording" | "proxy";
  readonly notJudged: readonly { readonly reason: string; readonly count: number }[];
}

export interface Report {
  readonly reportVersion: 2;
  readonly suite: {
    readonly name: string;
    readonly version: string;
    /** `sha256:` over the catalogue and the checks. */
    readonly digest: string;
    readonly specification: string;
  };
  readonly target: {
    readonly baseUrl: string;
    readonly problemBase?: string;
    readonly implementation?: { readonly name: string; readonly version?: string; readonly commit?: string };
    /** Features the target declares as not offered. */
    readonly notOffered: readonly string[];
  };
  readonly run: {
    readonly id: string;
    readonly startedAt: string;
    readonly durationMs: number;
    readonly seed: number;
    /** `caller` if the seed was given (`--seed`); `suite` if it was drawn at random. Absent in observed traffic and old reports. */
    readonly seedChosenBy?: "caller" | "suite";
    readonly depth: Depth;
    /** Requests to the registry, byte transfers, redirects and repeats among them. */
    readonly requests: number;
    /** Requests to the states hook, which the registry's own side answers; not among `requests`. */
    readonly stateRequests: number;
    readonly profiles: readonly Profile[];
    readonly only: readonly string[];
    readonly skip: readonly string[];
    readonly strict: boolean;
    /** The most requests at once that the options allowed. */
    readonly concurrency: number;
    /** The most requests at once that the run found the registry to take without slowing down. */
    readonly concurrencyReached?: number;
    /** The checks that took the most requests one after the other, and how many: more at once makes a run no shorter than these. */
    readonly requestChain?: { readonly checks: readonly string[]; readonly requests: number };
    /** Milliseconds of the run in which nothing was under way because a rate limiter held back all that was to be sent. */
    readonly limiterWaitMs: number;
    readonly interrupted: boolean;
    /** What broke the suite itself in mid-run (exit code 5). The results cover what had run. */
    readonly broken?: string;
    /** The number of failures that ended the run early (`--max-failures`). The results cover what had run. */
    readonly stoppedAfter?: number;
    /** `sha256:` of the last record of `exchanges.ndjson`: each record carries the digest of the one before. */
    readonly exchangesDigest: string;
    /** Present where this was one of several runs that share the checks. */
    readonly shard?: Shard;
    /** Present where this report was merged from several runs, in their order. */
    readonly shards?: readonly MergedShard[];
    /** Present where observed traffic was judged by the rules for every response, and no request was sent. */
    readonly traffic?: Traffic;
    /** Present where what an earlier run published was read again: `startedAt` above is then the start of that run. */
    readonly visit?: {
      readonly startedAt: string;
      /** The digest of the earlier run's recording. */
      readonly exchangesDigest: string;
    };
    /** The errata that the run applied; absent if there were none. */
    readonly errata?: readonly Erratum[];
    /** The requirement set that the verdict is about. */
    readonly set?: ReportedSet;
  };
  readonly verdict: RunVerdict;
  readonly exitCode: number;
  /** Requirements by verdict. */
  readonly counts: Readonly<Record<Verdict, number>>;
  readonly profiles: readonly ProfileResult[];
  readonly requirements: readonly RequirementResult[];
  readonly cases: readonly CaseResult[];
  /** Cases that ran and are not in the requirement set. No verdict, count or exit code includes them. */
  readonly unscored?: readonly CaseResult[];
  readonly checks: readonly CheckResult[];
  readonly observations: readonly ObservationResult[];
  readonly rootCauses: readonly RootCause[];
  /** Why requirements failed, warned or are blocked: failures, then warnings, each with the largest first. */
  readonly causes?: readonly Cause[];
  /** Present if something in front of the registry sent responses. */
  readonly foreignResponses?: ForeignResponses;
  /** Errors of the baseline file: entries that are stale, expired or name nothing. */
  readonly baseline?: {
    readonly file: string;
    readonly errors: readonly string[];
    readonly accepted: number;
  };
  /** Every release that the run created, as `name@version`. */
  readonly created?: readonly string[];
  /** What the run created and could not take away again. */
  readonly left: readonly string[];
  /** Present where the exchanges are in the recording beside `report.json`, and not in `exchanges`. */
  readonly recording?: RecordingReference;
  /** The exchanges that the results above refer to. */
  readonly exchanges: readonly Exchange[];
}

/** The recording that has the exchanges of a report. */
export interface RecordingReference {
  /** The name of its file, in the directory of `report.json`. */
  readonly file: string;
  /** The number of exchanges in it. */
  readonly exchanges: number;
}
