/** A valid search with something in its request that cannot be read, and that a server may ignore or refuse. */
import { type Situation, situation } from "../../harness/given/situation.ts";
import type { Answer } from "../../harness/exchange/answer.ts";

/** The response to a search with an invalid escape in a query member that nobody knows, and with a malformed `If-None-Match`. */
export const oddSearch: Situation<Answer> = situation("search/odd", ({ registry }) =>
  registry.request(
    { method: "GET", path: "/api/v1/search?limit=100&conformance=%zz" },
    { headers: [["if-none-match", "of-another-document"]], mayBeReset: true },
  ),
);
