/** What a run is asked to do, and with what. Types only. */
import type { Chapter } from "../check.ts";
import type { AppliedSet } from "../requirement-sets/requirement-sets.ts";
import type { Journal } from "../api/journal.ts";
import type { Redaction } from "../recording/redaction.ts";
import type { Transport } from "../transport/transport.ts";
import type { Depth, Erratum, Exchange, Profile, Report, Shard, Verdict } from "../../schemas/report.ts";
import type { Target } from "../target-file/target.ts";

/** The options of a run. */
export interface RunOptions {
  readonly depth: Depth;
  readonly seed: number;
  /** Whether the seed was given, or drawn at random. */
  readonly seedChosenBy?: "caller" | "suite";
  readonly profiles: readonly Profile[];
  readonly only: readonly string[];
  readonly skip: readonly string[];
  readonly concurrency: number;
  /** Requests per second. */
  readonly rate?: number;
  readonly strict: boolean;
  readonly readOnly: boolean;
  /** After so many failed requirements, no further check begins. */
  readonly maxFailures?: number;
  /** Milliseconds between the other checks and those that judge the whole run, which then read all that was published once more. */
  readonly soakMs?: number;
  /** Whether what the run published is unpublished at its end. */
  readonly cleanUp: boolean;
  /** The arguments that selected the target, such as `--target target.json`; part of the commands that repeat a check. */
  readonly targetArguments: string;
  /** Set where this run does a part of the checks, and others do the rest. */
  readonly shard?: Shard;
  /** Requirements that are withdrawn or disputed. */
  readonly errata?: readonly Erratum[];
  /** The requirement set that the verdict is about. Without one, every requirement is scored. */
  readonly set?: AppliedSet;
  /** Set where observed traffic is judged, and nothing is sent. */
  readonly traffic?: TrafficOptions;
  /** Set where what an earlier run published is read again. */
  readonly visit?: VisitOptions;
}

/** What a run does where nothing else is said. */
export const defaultRunOptions: Omit<RunOptions, "seed" | "targetArguments"> = {
  depth: "standard",
  profiles: [],
  only: [],
  skip: [],
  concurrency: 32,
  strict: false,
  readOnly: false,
  cleanUp: true,
};

/** A second visit: what an earlier run published is read again, and held against what that run saw. */
export interface VisitOptions {
  /** The word in all names of the earlier run. */
  readonly runId: string;
  /** Milliseconds since 1970. The earlier run's start is the zero of all times of exchanges. */
  readonly startedAtMs: number;
  /** The first so many exchanges of the recording are of the earlier run. */
  readonly exchanges: number;
  /** The digest of the earlier run's recording. */
  readonly exchangesDigest: string;
  /** The command without its options, such as `revisit conformance-report`; part of the commands that repeat a check. */
  readonly command: string;
}

/** Where observed traffic is from. */
export interface TrafficOptions {
  readonly source: "har" | "recording" | "proxy";
  /** The command without its options, such as `judge traffic.har`; part of the commands that repeat a check. */
  readonly command: string;
  /** True if the traffic shows no credential, so that a request may have had one. */
  readonly hidesCredentials: boolean;
}

/** A check that has ended. A rule for every response can still change the verdict of its requirement. */
export interface EndedCheck {
  readonly id: string;
  readonly verdict: Verdict;
  readonly durationMs: number;
}

/** How far a run is. */
export interface RunProgress {
  readonly checksDone: number;
  readonly checksTotal: number;
  /** Of the check that ended last. */
  readonly chapter: string;
  readonly requests: number;
  /** Checks that failed so far. */
  readonly failed: number;
  /** The check that ended; absent for an observation, for a check outside of the requirement set, and for a check that the run did not reach. */
  readonly ended?: EndedCheck;
  readonly limiterWaitMs: number;
  readonly elapsedMs: number;
}

/** One run: the checks, the target, and how to reach it. */
export interface RunPlan {
  readonly chapters: readonly Chapter[];
  readonly target: Target;
  readonly options: RunOptions;
  readonly transport: Transport;
  readonly redaction: Redaction;
  /** Given where the caller needs the list of created releases even if the run fails. */
  readonly journal?: Journal;
  readonly suite: Report["suite"];
  /** Milliseconds since 1970: of an earlier run, if what that published is read again. */
  readonly startedAtMs: number;
  /** The exchanges of the earlier run, if what that published is read again. */
  readonly earlier?: readonly Exchange[];
  /** Receives `exchanges.ndjson`, line by line. */
  readonly writeLine: (line: string) => void;
  readonly onProgress?: (progress: RunProgress) => void;
  /** Called after the last check, if releases have to be unpublished, with their number. */
  readonly onCleanUp?: (releases: number) => void;
  /** True to send as many requests at once as the options allow, however long the answers take. */
  readonly hasFixedConcurrency?: boolean;
  /** Aborted when the run is to stop early. */
  readonly signal?: AbortSignal;
  /** Set when a recorded run is verified. */
  readonly replaying?: {
    readonly exchanges: readonly Exchange[];
    /** The problem namespace that the run learnt. */
    readonly problemBase: string | undefined;
    /** The checks and observations that an interrupted run did not start; undefined if the run was not interrupted. */
    readonly notReached: ReadonlySet<string> | undefined;
    /** With how many failures the run stopped early (`maxFailures`). */
    readonly stoppedAfter?: number;
    /** What broke the suite in that run, if something did. */
    readonly broken?: string;
  };
}
