/** Tokens that were used before they end: a registry that remembers its decisions goes on accepting them. */
import type { CheckEntry, CheckFile } from "../../harness/check-file.ts";
import type { StateName } from "../../harness/vocabulary.ts";
import { Blocked, Skipped, undefinedIfSkipped } from "../../harness/outcome.ts";
import type { Answer } from "../../harness/exchange/answer.ts";
import { protectedGroups } from "./protected-groups.ts";
import type { ProtectedGroup } from "./protected-requests.ts";

/** How a token ends. */
interface End {
  readonly id: string;
  readonly of: string;
  readonly state: StateName;
  readonly words: string;
  /** Which target it is tried at after its end; without one, that for which it was accepted. */
  readonly place?: number;
}

const ends: readonly End[] = [
  {
    id: "tokens-once-they-are-revoked",
    of: "authentication/revoked-tokens-are-refused",
    state: "token-revoked",
    words: "is revoked",
  },
  {
    id: "tokens-once-they-expire",
    of: "authentication/expired-tokens-are-refused",
    state: "token-expired",
    words: "expires",
    place: 1,
  },
];

function toCheck(group: ProtectedGroup, { id, of, state, words, place }: End): CheckEntry {
  return {
    id: `authentication/${group.id}-refuses-${id}`,
    of,
    rule: `${group.name} with a token that was accepted before it ${words} answers 401 \`authentication-required\`.`,
    source: "Authentication, rules 1, 4 and 7",
    operations: group.operations,
    forms: group.forms ?? "one",
    uses: [state],
    covers: ["rule:authentication/7", "slug:authentication-required"],
    async run(tools) {
      const { given, expect, eventually, now } = tools;
      const hook = `, for a hook with the state "${state}",`;
      const token = await undefinedIfSkipped(() =>
        given.token({ grants: ["publish", "unpublish", "trust"], resource: "*" }),
      );
      if (token === undefined) throw given.optional("states.url", hook);
      if (given.isSharedToken(token))
        throw given.skipped('needs a states hook whose state "token" gives another token each time');
      for (const answer of await group.send(tools, { as: token }))
        if (answer.status === 401)
          throw given.blocked("the token of the states hook was refused before it ended", answer);
      try {
        await given.state(state, { token: token.value });
      } catch (error) {
        // a hook of before these states may refuse them in any way
        if (error instanceof Skipped || (error instanceof Blocked && !error.isTransient))
          throw given.optional("states.url", hook);
        throw error;
      }

      // while it may still be taken, no release is unpublished that another check reads
      const turn = group.id === "unpublish" ? {} : { place };
      let answers: readonly Answer[] = [];
      await eventually(
        async () => {
          answers = await group.send(tools, { as: token }, turn);
          const accepted = answers.find(({ status }) => status !== 401);
          const [first] = answers;
          if (first === undefined) throw given.blocked("no request was sent");
          return accepted ?? first;
        },
        { since: { sinceMs: now() }, until: ({ status }) => status === 401 },
      );

      for (const answer of answers) expect.problem(answer, "authentication-required");
    },
  };
}

export const endedTokens: CheckFile = {
  source: "Authentication, rules 1, 4 and 7",
  reading:
    "The text does not say how soon a token has ended that is revoked or expires. Until `limits.settleMs` after it, any answer passes.",
  operations: ["createReleaseUpload"],
  needs: ["token:publisher"],
  from: "standard",
  checks: ends.flatMap((end) => protectedGroups.map((group) => toCheck(group, end))),
};
