import { expect, test } from "vitest";
import { secretsIn } from "./states.ts";

const token = "vrt_0123456789abcdef";

test.each([
  [JSON.stringify({ token: "short" }), ["short"]],
  [JSON.stringify({ token, note: "any other text of the answer" }), [token]],
  [JSON.stringify({ data: [{ access_token: token, type: "Bearer" }] }), [token]],
  [`{"token":"${token}"} garbage`, [token, `{"token":"${token}"} garbage`]],
  [`token=${token};`, [token, `token=${token};`]],
  [`${token}\n`, [token]],
  ["", []],
])("the secrets in %j are %j", (answer, secrets) => {
  expect(secretsIn(answer)).toEqual(secrets);
});

test("an answer that nests deeply has an end", () => {
  const depth = 100_000;
  expect(secretsIn(`${"[".repeat(depth)}"${token}"${"]".repeat(depth)}`).length).toBeLessThanOrEqual(2);
});
