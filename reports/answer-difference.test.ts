import { describe, expect, it } from "vitest";
import { countKinds, tellApart, toComparable } from "./answer-difference.ts";
import { conformantReport } from "./lab/examples/example-report.ts";

describe("an answer to compare", () => {
  it.each([
    ["Yes, with 43 characters", "Yes"],
    [
      "Largest taken: 20,000 bytes; no larger one was refused for its size",
      "Nothing was refused for its size",
    ],
    [
      "Largest taken: 2,147,483,648; no larger one was refused for its size",
      "Nothing was refused for its size",
    ],
    ["not sent (109)", "not sent"],
    ["46 of 46", "all"],
    // what a registry refused is its decision
    [
      "Largest taken: 100 bytes; 101 bytes refused with 413 payload-too-large",
      "Largest taken: 100 bytes; 101 bytes refused with 413 payload-too-large",
    ],
    ["45 of 46", "45 of 46"],
    ["Create answers 201", "Create answers 201"],
  ])("%s", (answer, comparable) => {
    expect(toComparable(answer, conformantReport())).toBe(comparable);
  });
});

describe("kinds of answers", () => {
  it.each([
    ["sizes and times are one", ["after 15 minutes", "after 5 minutes", "after 1.5 minutes"], 1],
    ["two times of one registry are no other kind", ["within 1 s; within 2 s", "within 1 s"], 1],
    ["statuses are two", ["It answers 201", "It answers 202"], 2],
    ["words are two", ["after 15 minutes", "after an unknown time"], 2],
    ["parts of an answer are of its kind", ["url: a; link: b", "url: a"], 1],
    ["another value of a part is not", ["url: a; link: b", "url: c"], 2],
    ["a word is no part", ["Yes; no", "Yes"], 2],
  ])("%s", (_name, answers, kinds) => {
    expect(countKinds(answers)).toBe(kinds);
  });
});

describe("options", () => {
  const members = "with uploadId, target, mediaType, upload, expiresAt, state";

  it("leave out what all of them end with", () => {
    expect(tellApart([`Create answers 201 ${members}`, `Create answers 202 ${members}`])).toEqual({
      texts: ["Create answers 201 …", "Create answers 202 …"],
      same: `… ${members}`,
    });
  });

  it("leave out what all of them begin with, save the last words", () => {
    const begin = "Create answers 201 with uploadId, target,";
    expect(
      tellApart([
        `${begin} mediaType, upload, url, method`,
        `${begin} mediaType, upload, url, method, fields`,
      ]),
    ).toEqual({
      texts: ["… mediaType, upload, url, method", "… mediaType, upload, url, method, fields"],
      same: `${begin} …`,
    });
  });

  it.each([[["Yes", "No"]], [["only one, with many words that nobody has to tell apart from others"]], [[]]])(
    "%j are short as they are",
    (answers) => {
      expect(tellApart(answers)).toEqual({ texts: answers });
    },
  );
});
