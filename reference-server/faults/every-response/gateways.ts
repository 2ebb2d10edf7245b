import { withAnswer } from "../../rules/change.ts";
import type { FaultFile } from "../fault.ts";

/** Faults of a gateway in front of the registry. */
export const gateways: FaultFile = {
  "every-response/gateways-forward-every-request": {
    "one-read-in-five-is-answered-by-a-gateway": withAnswer("getRelease", (answer, call) =>
      call.ordinal % 5 === 0
        ? { status: 502, headers: { "content-type": "text/html" }, body: Buffer.from("<h1>Bad Gateway</h1>") }
        : answer,
    ),
  },
};
