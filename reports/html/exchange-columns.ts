/** The exchanges of a packed block, by columns: values of one kind are alike, and compress well beside each other. */
import type { HeaderField, RecordedBody } from "../../schemas/report.ts";
import { type ByteStore, makeByteStore, packBody, type PackedBody, unpackBody } from "./packed-body.ts";
import type { ShownExchange } from "./shown-exchange.ts";

/** Values by a name, each list in the order of the exchanges. */
type Columns<T> = readonly (readonly [name: string, values: readonly T[]])[];

interface PackedMessages {
  /** The lists of header names that occur. */
  readonly names: readonly (readonly string[])[];
  /** The place in `names`, for each message. */
  readonly lists: readonly number[];
  /** The values of header fields, by the name. */
  readonly values: Columns<string>;
  /** The bodies, by what the messages are for. */
  readonly bodies: Columns<PackedBody>;
}

/** What a packed block has in place of exchanges. */
export interface ExchangeColumns {
  readonly ids: readonly string[];
  readonly operations: readonly ShownExchange["operation"][];
  readonly methods: readonly string[];
  /** What is before the path in the URL. */
  readonly origins: readonly string[];
  readonly paths: readonly string[];
  /** Null where no response came. */
  readonly statuses: readonly (number | null)[];
  readonly failures: readonly (string | null)[];
  readonly startedAtMs: readonly number[];
  readonly durationMs: readonly number[];
  readonly requests: PackedMessages;
  readonly responses: PackedMessages;
}

interface Message {
  /** What it is for: bodies of one kind are alike. */
  readonly kind: string;
  readonly headers: readonly HeaderField[];
  readonly body?: RecordedBody;
}

function toColumnsByName<T>(entries: Iterable<readonly [name: string, value: T]>): Columns<T> {
  const columns = new Map<string, T[]>();
  for (const [name, value] of entries) {
    const column = columns.get(name) ?? [];
    columns.set(name, column);
    column.push(value);
  }
  return [...columns];
}

/** Gives the next value of a column each time. */
function readColumns<T>(columns: Columns<T>): (name: string) => T | undefined {
  const left = new Map(columns.map(([name, values]) => [name, values.values()]));
  return (name) => left.get(name)?.next().value;
}

function packMessages(messages: readonly Message[], bytes: ByteStore): PackedMessages {
  const places = new Map<string, number>();
  const names: (readonly string[])[] = [];
  const lists = messages.map(({ headers }) => {
    const list = headers.map(([name]) => name);
    const key = JSON.stringify(list);
    const place = places.get(key) ?? names.push(list) - 1;
    places.set(key, place);
    return place;
  });
  return {
    names,
    lists,
    values: toColumnsByName(messages.flatMap(({ headers }) => headers)),
    bodies: toColumnsByName(messages.map(({ kind, body }) => [kind, packBody(body, bytes)])),
  };
}

/** Gives the next message of a kind each time. */
function readMessages(
  { names, lists, values, bodies }: PackedMessages,
  bytes: Uint8Array,
): (kind: string) => Omit<Message, "kind"> {
  const list = lists.values();
  const [nextValue, nextBody] = [readColumns(values), readColumns(bodies)];
  return (kind) => {
    const own = names[list.next().value ?? 0] ?? [];
    const headers = own.map((name): HeaderField => [name, nextValue(name) ?? ""]);
    const body = unpackBody(nextBody(kind) ?? null, bytes);
    return body === undefined ? { headers } : { headers, body };
  };
}

function kindOfResponse(operation: string, status: number): string {
  return `${operation} ${status}`;
}

/** The columns of some exchanges, and the bytes of the bodies in them that are not text. */
export function packExchanges(exchanges: readonly ShownExchange[]): {
  readonly columns: ExchangeColumns;
  readonly bytes: Uint8Array;
} {
  const bytes = makeByteStore();
  const columns: ExchangeColumns = {
    ids: exchanges.map(({ id }) => id),
    operations: exchanges.map(({ operation }) => operation),
    methods: exchanges.map(({ request }) => request.method),
    origins: exchanges.map(({ path, request }) => request.url.slice(0, request.url.length - path.length)),
    paths: exchanges.map(({ path }) => path),
    statuses: exchanges.map(({ response }) => response?.status ?? null),
    failures: exchanges.map(({ failure }) => failure ?? null),
    startedAtMs: exchanges.map(({ startedAtMs }) => startedAtMs),
    durationMs: exchanges.map(({ durationMs }) => durationMs),
    requests: packMessages(
      exchanges.map(({ operation, request }) => ({ ...request, kind: operation })),
      bytes,
    ),
    responses: packMessages(
      exchanges.flatMap(({ operation, response }) =>
        response === undefined ? [] : { ...response, kind: kindOfResponse(operation, response.status) },
      ),
      bytes,
    ),
  };
  return { columns, bytes: bytes.join() };
}

/** The exchanges of {@link packExchanges}. */
export function unpackExchanges(columns: ExchangeColumns, bytes: Uint8Array): readonly ShownExchange[] {
  const nextRequest = readMessages(columns.requests, bytes);
  const nextResponse = readMessages(columns.responses, bytes);
  return columns.ids.map((id, place) => {
    const operation = columns.operations[place] ?? "other";
    const path = columns.paths[place] ?? "";
    const status = columns.statuses[place] ?? null;
    const failure = columns.failures[place] ?? null;
    return {
      id,
      operation,
      path,
      request: {
        method: columns.methods[place] ?? "",
        url: `${columns.origins[place] ?? ""}${path}`,
        ...nextRequest(operation),
      },
      ...(status === null
        ? {}
        : { response: { status, ...nextResponse(kindOfResponse(operation, status)) } }),
      ...(failure === null ? {} : { failure }),
      startedAtMs: columns.startedAtMs[place] ?? 0,
      durationMs: columns.durationMs[place] ?? 0,
    };
  });
}
