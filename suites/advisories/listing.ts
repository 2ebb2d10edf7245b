/** The list of advisories, and single advisories. */
import type { CheckFile } from "../../harness/check-file.ts";
import { type Situation, situation } from "../../harness/given/situation.ts";
import type { Tools } from "../../harness/check.ts";
import { Skipped, undefinedIfNotPossible } from "../../harness/outcome.ts";
import { documentsIn, hasId } from "../advisory-documents.ts";
import { type Answer, isSuccess, listAt, textAt, valueAt } from "../../harness/exchange/answer.ts";

/** Searches for advisories with the query parameters of the target file. */
export async function searchAdvisories({
  registry,
  target,
}: Pick<Tools, "registry" | "target">): Promise<Answer> {
  return await registry.searchAdvisories(Object.entries(target.search.advisoryParams));
}

/** The advisory with this id in a list. */
export function advisoryIn(answer: Answer, id: string): unknown {
  return listAt(answer.body, "items").find((one) => hasId(one, id));
}

/** The list of advisories, requested once in a run and judged by several checks. */
export const listOnce: Situation<Answer> = situation("advisories/list", (tools) => searchAdvisories(tools));

/** An existing advisory, the list, read until it has the advisory or the time for that is over, and the single read. */
export interface ReadAdvisory {
  readonly id: string;
  readonly volume: string | undefined;
  readonly list: Answer;
  readonly single: Answer;
}

/** Reads an active or a withdrawn advisory, each once per form. */
export const readAdvisoryOnce: Situation<ReadAdvisory, [options?: { readonly withdrawn?: boolean }]> =
  situation(
    (options) => (options?.withdrawn === true ? "advisories/withdrawn" : "advisories/made"),
    async (tools, options) => {
      const { given, registry, eventually, target } = tools;
      const { id, volume } = await given.advisory(options);
      const single = await registry.getAdvisory(id);
      const since = { sinceMs: single.endedAtMs };
      const search = async (): Promise<Answer> => await searchAdvisories(tools);
      const list = await eventually(search, {
        since,
        until: (answer) => advisoryIn(answer, id) !== undefined,
      });
      const again = isSuccess(single)
        ? single
        : await eventually(async () => await registry.getAdvisory(id), { since });
      const isUnknown = again.status === 404 && advisoryIn(list, id) === undefined;
      if (isUnknown && id === target.fixtures.advisory?.id)
        throw given.blocked(
          'the advisory of "fixtures.advisory" is neither found nor listed: check its id',
          again,
        );
      return { id, volume, list, single: again };
    },
  );

/**
 * A list with items: the shared list or, if that is empty, a list that was read for an existing advisory.
 * @throws Skipped if no advisory is listed
 */
async function listWithItems(tools: Tools): Promise<Answer> {
  const first = await listOnce(tools.given);
  if (!isSuccess(first) || listAt(first.body, "items").length > 0) return first;
  const { list } = await readAdvisoryOnce(tools.given);
  if (isSuccess(list) && listAt(list.body, "items").length === 0)
    throw new Skipped("needs an advisory, and the list has none");
  return list;
}

/** The advisory in the list or, if the list does not have it, in the single read. */
export function toDocument({ id, list, single }: ReadAdvisory): {
  readonly answer: Answer;
  readonly document: unknown;
} {
  const listed = isSuccess(list) ? advisoryIn(list, id) : undefined;
  if (listed !== undefined) return { answer: list, document: listed };
  return { answer: single, document: documentsIn(single.body).find((one) => hasId(one, id)) };
}

/** A second advisory of this run; undefined if the states hook does not make one. */
async function readSecondAdvisory(tools: Tools): Promise<ReadAdvisory | undefined> {
  try {
    return await readAdvisoryOnce(tools.given, { withdrawn: true });
  } catch (error) {
    if (!(error instanceof Skipped)) throw error;
    return undefined;
  }
}

