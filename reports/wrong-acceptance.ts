/** What a registry accepted although it has to refuse it: the lines that each report shows of the request. */
import type { CaseResult, Cause, Exchange, Finding, RequestLine } from "../schemas/report.ts";
import {
  describeAcceptedDifference,
  describeStriking,
  findAcceptedDifference,
  ownOfEachUpload,
  toShape,
} from "./accepted-difference.ts";
import {
  counterexampleOf,
  exchangesOfCheck,
  exchangesWithFinding,
  type ReportIndex,
  storyOf,
} from "./evidence-list.ts";
import { isSuccess, summarizeBody } from "./exchange-summary.ts";
import { renderJsonLine } from "./json-text.ts";
import { compareRequests, type RequestDifference } from "./request-difference.ts";
import { isHookLabel } from "../schemas/hook-token.ts";
import { describeHookToken } from "./hook-token.ts";
import { listRefusedCallers } from "./refused-callers.ts";
import { describeSender, keysOf, labelOfToken, unequalKeysOf } from "./sender.ts";
import { cutMiddle } from "./visible-text.ts";
import { wantsProblem } from "./wanted-problem.ts";

/** A case that expects a refusal, and its finding about the accepted request. */
interface WrongAcceptance {
  readonly broken: CaseResult;
  readonly finding: Finding;
  readonly check: string;
}

/** Undefined unless the case expects that the exchange is refused, and the registry accepted it. */
function findWrongAcceptance(
  broken: CaseResult | undefined,
  exchange: Exchange,
): WrongAcceptance | undefined {
  if (broken === undefined) return undefined;
  return broken.evidence
    .flatMap(({ finding, check }) =>
      finding !== undefined && finding.exchange === exchange.id ? [{ broken, finding, check }] : [],
    )
    .find(({ finding }) => wantsProblem(finding) || isBroken(exchange));
}

const maxBodyCharacters = 120;

/**
 * What is wrong with the request that a cause shows: the input, or how it differs from a right request, or else its rule and what
 * was sent. Empty unless the registry accepted what it has to refuse: then the response is what is wrong.
 * @param room characters of a body; by default 120
 */
export function describeAcceptedRequest(
  { breaks = "", exchange: id = "", sentence }: Pick<Cause, "breaks" | "exchange" | "sentence">,
  index: ReportIndex,
  room: number = maxBodyCharacters,
): readonly RequestLine[] {
  const exchange = index.exchanges.get(id);
  const accepted = exchange && findWrongAcceptance(index.cases.get(breaks), exchange);
  if (exchange === undefined || accepted === undefined) return [];
  const { broken, check, finding } = accepted;
  const told = (finding.input === undefined ? [] : [finding.input]).map((text): RequestLine => ({
    label: "wrong",
    text,
  }));
  const callers = describeCallers(exchange, finding, index);
  // refused for another reason, or broken: its response says the rest
  if (!isSuccess(exchange))
    return [...told, ...describeRefusedInput(accepted, { exchange, index, room }), ...callers];
  const rule: RequestLine = { label: "rule", text: broken.title };
  const refused = callers.length > 0 ? callers : describeRefused(exchange, { ...accepted, index });
  const input = counterexampleOf(broken, index);
  // a check that was given its input has shown it already
  if (input !== undefined)
    return [
      ...(storyOf(input) ?? [renderJsonLine(input)]).map((text): RequestLine => ({ label: "input", text })),
      ...refused,
      rule,
    ];
  const wrong = describeAcceptedDifference({ ...accepted, exchange }, index);
  if (told.length > 0) return [...told, rule];
  if (wrong.length > 0) return [...wrong.map((text): RequestLine => ({ label: "wrong", text })), ...refused];
  // the wrong part may be in the address, or in what was uploaded before
  // what a token of the hook allows is told beside the address, and its label says nothing
  const isTold = describeHookToken(exchange, index.exchanges.values()) !== undefined;
  const known = isTold ? `${sentence} the token ${JSON.stringify(labelOfToken(exchange))}` : sentence;
  const who = describeSender(exchange, exchangesOfCheck(index, check), known);
  const sent = [who, summarizeBody(exchange.request.body, room)].filter((part) => part !== undefined);
  return [
    rule,
    ...(sent.length === 0 ? [] : [{ label: "sent" as const, text: sent.join(": ") }]),
    ...refused,
  ];
}

/** Whom the operation refused, where the token of the request is what is wrong. */
function describeCallers(exchange: Exchange, finding: Finding, index: ReportIndex): readonly RequestLine[] {
  const isOfToken = wantsProblem(finding, "authentication-required", "authorization-failed");
  if (!isOfToken && !isHookLabel(labelOfToken(exchange) ?? "")) return [];
  return listRefusedCallers(exchange, {
    wrong: exchangesWithFinding(index),
    // where the token should not be known at all, what another one lacks says nothing
    statuses: wantsProblem(finding, "authentication-required") ? [401] : [403],
    exchanges: [...index.exchanges.values()],
  });
}

