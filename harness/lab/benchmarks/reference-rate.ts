/** Reads and publishes a second of the reference server, beside `node:http` alone with the same bytes. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { Agent } from "undici";
import type { ReferenceTarget } from "../../../reference-server/target.ts";
import { buildArchive, renderManifest } from "../../given/archive.ts";
import { textAt } from "../../exchange/answer.ts";
import { type FixedResponse, toKey } from "./bare-server.ts";
import type { Part } from "./part.ts";
import { formatSpread, measureInTurns } from "./rounds.ts";
import { serveTargets } from "./served-targets.ts";

const atOnce = 8;
const readCount = 2_000;
const publishCount = 200;

interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
}

interface Response {
  readonly status: number;
  readonly headers: readonly string[];
  readonly bytes: Buffer;
}

type Send = (request: Request) => Promise<Response>;

function createSend(agent: Agent, origin: string): Send {
  return async ({ method, path, headers = {}, body }) => {
    const received = await agent.request({ origin, method, path, headers, body: body ?? null });
    const bytes = Buffer.from(await received.body.arrayBuffer());
    const kept = Object.entries(received.headers).flatMap(([name, value]) =>
      ["connection", "keep-alive", "transfer-encoding", "content-length", "date"].includes(name)
        ? []
        : [name, String(value)],
    );
    return { status: received.statusCode, headers: kept, bytes };
  };
}

const readsOf = ({ fixtures }: ReferenceTarget): readonly Request[] => {
  const { name, version } = fixtures.externalDependencies;
  return [
    { method: "GET", path: "/api/v1/search?limit=10" },
    { method: "GET", path: `/api/v1/volumes/${name}/${version}` },
  ];
};

/** One release: an archive, and the requests that publish it. */
interface Publication {
  readonly create: Request;
  readonly bytes: Uint8Array;
  readonly authorization: string;
}

async function toPublication(target: ReferenceTarget, version: string, name: string): Promise<Publication> {
  const { archive, tokens } = target;
  const { minimal } = archive.manifests;
  const template = typeof minimal === "string" ? minimal : String(textAt(minimal, "template"));
  const manifest = renderManifest(template, { volume: { segment: name }, version });
  const { bytes, digest, size } = await buildArchive([{ name: archive.manifestPath, content: manifest }]);
  const authorization = `Bearer ${tokens.publisher}`;
  return {
    bytes,
    authorization,
    create: {
      method: "POST",
      path: `/api/v1/volumes/${name}`,
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify({
        version,
        mediaType: "application/gzip",
        declaredDigest: digest,
        declaredSize: size,
      }),
    },
  };
}

/** Creates the upload, sends the bytes, and finalizes. */
async function publish(
  send: Send,
  publication: Publication,
  note: (request: Request, response: Response) => void,
): Promise<void> {
  const { create, bytes, authorization } = publication;
  const created = await send(create);
  note(create, created);
  const intent: unknown = JSON.parse(created.bytes.toString("utf8"));
  const url = new URL(textAt(intent, "upload", "url") ?? "", "http://127.0.0.1");
  const transfer = {
    method: "PUT",
    path: url.pathname + url.search,
    headers: { "content-type": "application/gzip" },
    body: bytes,
  };
  note(transfer, await send(transfer));
  const uploadId = textAt(intent, "uploadId") ?? "";
  const finalize = {
    method: "POST",
    path: `${create.path}/uploads/${uploadId}/finalize`,
    headers: { authorization },
  };
  note(finalize, await send(finalize));
}

/** How many of the works are done in a second, several at once. */
async function rateOf(works: readonly (() => Promise<unknown>)[]): Promise<number> {
  let next = 0;
  const began = performance.now();
  async function work(): Promise<void> {
    for (let one = works[next++]; one !== undefined; one = works[next++]) await one();
  }
  await Promise.all(Array.from({ length: atOnce }, work));
  return (1000 * works.length) / (performance.now() - began);
}

interface Rates {
  readonly reads: number;
  readonly publishes: number;
}

async function measureServer(
  agent: Agent,
  target: ReferenceTarget,
  { origin, round }: { readonly origin: string; readonly round: number },
): Promise<Rates> {
  const send = createSend(agent, origin);
  const reads = readsOf(target);
  const publications = await Promise.all(
    Array.from(
      { length: publishCount },
      async (_, index) => await toPublication(target, `1.${round}.${index}`, "conf-benchmark"),
    ),
  );
  return {
    reads: await rateOf(
      Array.from({ length: readCount }, (_, index) => async () => {
        const read = reads[index % reads.length];
        if (read !== undefined) await send(read);
      }),
    ),
    publishes: await rateOf(
      publications.map((one) => async () => {
        await publish(send, one, () => {});
      }),
    ),
  };
}

/** What the reference server answers, once for each kind of request. */
async function recordResponses(agent: Agent, target: ReferenceTarget): Promise<readonly FixedResponse[]> {
  const found = new Map<string, FixedResponse>();
  const note = ({ method, path }: Request, { status, headers, bytes }: Response): void => {
    const key = toKey(method, path);
    if (status >= 300)
      throw new Error(`Cannot measure: ${method} ${path} answers ${status} ${bytes.toString()}`);
    found.set(key, { key, status, headers, body: bytes.toString("base64") });
  };
  const send = createSend(agent, target.baseUrl);
  for (const read of readsOf(target)) note(read, await send(read));
  await publish(send, await toPublication(target, "0.1.0", "conf-benchmark"), note);
  return [...found.values()];
}

async function startBare(
  responses: readonly FixedResponse[],
): Promise<{ readonly origin: string; readonly close: () => void }> {
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  const child = fork(fileURLToPath(new URL(`./bare-server.${extension}`, import.meta.url)));
  child.send(responses);
  const [port] = (await once(child, "message")) as [number];
  return { origin: `http://127.0.0.1:${port}`, close: () => child.kill() };
}

export const referencePart: Part = {
  name: "reference",
  async measure(rounds) {
    const { targets, close } = await serveTargets();
    const [target] = targets;
    const agent = new Agent({ connections: atOnce });
    const bare = await startBare(await recordResponses(agent, target));
    try {
      let round = 0;
      const results = await measureInTurns(rounds, {
        reference: async () =>
          await measureServer(agent, target, { origin: target.baseUrl, round: (round += 1) }),
        bare: async () => await measureServer(agent, target, { origin: bare.origin, round }),
      });
      const [own, other] = [results.get("reference") ?? [], results.get("bare") ?? []];
      const row = (name: keyof Rates): readonly string[] => [
        name,
        formatSpread(
          own.map((one) => one[name]),
          0,
        ),
        formatSpread(
          other.map((one) => one[name]),
          0,
        ),
        formatSpread(
          own.flatMap((one, index) => (other[index] === undefined ? [] : [one[name] / other[index][name]])),
        ),
      ];
      return {
        table: [
          ["", "reference server (a second)", "`node:http` (a second)", "ratio"],
          row("reads"),
          row("publishes"),
        ],
        remarks: [`${atOnce} at once; a publish is three requests. Client and server share the machine.`],
      };
    } finally {
      await agent.close();
      bare.close();
      close();
    }
  },
};