/** Whether the publisher can read an advisory; false if the target has no publisher. */
async function isReadByPublisher({ registry, given }: Tools, id: string): Promise<boolean> {
  const publisher = await undefinedIfNotPossible(() => given.tokenOf("publisher"));
  return publisher !== undefined && isSuccess(await registry.getAdvisory(id, { as: publisher }));
}

/** Asserts that the single read returns the requested advisory, if it returns ids. */
function expectRequestedId({ expect }: Tools, { id, single }: ReadAdvisory): void {
  const document = documentsIn(single.body).find((one) => textAt(one, "id", "local") !== undefined);
  expect.that(document === undefined || hasId(document, id), {
    expected: `the advisory "${id}"`,
    wanted: { item: id },
    got: JSON.stringify(valueAt(document, "id")) ?? "no id",
    answer: single,
  });
}

export const listing: CheckFile = {
  source: "What the service does, rule 1; Authentication, rule 2; Endpoints, Search advisories",
  operations: ["searchAdvisories"],
  forms: "none",
  checks: [
    {
      id: "advisories/list-answers-anonymous-callers",
      of: "authentication/reads-need-no-authority",
      owns: [
        "every-response/advisory-lists-are-well-formed",
        "every-response/endpoints-answer-their-own-problems",
        "every-response/reads-need-no-token",
      ],
      rule: "`GET /advisories` without a token answers 2xx with an `items` array.",
      covers: ["operation:searchAdvisories", "member:advisory-list.items", "rule:authentication/2"],
      async run(tools) {
        const answer = await listOnce(tools.given);

        tools.expect.success(answer);
        tools.expect.list(answer, "items");
      },
    },
    {
      id: "advisories/existing-advisory-is-listed",
      of: "advisories/existing-advisories-are-listed-and-readable",
      rule: "`GET /advisories` lists an existing advisory under its local id, external id or an alias.",
      source: "Endpoints, Search advisories",
      reading:
        "The text does not say that the list is complete. We expect every existing advisory, unless an item omits its local id.",
      needs: ["advisory"],
      covers: ["member:advisory.id.local"],
      async run(tools) {
        const { id, list: answer } = await readAdvisoryOnce(tools.given);

        tools.expect.success(answer);
        const items = tools.expect.list(answer, "items");
        // an item may omit its id, and then it may be the expected advisory
        const hasItemsWithoutId = items.some((one) => textAt(one, "id", "local") === undefined);
        tools.expect.that(hasItemsWithoutId || advisoryIn(answer, id) !== undefined, {
          expected: `an item with the id "${id}"`,
          wanted: { item: id },
          got: items.length === 0 ? "no items" : `${items.length} items with other ids`,
          answer,
        });
      },
    },
    {
      id: "advisories/each-is-listed-once",
      of: "advisories/existing-advisories-are-listed-and-readable",
      rule: "`GET /advisories` lists no two advisories with the same `id.local`.",
      source: "Resources, Advisory: id.local",
      reading:
        "The text does not say that `id.local` is unique. We read an id as one that identifies a single advisory.",
      covers: ["member:advisory.id.local"],
      from: "standard",
      async run(tools) {
        const answer = await listWithItems(tools);

        tools.expect.success(answer);
        const ids = tools.expect.list(answer, "items").flatMap((one) => textAt(one, "id", "local") ?? []);
        const duplicates = ids.filter((id, index) => ids.indexOf(id) !== index);
        tools.expect.equal(duplicates, [], { what: "the duplicate local ids", answer });
      },
    },
    {
      id: "advisories/single-answers-anonymous-callers",
      of: "authentication/reads-need-no-authority",
      owns: ["every-response/endpoints-answer-their-own-problems", "every-response/reads-need-no-token"],
      rule: "`GET /advisories/{id}` of an existing advisory without a token answers 2xx.",
      source: "What the service does, rule 1; Authentication, rule 2; Endpoints, Get advisory",
      operations: ["getAdvisory"],
      needs: ["advisory"],
      covers: ["operation:getAdvisory", "rule:authentication/2"],
      async run(tools) {
        const { id, single } = await readAdvisoryOnce(tools.given);
        // the text does not say under which of its ids an advisory is read: what nobody finds is not kept from anybody
        const isMissing = single.status === 404 && !(await isReadByPublisher(tools, id));
        if (isMissing) throw tools.given.nothingToJudge("nobody finds the advisory by its local id");

        tools.expect.success(single);
      },
    },
    {
      id: "advisories/listed-advisories-can-be-fetched",
      of: "advisories/existing-advisories-are-listed-and-readable",
      rule: "`GET /advisories/{id}` with the local id of a listed advisory answers 2xx.",
      source: "Endpoints, Get advisory; Resources, Advisory: id.local",
      reading:
        "The text does not say which of an advisory's ids the path takes. We use the local id, because it is the registry's own.",
      operations: ["searchAdvisories", "getAdvisory"],
      covers: ["member:advisory.id.local"],
      async run(tools) {
        const { registry, eventually, now, expect, depth } = tools;
        // one of the run's own was read before: a second read is another one
        const own =
          depth === "quick"
            ? undefined
            : await undefinedIfNotPossible(async () => (await readAdvisoryOnce(tools.given)).list);
        const hasItems = own !== undefined && isSuccess(own) && listAt(own.body, "items").length > 0;
        const list = hasItems ? own : await listWithItems(tools);

        expect.success(list);
        const ids = expect.list(list, "items").flatMap((one) => textAt(one, "id", "local") ?? []);
        // the newest advisories are first or last
        const chosen =
          depth === "quick" ? ids.slice(0, 1) : [...new Set([...ids.slice(0, 2), ...ids.slice(-2)])];
        for (const id of chosen) {
          const answer = await eventually(() => registry.getAdvisory(id), { since: { sinceMs: now() } });

          expect.success(answer);
        }
      },
    },
    {
      id: "advisories/single-is-the-one-asked-for",
      of: "advisories/advisories-are-those-asked-for",
      rule: "`GET /advisories/{id}` returns the advisory whose local id, external id or alias is `{id}`, if it returns ids.",
      source: "Endpoints, Get advisory; Resources, Advisory: id",
      reading:
        "The text does not show the shape of this response. We judge it if the body or one of its members has an `id.local`.",
      operations: ["getAdvisory"],
      needs: ["advisory"],
      covers: ["gap:endpoints/9"],
      async run(tools) {
        const advisory = await readAdvisoryOnce(tools.given);
        const second = tools.depth === "quick" ? undefined : await readSecondAdvisory(tools);

        tools.expect.success(advisory.single);
        expectRequestedId(tools, advisory);
        if (second !== undefined && isSuccess(second.single)) expectRequestedId(tools, second);
      },
    },
    {
      id: "advisories/unknown-id-is-not-found",
      of: "release-metadata/unknown-releases-are-not-found",
      owns: ["every-response/endpoints-answer-their-own-problems"],
      rule: "`GET /advisories/{id}` with an unknown id answers 404 `not-found`.",
      source: "Endpoints, Get advisory: not-found; Errors, not-found",
      operations: ["getAdvisory"],
      covers: ["answers:getAdvisory/not-found", "slug:not-found"],
      async run({ each, given, registry, expect, depth }) {
        const [first] = listAt((await listOnce(given)).body, "items");
        // it begins with a known one, and is longer than the limit of a file name or a database column
        const known = textAt(first, "id", "local") ?? textAt(first, "id") ?? given.unique("absent-advisory");
        const long = known.padEnd(350, "-x");
        // it matches the known one where `_` stands for any character
        const pattern = known.replace(/[0-9A-Za-z](?=[^0-9A-Za-z]*$)/u, "_");
        await each(depth === "quick" ? [long] : [long, pattern], async (unknown) => {
          const answer = await registry.getAdvisory(unknown);

          expect.problem(answer, "not-found");
        });
      },
    },
  ],
};
