/** Runs the suite against a conforming registry behind a real gateway or object store, and holds the outcome against the decided one. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startReferenceServer } from "../../../reference-server/server.ts";
import type { Report } from "../../../schemas/report.ts";
import { authority } from "../../transport/certificates.test.fixture.ts";
import { runWhole, type WholeRun } from "../resilience/whole-run.ts";
import type { DecidedOutcome, GatewaySetup } from "./gateway.ts";
import { startGateway } from "./programs.ts";

/** What came of one set-up. */
export interface GatewayOutcome {
  readonly name: string;
  readonly program: string;
  readonly summary: string;
  readonly decided: DecidedOutcome;
  readonly run: WholeRun;
  /** What differs from the decided outcome; empty where nothing does. */
  readonly differences: readonly string[];
}

/** Requirements of one verdict, by id. */
export function idsWith(report: Report | undefined, verdict: string): readonly string[] {
  return (report?.cases ?? []).flatMap((one) => (one.verdict === verdict ? [one.id] : [])).toSorted();
}

export async function meetGateway(setup: GatewaySetup): Promise<GatewayOutcome> {
  const { route = {}, program } = setup;
  const registry = await startReferenceServer({ states: true, basePath: route.basePath ?? "" });
  const upstream = Number(new URL(registry.baseUrl).port);
  const folder = await mkdtemp(join(tmpdir(), "conformance-authority-"));
  try {
    const gateway = await startGateway(program, upstream, setup.launch);
    try {
      const ca = join(folder, "authority.pem");
      await writeFile(ca, authority);
      const proxied = route.isForwardProxy === true;
      // a proxy is not asked for loopback, so that the registry gets a name that the proxy alone knows
      const origin = proxied ? `registry.test:${upstream}` : `127.0.0.1:${gateway.port}`;
      const baseUrl = `${route.scheme ?? "http"}://${origin}${route.basePath ?? ""}`;
      registry.registry.addresses.base = baseUrl;
      const run = await runWhole({
        target: { ...registry.target, baseUrl },
        depth: setup.depth ?? "quick",
        tokens: Object.values(registry.tokens),
        more: [...(route.scheme === "https" ? ["--ca", ca] : []), ...(route.options ?? [])],
        environment: proxied
          ? { HTTP_PROXY: `http://127.0.0.1:${gateway.port}`, NO_PROXY: "127.0.0.1" }
          : { NO_PROXY: "*" },
      });
      return toOutcome(setup, run);
    } finally {
      await gateway.close();
    }
  } finally {
    await registry.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The outcome of a run, held against what was decided. */
export function toOutcome(
  setup: Pick<GatewaySetup, "name" | "program" | "summary" | "decided">,
  run: WholeRun,
): GatewayOutcome {
  const { name, summary, program, decided } = setup;
  return { name, program: program.name, summary, decided, run, differences: differencesOf(decided, run) };
}

function differencesOf(decided: DecidedOutcome, run: WholeRun): readonly string[] {
  const differences: string[] = [];
  if (run.exitCode !== decided.exitCode)
    differences.push(`exit code ${run.exitCode} in place of ${decided.exitCode}`);
  const failed = idsWith(run.report, "failed");
  if (decided.failed !== undefined || decided.exitCode !== 1)
    compare("failed", failed, decided.failed ?? [], differences);
  if (decided.warned !== undefined)
    compare("warned", idsWith(run.report, "warned"), decided.warned, differences);
  // the terminal wraps its lines
  if (decided.says !== undefined && !decided.says.test(run.output.replaceAll(/\s+/g, " ")))
    differences.push(`the terminal does not say ${String(decided.says)}`);
  if (run.leaked) differences.push("a token is in what was written");
  return differences;
}

function compare(
  verdict: string,
  seen: readonly string[],
  decided: readonly string[],
  differences: string[],
): void {
  const more = seen.filter((id) => !decided.includes(id));
  const less = decided.filter((id) => !seen.includes(id));
  if (more.length > 0) differences.push(`${verdict}, unlike decided: ${more.join(", ")}`);
  if (less.length > 0) differences.push(`not ${verdict}: ${less.join(", ")}`);
}
