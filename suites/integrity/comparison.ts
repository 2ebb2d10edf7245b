/** Compares the integrity of variants with that of the plain tree. */
import type { Tools } from "../../harness/check.ts";
import type { VariantName } from "./mutations.ts";
import { compareVariant, variantsFor } from "./series.ts";

/** Where a finalize shows it. */
const member = "/release/integrity";

/** Asserts that each variant that the registry accepts has another integrity than the plain tree. Returns how many it accepts and serves. */
export async function judgeDifferent(tools: Tools, names: readonly VariantName[]): Promise<number> {
  let judged = 0;
  for (const name of variantsFor(tools, names)) {
    const compared = await compareVariant(tools, name);
    if (compared === undefined || compared.isLeftOut) continue;
    const { plain, varied, answer, describeDifference } = compared;
    judged += 1;

    tools.expect.that(plain !== varied, {
      expected: `a different integrity: ${plain === varied ? describeDifference() : name}`,
      wanted: { member: "integrity", differs: true },
      got: `"${varied}" for both trees`,
      answer,
      member,
    });
  }
  return judged;
}

/** Asserts the same, and that the registry accepts one of the variants. */
export async function expectDifferent(tools: Tools, ...names: readonly VariantName[]): Promise<void> {
  if ((await judgeDifferent(tools, names)) === 0)
    throw tools.given.nothingToJudge("the registry refuses the trees that this rule is about");
}

export async function expectSame(tools: Tools, name: VariantName): Promise<void> {
  const compared = await compareVariant(tools, name);

  if (compared === undefined) throw tools.given.blocked(`the variant "${name}" was not published`);
  const { plain, varied, answer } = compared;
  tools.expect.equal(varied, plain, {
    what: `the integrity of the same tree (variant "${name}")`,
    answer,
    at: member,
    wanted: { member: "integrity" },
  });
}
