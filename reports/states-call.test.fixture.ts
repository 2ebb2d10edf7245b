/** A call to the states hook, for the tests of what reports read of them. */
import type { Exchange, RecordedBody } from "../schemas/report.ts";

function toBody(value: unknown): RecordedBody {
  const text = JSON.stringify(value);
  return { size: text.length, digest: text, text };
}

/** @param answered what the hook answers; nothing if absent */
export function toStatesCall(
  state: string,
  params: object,
  { answered = {}, startedAtMs = 0 }: { readonly answered?: object; readonly startedAtMs?: number } = {},
): Exchange {
  return {
    id: `${state}#${startedAtMs}`,
    actor: state,
    operation: "state",
    about: { state },
    request: {
      method: "POST",
      url: "https://registry.example/states",
      headers: [],
      body: toBody({ state, params }),
    },
    response: { status: 200, headers: [], body: toBody(answered) },
    startedAtMs,
    durationMs: 1,
  };
}
