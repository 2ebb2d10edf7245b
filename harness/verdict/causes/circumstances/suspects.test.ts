import { expect, test } from "vitest";
import { exchange } from "./made-up-exchange.test.fixture.ts";
import type { Compared } from "./compared.ts";
import { type Level, stateLevel } from "./level.ts";
import { tellSuspects } from "./suspects.ts";

function read(volume: string): Compared["those"][number] {
  return { exchange: exchange(`read ${volume}`, { path: `volumes/${volume}/1.0.0` }) };
}

function release(...words: readonly string[]): readonly Level[] {
  return words.map((one) => ({ of: "release", words: one }));
}

const wrong = read("wrong");
const others = Array.from({ length: 40 }, (_, number) => read(`v${number}`));

function tell(of: (place: number) => readonly Level[], those = [wrong]): readonly string[] {
  const compared = { those, others } as unknown as Compared;
  return tellSuspects(compared, (one) =>
    those.includes(one) ? release("with a key", "with attachments") : of(others.indexOf(one)),
  );
}

test("what a release has that no right response has is told, the rarest first", () => {
  expect(tell((place) => release(...(place === 0 ? ["with attachments"] : [])))).toEqual([
    "perhaps with a key (none), or with attachments (1); in brackets, how many of 40 right responses are so",
  ]);
});

test("two facts that are frequent alone, and never together, are a coincidence where one volume shows it", () => {
  expect(tell((place) => release(place % 2 === 0 ? "with a key" : "with attachments"))).toEqual([]);
});

test("nothing where right responses have both, where two volumes show it, and of a write", () => {
  expect(tell(() => release("with a key", "with attachments"))).toEqual([]);
  expect(tell(() => [], [wrong, read("another")])).toEqual([]);
  const write = exchange("write", { operation: "createReleaseUpload", method: "POST", path: "volumes/w" });
  expect(tell(() => [], [{ exchange: write }])).toEqual([]);
});

test("of a write, the state of its release is told", () => {
  const write = exchange("write", {
    operation: "finalizeTrustUpload",
    method: "POST",
    path: "volumes/w/1.0.0",
  });
  const compared = { those: [{ exchange: write }], others } as unknown as Compared;
  const levels = [stateLevel("yanked"), ...release("with a key")];
  expect(tellSuspects(compared, (one) => (one.exchange === write ? levels : []))).toEqual([
    "perhaps with the state `yanked` of the release (none); in brackets, how many of 40 right responses are so",
  ]);
});

test("what the release was when it was shown rightly is not told", () => {
  const before = read("wrong");
  const compared = { those: [wrong], others, before } as unknown as Compared;
  const lines = tellSuspects(compared, (one) => {
    if (one === wrong) return release("with a key", "with attachments");
    return one === before ? release("with a key") : [];
  });
  expect(lines).toEqual([
    "perhaps with attachments (none); in brackets, how many of 40 right responses are so",
  ]);
});

test("of a read that should have found nothing, what else its volume has is no suspect", () => {
  const compared = { those: [wrong], others, asWanted: others } as unknown as Compared;
  const levels: readonly Level[] = [{ of: "release", words: "with another version", isOfVolume: true }];
  expect(tellSuspects(compared, (one) => (one === wrong ? levels : []))).toEqual([]);
});

test("of a write that should have been refused, what its release has is told beside those of its check that were", () => {
  const toWrite = (id: string): Compared["those"][number] => ({
    exchange: exchange(id, { operation: "createTrustUpload", method: "POST", path: `volumes/${id}/1.0.0` }),
  });
  const [accepted, refused, ofOther] = [
    toWrite("a/one.scoped"),
    toWrite("a/one.unscoped"),
    toWrite("b/two.scoped"),
  ];
  const tellOf = (asWanted: readonly (typeof refused)[], ofRefused: readonly Level[]): readonly string[] => {
    const compared = { those: [accepted], others: asWanted, asWanted } as unknown as Compared;
    return tellSuspects(compared, (one) => (one === accepted ? release("in git", "with a key") : ofRefused));
  };

  expect(tellOf([refused, ofOther], release("with a key"))).toEqual([
    "perhaps in git: without, one request of this check was rightly refused",
  ]);
  expect(tellOf([refused], release("in git", "with a key"))).toEqual([]);
  expect(tellOf([ofOther], [])).toEqual([]);
});
