/** Sends the first request of each of several at once. What has to be sent again is sent one after the other. */
import type { Answer } from "../../harness/exchange/answer.ts";
import type { Eventually } from "../../harness/given/given.ts";

/**
 * Waits for each in turn, so that the requests have the same order whichever response is first: a recorded run is judged again.
 * @param send one request
 * @param finish gets a function that returns the first response, and later sends the request again
 */
export async function firstAtOnce<Item, Result>(
  items: readonly Item[],
  send: (item: Item) => Promise<Answer>,
  finish: (item: Item, read: () => Promise<Answer>) => Promise<Result>,
): Promise<readonly Result[]> {
  const firsts = await Promise.all(items.map(send));
  const results: Result[] = [];
  for (const [place, item] of items.entries()) {
    let next = firsts[place];
    const read = async (): Promise<Answer> => {
      const answer = next ?? (await send(item));
      next = undefined;
      return answer;
    };
    results.push(await finish(item, read));
  }
  return results;
}

/** A read that is repeated until it shows what it should, or the time for that is over. */
export type Poll = readonly [send: () => Promise<Answer>, options: Parameters<Eventually>[1]];

/** The last response of each poll. The first request of each is sent at once, later ones in turn. */
export async function eventuallyEach<Polls extends readonly Poll[]>(
  { eventually }: { readonly eventually: Eventually },
  ...polls: Polls
): Promise<{ readonly [Place in keyof Polls]: Answer }> {
  const answers: readonly Answer[] = await firstAtOnce(
    polls,
    ([send]) => send(),
    ([, options], read) => eventually(read, options),
  );
  return answers as { readonly [Place in keyof Polls]: Answer };
}
