/** A server of `node:http` alone that sends the same bytes for each request of a kind, in a process of its own. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A response by the method of its request and the end of its path. */
export interface FixedResponse {
  readonly key: string;
  /** The one path that it is for; absent for every path of the kind. */
  readonly path?: string;
  readonly status: number;
  readonly headers: readonly string[];
  /** In base64. */
  readonly body: string;
}

/** Requests with the same key are answered the same. */
export function toKey(method: string, path: string): string {
  const kind = /\/finalize$|\/search$|\/\d+\.\d+\.\d+$/u.exec(path.split("?")[0] ?? "")?.[0] ?? "";
  return `${method} ${kind.replace(/^\/\d.*/u, "/version")}`;
}

// a benchmark that is ended leaves no server behind
process.once("disconnect", () => process.exit());

process.once("message", (responses: readonly FixedResponse[]) => {
  const byKey = new Map(
    responses.map((one) => [one.path ?? one.key, { ...one, bytes: Buffer.from(one.body, "base64") }]),
  );
  const server = createServer((request, response) => {
    request.resume();
    request.once("end", () => {
      const { method = "", url = "" } = request;
      const found = byKey.get(url) ?? byKey.get(toKey(method, url));
      if (found === undefined) response.writeHead(404).end();
      else response.writeHead(found.status, [...found.headers]).end(found.bytes);
    });
  });
  server.listen(0, "127.0.0.1", () => {
    process.send?.((server.address() as AddressInfo).port);
  });
});
