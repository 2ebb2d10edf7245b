/** Certifies one registry, and gives each event as it happens. */
import type { Report } from "../schemas/report.ts";
import { certify, type CertifyOptions } from "./certify.ts";
import { assertCertifyOptions } from "./certify-options.ts";
import { type RunEvent, toCheckEvent, toResultEvents, toWaitEvent } from "./events.ts";
import { describeSuite } from "./suite-identity.ts";
import { readTarget } from "./target-file/read-target.ts";

/**
 * Certifies one registry, step by step: `for await (const event of certifyEvents(options))`. The iterator returns the report.
 * A loop that is left early ends the run, which then unpublishes what it published.
 * @throws as `certify`
 */
export async function* certifyEvents(options: CertifyOptions): AsyncGenerator<RunEvent, Report, undefined> {
  assertCertifyOptions(options, "certifyEvents()");
  const { targetFile, ...others } = options;
  const target = targetFile === undefined ? others.target : (await readTarget(targetFile)).target;
  const leaving = new AbortController();
  const signal =
    options.signal === undefined ? leaving.signal : AbortSignal.any([options.signal, leaving.signal]);
  const waiting: RunEvent[] = [];
  let wake = (): void => {};
  let isOver = false;

  function add(event: RunEvent | undefined): void {
    if (event !== undefined) waiting.push(event);
    wake();
  }

  const running = certify({
    ...others,
    ...(target === undefined ? {} : { target }),
    signal,
    onProgress: (progress) => {
      others.onProgress?.(progress);
      add(toCheckEvent(progress));
    },
    onWait: (wait) => {
      others.onWait?.(wait);
      add(toWaitEvent(wait));
    },
  }).finally(() => {
    isOver = true;
    wake();
  });
  // it is awaited below; until then, a rejection is not unhandled
  running.catch(() => {});
  try {
    yield { event: "start", baseUrl: baseUrlOf(target, options.baseUrl), suite: describeSuite() };
    for (;;) {
      yield* waiting.splice(0);
      if (isOver && waiting.length === 0) break;
      await new Promise<void>((resolve) => {
        wake = resolve;
        // what came since the last look wakes at once
        if (waiting.length > 0) resolve();
      });
    }
    const report = await running;
    yield* toResultEvents(report);
    return report;
  } finally {
    leaving.abort();
    await running.catch(() => {});
  }
}

function baseUrlOf(target: CertifyOptions["target"], baseUrl: string | undefined): string {
  if (baseUrl !== undefined) return baseUrl;
  return target !== undefined && "baseUrl" in target && typeof target.baseUrl === "string"
    ? target.baseUrl
    : "";
}
