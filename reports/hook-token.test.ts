import { expect, it } from "vitest";
import type { Exchange } from "../schemas/report.ts";
import { describeHookToken } from "./hook-token.ts";

const token = "token-of-a/one";

function state(name: string, params: object, startedAtMs: number, answered = "{}"): Exchange {
  const url = "https://registry.example/states";
  const text = JSON.stringify({ params });
  return {
    id: `${name}#${startedAtMs}`,
    actor: name,
    operation: "state",
    about: { state: name },
    request: { method: "POST", url, headers: [], body: { size: 1, digest: text, text } },
    response: { status: 200, headers: [], body: { size: 1, digest: "", text: answered } },
    startedAtMs,
    durationMs: 1,
  };
}

const given = state("token", { grants: ["trust"], resource: "a" }, 1, `"~redacted.${token}~"`);
const ended = state("token-revoked", { token: `~redacted.${token}~` }, 3);

function describeAt(startedAtMs: number): string | undefined {
  const exchange: Exchange = {
    ...state("sent", {}, startedAtMs),
    operation: "createTrustUpload",
    about: { operation: "createTrustUpload", volume: { segment: "a" }, version: "1.0.0" },
    request: {
      method: "POST",
      url: "https://registry.example/api/v1/volumes/a/1.0.0/trust/uploads",
      headers: [["authorization", `Bearer ~redacted.${token}~`]],
    },
  };
  return describeHookToken(exchange, [given, ended, exchange]);
}

it("says what a token of the states hook is for, and from then on that it was revoked", () => {
  expect(describeAt(2)).toBe("allows only trust, for the volume of the request");
  expect(describeAt(4)).toBe("is revoked, allows only trust, for the volume of the request");
});
