import { expect, test } from "vitest";
import { secretsIn, wordsLikeTokens } from "./states.ts";

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

test.each([
  [`could not store token ${token}: disk full`, [token]],
  [JSON.stringify({ error: "cannot grant", token, resource: "conf-itm5vye-publish-1" }), [token]],
  [`/tokens/${token}`, [token]],
  ["<h1>500</h1> java.lang.IllegalStateException at registry-12.internal.example", []],
])("the words of the error %j that may be tokens are %j", (error, words) => {
  const known = ["https://registry-12.internal.example/states", '{"resource":"conf-itm5vye-publish-1"}'];
  expect(wordsLikeTokens(error, known)).toEqual(words);
});
