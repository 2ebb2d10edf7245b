import { describe, expect, it } from "vitest";
import {
  hostileKillMatrix,
  provenKillMatrix,
  unprovenKillMatrix,
} from "./lab/examples/example-kill-matrix.ts";
import { renderKillMatrix, renderKillMatrixHtml, renderKillMatrixJson } from "./kill-matrix.ts";

const lastLines = (text: string): string => text.slice(text.lastIndexOf("\n\n") + 2);

describe("renderKillMatrix", () => {
  it("ends with the conclusion", () => {
    expect(lastLines(renderKillMatrix(provenKillMatrix()))).toBe(
      "PROVEN: 1 of 1 faults killed, 1 of 1 choices clean\n",
    );
    expect(lastLines(renderKillMatrix(unprovenKillMatrix(), { color: false, width: 200 }))).toBe(
      "NOT PROVEN: 1 of 3 faults killed, 1 killed by another requirement only, 1 missed, 1 of 2 choices clean, 1 false alarm, 1 case without a fault\n",
    );
  });

  it("marks a selection, in text and page", () => {
    const part = { ...provenKillMatrix(), only: ["offset-*", "unpublish-*"] };
    const conclusion = 'only names that match "offset-*" or "unpublish-*", 1 of 1 faults killed';

    expect(renderKillMatrix(part, { color: false, width: 200 })).toContain(`SELECTION PROVEN: ${conclusion}`);
    expect(renderKillMatrixHtml(part)).toContain(`<p class="headline">Selection proven</p>`);
    expect(renderKillMatrixHtml(part)).toContain(conclusion.replaceAll('"', "&quot;"));
  });

  it("lists false alarms first, then missed faults, then those killed by another requirement", () => {
    const text = renderKillMatrix(unprovenKillMatrix());

    const places = [
      "unpublish-status=204",
      "offset-not-echoed",
      "purl-without-scope",
      "finalize-before-bytes",
    ];
    expect(places.map((name) => text.indexOf(name))).toEqual(
      places.map((name) => text.indexOf(name)).toSorted((a, b) => a - b),
    );
    expect(text).toContain("MISSED  offset-not-echoed  search/offset-is-echoed");
    expect(text).toContain("killed  finalize-before-bytes  finalize/bytes-have-arrived and 1 more");
    expect(text).toContain("Requirements without a fault (1)\n  advisories/list-has-items");
  });

  it("shows control characters as escapes", () => {
    expect(renderKillMatrix(hostileKillMatrix())).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}]/u);
  });
});

describe("renderKillMatrixJson", () => {
  it("contains the whole matrix", () => {
    expect(JSON.parse(renderKillMatrixJson(unprovenKillMatrix()))).toEqual(unprovenKillMatrix());
  });
});
