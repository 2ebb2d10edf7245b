import type { ChoiceResult, FaultResult, KillMatrix } from "../../../schemas/kill-matrix.ts";
import { hostileText } from "./hostile-report.ts";

const provenFault: FaultResult = {
  name: "finalize-before-bytes",
  summary: "Finalize succeeds though no bytes have arrived",
  breaks: "finalize/bytes-have-arrived",
  outcome: "killed",
  red: ["finalize/bytes-have-arrived", "histories/registry-follows-the-model"],
  durationMs: 2400,
};

const cleanChoice: ChoiceResult = {
  name: "create-status",
  value: "202",
  summary: "Release upload intents are answered with 202",
  outcome: "clean",
  red: [],
  durationMs: 1900,
};

function toKillMatrix(
  faults: readonly FaultResult[],
  choices: readonly ChoiceResult[],
  unproven: readonly string[],
): KillMatrix {
  const count = (outcome: string): number =>
    [...faults, ...choices].filter((one) => one.outcome === outcome).length;
  return {
    killMatrixVersion: 1,
    suite: {
      name: "volume-registry-conformance",
      version: "0.1.0",
      digest: `sha256:${"0123456789abcdef".repeat(4)}`,
      specification: "0.1.0-rc.1",
    },
    startedAt: "2026-11-21T09:00:00.000Z",
    durationMs: 185_000,
    seed: 1,
    totals: {
      faults: faults.length,
      killed: count("killed"),
      killedByAnother: count("killed-by-another"),
      missed: count("missed"),
      choices: choices.length,
      clean: count("clean"),
      falseAlarms: count("false-alarm"),
    },
    faults,
    choices,
    unproven,
  };
}

/** Every fault killed, every choice clean. */
export function provenKillMatrix(): KillMatrix {
  return toKillMatrix([provenFault], [cleanChoice], []);
}

/** A missed fault, one killed by another requirement, a false alarm, and a requirement without a fault. */
export function unprovenKillMatrix(): KillMatrix {
  return toKillMatrix(
    [
      provenFault,
      {
        name: "offset-not-echoed",
        summary: "Search always answers offset 0",
        breaks: "search/offset-is-echoed",
        outcome: "missed",
        red: [],
        durationMs: 2100,
      },
      {
        name: "purl-without-scope",
        summary: "The purl of a scoped volume lacks its scope",
        breaks: "release-metadata/purl-is-the-template",
        outcome: "killed-by-another",
        red: ["trust/wrong-integrity-is-refused"],
        durationMs: 2200,
      },
    ],
    [
      cleanChoice,
      {
        name: "unpublish-status",
        value: "204",
        summary: "Unpublish answers 204 without a body",
        outcome: "false-alarm",
        red: ["every-response/body-is-json"],
        durationMs: 2000,
      },
    ],
    ["advisories/list-has-items"],
  );
}

/** A kill matrix with hostile texts. */
export function hostileKillMatrix(): KillMatrix {
  const matrix = unprovenKillMatrix();
  return {
    ...matrix,
    faults: matrix.faults.map((fault) =>
      Object.assign({}, fault, { summary: hostileText, red: [hostileText] }),
    ),
    choices: matrix.choices.map((choice) =>
      Object.assign({}, choice, { summary: hostileText, red: [hostileText] }),
    ),
    unproven: [hostileText],
  };
}
