import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { type Answers, askAll, createAsker } from "./init-questions.ts";

/** Answers what is asked, in turn; what was asked and told comes back. */
async function answer(
  said: readonly (string | undefined)[],
  known: Partial<Answers> = {},
): Promise<{ readonly answers: Answers | undefined; readonly heard: readonly string[] }> {
  const heard: string[] = [];
  const rest = [...said];
  const asker = {
    ask: (question: string) => {
      heard.push(question);
      return Promise.resolve(rest.shift());
    },
    tell: (line: string) => heard.push(line),
    close: () => {},
  };
  return { answers: await askAll(asker, known), heard };
}

test("no answer is the one in brackets, and a hyphen is none, where there may be none", async () => {
  const { answers, heard } = await answer(["", "-", " acme ", "-", ""]);
  expect(answers).toEqual({
    baseUrl: "https://registry.example",
    scope: "",
    prefix: "acme",
    tokenVariable: "",
    statesUrl: "",
  });
  expect(heard.map((question) => /\[.*\]/u.exec(question)?.[0])).toEqual([
    "[https://registry.example]",
    "[conformance; - for none]",
    "[conf; - for none]",
    "[REGISTRY_TOKEN; - for none]",
    "[none]",
  ]);
});

test("a base URL that is given is not asked for", async () => {
  const { answers, heard } = await answer(["", "", "", ""], { baseUrl: "http://127.0.0.1:1" });
  expect(answers?.baseUrl).toBe("http://127.0.0.1:1");
  expect(heard).toHaveLength(4);
});

test("a namespace that traffic showed is not asked for, and no other part of it is made up", async () => {
  const { answers, heard } = await answer(["TOKEN", ""], { baseUrl: "http://127.0.0.1:1", scope: "acme" });
  expect(heard).toHaveLength(2);
  expect(answers).toMatchObject({ scope: "acme", prefix: "", tokenVariable: "TOKEN" });
});

test("what will not do is said at once, without repeating it, and asked for again", async () => {
  const { answers, heard } = await answer([
    "registry.example",
    "-",
    "http://somebody:word@registry.example",
    "http://registry.example",
    "@conf",
    "conf",
    "conf-",
    "conf",
    "vrt_secret-token.1",
    "vrtsecrettoken1",
    "A_TOKEN",
    "states",
    "http://127.0.0.1:9/states",
  ]);
  expect(answers).toEqual({
    baseUrl: "http://registry.example",
    scope: "conf",
    prefix: "conf",
    tokenVariable: "A_TOKEN",
    statesUrl: "http://127.0.0.1:9/states",
  });
  expect(
    heard.filter((line) => /^Invalid (?:URL|scope|prefix|variable name): expected/u.test(line)),
  ).toHaveLength(8);
  expect(heard.join()).not.toMatch(/secret|somebody/u);
});

test("an interrupted question ends the asking", async () => {
  expect((await answer(["", undefined])).answers).toBeUndefined();
});

test.each([
  ["Ctrl-C", "\u0003"],
  ["Ctrl-D", "\u0004"],
])("%s at a terminal is no answer", async (_name, key) => {
  const input = new PassThrough();
  const asker = createAsker(input, new PassThrough());
  const first = asker.ask("first: ");
  input.write("an answer\r");
  expect(await first).toBe("an answer");
  const second = asker.ask("second: ");
  input.write(key);
  expect(await second).toBeUndefined();
  asker.close();
});
