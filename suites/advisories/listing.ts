/** The list of advisories, and single ones. */
import type { Check, Tools } from "../../harness/check.ts";
import { type Answer, isSuccess, listAt, textAt, valueAt } from "../../harness/registry/answer.ts";

/** A search for advisories, with the parameters that the target file gives for all of them. */
export async function searchAdvisories({ registry, target }: Tools): Promise<Answer> {
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

/** The list, asked for until it has the advisory or the time for that is over. */
export async function listWith(tools: Tools, id: string): Promise<Answer> {
  const since = { sinceMs: tools.now() };
  return await tools.settle(since, () => searchAdvisories(tools), (answer) => advisoryIn(answer, id) !== undefined);
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
    const answer = await searchAdvisories(tools);

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
    const { id } = await tools.given.advisory();

    const answer = await listWith(tools, id);

    tools.expect.success(answer);
    tools.expect.that(advisoryIn(answer, id) !== undefined, {
      expected: `an item with the id "${id}"`,
      got: `${listAt(answer.body, "items").length} others`,
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
    const answer = await searchAdvisories(tools);

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
  async run({ given, registry, settle, expect, now }) {
    const { id } = await given.advisory();

    const answer = await settle({ sinceMs: now() }, () => registry.getAdvisory(id));

    expect.success(answer);
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
    const list = await searchAdvisories(tools);

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
  reading: "The shape of this answer is open: judged where an advisory's ids stand in it as in the list, bare or in one wrapper.",
  operations: ["getAdvisory"],
  needs: ["advisory"],
  forms: "none",
  covers: ["gap:endpoints/9"],
  async run({ given, registry, settle, expect, now }) {
    const { id } = await given.advisory();

    const answer = await settle({ sinceMs: now() }, () => registry.getAdvisory(id));

    expect.success(answer);
    const told = documentsIn(answer.body).find((one) => textAt(one, "id", "local") !== undefined);
    if (told !== undefined) expect.that(goesBy(told, id), { expected: `the advisory "${id}"`, got: JSON.stringify(valueAt(told, "id")), answer });
  },
};

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
    const answer = await registry.getAdvisory(given.unique("absent-advisory"));

    expect.problem(answer, "not-found");
  },
};

/** What the list says of an advisory, or a single read where the list does not show it. */
export async function readAdvisory(tools: Tools, id: string): Promise<{ readonly answer: Answer; readonly document: unknown }> {
  const list = await listWith(tools, id);
  const listed = isSuccess(list) ? advisoryIn(list, id) : undefined;
  if (listed !== undefined) return { answer: list, document: listed };
  const answer = await tools.registry.getAdvisory(id);
  return { answer, document: documentsIn(answer.body).find((one) => goesBy(one, id)) };
}
