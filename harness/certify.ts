/** Certifies one registry. What this file loads is what a verdict depends on: `suite-identity.ts` takes its digest from here. */
import { readPackageErrata, requirementIds } from "./errata/read-errata.ts";
import { randomInt } from "node:crypto";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { chapters } from "../suites/index.ts";
import type { Exchange, Report } from "../schemas/report.ts";
import { assertCertifyOptions } from "./certify-options.ts";
import {
  type AppliedSet,
  applyPackageSet,
  applySetText,
  isSetFile,
} from "./requirement-sets/requirement-sets.ts";
import { describeSuite } from "./suite-identity.ts";
import type { Journal } from "./api/journal.ts";
import { announceWaits, type Wait } from "./transport/announce-waits.ts";
import { createLiveTransport } from "./transport/live-transport.ts";
import { later } from "./transport/later.ts";
import { createRedaction } from "./recording/redaction.ts";
import { runSuite } from "./run/run.ts";
import { defaultRunOptions, type RunOptions, type RunProgress, type VisitOptions } from "./plan/run-plan.ts";
import { readTarget, toTarget } from "./target-file/read-target.ts";
import type { Target } from "./target-file/target.ts";

/** Exactly one of `target` and `targetFile`, or only `baseUrl`, is needed. */
export interface CertifyOptions extends Partial<Omit<RunOptions, "set" | "visit">> {
  /** Path of a target file: JSON, YAML or an ES module. */
  readonly targetFile?: string;
  /** A target as `readTarget` or `toTarget` give it, or the content of a target file as an object. */
  readonly target?: Target | object;
  /** In place of the target's `baseUrl`, or without a target. */
  readonly baseUrl?: string;
  /** The requirement set that the verdict is about: its name, or a file; by default the newest. */
  readonly set?: string | AppliedSet;
  /** Milliseconds for one exchange; 30,000 by default. */
  readonly timeoutMs?: number;
  /** Further certificate authorities, as PEM text. */
  readonly ca?: string;
  /** Speaks HTTP/1.1 also where the registry offers HTTP/2. */
  readonly http1?: boolean;
  /** Receives `exchanges.ndjson` line by line; needed for `verify` alone. */
  readonly writeLine?: (line: string) => void;
  /** Called after each check. */
  readonly onProgress?: (progress: RunProgress) => void;
  /** Receives each wait of more than two seconds when it begins. */
  readonly onWait?: (wait: Wait) => void;
  /** Called before the clean-up, with the number of releases that the run published. */
  readonly onCleanUp?: (releases: number) => void;
  /** Ends the run early when aborted; the report then says so. */
  readonly signal?: AbortSignal;
  /** An earlier run: what it published is read again, and nothing is written. */
  readonly earlier?: EarlierRun;
  /** Lists what the run has created, even if the run fails; made with `createJournal`. */
  readonly journal?: Journal;
}

/** A run that is over, from its report and its recording. */
export interface EarlierRun extends Pick<VisitOptions, "runId" | "exchangesDigest" | "command"> {
  /** Milliseconds since 1970. */
  readonly startedAtMs: number;
  readonly exchanges: readonly Exchange[];
}

/**
 * Certifies one registry.
 * @returns the report; its `exitCode` is what the command line would exit with
 * @throws Untestable if the registry cannot be tested, OptionsError, TargetError and SelectionError if the options are wrong
 */
export async function certify(options: CertifyOptions): Promise<Report> {
  assertCertifyOptions(options, "certify()");
  const given = Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== undefined),
  ) as unknown as CertifyOptions;
  return await certifyTarget(await toGivenTarget(given), given);
}

async function toGivenTarget({ target, targetFile, baseUrl }: CertifyOptions): Promise<Target> {
  if (target !== undefined && isRead(target)) return baseUrl === undefined ? target : { ...target, baseUrl };
  if (target !== undefined) {
    const content = baseUrl === undefined ? target : { ...target, baseUrl };
    return await toTarget(content, process.cwd(), "the given target");
  }
  const read = await readTarget({
    environment: process.env,
    ...(targetFile === undefined ? {} : { file: targetFile }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
  });
  return read.target;
}

async function certifyTarget(target: Target, options: CertifyOptions): Promise<Report> {
  const {
    target: _target,
    targetFile,
    baseUrl: _baseUrl,
    timeoutMs = 30_000,
    ca,
    http1 = false,
    writeLine = () => {},
    onProgress,
    onWait,
    onCleanUp,
    signal,
    journal,
    earlier,
    set: namedSet,
    ...rest
  } = options;
  const set = await toSet(namedSet);
  const live = createLiveTransport({
    timeoutMs,
    trusted: [target.baseUrl, ...(target.states === undefined ? [] : [target.states.url])],
    allowPrivate: target.allowPrivateUploads,
    http1,
    ...(signal === undefined ? {} : { signal }),
    ...(ca === undefined ? {} : { ca }),
  });
  const transport = onWait === undefined ? live : announceWaits(live, timeoutMs, onWait);
  const startedAtMs = Date.now();
  const visit = earlier === undefined ? undefined : toVisit(earlier, startedAtMs);
  try {
    return await runSuite({
      chapters,
      target,
      options: {
        ...defaultRunOptions,
        seed: randomInt(2 ** 32),
        seedChosenBy: rest.seed === undefined ? "suite" : "caller",
        errata: readPackageErrata(requirementIds(chapters)),
        set,
        targetArguments: `--target ${targetFile === undefined ? "FILE" : toShellFile(targetFile)}`,
        ...rest,
        ...(visit === undefined ? {} : { visit }),
      },
      transport: earlier === undefined ? transport : later(transport, startedAtMs - earlier.startedAtMs),
      redaction: createRedaction(),
      // read when it is asked for: it takes the digest of all sources, which would delay the first request
      get suite() {
        return describeSuite();
      },
      startedAtMs: earlier?.startedAtMs ?? startedAtMs,
      ...(earlier === undefined ? {} : { earlier: earlier.exchanges }),
      writeLine,
      ...(onProgress === undefined ? {} : { onProgress }),
      ...(onCleanUp === undefined ? {} : { onCleanUp }),
      ...(signal === undefined ? {} : { signal }),
      ...(journal === undefined ? {} : { journal }),
    });
  } finally {
    await transport.close();
  }
}

function toVisit(
  { runId, exchangesDigest, command, exchanges }: EarlierRun,
  startedAtMs: number,
): VisitOptions {
  return { runId, startedAtMs, exchanges: exchanges.length, exchangesDigest, command };
}

/** @throws SetError if there is no such set */
async function toSet(set: CertifyOptions["set"]): Promise<AppliedSet> {
  if (typeof set === "object") return set;
  if (set === undefined || !isSetFile(set)) return applyPackageSet(set, chapters);
  return applySetText(await readFile(set, "utf8"), set, chapters);
}

/** Only a target that was read has `archive.isBuiltIn`. */
function isRead(target: object): target is Target {
  const archive: unknown = "archive" in target ? target.archive : undefined;
  return typeof archive === "object" && archive !== null && "isBuiltIn" in archive;
}

/** The name without its folder, since reports are published, as a word of a shell. */
function toShellFile(file: string): string {
  const name = basename(file);
  return /^[\w.@%+=:,/-]+$/u.test(name) ? name : `'${name.replaceAll("'", String.raw`'\''`)}'`;
}
