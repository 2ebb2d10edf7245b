/** The responses that show a deviation, and those of the same operation that do not: what the two have in common is told apart. */
import type { Exchange, Operation } from "../../../../schemas/report.ts";
import { listAt, textAt } from "../../../exchange/answer.ts";
import { type Sighting, slugIn } from "../deviation.ts";
import { ofTokens, type Wrong } from "../wrong.ts";
import { isDownload, shownJson } from "../exchange-text.ts";
import { toFullName } from "../../../exchange/volume.ts";
import { findGiverOfOther } from "../given-addresses.ts";
import { findMostSeen } from "../rank.ts";
import {
  differsFromCreate,
  differsFromPublication,
  differsFromRequest,
  isNothing,
  rowStart,
  valueIn,
} from "./compared-values.ts";
import { isSameBefore } from "./reads-before.ts";
import type { RecordedRun } from "./recorded-run.ts";

/** Fewer other responses tell nothing: anything sets a response apart from so few. */
export const minOthers = 5;

/** So few responses have much in common by chance. */
export const few = 3;

/** A response, or one row of a version index. */
export interface Shown {
  readonly exchange: Exchange;
  readonly row?: number;
  /** The version of the row. */
  readonly version?: string;
}

export interface Compared {
  /** The operations of the requirements that saw them. */
  readonly operations: ReadonlySet<Operation>;
  readonly those: readonly Shown[];
  /** Those that show the deviation in other operations. */
  readonly beyond: readonly Exchange[];
  readonly others: readonly Shown[];
  /** What the same read showed before, with a value that was not wrong. */
  readonly before?: Shown | undefined;
  /** Those of the others with the very problem that was expected, where one was. */
  readonly asWanted?: readonly Shown[];
  /** True where only the token of the request should decide. */
  readonly isOfCaller?: boolean;
  /** The others that came as far as a wrong one should have: a refusal may come from a place before that. */
  readonly whole: readonly Shown[];
  /** True where any answer of the registry was expected, and none came. */
  readonly isBreak: boolean;
  /** How many successes of the operation have the very value that is wrong, and how many there are. */
  readonly ofValue?: { readonly alike: number; readonly total: number };
}

/** Undefined where it cannot be told which responses are right. */
export function compare(
  group: readonly Sighting[],
  { exchanges, broken, events }: RecordedRun,
): Compared | undefined {
  // what a set-up met has no finding
  const found = group.filter(({ isMain, got }) => isMain !== false && got !== undefined);
  const first = findMostSeen(found);
  if (first === undefined) return undefined;
  const { wrong: deviates, operation, exchange: shown } = first.deviation;
  const isRight = toControl(deviates, shown);
  const problems = first.wanted?.problems ?? [];
  if (operation === undefined || isRight === undefined) return undefined;
  const own = found.filter(({ deviation }) => deviation.operation === operation);
  const isByRow = operation === "getVersionIndex" && own.every(({ member }) => rowIn(member) !== undefined);
  // rows that are missing are beside those that are there
  const items = operation === "getVersionIndex" && !isByRow ? toMissing(own, exchanges) : [];
  const isOfRows = isByRow || items.length > 0;
  const units = new Set(
    own.flatMap(({ exchanges: ids, member }) =>
      ids.map((id) => toUnit(id, isByRow ? rowIn(member) : undefined)),
    ),
  );
  const ofOthers = new Set(found.filter((one) => !own.includes(one)).flatMap(({ exchanges: ids }) => ids));
  const beyond = exchanges.filter(({ id }) => ofOthers.has(id));
  const isShown = ({ exchange, row }: Shown): boolean => units.has(toUnit(exchange.id, row));
  const all = exchanges
    // bytes are sent and fetched by one operation
    .filter((one) => one.operation === operation && one.request.method === shown?.request.method)
    .flatMap((one): readonly Shown[] => (isOfRows ? rowsOf(one) : [{ exchange: one }]));
  const those = items.length > 0 ? items : all.filter(isShown);
  const leaf = deviates.kind === "member" ? deviates.member : "";
  const pointer = own.find(({ member }) => member !== undefined)?.member;
  const member = { pointer, leaf };
  const values = those.map((one) => valueIn(one, member));
  const wrong = new Set(values.filter((value) => value !== undefined));
  // where the value is lost, those that need none say nothing
  const isLost = (pointer !== undefined || leaf !== "") && values.every(isNothing);
  const known = all
    .filter((one) => isRight(one.exchange))
    .map((one) => ({ one, value: valueIn(one, member) }));
  const right = known.flatMap(({ one, value }) =>
    !isShown(one) &&
    (isOfRows || !broken.has(one.exchange.id)) &&
    (isOfRows || !isAsWrong(one.exchange, those)) &&
    !differsFromRequest(one.exchange, leaf, shown) &&
    !wrong.has(value ?? "") &&
    !(isLost && isNothing(value)) &&
    !differsFromPublication(one.exchange, leaf, events) &&
    !differsFromCreate(one.exchange, leaf, events)
      ? [one]
      : [],
  );
  const isWrong = ({ one, value }: (typeof known)[number]): boolean => isShown(one) || wrong.has(value ?? "");
  const ofValue = { alike: known.filter(isWrong).length, total: known.length };
  const others =
    deviates.kind === "header" ? ofOneProblem(right, shown) : ofOneMember(right, shown, exchanges);
  const operations = new Set(own.flatMap(({ requirement }) => requirement.operations));
  const isOfCaller =
    (deviates.kind === "accepted" && deviates.chapter === "authentication") ||
    [...problems, shown && slugIn(shown)].some((slug) => ofTokens.includes(slug ?? ""));
  const successes = others.filter(({ exchange }) => hundredOf(exchange) === 2);
  const isBreak = ofNoAnswer.has(deviates.kind);
  const whole = isBreak && successes.length >= minOthers ? successes : others;
  const [last] = those;
  const isEarlier = ({ exchange, version }: Shown): boolean =>
    last !== undefined && version === last.version && isSameBefore(exchange, last.exchange);
  const before = known.findLast(
    (item) => isEarlier(item.one) && !isNothing(item.value) && !isWrong(item),
  )?.one;
  const compared = { operations, those, beyond, others, whole, isBreak, isOfCaller, ofValue, before };
  if (problems.length === 0) return compared;
  const asWanted = others.filter(({ exchange }) => problems.includes(slugIn(exchange) ?? ""));
  return { ...compared, asWanted };
}

