import { expect, test } from "vitest";
import { lastDigit, middleDigit, withOtherDigit } from "./near-digests.ts";

const digest = `sha256:${"0123456789abcdef".repeat(4)}`;

test.each([0, middleDigit, lastDigit])(
  "a near digest is well formed and differs only at place %i",
  (index) => {
    const near = withOtherDigit(digest, index);
    const places = [...near].flatMap((digit, place) => (digit === digest[place] ? [] : [place]));
    expect(near).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(places).toEqual(["sha256:".length + index]);
  },
);
