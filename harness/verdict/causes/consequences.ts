/**
 * Decides which failures are only consequences: the same wrong member, or the response to a wrongly accepted request, fails one
 * requirement. The others that saw it are blocked by that one, so that a list of failures is a list of broken rules.
 */
import type { BrokenRule } from "../../expect/broken-rules.ts";
import type { CaseResult } from "../../../schemas/report.ts";
import type { Tell } from "./circumstances/circumstances.ts";
import type { Sighting } from "./deviation.ts";
import { isNotFound, ofTokens, type Wrong } from "./wrong.ts";
import { type Candidates, type Choose, createChoice, toStated, withoutBroad } from "./rank.ts";
import { createRestsOn, type RestsOn, withFoundations } from "./rests-on.ts";

type Groups = readonly (readonly Sighting[])[];

/**
 * For each failed requirement that only saw what another one fails for: that other one, with the finding of the requirement
 * itself. The other one always stays failed.
 */
export function findConsequences(
  groups: Groups,
  candidates: Candidates,
  tell: Tell,
): ReadonlyMap<string, BrokenRule> {
  const kept = new Set<string>();
  const owners = new Map<string, BrokenRule>();
  const restsOn = createRestsOn(candidates);
  const owns = new Map(candidates.checks.map((check) => [check.id, check.owns ?? []]));
  for (const group of groups) {
    const failed = group.filter(({ requirement }) => requirement.verdict === "failed");
    const choose = createChoice(candidates, failed.length > 1 ? tell(group) : {});
    const ownerOf = oncePerKind((sighting) => chooseOwner(sighting, failed, { candidates, choose, restsOn }));
    for (const sighting of failed) {
      const { requirement, deviation, expected, got, wanted } = sighting;
      const owner = ownerOf(sighting);
      const { id } = requirement;
      if (owner === undefined || owner.id === id || owns.get(id)?.includes(owner.id) === true) kept.add(id);
      else if (!owners.has(id))
        owners.set(id, {
          id: owner.id,
          level: owner.level,
          ownsResponse: false,
          finding: {
            expected: expected ?? "",
            got: got ?? "",
            ...(wanted === undefined ? {} : { wanted }),
            ...(deviation.exchange === undefined ? {} : { exchange: deviation.exchange.id }),
          },
        });
    }
  }
  return new Map([...owners].filter(([id]) => !kept.has(id)));
}

/** The part of a sighting that its owner depends on. */
type Kind = Pick<Sighting, "isMain"> & {
  readonly deviation: Pick<Sighting["deviation"], "key" | "operation" | "wrong">;
};

/** Chooses once for all sightings of a group that are of one kind: a group can have thousands, of few kinds. */
function oncePerKind(chooseOne: (kind: Kind) => CaseResult | undefined): typeof chooseOne {
  const known = new Map<string, CaseResult | undefined>();
  return (sighting) => {
    const { isMain, deviation } = sighting;
    const kind = JSON.stringify([isMain, deviation.operation, deviation.key]);
    if (!known.has(kind)) known.set(kind, chooseOne(sighting));
    return known.get(kind);
  };
}

/** Of a wrong answer to a wrong request, each check asks its own request: mostly, none is the consequence of another. */
function isOwnRequest({ deviation: { wrong } }: Kind): boolean {
  return !ofRightRequests.has(wrong.kind);
}

/** What the responses to requests show that are right themselves. */
const ofRightRequests: ReadonlySet<Wrong["kind"]> = new Set([
  "member",
  "content",
  "header",
  "requirement",
  "refused",
  "problem",
]);

/**
 * Requests that differ may each be refused for a reason of its own. So many of one operation are refused for the same reason, or
 * with the same wrong problem.
 */
const minRefused = 4;

/** True for a request that should have been refused for its token, beside others that were refused for what is looked at later. */
function isAcceptedLater({ isMain, deviation: { wrong } }: Kind, group: readonly Sighting[]): boolean {
  const isLate = ({ deviation }: Sighting): boolean =>
    deviation.wrong.kind === "problem" && ofTokens.includes(deviation.wrong.expected);
  return (
    isMain === true && wrong.kind === "content" && group.some((one) => one.isMain === false && isLate(one))
  );
}

/** True for a request that one look at the token, or one lookup, would have refused: so many of one operation lack that. */
function isOfOneLook(wrong: Wrong): boolean {
  return wrong.kind === "accepted" && (wrong.operation === "protected" || wrong.chapter === "any");
}

interface Owners {
  readonly candidates: Candidates;
  readonly choose: Choose;
  readonly restsOn: RestsOn;
}

/**
 * The requirement that fails for what a sighting shows: one with a request that should have been answered in another way, or
 * else the simplest of those that saw the same operation.
 */
function chooseOwner(
  sighting: Kind,
  group: readonly Sighting[],
  { candidates, choose, restsOn }: Owners,
): CaseResult | undefined {
  const main = withFoundations(withoutBroad(mainOf(group, candidates), group, candidates), group, restsOn);
  const { wrong, operation } = sighting.deviation;
  const isSameOperation = ({ deviation }: Sighting): boolean => deviation.operation === operation;
  const same = group.filter(isSameOperation);
  const isSame = same.length >= minRefused;
  if (isAcceptedLater(sighting, group)) return undefined;
  if (isOwnRequest(sighting)) {
    if (isSame && isOfOneLook(wrong)) return choose(main.filter(isSameOperation)) ?? choose(same);
    // sent with a wrong value from a response, or to the address of what another response shows wrongly
    const members = main.filter(isWrongMember);
    return sighting.isMain === false ? choose(withFoundations(members, group, restsOn)) : undefined;
  }
  const requests = group.filter((one) => isOwnRequest(one) && one.isMain !== false);
  if (isJoinedRefusal(sighting)) return choose(group.filter(({ isMain }) => isMain));
  if (wrong.kind === "problem" && !isSame) return undefined;
  if (requests.length === 0 && wrong.kind === "refused" && !isSame) return undefined;
  if (requests.length > 0) return choose(withFoundations(requests, group, restsOn));
  return choose(main.filter(isSameOperation)) ?? choose(same);
}

/** Those that saw the deviation which the cause is named after, without the rules that another check of the group states. */
function mainOf(group: readonly Sighting[], candidates: Candidates): readonly Sighting[] {
  const stated = toStated(group, candidates);
  return group.filter(({ isMain, requirement }) => isMain === true && !stated.has(requirement.id));
}

function isWrongMember({ deviation: { wrong } }: Sighting): boolean {
  return wrong.kind === "member";
}

/** What was published is not found under one address, and so not under others either. */
function isJoinedRefusal({ deviation: { wrong }, isMain }: Kind): boolean {
  return isMain === false && isNotFound(wrong);
}
