/** The list of advisories, and single ones. */
import { type Situation, situation } from "../../harness/given/situation.ts";
import type { Check, Tools } from "../../harness/check.ts";
import { Skipped } from "../../harness/outcome.ts";
import { type Answer, isSuccess, listAt, textAt, valueAt } from "../../harness/registry/answer.ts";

/** A search for advisories, with the parameters that the target file gives for all of them. */
export async function searchAdvisories({
  registry,
  target,
}: Pick<Tools, "registry" | "target">): Promise<Answer> {
  return await registry.searchAdvisories(Object.entries(target.search.advisoryParams));
}

/** True where an advisory goes by this id, as its own or as another's. */
export function goesBy(advisory: unknown, id: string): boolean {
  const others = [textAt(advisory, "id", "preferredExternal"), ...listAt(advisory, "id", "aliases")];
  return textAt(advisory, "id", "local") === id || others.includes(id);
}

/** The advisory of that id in a list. */
export function advisoryIn(answer: Answer, id: string): unknown {
  return listAt(answer.body, "items").find((one) => goesBy(one, id));
}

/** The list that several checks look at: asked for once in a run. */
export const listOnce: Situation<Answer> = situation("advisories/list", (tools) => searchAdvisories(tools));

/** An advisory that the target has, the list once it was in it or the time for that was over, and the single read. */
export interface MadeAdvisory {
  readonly id: string;
  readonly volume: string | undefined;
  readonly list: Answer;
  readonly single: Answer;
}

/** Read once per form, withdrawn or not. */
export const readMadeOnce: Situation<MadeAdvisory, [options?: { readonly withdrawn?: boolean }]> = situation(
  (options) => (options?.withdrawn === true ? "advisories/withdrawn" : "advisories/made"),
  async (tools, options) => {
    const { given, registry, settle, target } = tools;
    const { id, volume } = await given.advisory(options);
    const single = await registry.getAdvisory(id);
    const since = { sinceMs: single.endedAtMs };
    const ask = async (): Promise<Answer> => await searchAdvisories(tools);
    const list = await settle(since, ask, (answer) => advisoryIn(answer, id) !== undefined);
    const again = isSuccess(single)
      ? single
      : await settle(since, async () => await registry.getAdvisory(id));
    const isUnknown = again.status === 404 && advisoryIn(list, id) === undefined;
    if (isUnknown && id === target.fixtures.advisory?.id)
      throw given.blocked('"fixtures.advisory" is not found, nor is it in the list: is its id right', again);
    return { id, volume, list, single: again };
  },
);

/**
 * A list that shows something: the one that all look at, or where it is empty, the one that an advisory was made for.
 * @throws Skipped where nothing is listed
 */
async function listWithItems(tools: Tools): Promise<Answer> {
  const first = await listOnce(tools.given);
  if (!isSuccess(first) || listAt(first.body, "items").length > 0) return first;
  const { list } = await readMadeOnce(tools.given);
  if (isSuccess(list) && listAt(list.body, "items").length === 0)
    throw new Skipped("needs an advisory, and the list shows none");
  return list;
}

/** What the list says of an advisory, or the single read where the list does not show it. */
export function shownIn({ id, list, single }: MadeAdvisory): {
  readonly answer: Answer;
  readonly document: unknown;
} {
  const listed = isSuccess(list) ? advisoryIn(list, id) : undefined;
  if (listed !== undefined) return { answer: list, document: listed };
  return { answer: single, document: documentsIn(single.body).find((one) => goesBy(one, id)) };
}

export const listAnswersAnonymousCallers: Check = {
  id: "advisories/list-answers-anonymous-callers",
  level: "must",
  rule: "The search for advisories answers a caller without a token, with a list of items.",
  source: "What the service does, rule 1; Authentication, rule 2; Endpoints, Search advisories",
  operations: ["searchAdvisories"],
  forms: "none",
  covers: ["operation:searchAdvisories", "member:advisory-list.items", "rule:authentication/2"],
  async run(tools) {
    const answer = await listOnce(tools.given);

    tools.expect.success(answer);
    tools.expect.list(answer, "items");
  },
};

export const madeAdvisoryIsListed: Check = {
  id: "advisories/made-advisory-is-listed",
  level: "should",
  rule: "An advisory that exists is found by the search for advisories.",
  source: "Endpoints, Search advisories",
  reading: "Nothing says that the list is whole; it is the only way to find an advisory.",
  operations: ["searchAdvisories"],
  needs: ["advisory"],
  forms: "none",
  covers: ["member:advisory.id.local"],
  async run(tools) {
    const { id, list: answer } = await readMadeOnce(tools.given);

    tools.expect.success(answer);
    const items = tools.expect.list(answer, "items");
    // without ids, which may be left out, nobody can tell which advisories they are
    const isNameless = items.some((one) => textAt(one, "id", "local") === undefined);
    tools.expect.that(isNameless || advisoryIn(answer, id) !== undefined, {
      expected: `an item with the id "${id}"`,
      got: `${items.length} others`,
      answer,
    });
  },
};

