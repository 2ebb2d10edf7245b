/** What is true of the idempotency key of a request. */
import type { Exchange } from "../../../../schemas/report.ts";
import type { Shown } from "./compared.ts";
import { keyOf } from "./described-keys.ts";
import { type Level, withLevel } from "./level.ts";
import type { ReleaseEvents } from "./release-events.ts";
import { succeeded } from "./uploads.ts";

/** The levels of a request by its key: whether it was used before, whose key it is, and how it is spelt; none without a key. */
export function createKeyLevels(
  exchanges: readonly Exchange[],
  events: ReleaseEvents,
): (exchange: Exchange) => readonly Level[] {
  const firsts = new Map<string, Exchange>();
  for (const exchange of exchanges) {
    const use = toUse(exchange);
    if (use !== undefined && succeeded(exchange) && !firsts.has(use)) firsts.set(use, exchange);
  }
  return (exchange) => {
    const key = keyOf(exchange);
    if (key === undefined) return [];
    const first = firsts.get(toUse(exchange) ?? "");
    const isUsed = first !== undefined && first.startedAtMs < exchange.startedAtMs;
    return [
      ...(isUsed ? [withLevel("request", "a key that was used before")] : []),
      ...toKeyOfUpload(exchange, key, events),
      ...toSpelling(key),
    ];
  };
}

/** The key of a request where it is used: for one operation and address. */
function toUse(exchange: Exchange): string | undefined {
  const key = keyOf(exchange);
  return key === undefined ? undefined : [exchange.operation, exchange.request.url, key].join("\n");
}

/** Of a finalize, whether its key is that of the create of its upload. */
function toKeyOfUpload(exchange: Exchange, key: string, { uploads }: ReleaseEvents): readonly Level[] {
  const create = uploads.createOf(exchange);
  if (create === undefined || create.operation === exchange.operation) return [];
  const other = keyOf(create);
  if (other === undefined) return [withLevel("request", "a key, of an upload that was created without one")];
  return [
    withLevel("request", other === key ? "the key of its create" : "another key than that of its create"),
  ];
}

/** A longer key does not fit into what many a registry keeps it in. */
const maxUsual = 64;

const spellings: readonly (readonly [what: string, isSo: (key: string) => boolean])[] = [
  [`more than ${maxUsual} characters in the key`, (key) => key.length > maxUsual],
  ["characters beyond ASCII in the key", (key) => /[^\0-\u007f]/u.test(key)],
  ["characters beyond U+FFFF in the key", (key) => /[^\0-\uffff]/u.test(key)],
  ["characters in the key that formats escape", (key) => /[&<>"'\\%+]/u.test(key)],
];

/** What is unusual about an idempotency key. */
function toSpelling(key: string): readonly Level[] {
  return spellings.flatMap(([what, isSo]) =>
    isSo(key) ? [{ ...withLevel("request", what), isSpelling: true }] : [],
  );
}

/** Levels of responses, and that there is a key at all, where some of these have it in the header and some in the body. */
export function withAnyKey(
  those: readonly Shown[],
  levelsOf: (one: Shown) => readonly Level[],
): (one: Shown) => readonly Level[] {
  const inHeader = those.filter(({ exchange }) => exchange.about?.key !== undefined).length;
  const isEverywhere = those.every(({ exchange }) => keyOf(exchange) !== undefined);
  if (!isEverywhere || inHeader === 0 || inHeader === those.length) return levelsOf;
  return (one) =>
    keyOf(one.exchange) === undefined
      ? levelsOf(one)
      : [...levelsOf(one), withLevel("request", "a key, in the header or in the body")];
}
