/** `judge`: judges recorded traffic by the rules for every response. It sends nothing. */
import { parseJson } from "../../reports/json-text.ts";
import { basename, isAbsolute } from "node:path";
import { toShellWord } from "../../reports/curl.ts";
import { chapters } from "../../suites/index.ts";
import type { Report } from "../../schemas/report.ts";
import { createRecorder } from "../recording/recorder.ts";
import { createRedaction } from "../recording/redaction.ts";
import { readRecording } from "../verify/read-recording.ts";
import { describeSuite } from "../suite-identity.ts";
import { judgeRecording } from "../traffic/judge-recording.ts";
import { findBaseUrls } from "../traffic/find-base-urls.ts";
import type { ObservedExchange } from "../traffic/observed.ts";
import { readHar } from "../traffic/read-har.ts";
import { createTrafficJudge } from "../traffic/traffic-judge.ts";
import { showsCredential } from "../traffic/traffic-secrets.ts";
import { type Command, UsageError } from "./command.ts";
import { keepHeapLean } from "./lean-heap.ts";
import { openOutput, type Output, toReportWords } from "./output.ts";
import { readText } from "./read-report.ts";
import { unpack } from "./report-recording.ts";
import { finishReport } from "./finish-report.ts";
import { configureTraffic, readTrafficTarget, toTrafficSettings } from "./traffic-options.ts";

type Options = Readonly<Record<string, unknown>>;

export const judgeCommand: Command = {
  configure: (parser) =>
    configureTraffic(
      parser
        .positional("file", {
          type: "string",
          demandOption: true,
          describe: "HAR file, or exchanges.ndjson of a run",
        })
        .option("base-url", {
          type: "string",
          describe: "Base URL of the registry; by default it is found in the file",
        }),
    ),
  run: async (options) => {
    keepHeapLean();
    const file = String(options["file"]);
    const text = unpack(file, await readText(file, { mayBePipe: true }));
    const output = await openOutput(toReportWords(options["report"]), String(options["out"]));
    try {
      const report = await judgeText(text, options, output);
      return await finishReport(report, options, output);
    } catch (error) {
      await output.discard();
      throw error;
    }
  },
};

async function judgeText(text: string, options: Options, output: Output): Promise<Report> {
  const file = String(options["file"]);
  // an absolute path is nobody else's, and may say who judged
  const command = `judge ${toShellWord(isAbsolute(file) ? basename(file) : file)}`;
  const content = parseJson(text);
  const exchanges = readHar(content);
  if (exchanges !== undefined) return await judgeHar(exchanges, { options, output, command });
  if (content !== undefined || !text.startsWith('{"kind":"run"'))
    throw new UsageError(`Cannot judge "${file}": expected a HAR file, or exchanges.ndjson of a run`);
  const recording = readRecording(text);
  if ("broken" in recording) throw new UsageError(`Cannot judge "${file}": ${recording.broken}`);
  return judgeRecording(recording, {
    chapters,
    suite: describeSuite(),
    options: await toTrafficSettings(options, { source: "recording", command, hidesCredentials: false }),
    writeLine: output.writeExchange,
  });
}

interface HarJudgement {
  readonly options: Options;
  readonly output: Output;
  readonly command: string;
}

async function judgeHar(
  exchanges: readonly ObservedExchange[],
  { options, output, command }: HarJudgement,
): Promise<Report> {
  const target = await readTrafficTarget(options, findBaseUrl(exchanges, options));
  const hidesCredentials = !exchanges.some(({ request }) => showsCredential(request));
  const redaction = createRedaction();
  const judge = createTrafficJudge({
    chapters,
    target,
    redaction,
    suite: describeSuite(),
    options: await toTrafficSettings(options, { source: "har", command, hidesCredentials }),
    startedAtMs: Math.max(0, exchanges[0]?.startedAtMs ?? 0),
    recorder: createRecorder(redaction, output.writeExchange),
  });
  for (const exchange of exchanges) judge.observe(exchange);
  return judge.report();
}

/** @throws UsageError if the file has requests to no registry, or to several */
function findBaseUrl(exchanges: readonly ObservedExchange[], options: Options): string | undefined {
  if (typeof options["base-url"] === "string") return options["base-url"];
  if (options["target"] !== undefined) return undefined;
  const found = [...findBaseUrls(exchanges.map(({ request }) => request)).keys()];
  const [only] = found;
  if (only === undefined)
    throw new UsageError(
      `Cannot judge "${String(options["file"])}": it has no request to an endpoint of the API; if it has, name its --base-url`,
    );
  if (found.length > 1)
    throw new UsageError(
      `Cannot judge "${String(options["file"])}": it has requests to ${found.length} registries; name one with --base-url: ${found.slice(0, 5).join(", ")}`,
    );
  return only;
}
