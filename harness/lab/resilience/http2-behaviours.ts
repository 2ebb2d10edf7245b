/** Behaviours over HTTP/2. */
import { constants, type SecureServerOptions } from "node:http2";
import type { Place } from "./behaviour.ts";
import type { ConnectionBehaviour, Decided } from "./connection-behaviour.ts";
import { frame, startFrames, startHttp2, type StreamOccasion } from "./http2-front.ts";

type Act = (occasion: StreamOccasion) => Promise<void> | void;

interface Where {
  readonly place?: Place;
  readonly options?: SecureServerOptions;
}

/** By name: what it does, what is decided, and how. */
type Row = readonly [name: string, summary: string, decided: Decided["outcome"], act: Act, where?: Where];

const ok = { ":status": 200, "content-type": "application/json" } as const;
const anywhere: Where = { place: "anywhere" };

const conform: Act = async (occasion) => await occasion.conform();

function resetWith(code: number): Act {
  return ({ stream }) => stream.close(code);
}

/** A settings of the server that is legal, with conforming answers. */
function settings(name: string, summary: string, options: SecureServerOptions): Row {
  return [name, summary, "unharmed", conform, { place: "anywhere", options }];
}

const rows: readonly Row[] = [
  ["conforms", "speaks HTTP/2 as it should", "unharmed", conform, anywhere],
  settings("one-stream-at-once", "allows one stream at once", { settings: { maxConcurrentStreams: 1 } }),
  settings("small-windows", "has a flow-control window of 16 bytes", { settings: { initialWindowSize: 16 } }),
  settings("no-header-table", "has a header table of no bytes", { settings: { headerTableSize: 0 } }),
  settings("pads-frames", "pads its frames", { paddingStrategy: constants.PADDING_STRATEGY_MAX }),
  [
    "refuses-some-streams",
    "refuses every third stream (REFUSED_STREAM)",
    "unharmed",
    ({ stream, ordinal, conform: answer }) =>
      ordinal % 3 === 0 ? stream.close(constants.NGHTTP2_REFUSED_STREAM) : answer(),
    anywhere,
  ],
  [
    "goes-away-before-some-requests",
    "answers every fifth request with a GOAWAY that excludes it",
    "unharmed",
    ({ stream, session, ordinal, conform: answer }) => {
      if (ordinal % 5 !== 0) return answer();
      session.goaway(constants.NGHTTP2_NO_ERROR, Math.max(0, (stream.id ?? 2) - 2));
      return stream.close(constants.NGHTTP2_REFUSED_STREAM);
    },
    anywhere,
  ],
  [
    "goes-away-after-each-answer",
    "sends GOAWAY with each answer, which it still completes",
    "unharmed",
    async ({ session, conform: answer }) => {
      await answer();
      session.close();
    },
    anywhere,
  ],
  [
    "early-hints",
    "sends 103 Early Hints before each answer",
    "unharmed",
    async ({ stream, conform: answer }) => {
      stream.additionalHeaders({ ":status": 103, link: "</a>" });
      await answer();
    },
    anywhere,
  ],
  [
    "pings",
    "sends PING with each answer",
    "unharmed",
    async ({ session, conform: answer }) => {
      session.ping(() => {});
      await answer();
    },
    anywhere,
  ],
  [
    "resets-invalid-characters",
    "resets the stream of each request with an invalid character in its path",
    "unharmed",
    ({ stream, path, conform: answer }) =>
      /%00|%FF|%zz/.test(path) ? stream.close(constants.NGHTTP2_PROTOCOL_ERROR) : answer(),
    anywhere,
  ],
  ["resets-internal-error", "resets each search (INTERNAL_ERROR)", "blocked", resetWith(2)],
  ["resets-protocol-error", "resets each search (PROTOCOL_ERROR)", "blocked", resetWith(1)],
  ["resets-cancel", "resets each search (CANCEL)", "blocked", resetWith(8)],
  ["resets-calm", "resets each search (ENHANCE_YOUR_CALM)", "blocked", resetWith(11)],
  ["resets-unknown-code", "resets each search with an unknown code", "blocked", resetWith(4_000)],
  ["refuses-each-search", "refuses each search (REFUSED_STREAM)", "blocked", resetWith(7)],
  [
    "resets-after-headers",
    "resets a search after its headers",
    "blocked",
    ({ stream }) => {
      stream.respond(ok);
      setImmediate(() => stream.destroy(new Error("reset")));
    },
  ],
  [
    "resets-in-body",
    "resets a search inside its body",
    "blocked",
    ({ stream }) => {
      stream.respond(ok);
      stream.write('{"ite', () => stream.destroy(new Error("reset")));
    },
  ],
  [
    "destroys-the-connection",
    "destroys the connection at each search",
    "blocked",
    ({ session }) => session.destroy(),
  ],
  ["never-answers", "takes a search and says nothing", "blocked", () => {}],
  [
    "half-a-body",
    "sends half the body of a search, and no more",
    "blocked",
    ({ stream }) => {
      stream.respond(ok);
      stream.write('{"items":');
    },
  ],
  [
    "endless-body",
    "sends a body without end",
    "blocked",
    ({ stream }) => {
      stream.respond(ok);
      const piece = Buffer.alloc(16_384, 0x20);
      const fill = (): void => {
        while (!stream.destroyed && stream.write(piece));
        if (!stream.destroyed) stream.once("drain", () => setImmediate(fill));
      };
      fill();
    },
  ],
  [
    "long-header",
    "sends a header field of 20,000 characters",
    "blocked",
    ({ stream }) => stream.respond({ ...ok, "x-long": "x".repeat(20_000) }, { endStream: true }),
  ],
  [
    "many-headers",
    "sends 300 header fields",
    "blocked",
    ({ stream }) =>
      stream.respond(
        { ...ok, ...Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`x-${index}`, "a"])) },
        { endStream: true },
      ),
  ],
  [
    "length-too-long",
    "says more bytes than it sends",
    "blocked",
    ({ stream }) => {
      stream.respond({ ...ok, "content-length": "100" });
      stream.end('{"items":[]}');
    },
  ],
  [
    "length-too-short",
    "says fewer bytes than it sends",
    "blocked",
    ({ stream }) => {
      stream.respond({ ...ok, "content-length": "5" });
      stream.end('{"items":[],"total":0}');
    },
  ],
  [
    "damaged-gzip",
    "labels as gzip what is none",
    "blocked",
    ({ stream }) => {
      stream.respond({ ...ok, "content-encoding": "gzip" });
      stream.end('{"items":[]}');
    },
  ],
];

