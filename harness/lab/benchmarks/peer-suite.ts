/** The suite doing what the other tools of the benchmark do: `node peer-suite.js ORIGIN COUNT`. */
import { renderTerminal } from "../../../reports/terminal.ts";
import type { Check } from "../../check.ts";
import { textAt } from "../../exchange/answer.ts";
import { createLiveTransport } from "../../transport/live-transport.ts";
import { createRedaction } from "../../recording/redaction.ts";
import { runSuite } from "../../run/run.ts";
import { defaultRunOptions } from "../../plan/run-plan.ts";
import { describeSuite } from "../../suite-identity.ts";
import { toTarget } from "../../target-file/read-target.ts";
import { releaseName } from "./peer-files.ts";

const [, , baseUrl = "", count = "0"] = process.argv;

const checks = Array.from({ length: Number(count) }, (_, place): Check => ({
  id: `peers/release-${place}`,
  level: "must",
  rule: "`GET` metadata answers 200 with the name and the version of its path.",
  source: "Endpoints, Release metadata",
  operations: ["getRelease"],
  forms: "none",
  async run({ registry, expect }) {
    const version = `1.0.${place}`;
    const answer = await registry.getRelease({ volume: { segment: releaseName }, version });
    expect.success(answer, 200);
    expect.equal(textAt(answer.body, "name"), releaseName, { what: "`name`", answer });
    expect.equal(textAt(answer.body, "version"), version, { what: "`version`", answer });
  },
}));

const transport = createLiveTransport({ timeoutMs: 30_000, trusted: [baseUrl], allowPrivate: false });
const report = await runSuite({
  chapters: [{ id: "peers", title: "Peers", checks }],
  target: await toTarget({ baseUrl }, ".", "the benchmark"),
  options: {
    ...defaultRunOptions,
    seed: 1,
    readOnly: true,
    cleanUp: false,
    targetArguments: "",
  },
  transport,
  redaction: createRedaction(),
  suite: describeSuite(),
  startedAtMs: Date.now(),
  writeLine: () => {},
});
await transport.close();
process.stdout.write(renderTerminal(report, { color: false, width: 80, quiet: false, files: [] }));
process.exitCode = report.exitCode;
