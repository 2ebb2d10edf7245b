import { once } from "node:events";
import type { AddressInfo } from "node:net";
import * as tls from "node:tls";
import { afterEach, expect, test, vi } from "vitest";
import { authority, certificate, privateKey } from "./certificates.test.fixture.ts";
import { createSockets } from "./open-socket.ts";

vi.mock("node:tls", async (load) => {
  const real = await load<typeof tls>();
  return { ...real, createSecureContext: vi.fn<typeof tls.createSecureContext>(real.createSecureContext) };
});

let server: tls.Server | undefined;

afterEach(() => {
  server?.close();
});

test("the authorities of a run are parsed once, however many connections it opens", async () => {
  server = tls.createServer({ cert: certificate, key: privateKey }, (socket) => {
    socket.on("error", () => {});
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = new URL(`https://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const openSocket = createSockets({
    ca: authority,
    lookupFor: () => (_host, _options, done) => done(null, "127.0.0.1", 4),
    proxyFor: () => undefined,
  });
  vi.mocked(tls.createSecureContext).mockClear();
  for (let count = 0; count < 3; count++) {
    const { signal } = new AbortController();
    const socket = await openSocket({ origin, protocols: ["http/1.1"], signal });
    socket.destroy();
  }
  expect(tls.createSecureContext).toHaveBeenCalledTimes(1);
});
