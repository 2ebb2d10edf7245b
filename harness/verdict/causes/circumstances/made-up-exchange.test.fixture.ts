/** Exchanges for the tests of what surrounds a deviation, each ten milliseconds after the one before. */
import type { Exchange, RecordedBody } from "../../../../schemas/report.ts";
import { withAbout } from "../../../recording/read-about.ts";
import { sha256 } from "../../../seed.ts";

let clock = 0;

/** What is not said is that of a read that succeeds. */
export interface Sent {
  readonly operation?: Exchange["operation"];
  readonly method?: string;
  readonly path: string;
  readonly headers?: Exchange["request"]["headers"];
  readonly sent?: unknown;
  readonly status?: number;
  readonly answered?: Exchange["request"]["headers"];
  readonly body?: unknown;
  readonly durationMs?: number;
  /** The label of the token; the publisher's if absent. */
  readonly credential?: string;
}

function toBody(value: unknown): RecordedBody {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return { size: text.length, digest: sha256(Buffer.from(text)), text };
}

export function exchange(id: string, sent: Sent): Exchange {
  const { operation = "getRelease", method = "GET", path, headers = [], status = 200, body = {} } = sent;
  clock += 10;
  const made: Exchange = {
    id,
    actor: id,
    operation,
    request: {
      method,
      url: `https://registry.test/api/v1/${path}`,
      headers,
      ...(sent.sent === undefined ? {} : { body: toBody(sent.sent) }),
    },
    response: {
      status,
      headers: [["content-type", "application/json"], ...(sent.answered ?? [])],
      body: toBody(body),
    },
    startedAtMs: clock,
    durationMs: sent.durationMs ?? 5,
  };
  const { about, ...rest } = withAbout(made, "https://registry.test");
  return {
    ...rest,
    about: { ...about, ...(sent.credential === undefined ? {} : { credential: sent.credential }) },
  };
}
