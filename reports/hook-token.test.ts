import { expect, it } from "vitest";
import type { Exchange } from "../schemas/report.ts";
import { describeHookToken } from "./hook-token.ts";
import { toStatesCall } from "./states-call.test.fixture.ts";

const token = "token-of-a/one";

const given = toStatesCall(
  "token",
  { grants: ["trust"], resource: "a" },
  { answered: { token: `~redacted.${token}~` }, startedAtMs: 1 },
);
const ended = toStatesCall("token-revoked", { token: `~redacted.${token}~` }, { startedAtMs: 3 });

function describeAt(startedAtMs: number): string | undefined {
  const exchange: Exchange = {
    ...toStatesCall("sent", {}, { startedAtMs }),
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
