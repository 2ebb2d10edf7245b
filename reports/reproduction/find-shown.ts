/** Which response shows a cause, and what it must be. */
import type { Exchange, PlacedValue } from "../../schemas/report.ts";
import { isSuccess } from "../exchange-summary.ts";
import { parseJson } from "../json-text.ts";
import type { Proof } from "./find-proof.ts";
import { readAssertion, readDifference, type RecordedAssertion } from "./read-assertion.ts";
import { leavesOf, type Origin, partsOf, versionOf } from "./slice-exchanges.ts";

interface Shown {
  readonly last: Exchange;
  /** Undefined if no short test can say it. */
  readonly recorded: RecordedAssertion | undefined;
}

interface Recorded {
  /** In the order in which they began. */
  readonly exchanges: readonly Exchange[];
  readonly runId: string;
}

/**
 * The response of the proof by itself; or it is the same as an earlier response to the same request; or an address in it is followed.
 */
export function findShown(proof: Proof, { exchanges, runId }: Recorded): Shown {
  const { finding, last } = proof;
  if (finding.wanted?.leadsTo !== undefined)
    return followAddress(proof, finding.wanted.leadsTo) ?? { last, recorded: undefined };
  const recorded = readAssertion(finding, last, runId);
  if (recorded !== undefined || finding.wanted?.again !== true) return { last, recorded };
  const [first, second] = exchanges
    .filter(
      (one) =>
        proof.seen.has(one.id) &&
        one.request.method === last.request.method &&
        one.request.url === last.request.url &&
        isSuccess(one) &&
        one.startedAtMs <= last.startedAtMs,
    )
    .slice(-2);
  if (first === undefined || second === undefined) return { last, recorded };
  return { last: second, recorded: readDifference(first, second) };
}

/** A read of the address that a member has, with what its document has to have. */
function followAddress({ finding, last }: Proof, { at, is }: PlacedValue): Shown | undefined {
  const document = parseJson(last.response?.body?.text);
  const leaf = [...leavesOf(document)].find(([, path]) => `/${path.join("/")}` === finding.member);
  if (leaf === undefined) return undefined;
  const [url] = leaf;
  return {
    last: {
      id: `${last.id} followed`,
      actor: last.actor,
      operation: "other",
      request: { method: "GET", url, headers: [["accept", "application/json"]] },
      startedAtMs: last.startedAtMs + last.durationMs,
      durationMs: 0,
    },
    recorded: { kind: "equal", path: at.split("/").slice(1), value: is },
  };
}

/** Where the address of a read came from, if the registry gave it and no upload has its version. */
export function findFollowed(
  last: Exchange,
  exchanges: readonly Exchange[],
): readonly (readonly [url: string, origin: Origin])[] {
  const { url, method } = last.request;
  const { version } = last.about ?? {};
  const isMade = exchanges.some(
    (one) => one.operation === "createReleaseUpload" && versionOf(one) === versionOf(last),
  );
  // with the name and the version of a release, anybody can build its address
  const isBuilt = isMade && version !== undefined && partsOf(url).includes(version);
  if (method !== "GET" || (isBuilt && last.response !== undefined)) return [];
  for (const exchange of exchanges) {
    if (exchange.startedAtMs >= last.startedAtMs) break;
    const leaf = [...leavesOf(parseJson(exchange.response?.body?.text))].find(([value]) => value === url);
    // the index of a volume with one release has one row
    const path = leaf?.[1].map((key) => (typeof key === "number" ? 0 : key));
    if (path !== undefined) return [[url, { exchange, path }]];
  }
  return [];
}
