import { describe, expect, test } from "vitest";
import type { CaseResult, Exchange, Finding, Operation } from "../../../../schemas/report.ts";
import { toDeviation, type Sighting } from "../deviation.ts";
import { createCircumstances } from "./circumstances.ts";
import { exchange, type Sent } from "./made-up-exchange.test.fixture.ts";
import { openRecordedRun } from "./recorded-run.ts";

/** What one requirement, which is about these operations too, has against a response. */
function sighting(
  shown: Exchange,
  finding: Pick<Finding, "expected" | "got" | "member" | "wanted">,
  about: readonly Operation[] = [],
): Sighting {
  const requirement = { id: "a/one", verdict: "failed", operations: [shown.operation, ...about] };
  return {
    requirement: requirement as unknown as CaseResult,
    deviation: toDeviation("a/one", shown, finding),
    ...finding,
    isMain: true,
    exchanges: [shown.id],
  };
}

function tell(all: readonly Exchange[], group: readonly Sighting[]): readonly string[] {
  return createCircumstances(openRecordedRun(all, group))(group).lines;
}

const missing = { expected: "a success (2xx)", got: "404 not-found" };
const notFound = { status: 404, body: { type: "https://problems.test/not-found" } };

describe("what the responses that show a deviation have in common", () => {
  const others = [1, 2, 3, 4, 5, 6].map((number) =>
    exchange(`right#${number}`, { path: `volumes/v${number}/1.0.0` }),
  );

  test("what happened to the release before", () => {
    const before = [7, 8, 9].map((number) =>
      exchange(`refused#${number}`, {
        operation: "unpublishVersion",
        method: "DELETE",
        path: `volumes/v${number}/1.0.0`,
        status: 403,
      }),
    );
    const wrong = [7, 8, 9].map((number) =>
      exchange(`wrong#${number}`, { path: `volumes/v${number}/1.0.0`, ...notFound }),
    );
    const group = wrong.map((one) => sighting(one, missing));
    expect(tell([...others, ...before, ...wrong], group)[0]).toBe(
      "only after a refused `DELETE` (3 of 3 wrong responses, none of 6 right ones)",
    );
    // one response has some of what came before by chance, but for what its requirement speaks of
    const one = [...others, ...before.slice(0, 1), ...wrong.slice(0, 1)];
    expect(tell(one, group.slice(0, 1))).toEqual([]);
    const told = wrong.slice(0, 1).map((shown) => sighting(shown, missing, ["unpublishVersion"]));
    expect(tell(one, told)).toHaveLength(1);
    expect(
      createCircumstances(openRecordedRun([...others, ...before, ...wrong], group))(group).after,
    ).toEqual(["unpublishVersion"]);
  });

  test("how the request was sent", () => {
    const wrong = exchange("wrong#1", {
      path: "volumes/v1/1.0.0",
      headers: [["Accept", "*/*"]],
      ...notFound,
    });
    // what is drawn for each request sets one response apart from a few
    expect(tell([...others, wrong], [sighting(wrong, missing)])).toEqual([]);
    const many = Array.from({ length: 30 }, (_, number) =>
      exchange(`many#${number}`, { path: `volumes/v${number}/1.0.0` }),
    );
    expect(tell([...many, wrong], [sighting(wrong, missing)])).toEqual([
      "only with `accept: */*` (1 of 1 wrong responses, none of 30 right ones)",
    ]);
  });

  test("a prerelease is no circumstance where responses of other operations lack it", () => {
    const wrong = [7, 8, 9].map((number) =>
      exchange(`wrong#${number}`, { path: `volumes/v${number}/1.0.0-rc.1`, ...notFound }),
    );
    const trust = [10, 11, 12].map((number) =>
      exchange(`trust#${number}`, {
        operation: "getTrustSummary",
        path: `volumes/v${number}/1.0.0/trust/summary`,
        ...notFound,
      }),
    );
    const all = [...others, ...wrong, ...trust];
    const [ofReads, ofTrust] = [wrong, trust].map((some) => some.map((one) => sighting(one, missing)));
    expect(tell(all, ofReads ?? [])).toEqual([
      "only with prereleases (3 of 3 wrong responses, none of 6 right ones)",
    ]);
    expect(tell(all, [...(ofReads ?? []), ...(ofTrust ?? [])])).toEqual([]);
  });

  test("two header fields that only came together are one circumstance", () => {
    const wrong = exchange("wrong#1", {
      path: "volumes/v1/1.0.0",
      headers: [
        ["Accept", "*/*"],
        ["User-Agent", "npm/11"],
      ],
      ...notFound,
    });
    const many = Array.from({ length: 30 }, (_, number) =>
      exchange(`many#${number}`, { path: `volumes/v${number}/1.0.0` }),
    );
    expect(tell([...many, wrong], [sighting(wrong, missing)])).toEqual([
      "only with `accept: */*` and with `user-agent: npm/11`, always together (1 of 1 wrong responses, none of 30 right ones)",
    ]);
  });

  test("two things at once, of which each alone is right", () => {
    const tokens = ["publisher", "outsider"];
    const right = Array.from({ length: 40 }, (_, number) =>
      // half of the prereleases and half of the outsider's reads, never both
      exchange(`right#${number}`, {
        path: `volumes/w${number}/1.0.0${number % 2 === 0 ? "-rc.1" : ""}`,
        credential: tokens[number % 2] ?? "",
      }),
    );
    const wrong = [1, 2].map((number) =>
      exchange(`wrong#${number}`, {
        path: `volumes/v${number}/1.0.0-rc.1`,
        credential: "outsider",
        ...notFound,
      }),
    );
    const group = wrong.map((one) => sighting(one, missing));
    expect(tell([...right, ...wrong], group)).toEqual([
      'only with the token "outsider" and with prereleases at once (2 of 2 wrong responses; of the right ones, 20 have the one, 20 the other, and none both)',
    ]);
    // of so few, none has both by chance
    expect(tell([...right.slice(0, 10), ...wrong], group)).toEqual([]);
    expect(tell([...right, ...wrong.slice(0, 1)], group.slice(0, 1))).toEqual([]);
  });

  test("a number that is larger than any other, in more than one volume", () => {
    const wrong = [1, 2].map((number) =>
      exchange(`wrong#${number}`, { path: `volumes/v${number}/1.0.0123456789`, ...notFound }),
    );
    const group = wrong.map((one) => sighting(one, missing));
    expect(tell([...others, ...wrong], group)).toEqual([
      "only with 123456789 or more as the third number of the version (others: none)",
      "only with 14 or more characters in the version (others: at most 5)",
    ]);
    expect(tell([...others, ...wrong.slice(0, 1)], group.slice(0, 1))).toEqual([]);
  });

  test("what one volume alone shows, by a size that no other comes near", () => {
    const many = Array.from({ length: 30 }, (_, number) =>
      exchange(`many#${number}`, { path: `volumes/volume-${number + 10}/1.0.0` }),
    );
    const broken = exchange("wrong#1", { path: `volumes/${"v".repeat(60)}/1.0.0`, status: 500 });
    const unknown = exchange("unknown", { path: `volumes/${"u".repeat(90)}/1.0.0`, ...notFound });
    const finding = { expected: "a status below 500", got: "500" };
    // a name that is refused does not come as far
    expect(tell([...many, unknown, broken], [sighting(broken, finding)])).toEqual([
      "only with 60 or more characters in the last segment of the volume's name (others: at most 9)",
      "only with 60 or more characters in the volume's name (others: at most 9)",
    ]);
    expect(tell([...many.slice(0, 20), broken], [sighting(broken, finding)])).toEqual([]);
  });

  test("keys that are repeated in another way are wrong, if nobody looked", () => {
    const create = (id: string, sent: string, repeated: string): Exchange =>
      exchange(id, {
        operation: "createReleaseUpload",
        method: "POST",
        path: `volumes/${id}`,
        sent: { version: "1.0.0", idempotencyKey: sent },
        status: 201,
        body: { idempotencyKey: repeated },
      });
    const right = Array.from({ length: 30 }, (_, number) =>
      create(`v${number}`, `key-${number}`, `key-${number}`),
    );
    const [wrong, unseen] = [
      create("v90", "k".repeat(50), "k".repeat(40)),
      create("v91", "j".repeat(60), "j".repeat(40)),
    ];
    const finding = { expected: "the key", got: "a part", member: "/idempotencyKey" };
    expect(tell([...right, unseen, wrong], [sighting(wrong, finding)])[0]).toBe(
      "only with 50 or more characters in the key (others: at most 6)",
    );
  });

  test("capital letters, and what is percent-encoded", () => {
    const wrong = [1, 2].map((number) =>
      exchange(`wrong#${number}`, { path: `volumes/v${number}/1.0.0-RC.1`, ...notFound }),
    );
    const lower = [1, 2, 3].map((number) =>
      exchange(`lower#${number}`, { path: `volumes/w${number}/1.0.0-rc.1` }),
    );
    const group = (all: readonly Exchange[]): readonly Sighting[] => all.map((one) => sighting(one, missing));
    expect(tell([...others, ...lower, ...wrong], group(wrong))).toEqual([
      "only with capital letters in the version (2 of 2 wrong responses, none of 9 right ones)",
    ]);
    const coded = [1, 2].map((number) =>
      exchange(`coded#${number}`, { path: `volumes/x${number}/1.0.0%2Bb`, ...notFound }),
    );
    const plain = [1, 2, 3].map((number) =>
      exchange(`plain#${number}`, { path: `volumes/y${number}/1.0.0+b` }),
    );
    expect(tell([...others, ...plain, ...coded], group(coded))).toEqual([
      "only with `%2B` in the address (2 of 2 wrong responses, none of 9 right ones)",
    ]);
  });

  test("the rows of an index are told apart", () => {
    const index = (id: string, states: Readonly<Record<string, string>>): Exchange =>
      exchange(id, {
        operation: "getVersionIndex",
        path: `index/volumes/${id}`,
        body: { items: Object.entries(states).map(([version, state]) => ({ version, status: { state } })) },
      });
    const wrong = index("wrong", { "1.0.0": "available", "2.0.0-rc.1": "unavailable" });
    const unseen = index("unseen", { "1.0.0": "available", "1.0.0-rc.1": "unavailable" });
    const right = [1, 2, 3, 4].map((number) => index(`right${number}`, { "1.0.0": "available" }));
    const finding = { expected: "available", got: '"unavailable"', member: "/items/1/status/state" };
    // nobody looked at the second index, and its row has the same wrong value
    expect(tell([wrong, unseen, ...right], [sighting(wrong, finding)])).toEqual([
      "only with prereleases (1 of 1 wrong responses, none of 6 right ones)",
    ]);
  });

  test("of one wrong request that was accepted, no part of what is wrong with it is told", () => {
    const create = (volume: string, version: string, status: number): Exchange =>
      exchange(volume, {
        operation: "createReleaseUpload",
        method: "POST",
        path: `volumes/${volume}`,
        sent: { version },
        ...(status === 201
          ? { status }
          : { status, body: { type: "https://problems.test/validation-failed" } }),
      });
    const refused = Array.from({ length: 40 }, (_, place) =>
      create(`v${place}`, place === 0 ? "01.0.0+build" : "01.0.0", 400),
    );
    const accepted = create("wrong", "1.00.0+build", 201);
    const finding = {
      expected: "400 validation-failed",
      got: "201",
      wanted: { problems: ["validation-failed"] },
    };
    expect(tell([...refused, accepted], [sighting(accepted, finding)])).toEqual([]);
  });

  test("what the volume of a release has, and what it lacks", () => {
    const publish = (volume: string, version: string): readonly Exchange[] => [
      exchange(`create#${volume}-${version}`, {
        operation: "createReleaseUpload",
        method: "POST",
        path: `volumes/${volume}`,
        sent: { version },
        status: 201,
        body: { uploadId: `up-${volume}-${version}` },
      }),
      exchange(`finalize#${volume}-${version}`, {
        operation: "finalizeReleaseUpload",
        method: "POST",
        path: `volumes/${volume}/uploads/up-${volume}-${version}/finalize`,
        status: 201,
      }),
    ];
    const read = (volume: string, sent: Omit<Sent, "path"> = {}): Exchange =>
      exchange(`read#${volume}`, { path: `volumes/${volume}/1.0.0`, ...sent });
    const alone = [1, 2, 3, 4, 5, 6].map((number) => `single${number}`);
    const together = [1, 2, 3, 4, 5, 6].map((number) => `paired${number}`);
    const published = [
      ...alone.flatMap((volume) => publish(volume, "1.0.0")),
      ...together.flatMap((volume) => [...publish(volume, "1.0.0"), ...publish(volume, "2.0.0")]),
    ];
    function tellOf(wrong: readonly string[], right: readonly string[]): string | undefined {
      const shown = wrong.map((volume) => read(volume, notFound));
      const all = [...published, ...right.map((volume) => read(volume)), ...shown];
      return tell(
        all,
        shown.map((one) => sighting(one, missing)),
      )[0];
    }
    expect(tellOf(together, alone)).toBe(
      "only with other versions in the volume (6 of 6 wrong responses, none of 6 right ones)",
    );
    expect(tellOf(alone, together)).toBe(
      "only without other versions in the volume (6 of 6 wrong responses, none of 6 right ones)",
    );
  });

  test("of a single wrong response, what a right one has too is not told", () => {
    const right = Array.from({ length: 60 }, (_, number) =>
      exchange(`right#${number}`, {
        path: `volumes/v${number}/1.0.0`,
        credential: number === 0 ? "publisher" : "reader",
      }),
    );
    const wrong = exchange("wrong#1", { path: "volumes/w/1.0.0", credential: "publisher", ...notFound });
    expect(tell([...right, wrong], [sighting(wrong, missing)])).toEqual([]);
    expect(tell([...right.slice(1), wrong], [sighting(wrong, missing)])).toEqual([
      'only with the token "publisher" (1 of 1 wrong responses, none of 59 right ones)',
    ]);
  });

  test("a value that nearly all responses have is told to be that of all", () => {
    const create = (number: number, state: string): Exchange =>
      exchange(`create#${number}`, {
        operation: "createReleaseUpload",
        method: "POST",
        path: `volumes/v${number}`,
        status: 201,
        body: { state },
      });
    const all = Array.from({ length: 12 }, (_, number) => create(number, "expired"));
    const finding = { expected: "state to be open", got: '"expired"', member: "/state" };
    const [first] = all;
    const group = first === undefined ? [] : [sighting(first, finding)];
    expect(tell(all, group)).toEqual(["in 12 of 12 successful responses of this operation"]);
    expect(tell([...all.slice(0, 6), create(20, "uploaded")], group)).toEqual([]);
  });

  test("rows that an index lacks are told apart from those that it has", () => {
    const index = (number: number, minors: readonly number[]): Exchange =>
      exchange(`index#${number}`, {
        operation: "getVersionIndex",
        path: `index/volumes/v${number}`,
        body: { items: minors.map((minor) => ({ version: `1.${minor}.100` })) },
      });
    const [one, other] = [
      index(1, [0, 9, 2, 3, 4]),
      index(
        2,
        Array.from({ length: 40 }, (_, minor) => minor % 10),
      ),
    ];
    const lacks = (shown: Exchange, version: string): Sighting =>
      sighting(shown, {
        expected: `a row for ${version}`,
        got: "no such row",
        member: "/items",
        wanted: { item: version },
      });
    const group = [lacks(one, "1.10.0"), lacks(one, "1.12.0")];
    expect(tell([one, other], group)).toEqual([
      "only with 10 or more as the second number of the version (others: at most 9)",
    ]);
  });

  test("nothing, where there are few others, or where they have it too", () => {
    const wrong = exchange("wrong#1", { path: "volumes/v9/1.0.0", ...notFound });
    expect(tell([...others.slice(0, 4), wrong], [sighting(wrong, missing)])).toEqual([]);
    expect(tell([...others, wrong], [sighting(wrong, missing)])).toEqual([]);
  });

  test("a response that shows another deviation is no witness", () => {
    const broken = [1, 2].map((number) => exchange(`broken#${number}`, { path: `volumes/w${number}/1.0.0` }));
    const wrong = exchange("wrong#1", { path: "volumes/v9/1.0.0-rc.1", ...notFound });
    const group = [sighting(wrong, missing)];
    const elsewhere = broken.map((one) => sighting(one, { expected: "x", got: "y", member: "/purl" }));
    const all = [...others.slice(0, 3), ...broken, wrong];
    expect(createCircumstances(openRecordedRun(all, group))(group).lines).toHaveLength(1);
    expect(createCircumstances(openRecordedRun(all, [...group, ...elsewhere]))(group).lines).toEqual([]);
  });
});