/** How many volumes responses are about; those about none count as one. */
export function countVolumes(all: readonly Shown[]): number {
  return new Set(all.map(({ exchange: { about } }) => about?.volume && toFullName(about.volume))).size;
}

/** The versions that an index should list; none unless all sightings are of such. */
function toMissing(own: readonly Sighting[], exchanges: readonly Exchange[]): readonly Shown[] {
  const missing = own.map(({ wanted, exchanges: ids }) => {
    const exchange = exchanges.find(({ id }) => id === ids[0]);
    return exchange === undefined || wanted?.item === undefined
      ? undefined
      : { exchange, version: wanted.item };
  });
  const found = missing.filter((one) => one !== undefined);
  return found.length < missing.length ? [] : found;
}

function toUnit(exchangeId: string, row: number | undefined): string {
  return `${exchangeId} ${row ?? ""}`;
}

/** The place of the row that a JSON Pointer leads into. */
export function rowIn(member = ""): number | undefined {
  const found = rowStart.exec(member)?.[1];
  return found === undefined ? undefined : Number(found);
}

function rowsOf(exchange: Exchange): readonly Shown[] {
  return listAt(shownJson(exchange), "items").map((item, row) => {
    const version = textAt(item, "version");
    return { exchange, row, ...(version === undefined ? {} : { version }) };
  });
}

/** Which responses did what was expected; undefined where that cannot be told. */
function toControl(
  { kind }: Wrong,
  shown: Exchange | undefined,
): ((exchange: Exchange) => boolean) | undefined {
  const isIn = (hundred: number) => (exchange: Exchange) => hundredOf(exchange) === hundred;
  // a redirect is no refusal: what sets an address apart from where it leads to is none of what refuses it
  if (kind === "refused" && shown?.operation === "transferBytes")
    return (exchange) => hundredOf(exchange) === 2 || hundredOf(exchange) === 3;
  if (ofSuccesses.has(kind)) return isIn(2);
  if (ofRefusals.has(kind)) return isIn(4);
  if (ofNoAnswer.has(kind) && hundredOf(shown) !== 2)
    return (exchange) => hundredOf(exchange) > 0 && hundredOf(exchange) < 5;
  return kind === "header" || kind === "foreign response" ? isIn(hundredOf(shown)) : undefined;
}

type Kinds = ReadonlySet<Wrong["kind"]>;

/** What is wrong where a success was expected. */
const ofSuccesses: Kinds = new Set(["member", "content", "refused", "success status"]);

/** What is wrong where a refusal was expected. */
const ofRefusals: Kinds = new Set([
  "accepted",
  "problem",
  "problem member",
  "unknown problem",
  "no problem",
  "type",
]);

/** What is wrong where any answer of the registry was expected. */
const ofNoAnswer: Kinds = new Set(["server error", "foreign response", "no response"]);

/** Those with the same problem, if there are enough of them: each problem may be written in a place of its own. */
function ofOneProblem(right: readonly Shown[], shown: Exchange | undefined): readonly Shown[] {
  const slug = shown && slugIn(shown);
  const same = right.filter(({ exchange }) => slugIn(exchange) === slug);
  return same.length < minOthers ? right : same;
}

/** Of downloads, those from addresses that the same member gives: archives and artifacts are served by code of their own. */
function ofOneMember(
  right: readonly Shown[],
  shown: Exchange | undefined,
  exchanges: readonly Exchange[],
): readonly Shown[] {
  if (shown === undefined || !isDownload(shown)) return right;
  const memberOf = (exchange: Exchange): string | undefined =>
    findGiverOfOther(exchange, exchanges, [])?.member.split(".").slice(-2).join(".");
  const member = memberOf(shown);
  return right.filter(({ exchange }) => memberOf(exchange) === member);
}

/** 2 for a success; 0 where no response came. */
function hundredOf(exchange: Exchange | undefined): number {
  return Math.floor((exchange?.response?.status ?? 0) / 100);
}

/** True for the very bytes from the same address, or for none where none are wrong: they are wrong too, if nobody looked. */
function isAsWrong(read: Exchange, those: readonly Shown[]): boolean {
  const { request, response } = read;
  if (request.method !== "GET") return false;
  if (isEmpty(read)) return those.every(({ exchange }) => isEmpty(exchange));
  const digest = response?.body?.digest;
  return (
    digest !== undefined &&
    those.some(
      ({ exchange: one }) => one.request.url === request.url && one.response?.body?.digest === digest,
    )
  );
}

/** A success without a body, to a request that asks for the whole of it. */
function isEmpty({ response }: Exchange): boolean {
  return response?.status === 200 && (response.body?.size ?? 0) === 0;
}
