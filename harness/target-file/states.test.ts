import { expect, test } from "vitest";
import type { Exchange } from "../../schemas/report.ts";
import { madeUpSession } from "../api/made-up-session.test.fixture.ts";
import { createActor } from "../api/session.ts";
import { Skipped } from "../outcome.ts";
import { createStatesHook, secretsIn, wordsLikeTokens } from "./states.ts";
import type { Target } from "./target.ts";

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

test("an upload is not named by an id that uploads of several volumes have", async () => {
  const session = madeUpSession(() => {
    throw new Error("the hook is not asked");
  });
  for (const segment of ["a", "b"]) {
    const create: Exchange = {
      id: `a/check#${segment}`,
      actor: "a/check",
      operation: "createReleaseUpload",
      about: { volume: { segment } },
      request: { method: "POST", url: "https://registry.example/api/v1/volumes/x", headers: [] },
      response: { status: 201, headers: [] },
      startedAtMs: 0,
      durationMs: 0,
    };
    session.uploadIds.note(create, { uploadId: "1" });
  }
  const target = { states: { url: "https://registry.example/states", headers: {} } } as unknown as Target;
  const entering = createStatesHook(session, target, "abcdefg").enter(
    createActor(session, "a/check"),
    "intent-failed",
    {
      uploadId: "1",
    },
  );
  await expect(entering).rejects.toThrow(Skipped);
  await expect(entering).rejects.toThrow("uploads of several volumes have one id");
});
