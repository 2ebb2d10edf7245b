/** A transport whose times are counted from an earlier start. */
import type { Transport } from "./transport.ts";

/** @param milliseconds from the earlier start to that of the transport */
export function later(transport: Transport, milliseconds: number): Transport {
  return {
    ...transport,
    async send(request, exchangeId) {
      const outcome = await transport.send(request, exchangeId);
      return { ...outcome, startedAtMs: outcome.startedAtMs + milliseconds };
    },
  };
}