test("a finalize that is sent again is an event, the first is none", () => {
  const finalize = (id: string, volume: string): Exchange =>
    exchange(id, {
      operation: "finalizeReleaseUpload",
      method: "POST",
      path: `volumes/${volume}/uploads/up-${volume}/finalize`,
      status: 201,
    });
  const create = (volume: string): Exchange =>
    exchange(`create#${volume}`, {
      operation: "createReleaseUpload",
      method: "POST",
      path: `volumes/${volume}`,
      sent: { version: "1.0.0" },
      status: 201,
      body: { uploadId: `up-${volume}` },
    });
  const right = [1, 2, 3, 4, 5].flatMap((number) => [
    create(`v${number}`),
    finalize(`first#${number}`, `v${number}`),
    exchange(`right#${number}`, { path: `volumes/v${number}/1.0.0`, body: { integrity: "sha256:1" } }),
  ]);
  const again = finalize("again", "v1");
  const wrong = exchange("wrong", { path: "volumes/v1/1.0.0", body: { integrity: "sha256:2" } });
  const group = [
    sighting(wrong, { expected: "sha256:1", got: '"sha256:2"', member: "/integrity" }, [
      "finalizeReleaseUpload",
    ]),
  ];
  expect(tell([...right, again, wrong], group)).toEqual([
    "only after a second finalize of one upload (1 of 1 wrong responses, none of 5 right ones)",
  ]);
});
