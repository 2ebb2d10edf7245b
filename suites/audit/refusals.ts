/** Requests that the registry refused, sent once more at the end of the run: unchanged, and without a token. */
import type { CheckEntry, CheckFile } from "../../harness/check-file.ts";
import type { Operation, Tools } from "../../harness/check.ts";
import type { Answer } from "../../harness/exchange/answer.ts";
import { type Books, openBooks } from "./books.ts";
import { ledger } from "./ledger.ts";
import { expectNoConflict } from "../situations/idempotency-key.ts";
import type { Refused } from "./refused.ts";
import { type NotedRefusal, sentAfter, stillRefused } from "./still-refused.ts";
import { ofKinds } from "./timelines.ts";

/** True if anything was published in its volume, or changed there, after a request or shortly before it. */
function isChangedSince({ name, startedAtMs }: NotedRefusal, books: Books): boolean {
  return ofKinds(books.entries, "finalized", "changed").some(
    (one) => one.name === name && one.endedAtMs + books.at(one).settleMs >= startedAtMs,
  );
}

/**
 * One refusal of each problem of the operation, the same for every seed: of a create if possible in a volume that nobody has changed since,
 * so that it has the same reason again; of a finalize after which bytes were sent again, or else with a key; of others in a volume without
 * attachments.
 */
function chooseRefusals(
  books: Books,
  operation: Operation,
  { given: { isOwnVolume } }: Tools,
): readonly NotedRefusal[] {
  const chosen = new Map<string, NotedRefusal>();
  const refusals = ofKinds(books.entries, "refused")
    .filter((one) => one.operation === operation && isOwnVolume(one.name))
    .filter((one) => stillRefused[operation]?.[one.slug]?.(one, books) === true)
    .toSorted((a, b) => (a.exchange < b.exchange ? -1 : 1));
  // every other problem is tried in the other form
  const slugs = [...new Set(refusals.map(({ slug }) => slug))].toSorted();
  const attached = ofKinds(books.entries, "trust-finalized").filter(({ outcome }) => outcome !== "refused");
  const attachedTo = new Set(attached.map(({ name }) => name));
  const rankOf = (one: NotedRefusal): number => {
    const isOfForm = one.name.startsWith("@") === (slugs.indexOf(one.slug) % 2 === 0);
    // a key matters where the answer of a finalize may be stored with it, and other attachments where something may lag behind them
    const isBest = finalizes.has(operation) ? one.key !== undefined : !attachedTo.has(one.name);
    const isQuiet = operation === "createReleaseUpload" && !isChangedSince(one, books);
    // bytes that are wrong again are compared again
    const isSentAgain = finalizes.has(operation) && sentAfter(one, books).length > 0;
    return (isSentAgain ? 8 : 0) + (isQuiet ? 4 : 0) + (isBest ? 2 : 0) + (isOfForm ? 1 : 0);
  };
  for (const one of refusals) {
    const known = chosen.get(one.slug);
    if (known === undefined || rankOf(one) > rankOf(known)) chosen.set(one.slug, one);
  }
  const known = Object.keys(stillRefused[operation] ?? {});
  return [...chosen.values()].toSorted((a, b) => known.indexOf(a.slug) - known.indexOf(b.slug));
}

/** Of an operation, how many problems have their requests sent again, below depth deep. Each problem of a finalize has code of its own. */
const atMost = {
  createReleaseUpload: { publisher: 2, nobody: 2 },
  finalizeReleaseUpload: { publisher: 8, nobody: 2 },
  createTrustUpload: { publisher: 2, nobody: 1 },
  finalizeTrustUpload: { publisher: 3, nobody: 2 },
  unpublishVersion: { publisher: 1, nobody: 1 },
} as const;

/**
 * The same request again. A finalize has its header `Idempotency-Key`: a refusal uses up no key, and a registry may have stored it. Once
 * bytes were sent again, it has a new key in place of each one, so that no stored response is repeated.
 */
async function resend(tools: Tools, refusal: NotedRefusal, as: "publisher" | "nobody"): Promise<Answer> {
  const { registry, given } = tools;
  const { operation, method, path, contentType } = refusal;
  const isKeyed = as === "publisher" && finalizes.has(operation);
  const { key, body } =
    isKeyed && sentAfter(refusal, openBooks(tools)).length > 0 ? withNewKey(refusal, given.key()) : refusal;
  const content = body === undefined ? {} : { rawBody: body, contentType: contentType ?? null };
  const keyed = isKeyed && key !== undefined ? { idempotencyKey: key } : {};
  return await registry.request({ method, path, operation }, { ...content, ...keyed, as, isResent: true });
}

