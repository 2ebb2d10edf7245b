import { expect, test } from "vitest";
import type { Answer } from "../../harness/exchange/answer.ts";
import { describeInstruction } from "./upload-instruction.ts";

function created(upload: unknown): Answer {
  return {
    exchange: {
      id: "a#0",
      actor: "a",
      operation: "createReleaseUpload",
      request: { method: "POST", url: "", headers: [] },
      startedAtMs: 0,
      durationMs: 0,
    },
    status: 201,
    url: "",
    bytes: new Uint8Array(),
    body: { upload },
    isJson: true,
    endedAtMs: 0,
  };
}

test("names the type of an instruction, and the members that the suite does not use", () => {
  expect(describeInstruction(created({ instructionType: "form", url: "u", fields: {}, parts: [] }))).toBe(
    '; `instructionType` is "form"; `upload` has members that this suite does not use: fields, parts',
  );
  expect(describeInstruction(created({ url: "u", method: "PUT", headers: {} }))).toBe("");
  expect(describeInstruction(created(undefined))).toBe("");
});
