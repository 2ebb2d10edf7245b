/** Tokens that a states hook makes, each once for all checks that try it. */
import { type Situation, situation } from "../../harness/given/situation.ts";
import type { Token } from "../../harness/api/registry.ts";
import { deriveWord } from "../../harness/seed.ts";
import type { TokenRequest } from "../../harness/target-file/tokens.ts";

/** A token that allows these actions on this resource; a valid one, if no condition is given. */
export const limitedToken: Situation<Token, [request: TokenRequest]> = situation(
  ({ grants, resource, condition }) =>
    `limited-token/${deriveWord(12, resource, ...grants, ...(condition === undefined ? [] : [condition]))}`,
  ({ given }, request) => given.token(request),
);