/** How a request differs from a right one that was refused for another reason than it should be, or what broke the registry. */
function describeRefusedInput(
  { finding, check }: WrongAcceptance,
  {
    exchange,
    index,
    room,
  }: { readonly exchange: Exchange; readonly index: ReportIndex; readonly room: number },
): readonly RequestLine[] {
  if (wantsProblem(finding, "authentication-required", "authorization-failed", "idempotency-conflict"))
    return [];
  const wrong = describeAcceptedDifference({ finding, check, exchange }, index);
  if (wrong.length > 0) return wrong.map((text): RequestLine => ({ label: "wrong", text }));
  if (!isBroken(exchange)) return [];
  const striking = describeStriking(exchange, index);
  if (striking.length > 0) return striking.map((text): RequestLine => ({ label: "wrong", text }));
  const { header } = keysOf(exchange);
  const body = summarizeBody(exchange.request.body, maxBrokenCharacters);
  // what is unusual may be at their end
  return [
    header === undefined ? [] : `the key ${cutMiddle(header, room)} in the header`,
    body === undefined ? [] : cutMiddle(body, 2 * room),
  ]
    .flat()
    .map((part): RequestLine => ({ label: "sent", text: part }));
}

function isBroken({ response }: Exchange): boolean {
  return response !== undefined && response.status >= 500;
}

/** A longer body is not shown from both ends. */
const maxBrokenCharacters = 4_000;

/** A version is another one in each request: it is wrong only where nothing else is. */
const ofEachRequest = new RegExp(`${ownOfEachUpload.source}|^body /version$`, "u");

const maxRefused = 4;
const maxRefusedCharacters = 40;

/** Similar requests of the same check that the registry rightly refused: each differs in the same member of the body. */
function describeRefused(
  exchange: Exchange,
  { broken, check, finding, index }: WrongAcceptance & { readonly index: ReportIndex },
): readonly RequestLine[] {
  const wrong = new Set(broken.evidence.flatMap(({ finding }) => finding?.exchange ?? []));
  const refused = exchangesOfCheck(index, check).filter(
    (one) => one.operation === exchange.operation && isRefused(one) && !wrong.has(one.id),
  );
  const input = counterexampleOf(broken, index);
  const place = typeof input === "string" ? segmentsOf(exchange).indexOf(input) : -1;
  if (place !== -1)
    return listRefused(
      "",
      refused.map((one) => JSON.stringify(segmentsOf(one)[place] ?? "")),
    );
  const query = queryOf(exchange);
  if (query !== "")
    return listRefused(
      "",
      [...new Set(refused.map(queryOf))].filter((one) => one !== "" && one !== query),
    );
  if (unequalKeysOf(exchange) !== undefined) {
    const pairs = refused
      .flatMap((one) => unequalKeysOf(one) ?? [])
      .slice(0, maxPairs)
      .map(showKeys);
    return pairs.length === 0
      ? []
      : [{ label: "refused", text: `as they should be: the keys ${pairs.join("; ")}` }];
  }
  const wrongPlace = findAcceptedDifference({ finding, check, exchange }, index);
  const isOther = ({ place }: RequestDifference): boolean =>
    place.startsWith("body /") && (place === wrongPlace?.place || !ofEachRequest.test(place));
  const differences = refused.flatMap((one) => {
    const members = compareRequests(exchange, one, index.baseUrl).filter(isOther);
    return members.length === 1 ? members : [];
  });
  const first = wrongPlace ?? differences[0];
  if (first === undefined) return [];
  // any two uploads have other digests: only the form of one may be wrong
  const usual = ownOfEachUpload.test(first.place) ? toShape(wrongPlace?.twin) : undefined;
  const values = differences.flatMap(({ place, twin }) =>
    place === first.place && twin !== undefined && toShape(twin) !== usual ? [twin] : [],
  );
  return listRefused(`${first.place.slice("body ".length)} `, values);
}

function queryOf({ request: { url } }: Exchange): string {
  const at = url.indexOf("?");
  return at === -1 ? "" : url.slice(at);
}

const maxPairs = 2;
const maxKeyCharacters = 26;

function showKeys({ header, body }: { readonly header: string; readonly body: string }): string {
  return [header, body].map((key) => JSON.stringify(cutMiddle(key, maxKeyCharacters))).join(" and ");
}

function listRefused(member: string, values: readonly string[]): readonly RequestLine[] {
  const shown = [
    ...new Set(
      values.filter((value) => value !== '""').map((value) => cutMiddle(value, maxRefusedCharacters)),
    ),
  ];
  if (shown.length === 0) return [];
  return [{ label: "refused", text: `as they should be: ${member}${shown.slice(0, maxRefused).join(", ")}` }];
}

/** The segments of the path of a request, decoded. */
function segmentsOf({ request }: Exchange): readonly string[] {
  return (request.url.split("?", 1)[0] ?? "").split("/").map((segment) => {
    try {
      return decodeURIComponent(segment);
    } catch {
      return segment;
    }
  });
}

function isRefused({ response }: Exchange): boolean {
  return response !== undefined && response.status >= 400 && response.status < 500;
}