function withNewKey({ key, body }: NotedRefusal, newKey: string): Pick<NotedRefusal, "key" | "body"> {
  return {
    key: key === undefined ? undefined : newKey,
    // the body of a finalize has no other member
    body: body === undefined ? undefined : JSON.stringify({ idempotencyKey: newKey }),
  };
}

function placeOf({ slug }: NotedRefusal): number {
  return slug === "version-conflict" ? 1 : 0;
}

function chosenFor(
  tools: Tools,
  operation: keyof typeof about,
  as: "publisher" | "nobody",
): readonly NotedRefusal[] {
  const inOrder = chooseRefusals(openBooks(tools), operation, tools);
  // what is refused without a look at any release is refused too early most often
  const all = as === "nobody" ? inOrder.toSorted((a, b) => placeOf(a) - placeOf(b)) : inOrder;
  const chosen = tools.depth === "deep" ? all : all.slice(0, atMost[operation][as]);
  if (chosen.length === 0)
    throw tools.given.nothingToJudge("no refusal of this run whose reason is still there");
  return chosen;
}

/** Sends the chosen requests again at once, since what is refused changes nothing, and judges each response. */
async function judgeAgain(
  tools: Tools,
  operation: keyof typeof about,
  as: "publisher" | "nobody",
  judge: (answer: Answer, refusal: Refused) => void,
): Promise<void> {
  const sent = chosenFor(tools, operation, as).map((refusal) => ({
    refusal,
    answer: resend(tools, refusal, as),
  }));
  await Promise.allSettled(sent.map(({ answer }) => answer));
  for (const { refusal, answer } of sent) judge(await answer, refusal);
}

const about = {
  createReleaseUpload: { what: "creates", request: "`POST` create" },
  finalizeReleaseUpload: { what: "finalizes", request: "`POST` finalize" },
  createTrustUpload: { what: "trust-creates", request: "`POST` trust create" },
  finalizeTrustUpload: { what: "trust-finalizes", request: "`POST` trust finalize" },
  unpublishVersion: { what: "unpublishes", request: "`DELETE`" },
} as const;

const finalizes: ReadonlySet<string> = new Set(["finalizeReleaseUpload", "finalizeTrustUpload"]);

const expiredAgain =
  "The text gives each problem a meaning. The finalize of an expired upload answers 410 `upload-expired` again. We also accept 404, where the upload is gone by then. Other requests may get another problem.";

const sentAgain =
  "It also leaves open whether an upload takes more bytes after a refused finalize. Bytes without the declared digest are refused each time.";

function staysRefused(operation: keyof typeof about): CheckEntry {
  const { what, request } = about[operation];
  return {
    id: `audit/refused-${what}-stay-refused`,
    of: "problems/refused-requests-stay-refused",
    rule: `A refused ${request} is refused again at the end of the run if the reason is still there, and never with \`idempotency-conflict\`.${finalizes.has(operation) ? " The same wrong bytes, sent again, change nothing." : ""}`,
    ...(finalizes.has(operation) ? { reading: `${expiredAgain} ${sentAgain}` } : {}),
    operations: [operation],
    last: "together",
    ledgers: [ledger],
    async run(tools) {
      await judgeAgain(tools, operation, "publisher", (answer, { slug }) => {
        if (slug === "upload-expired") tools.expect.problem(answer, slug, "not-found");
        else tools.expect.refusal(answer);
        expectNoConflict(tools.expect, answer);
      });
    },
  };
}

function needsAToken(operation: keyof typeof about): CheckEntry {
  const { what, request } = about[operation];
  return {
    id: `audit/refused-${what}-need-a-token-first`,
    of: "authentication/a-missing-token-is-the-first-problem",
    rule: `A ${request} that is refused for any other reason answers 401 \`authentication-required\` if it has no token.`,
    reading:
      "The text says that the response without a usable token is 401. It leaves open the order of all other problems.",
    source: "Authentication, rules 1 and 7",
    operations: [operation],
    covers: ["rule:authentication/7"],
    last: "together",
    ledgers: [ledger],
    async run(tools) {
      await judgeAgain(tools, operation, "nobody", (answer) => {
        tools.expect.problem(answer, "authentication-required");
      });
    },
  };
}

const operations = [
  "createReleaseUpload",
  "finalizeReleaseUpload",
  "createTrustUpload",
  "finalizeTrustUpload",
  "unpublishVersion",
] as const;

export const refusals: CheckFile = {
  source: "Errors; States and transitions",
  operations: ["createReleaseUpload"],
  needs: ["token:publisher"],
  forms: "none",
  from: "standard",
  checks: [...operations.map(staysRefused), ...operations.map(needsAToken)],
};
