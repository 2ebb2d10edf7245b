/** Behaviours of TLS, before anything of HTTP is spoken. */
import { createServer as createTcpServer, type Socket } from "node:net";
import { createServer as createTlsServer, type TlsOptions } from "node:tls";
import { authority, certificate, privateKey } from "../../transport/certificates.test.fixture.ts";
import {
  type ConnectionBehaviour,
  type Decided,
  type Reached,
  type Stage,
  trusted,
} from "./connection-behaviour.ts";
import { startHttp2 } from "./http2-front.ts";

const keys = { cert: certificate, key: privateKey };

function conforming(stage: Stage, options: TlsOptions): Promise<Reached> {
  return startHttp2(stage, { place: "anywhere", answer: ({ conform }) => conform(), options });
}

/** A listener that does with each connection what it is told. */
async function raw(stage: Stage, onConnection: (socket: Socket) => void): Promise<Reached> {
  return trusted(await stage.listen(createTcpServer(onConnection)));
}

async function encrypted(stage: Stage, options: TlsOptions): Promise<Reached> {
  return trusted(await stage.listen(createTlsServer({ ...keys, ...options })));
}

function row(
  name: string,
  summary: string,
  decided: Decided,
  start: ConnectionBehaviour["start"],
): ConnectionBehaviour {
  return { name: `tls-${name}`, kind: "TLS", summary, ...decided, start };
}

const unharmed: Decided = { outcome: "unharmed" };
const unreachable: Decided = { outcome: "unreachable" };

export const tlsBehaviours: readonly ConnectionBehaviour[] = [
  row("only-1.2", "speaks TLS 1.2 at most", unharmed, (stage) =>
    conforming(stage, { maxVersion: "TLSv1.2" }),
  ),
  row("only-1.3", "speaks TLS 1.3 alone", unharmed, (stage) => conforming(stage, { minVersion: "TLSv1.3" })),
  row("http1-forced", "offers HTTP/2 alone, and the run asks for HTTP/1.1", unreachable, async (stage) => {
    const reached = await conforming(stage, {});
    return { ...reached, connection: { ...reached.connection, http1: true } };
  }),
  row(
    "unknown-authority",
    "has a certificate of an unknown authority",
    { outcome: "unreachable", says: /certificate.*--ca FILE/ },
    async (stage) => {
      const { baseUrl } = await conforming(stage, {});
      return { baseUrl, connection: { environment: {} } };
    },
  ),
  row("only-1.1", "speaks TLS 1.1 at most", unreachable, (stage) =>
    encrypted(stage, { minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" }),
  ),
  row("client-certificate", "requires a certificate of the client", unreachable, (stage) =>
    encrypted(stage, { requestCert: true, rejectUnauthorized: true, ca: authority, ALPNProtocols: ["h2"] }),
  ),
  row("other-protocols", "offers neither HTTP/2 nor HTTP/1.1", unreachable, (stage) =>
    encrypted(stage, { ALPNProtocols: ["smtp"] }),
  ),
  row(
    "plain-http",
    "answers the handshake in plain HTTP",
    { outcome: "unreachable", says: /plain http/ },
    (stage) => raw(stage, (socket) => socket.end("HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n")),
  ),
  row(
    "silent",
    "accepts the connection and says nothing",
    { outcome: "unreachable", says: /no whole response within/ },
    (stage) => raw(stage, () => {}),
  ),
  row("closes", "closes in the handshake", unreachable, (stage) =>
    raw(stage, (socket) => socket.once("data", () => socket.end())),
  ),
  row("resets", "resets in the handshake", unreachable, (stage) =>
    raw(stage, (socket) => socket.once("data", () => socket.resetAndDestroy())),
  ),
  row("alert", "answers the handshake with an alert", unreachable, (stage) =>
    raw(stage, (socket) => socket.once("data", () => socket.end(Buffer.from([21, 3, 3, 0, 2, 2, 40])))),
  ),
  row("garbage", "answers the handshake with bytes that are no record", unreachable, (stage) =>
    raw(stage, (socket) => socket.once("data", () => socket.end(Buffer.alloc(4_096, 0xf7)))),
  ),
  row("half-a-record", "sends half a record and no more", unreachable, (stage) =>
    raw(stage, (socket) => socket.once("data", () => socket.write(Buffer.from([22, 3, 3, 64, 0, 2])))),
  ),
];
