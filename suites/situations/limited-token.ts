/** Tokens that a states hook makes, each once for all checks that try it. */
import { type Situation, situation } from "../../harness/given/situation.ts";
import type { Token } from "../../harness/api/registry.ts";
import { deriveWord } from "../../harness/seed.ts";
import type { TokenRequest } from "../../harness/target-file/tokens.ts";

/** A valid token that allows these actions on this resource. */
export const limitedToken: Situation<Token, [request: Pick<TokenRequest, "grants" | "resource">]> = situation(
  ({ grants, resource }) => `limited-token/${deriveWord(12, resource, ...grants)}`,
  ({ given }, { grants, resource }) => given.token({ grants, resource }),
);
