/** Behaviours below HTTP: what is not a whole, well-formed response. */
import type { Behaviour, Occasion } from "./behaviour.ts";

const ok = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";

type Act = (occasion: Occasion) => void;

function onWire(name: string, summary: string, answer: Act, place: Behaviour["place"] = "search"): Behaviour {
  return { name, place, summary, answer };
}

export const wireBehaviours: readonly Behaviour[] = [
  onWire("never-answers", "accepts the request and never answers", () => {}),
  onWire("drips-headers", "sends one header every few milliseconds, without end", ({ socket, pour }) => {
    socket.write(ok);
    pour("x-drip: drop\r\n", 5);
  }),
  onWire(
    "drips-body",
    "sends one byte of the body every few milliseconds, without end",
    ({ socket, pour }) => {
      socket.write(`${ok}content-length: 1000000\r\n\r\n`);
      pour(" ", 5);
    },
  ),
  onWire("endless-headers", "sends headers as fast as they are read", ({ socket, pour }) => {
    socket.write(ok);
    pour(`x-flood: ${"x".repeat(4_000)}\r\n`, 0);
  }),
  onWire("endless-body", "sends a body without end, as fast as it is read", ({ socket, pour }) => {
    socket.write(`${ok}\r\n`);
    pour(Buffer.alloc(65_536, 0x20), 0);
  }),
  onWire("endless-chunks", "sends chunks without end", ({ socket, pour }) => {
    socket.write(`${ok}transfer-encoding: chunked\r\n\r\n`);
    pour(`4000\r\n${" ".repeat(16_384)}\r\n`, 0);
  }),
  onWire("endless-early-hints", "sends 103 Early Hints without end", ({ pour }) => {
    pour("HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n", 1);
  }),
  onWire("length-too-long", "declares more bytes than it sends, and closes", ({ socket }) => {
    socket.end(`${ok}content-length: 100\r\n\r\n{"items":[]}`);
  }),
  onWire("length-too-short", "declares fewer bytes than it sends", ({ socket }) => {
    socket.end(`${ok}content-length: 5\r\n\r\n{"items":[],"total":0}`);
  }),
  onWire("length-negative", "declares a negative length", ({ socket }) => {
    socket.end(`${ok}content-length: -1\r\n\r\n{}`);
  }),
  onWire("length-twice", "declares two different lengths", ({ socket }) => {
    socket.end(`${ok}content-length: 2\r\ncontent-length: 4\r\n\r\n{}{}`);
  }),
  onWire("length-and-chunks", "declares a length and sends chunks", ({ socket }) => {
    socket.end(`${ok}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`);
  }),
  onWire("chunk-size-garbage", "sends a chunk size that is not a number", ({ socket }) => {
    socket.end(`${ok}transfer-encoding: chunked\r\n\r\nnope\r\n{}\r\n0\r\n\r\n`);
  }),
  onWire("garbage", "answers in another protocol", ({ socket }) =>
    socket.end("220 mail.example ESMTP ready\r\n"),
  ),
  onWire("bytes", "answers with random-looking bytes", ({ socket }) => socket.end(Buffer.alloc(4_096, 0xf7))),
  onWire("no-status-line", "sends the body without status or headers", ({ socket }) =>
    socket.end('{"items":[]}'),
  ),
  onWire("status-garbage", "sends a status that is not a number", ({ socket }) => {
    socket.end("HTTP/1.1 OK 200\r\ncontent-length: 0\r\n\r\n");
  }),
  onWire("header-control-character", "sends a header with a NUL in it", ({ socket }) => {
    socket.end(`${ok}x-a: \u0000\r\ncontent-length: 2\r\n\r\n{}`);
  }),
  onWire("two-responses", "sends two responses to one request", ({ socket }) => {
    const one = `${ok}content-length: 2\r\n\r\n{}`;
    socket.end(`${one}${one}`);
  }),
  onWire("closes", "closes instead of answering", ({ socket }) => socket.end()),
  onWire("resets", "resets instead of answering", ({ socket }) => socket.resetAndDestroy()),
  onWire("resets-in-headers", "resets inside the headers", ({ socket }) => {
    socket.write("HTTP/1.1 200 OK\r\ncontent-ty", () => socket.resetAndDestroy());
  }),
  onWire("resets-in-body", "resets inside the body", ({ socket }) => {
    socket.write(`${ok}content-length: 100\r\n\r\n{"ite`, () => socket.resetAndDestroy());
  }),
  onWire(
    "resets-create",
    "resets every create request, so the response is lost",
    ({ socket }) => socket.resetAndDestroy(),
    "create",
  ),
  onWire(
    "resets-upload",
    "resets while bytes are uploaded",
    ({ socket }) => socket.resetAndDestroy(),
    "upload",
  ),
  onWire(
    "resets-finalize",
    "resets every finalize, so the response is lost",
    ({ socket }) => socket.resetAndDestroy(),
    "finalize",
  ),
  onWire("silent-everywhere", "never answers after the first few requests", () => {}, "anywhere"),
  onWire(
    "resets-everywhere",
    "resets everything after the first few requests",
    ({ socket }) => socket.resetAndDestroy(),
    "anywhere",
  ),
  onWire(
    "drips-download",
    "sends the bytes of a download slowly, without end",
    ({ socket, pour }) => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-type: application/gzip\r\n\r\n");
      pour("x", 5);
    },
    "download",
  ),
  onWire(
    "endless-download",
    "sends a download without end",
    ({ socket, pour }) => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-type: application/gzip\r\n\r\n");
      pour(Buffer.alloc(65_536, 1), 0);
    },
    "download",
  ),
];
