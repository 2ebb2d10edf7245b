/** The kinds of targets and of runs whose reports the self-test confirms. Each makes its runs, with their recordings. */
import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import type { ReferenceTarget } from "../../reference-server/target.ts";
import type { Report } from "../../schemas/report.ts";
import { openForRuns, type OwnPart, type ServerRun, type TestServer } from "./server-run.ts";

/** A finished run. */
export interface Recorded {
  readonly report: Report;
  /** The lines of `exchanges.ndjson`. */
  readonly lines: readonly string[];
}

export interface KindOfRun {
  readonly name: string;
  /** The checks that are enough for this kind; all if absent. */
  readonly only?: readonly string[];
  readonly run: (base: ServerRun) => Promise<readonly Recorded[]>;
  /** Whether a report is of this kind: one that shows nothing of it would prove nothing. */
  readonly isMeant: (report: Report) => boolean;
}

/** One run on a server of its own. */
function oneRun(
  own: OwnPart = {},
  server: Partial<ServerRun> = {},
): (base: ServerRun) => Promise<readonly Recorded[]> {
  return async (base) => await withServer({ ...base, ...server }, async (open) => [await record(open, own)]);
}

async function withServer<T>(run: ServerRun, work: (server: TestServer) => Promise<T>): Promise<T> {
  const server = await openForRuns(run);
  try {
    return await work(server);
  } finally {
    await server.close();
  }
}

async function record(
  server: TestServer,
  own: OwnPart,
  onLine: (count: number) => void = () => {},
): Promise<Recorded> {
  const lines: string[] = [];
  function writeLine(line: string): void {
    onLine(lines.push(line));
  }
  return { report: await server.run({ ...own, writeLine }), lines };
}

/** The target file without some of its parts. */
function without(...parts: readonly (keyof ReferenceTarget)[]): OwnPart {
  return {
    target: (document) =>
      Object.fromEntries(Object.entries(document).filter(([name]) => !parts.some((part) => part === name))),
  };
}

/** Lines after which the run is interrupted: checks of every chapter are under way, and none has all its answers. */
const linesBeforeInterrupt = 150;

async function interruptedRun(base: ServerRun): Promise<readonly Recorded[]> {
  return await withServer(base, async (server) => {
    const controller = new AbortController();
    const own = { signal: controller.signal, options: { cleanUp: true } };
    return [
      await record(server, own, (count) => {
        if (count === linesBeforeInterrupt) controller.abort();
      }),
    ];
  });
}

const shards = 2;

/** All shards at once on one server, as they are run. */
async function shardedRuns(base: ServerRun): Promise<readonly Recorded[]> {
  return await withServer(base, async (server) => {
    const indexes = Array.from({ length: shards }, (_, at) => at + 1);
    return await Promise.all(
      indexes.map((index) => record(server, { options: { shard: { index, total: shards } } })),
    );
  });
}

/** A host that only the proxy knows: what this machine's own addresses name is never asked of a proxy. */
const hostBehindProxy = "http://registry.example";

async function runThroughProxy(base: ServerRun): Promise<readonly Recorded[]> {
  return await withServer({ ...base, overSockets: true }, async (server) => {
    const origin = new URL(server.target.baseUrl).origin;
    // the registry names itself by the host that it is asked for
    server.registry.addresses.base = undefined;
    const proxy = await openProxy(new URL(origin));
    try {
      const own: OwnPart = {
        target: (document) =>
          JSON.parse(JSON.stringify(document).replaceAll(origin, hostBehindProxy)) as unknown,
        environment: { HTTP_PROXY: proxy.url },
      };
      return [await record(server, own)];
    } finally {
      await proxy.close();
    }
  });
}

interface Proxy {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** A proxy that sends every request on to one origin, with the host that it was sent to. */
async function openProxy({ hostname, port }: URL): Promise<Proxy> {
  const server = createServer((incoming, response) => {
    const { method, url = "/", rawHeaders } = incoming;
    const { pathname, search } = new URL(url);
    const onward = request(
      { hostname, port, method, path: `${pathname}${search}`, headers: rawHeaders },
      (answer) => {
        response.writeHead(answer.statusCode ?? 0, answer.rawHeaders);
        answer.pipe(response);
      },
    );
    onward.on("error", () => response.destroy());
    incoming.pipe(onward);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

const hasPassed = ({ counts }: Report): boolean => counts.passed > 0;
const hasPublished = (report: Report): boolean => hasPassed(report) && (report.created?.length ?? 0) > 0;

/** Faults that several requirements of different chapters see. */
const manyFailures = ["publishing-needs-no-token", "missing-bytes-are-an-invalid-state"];

export const kindsOfRuns: readonly KindOfRun[] = [
  { name: "plain", run: oneRun(), isMeant: hasPublished },
  { name: "states hook only", run: oneRun(without("tokens", "fixtures")), isMeant: hasPublished },
  { name: "tokens only", run: oneRun(without("states", "fixtures")), isMeant: hasPublished },
  { name: "tokens and fixtures", run: oneRun(without("states")), isMeant: hasPublished },
  { name: "fixtures only", run: oneRun(without("states", "tokens")), isMeant: hasPassed },
  {
    name: "tokens that are part of each other",
    only: ["authentication/*", "publish/*"],
    run: oneRun(
      {},
      {
        tokens: {
          publisher: "vrt_abcdefgh1234",
          outsider: "vrt_abcdefgh12345678",
          publishOnly: "rt_abcdefgh1234",
          trustOnly: "vrt_abcdefgh123",
        },
      },
    ),
    isMeant: hasPublished,
  },
  {
    name: "tokens that are ordinary words",
    only: ["authentication/*", "publish/*"],
    run: oneRun({}, { tokens: { publisher: "publisher", outsider: "password", expired: "1234" } }),
    isMeant: hasPublished,
  },
  {
    name: "read-only",
    run: oneRun({ options: { readOnly: true } }),
    isMeant: (report) => hasPassed(report) && !hasPublished(report),
  },
  {
    name: "not exclusive",
    run: oneRun({ target: (document) => ({ ...document, exclusive: false }) }),
    isMeant: hasPublished,
  },
  {
    name: "taking back what it published",
    run: oneRun({ options: { cleanUp: true } }),
    isMeant: hasPublished,
  },
  {
    name: "after a soak, some answers late",
    run: oneRun({ options: { soakMs: 60_000 } }, { depth: "standard", timing: "late-answers-1" }),
    isMeant: hasPublished,
  },
  {
    name: "standard, requests in a random order",
    run: oneRun({}, { depth: "standard", timing: "request-order-2" }),
    isMeant: hasPublished,
  },
  {
    name: "deep, some answers late",
    run: oneRun({}, { depth: "deep", timing: "late-answers-2" }),
    isMeant: hasPublished,
  },
  {
    name: "deep, requests in a random order",
    run: oneRun({}, { depth: "deep", timing: "request-order-1" }),
    isMeant: hasPublished,
  },
  { name: "in shards", run: shardedRuns, isMeant: ({ run }) => run.shard !== undefined },
  { name: "interrupted", run: interruptedRun, isMeant: ({ run }) => run.interrupted },
  {
    name: "ended by --max-failures",
    run: oneRun({ options: { maxFailures: 1 } }, { faults: manyFailures }),
    isMeant: ({ counts, cases: requirements }) =>
      counts.failed > 0 && requirements.some(({ reason }) => reason?.includes("--max-failures") === true),
  },
  {
    name: "through a proxy",
    only: ["authentication/*", "download/*", "publish/*"],
    run: runThroughProxy,
    isMeant: hasPublished,
  },
];
