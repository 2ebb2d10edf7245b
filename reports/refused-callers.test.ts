import { expect, it } from "vitest";
import type { Exchange } from "../schemas/report.ts";
import { listRefusedCallers } from "./refused-callers.ts";
import { toStatesCall } from "./states-call.test.fixture.ts";

function toExchange(id: string, status: number, authorization?: string): Exchange {
  return {
    id,
    actor: id,
    operation: "unpublishVersion",
    about: { operation: "unpublishVersion", volume: { segment: "a" }, version: "1.0.0" },
    request: {
      method: "DELETE",
      url: "https://registry.example/api/v1/volumes/a/1.0.0",
      headers: authorization === undefined ? [] : [["authorization", authorization]],
    },
    response: { status, headers: [] },
    startedAtMs: 0,
    durationMs: 1,
  };
}

/** The call by which the states hook gave a token. */
function toGiven(label: string, params: object): Exchange {
  return toStatesCall("token", params, { answered: { token: `~redacted.${label}~` } });
}

const unknown = toExchange("unknown", 401, "Bearer unknown-1");
const nobody = toExchange("nobody", 401);
const spelled = toExchange("spelled", 401, "Token ~redacted.publisher~");
const expired = toExchange("expired", 401, "Bearer ~redacted.expired~");

function list(
  exchange: Exchange,
  others: readonly Exchange[],
  {
    wrong = [],
    statuses = [401],
  }: { readonly wrong?: readonly string[]; readonly statuses?: readonly number[] } = {},
): string {
  const lines = listRefusedCallers(exchange, {
    statuses,
    wrong: new Set([exchange.id, ...wrong]),
    exchanges: [exchange, ...others],
  });
  return lines.map(({ text }) => text.replace("as they should be: ", "")).join("\n");
}

it("lists whom the operation refused, without the caller itself and without what was wrong too", () => {
  const accepted = toExchange("accepted", 200, "Bearer ~redacted.publisher~ ~redacted.publisher~");

  expect(list(accepted, [unknown, nobody, spelled, expired], { wrong: ["nobody"] })).toBe(
    'an unknown token; `Token <token of publisher>`; the token "expired"',
  );
});

it("says nothing where nobody was refused", () => {
  expect(list(toExchange("accepted", 200, "Bearer unknown-1"), [toExchange("other", 404)])).toBe("");
});

it("says of tokens of the states hook what they lack for the request", () => {
  const given = [
    toGiven("own", { grants: ["publish"], resource: "a" }),
    toGiven("volume", { grants: ["unpublish"], resource: "b" }),
    toGiven("scope", { grants: ["unpublish"], resource: "@s" }),
    toGiven("none", { grants: [], resource: "*" }),
    toGiven("release", { grants: ["unpublish"], resource: "a@2.0.0" }),
    toGiven("other", { grants: ["trust"], resource: "a" }),
  ];
  const refused = ["volume", "scope", "none", "release", "other"].map((label) =>
    toExchange(label, 403, `Bearer ~redacted.${label}~`),
  );
  const accepted = toExchange("accepted", 200, "Bearer ~redacted.own~");

  // a token like the one that was accepted is no other caller
  expect(list(accepted, [...given, ...refused], { statuses: [403] })).toBe(
    "a token for another volume; a token for a scope; a token that allows no action; a token for another release",
  );
});

it("leaves out what tokens allow where the token should not be known", () => {
  const given = [toGiven("volume", { grants: ["unpublish"], resource: "b" })];
  const refused = toExchange("volume", 403, "Bearer ~redacted.volume~");

  expect(list(toExchange("accepted", 404, "Bearer unknown-1"), [...given, refused, nobody])).toBe("no token");
});