const initial = frame(4, Buffer.alloc(0));
const onStream = { stream: 1 };

/** Frames that break every connection: the registry cannot be reached, and the process goes on. */
const frames: readonly (readonly [
  name: string,
  summary: string,
  pieces: readonly Buffer[],
  ends?: boolean,
])[] = [
  ["frame-of-16-mib", "sends a frame of 16 MiB", [initial, frame(0, Buffer.alloc(2 ** 24 - 1), onStream)]],
  ["settings-2700", "sends 2,700 settings in one frame", [frame(4, Buffer.alloc(2_700 * 6))]],
  ["settings-five-bytes", "sends a SETTINGS frame of five bytes", [frame(4, Buffer.alloc(5))]],
  ["settings-on-stream", "sends SETTINGS on a stream", [frame(4, Buffer.alloc(0), onStream)]],
  ["no-streams", "allows no stream at all", [frame(4, Buffer.from([0, 3, 0, 0, 0, 0]))]],
  ["silent", "completes the handshake and says nothing", []],
  ["closes-at-once", "closes after the settings", [initial], true],
  ["garbage", "sends bytes that are no frame", [Buffer.alloc(4_096, 0xff)]],
  ["http1-text", "answers in HTTP/1.1", [Buffer.from("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}")]],
  ["goaway-at-once", "sends GOAWAY for every stream", [initial, frame(7, Buffer.alloc(8))]],
  ["reset-stream-zero", "resets stream 0", [initial, frame(3, Buffer.alloc(4))]],
  ["window-update-zero", "adds nothing to the window", [initial, frame(8, Buffer.alloc(4))]],
  [
    "data-on-idle-stream",
    "sends data on a stream that nobody opened",
    [initial, frame(0, Buffer.alloc(9), { stream: 99 })],
  ],
  [
    "bad-header-block",
    "sends headers that HPACK cannot decode",
    [initial, frame(1, Buffer.alloc(9, 0xff), { stream: 1, flags: 4 })],
  ],
  [
    "push-promise",
    "pushes although that is off",
    [initial, frame(5, Buffer.from([0, 0, 0, 2, 0x82]), { stream: 1, flags: 4 })],
  ],
  [
    "stray-continuation",
    "sends CONTINUATION without headers",
    [initial, frame(9, Buffer.alloc(9), onStream)],
  ],
  ["ping-of-nine-bytes", "sends a PING of nine bytes", [initial, frame(6, Buffer.alloc(9))]],
];

export const http2Behaviours: readonly ConnectionBehaviour[] = [
  ...rows.map(([name, summary, outcome, answer, where]): ConnectionBehaviour => ({
    name: `h2-${name}`,
    kind: "HTTP/2",
    summary,
    outcome,
    start: (stage) => startHttp2(stage, { place: "search", answer, ...where }),
  })),
  ...frames.map(([name, summary, pieces, ends]): ConnectionBehaviour => ({
    name: `h2-${name}`,
    kind: "HTTP/2",
    summary,
    outcome: "unreachable",
    start: (stage) => startFrames(stage, pieces, ends),
  })),
];
