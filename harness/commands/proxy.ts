/** `proxy`: stands between clients and a registry, and judges what passes. It sends nothing of its own. */
import { chapters } from "../../suites/index.ts";
import { toPathBelow } from "../../reports/exchange-summary.ts";
import { toShortText } from "../../reports/visible-text.ts";
import { createRecorder } from "../recording/recorder.ts";
import { createRedaction } from "../recording/redaction.ts";
import { describeSuite } from "../suite-identity.ts";
import { startForwarder } from "../traffic/forward.ts";
import type { ObservedExchange } from "../traffic/observed.ts";
import { type BrokenByTraffic, createTrafficJudge, type TrafficJudge } from "../traffic/traffic-judge.ts";
import { type Command, describeFileError, toNumber, UsageError } from "./command.ts";
import { openOutput, toReportWords } from "./output.ts";
import { readText } from "./read-report.ts";
import { finishReport } from "./finish-report.ts";
import { configureTraffic, readTrafficTarget, toTrafficSettings } from "./traffic-options.ts";

type Options = Readonly<Record<string, unknown>>;

/** Recorded exchanges stay in memory until the reports are written. */
const defaultMaxRequests = 10_000;

const maxFindingCharacters = 300;

export const proxyCommand: Command = {
  configure: (parser) =>
    configureTraffic(
      parser
        .option("to", { type: "string", describe: "Base URL of the registry; replaces the target file's" })
        .option("host", { type: "string", default: "127.0.0.1", describe: "Address to listen on" })
        .option("port", { type: "number", default: 0, describe: "Port to listen on; 0 selects a free one" })
        .option("rate", { type: "number", describe: "Maximum number of requests per second that pass" })
        .option("max-requests", {
          type: "number",
          default: defaultMaxRequests,
          describe: "Judge so many requests; later ones pass without being judged",
        })
        .option("ca", { type: "string", describe: "PEM file with further certificate authorities" }),
    ),
  run: async (options) => {
    const to = typeof options["to"] === "string" ? options["to"] : undefined;
    if (to === undefined && options["target"] === undefined)
      throw new UsageError("No registry to forward to: expected --to URL or --target FILE");
    const output = await openOutput(toReportWords(options["report"]), String(options["out"]));
    try {
      const judge = await watch(options, to, output.writeExchange);
      return await finishReport(judge.report(), options, output);
    } catch (error) {
      await output.discard();
      throw error;
    }
  },
};

/** Forwards and judges until SIGINT or SIGTERM. */
async function watch(
  options: Options,
  to: string | undefined,
  writeLine: (line: string) => void,
): Promise<TrafficJudge> {
  const target = await readTrafficTarget(options, to);
  const redaction = createRedaction();
  const judge = createTrafficJudge({
    chapters,
    target,
    redaction,
    suite: describeSuite(),
    options: await toTrafficSettings(options, {
      source: "proxy",
      command: "judge exchanges.ndjson",
      hidesCredentials: false,
    }),
    startedAtMs: Date.now(),
    recorder: createRecorder(redaction, writeLine),
  });
  const ca = options["ca"];
  const forwarder = await startForwarder({
    to: target.baseUrl,
    host: String(options["host"]),
    port: toNumber(options, "port", { min: 0, max: 65_535, whole: true }),
    ...(options["rate"] === undefined
      ? {}
      : { rate: toNumber(options, "rate", { min: 0.01, whole: false }) }),
    ...(typeof ca === "string" ? { ca: await readText(ca) } : {}),
    onExchange: createObserver(judge, {
      maxRequests: toNumber(options, "max-requests", { min: 1, whole: true }),
      baseUrl: target.baseUrl,
    }),
  }).catch((error: unknown) => {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`Cannot listen: ${describeFileError(error)}`, { cause: error });
  });
  const stopped = new Promise<void>((resolve) => {
    process.once("SIGINT", resolve);
    process.once("SIGTERM", resolve);
  });
  process.stderr.write(
    `Proxy at ${forwarder.url} to ${target.baseUrl}\nPoint your clients here. Ctrl-C stops and writes the reports\n`,
  );
  await stopped;
  await forwarder.close();
  return judge;
}

function createObserver(
  judge: TrafficJudge,
  { maxRequests, baseUrl }: { readonly maxRequests: number; readonly baseUrl: string },
): (exchange: ObservedExchange) => void {
  const said = new Set<string>();
  let seen = 0;
  return (exchange) => {
    seen += 1;
    if (seen > maxRequests) {
      judge.leaveOut(`it came after the first ${maxRequests} requests`);
      if (seen === maxRequests + 1)
        process.stderr.write(`${maxRequests} requests are judged; later ones pass without being judged\n`);
      return;
    }
    for (const broken of judge.observe(exchange)) {
      // each rule once: a registry breaks the same rule in most responses of a kind
      if (said.has(broken.id)) continue;
      said.add(broken.id);
      process.stderr.write(`${renderBroken(broken, exchange, baseUrl)}\n`);
    }
  };
}

function renderBroken(
  { id, level, finding }: BrokenByTraffic,
  { request }: ObservedExchange,
  baseUrl: string,
): string {
  const word = level === "must" ? "FAILED" : "WARNED";
  const path = toPathBelow(baseUrl, request.url.split("?", 1)[0] ?? "");
  return toShortText(`${word} ${id}: ${request.method} ${path}: got ${finding.got}`, maxFindingCharacters);
}