export const listedOnce: Check = {
  id: "advisories/each-is-listed-once",
  level: "should",
  rule: "No two advisories in a list have the same local id.",
  source: "Resources, Advisory: id.local",
  reading: "An id that stands for two advisories would not identify either; the text does not say so.",
  operations: ["searchAdvisories"],
  forms: "none",
  from: "standard",
  covers: ["member:advisory.id.local"],
  async run(tools) {
    const answer = await listWithItems(tools);

    tools.expect.success(answer);
    const ids = tools.expect.list(answer, "items").flatMap((one) => textAt(one, "id", "local") ?? []);
    const repeated = ids.filter((id, index) => ids.indexOf(id) !== index);
    tools.expect.equal(repeated, [], { what: "the local ids that are listed more than once", answer });
  },
};

export const singleAnswersAnonymousCallers: Check = {
  id: "advisories/single-answers-anonymous-callers",
  level: "must",
  rule: "An advisory that exists answers a caller without a token.",
  source: "What the service does, rule 1; Authentication, rule 2; Endpoints, Get advisory",
  operations: ["getAdvisory"],
  needs: ["advisory"],
  forms: "none",
  covers: ["operation:getAdvisory", "rule:authentication/2"],
  async run(tools) {
    const { single } = await readMadeOnce(tools.given);

    tools.expect.success(single);
  },
};

export const listedAdvisoriesCanBeFetched: Check = {
  id: "advisories/listed-advisories-can-be-fetched",
  level: "should",
  rule: "Each advisory in the list can be fetched by its local id.",
  source: "Endpoints, Get advisory; Resources, Advisory: id.local",
  reading: "Which of an advisory's ids its path takes is not said; the local one is the registry's own.",
  operations: ["searchAdvisories", "getAdvisory"],
  forms: "none",
  covers: ["member:advisory.id.local"],
  async run(tools) {
    const { registry, settle, now, expect, depth } = tools;
    const list = await listWithItems(tools);

    expect.success(list);
    const ids = expect.list(list, "items").flatMap((one) => textAt(one, "id", "local") ?? []);
    // the newest stand first or last
    const chosen = depth === "quick" ? ids.slice(0, 1) : [...new Set([...ids.slice(0, 2), ...ids.slice(-2)])];
    for (const id of chosen) {
      const answer = await settle({ sinceMs: now() }, () => registry.getAdvisory(id));

      expect.success(answer);
    }
  },
};

export const singleIsTheOneAskedFor: Check = {
  id: "advisories/single-is-the-one-asked-for",
  level: "should",
  rule: "A single advisory that tells its ids goes by the one that was asked for.",
  source: "Endpoints, Get advisory; Resources, Advisory: id",
  reading:
    "The shape of this answer is open: judged where an advisory's ids stand in it as in the list, bare or in one wrapper.",
  operations: ["getAdvisory"],
  needs: ["advisory"],
  forms: "none",
  covers: ["gap:endpoints/9"],
  async run(tools) {
    const made = await readMadeOnce(tools.given);
    const another = tools.depth === "quick" ? undefined : await readAnother(tools);

    tools.expect.success(made.single);
    expectItself(tools, made);
    if (another !== undefined && isSuccess(another.single)) expectItself(tools, another);
  },
};

/** A second advisory of this run; none where the states hook does not make it. */
async function readAnother(tools: Tools): Promise<MadeAdvisory | undefined> {
  try {
    return await readMadeOnce(tools.given, { withdrawn: true });
  } catch (error) {
    if (!(error instanceof Skipped)) throw error;
    return undefined;
  }
}

/** The single read goes by the id that was asked for, where it tells any. */
function expectItself({ expect }: Tools, { id, single }: MadeAdvisory): void {
  const told = documentsIn(single.body).find((one) => textAt(one, "id", "local") !== undefined);
  expect.that(told === undefined || goesBy(told, id), {
    expected: `the advisory "${id}"`,
    got: JSON.stringify(valueAt(told, "id")) ?? "no id",
    answer: single,
  });
}

/** The body and its members: wherever an unshown shape may hold the advisory. */
export function documentsIn(body: unknown): readonly unknown[] {
  return typeof body === "object" && body !== null ? [body, ...Object.values(body)] : [];
}

export const unknownIdIsNotFound: Check = {
  id: "advisories/unknown-id-is-not-found",
  level: "must",
  rule: "An advisory that does not exist answers 404 not-found.",
  source: "Endpoints, Get advisory: not-found; Errors, not-found",
  operations: ["getAdvisory"],
  forms: "none",
  covers: ["answers:getAdvisory/not-found", "slug:not-found"],
  async run({ given, registry, expect }) {
    // longer than a file's name or a column may be
    const answer = await registry.getAdvisory(given.unique("absent-advisory").padEnd(350, "-x"));

    expect.problem(answer, "not-found");
  },
};
