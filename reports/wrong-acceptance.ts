/** What a registry accepted although it has to refuse it: the request itself, and how it differs from one that it may accept. */
import type { CaseResult, Exchange, Finding } from "../schemas/report.ts";
import type { ReportIndex } from "./evidence-list.ts";
import { isSuccess } from "./exchange-summary.ts";
import { findPositiveTwin, parseBody } from "./positive-twin.ts";
import { compareRequests, type RequestDifference } from "./request-difference.ts";

/** More differences show nothing: the two requests have another purpose. */
const maxDifferences = 3;

/** Headers that say nothing about what is accepted. */
const unrelatedHeaders: ReadonlySet<string> = new Set([
  "accept",
  "accept-encoding",
  "user-agent",
  "idempotency-key",
]);

/** Members that differ between any two uploads. */
const ownOfEachUpload = /\/(?:digest|declaredDigest|declaredSize|size|uploadId)$/u;

/** A case that expects a refusal, and its finding about the accepted request. */
export interface WrongAcceptance {
  readonly broken: CaseResult;
  readonly finding: Finding;
  readonly check: string;
}

/** Undefined unless the case expects that the exchange is refused, and the registry accepted it. */
export function findWrongAcceptance(
  broken: CaseResult | undefined,
  exchange: Exchange,
): WrongAcceptance | undefined {
  if (broken === undefined || !isSuccess(exchange)) return undefined;
  return broken.evidence
    .flatMap(({ finding, check }) =>
      finding !== undefined && finding.exchange === exchange.id ? [{ broken, finding, check }] : [],
    )
    .find(({ finding }) => /\b4\d\d\b/u.test(finding.expected));
}

/**
 * How a wrongly accepted request differs from the most similar one that was rightly accepted: `/version is "01.0.0", accepted is
 * "1.0.0"`. Empty if there is no such request, or if it differs in more than three places.
 */
export function describeAcceptedDifference(
  { finding, check }: WrongAcceptance,
  exchange: Exchange,
  index: ReportIndex,
): readonly string[] {
  const candidates = (index.checks.get(check)?.exchanges ?? []).flatMap(
    (id) => index.exchanges.get(id) ?? [],
  );
  const twin = findPositiveTwin(finding, exchange, candidates);
  // what is wrong with it is its token, which no member shows
  if (twin === undefined || /^\D*40[13]\b/u.test(finding.expected)) return [];
  const differences = compareRequests(exchange, twin, index.baseUrl);
  const members = differences.filter(({ place }) => place.startsWith("body /"));
  const telling = members.filter(({ place }) => !ownOfEachUpload.test(place));
  const headers = differences.filter(
    ({ place }) => place.startsWith("header ") && !unrelatedHeaders.has(place.slice("header ".length)),
  );
  const lines = [...(telling.length > 0 ? telling : members), ...headers].map(toLine);
  const all = [...lines, ...describeUnequalKeys(exchange)];
  return all.length > maxDifferences ? [] : all;
}

/** A request that has two different keys: one in the header, one in the body. */
function describeUnequalKeys(exchange: Exchange): readonly string[] {
  const inHeader = exchange.about?.key;
  const { idempotencyKey: inBody } = parseBody(exchange);
  if (inHeader === undefined || inBody === undefined || inHeader === inBody) return [];
  return [`the key in the header is ${JSON.stringify(inHeader)}`];
}

function toLine({ place, own, twin }: RequestDifference): string {
  const subject = place.startsWith("header ") ? `the ${place}` : place.slice("body ".length);
  const wrong = own === undefined ? "absent" : shorten(own, twin);
  return twin === undefined
    ? `${subject} is ${wrong}, and absent in a right request`
    : `${subject} is ${wrong}, right is ${shorten(twin, own)}`;
}

const maxCharacters = 48;
const charactersBefore = 10;

/** A long value from a little before its first difference from another on. */
function shorten(value = "", other = ""): string {
  const all = Array.from(value);
  if (all.length <= maxCharacters) return value;
  const others = Array.from(other);
  const first = all.findIndex((character, place) => character !== others[place]);
  const from = first <= charactersBefore ? 0 : first - charactersBefore;
  const rest = all.slice(from, from + maxCharacters).join("");
  return `${from === 0 ? "" : "…"}${rest}${from + maxCharacters < all.length ? "…" : ""}`;
}
