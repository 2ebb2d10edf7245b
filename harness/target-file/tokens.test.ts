import { expect, test } from "vitest";
import { madeUpSession } from "../api/made-up-session.test.fixture.ts";
import { createActor } from "../api/session.ts";
import type { StatesHook } from "./states.ts";
import { createTokens } from "./tokens.ts";
import type { Target } from "./target.ts";

function tokensOf(value: string): ReturnType<typeof createTokens> {
  const session = madeUpSession(() => {
    throw new Error("nothing is sent");
  });
  const states: StatesHook = {
    configured: true,
    enter: () => Promise.resolve({ token: value }),
    end: () => Promise.resolve(),
  };
  return createTokens(session, { tokens: {} } as unknown as Target, states);
}

const request = { grants: [], resource: "*" } as const;
const session = madeUpSession(() => {
  throw new Error("nothing is sent");
});

test.each(["", "two words", "with a line break\n", "t\u00f6ken"])(
  "a token that no header field can hold is none: %j",
  async (value) => {
    const made = tokensOf(value).make(createActor(session, "check"), request);
    await expect(made).rejects.toThrow('whose answer has a "token" that no header field can hold');
  },
);

test("a token that the hook gives twice is shared", async () => {
  const tokens = tokensOf("vrt_0123/+=");
  const first = await tokens.make(createActor(session, "a/check"), request);
  expect(tokens.isShared(first)).toBe(false);
  const second = await tokens.make(createActor(session, "b/check"), request);
  expect(tokens.isShared(second)).toBe(true);
});
