/** A declared size is an integer of at least 0; how large an upload may be is the registry's to say. */
import type { Check } from "../../harness/check.ts";
import { casesAt } from "../cases.ts";
import { createWith } from "./set-up.ts";

const shared: Pick<Check, "operations" | "needs"> = {
  operations: ["createReleaseUpload"],
  needs: ["token:publisher"],
};
const source = "Limits, declaredSize; Create release upload intent, body, declaredSize";

export const negativeSizesAreRefused: Check = {
  ...shared,
  id: "publish/negative-sizes-are-refused",
  level: "must",
  rule: "A negative declaredSize is refused with 400 validation-failed.",
  source,
  covers: ["limit:declared-size", "member:create-release-request.declaredSize"],
  async run(tools) {
    for (const declaredSize of casesAt(tools, [-1, -4096, -9_007_199_254_740_991])) {
      const answer = await createWith(tools, { declaredSize });

      tools.expect.problem(answer, "validation-failed");
    }
  },
};

export const fractionalSizesAreRefused: Check = {
  ...shared,
  id: "publish/fractional-sizes-are-refused",
  level: "must",
  rule: "A declaredSize that is no whole number is refused with 400 validation-failed.",
  source,
  covers: ["limit:declared-size"],
  async run(tools) {
    for (const declaredSize of casesAt(tools, [1.5, 0.5, 1024.001])) {
      const answer = await createWith(tools, { declaredSize });

      tools.expect.problem(answer, "validation-failed");
    }
  },
};

export const sizesOfAnotherTypeAreRefused: Check = {
  ...shared,
  id: "publish/sizes-that-are-no-numbers-are-refused",
  level: "must",
  rule: "A declaredSize that is a list, an object, a boolean or a word is refused with 400 validation-failed.",
  source,
  from: "standard",
  async run(tools) {
    for (const declaredSize of casesAt(tools, ["many", true, [1024], { bytes: 1024 }])) {
      const answer = await createWith(tools, { declaredSize });

      tools.expect.problem(answer, "validation-failed");
    }
  },
};

export const numbersInStringsAreRefused: Check = {
  ...shared,
  id: "publish/sizes-in-strings-are-refused",
  level: "should",
  rule: "A declaredSize that is a string of digits is refused with 400 validation-failed.",
  source,
  reading:
    "A string is no integer; a registry that reads the digits harms nobody, so that it is warned only.",
  forms: "either",
  from: "standard",
  async run(tools) {
    const answer = await createWith(tools, { declaredSize: "1024" });

    tools.expect.problem(answer, "validation-failed");
  },
};

export const nullsAreRefused: Check = {
  ...shared,
  id: "publish/nulls-in-the-body-are-refused",
  level: "should",
  rule: "A mediaType, declaredDigest or declaredSize that is null is refused, with 400 validation-failed or, for the mediaType, 415 unsupported-media-type.",
  source: "Create release upload intent, body",
  reading:
    "null is a value of another type, not an absence; since the members may be optional, a registry that ignores it is warned only.",
  from: "standard",
  forms: "either",
  async run(tools) {
    for (const member of ["declaredSize", "declaredDigest", "mediaType"]) {
      const answer = await createWith(tools, { [member]: null });

      tools.expect.problem(answer, "validation-failed", "unsupported-media-type");
    }
  },
};

export const hugeSizesAreTakenOrTooLarge: Check = {
  ...shared,
  id: "publish/huge-sizes-are-taken-or-too-large",
  level: "must",
  rule: "A declaredSize beyond any archive is refused with exactly 413 payload-too-large, or opens an intent.",
  source: "Limits; Create release upload intent, body, declaredSize",
  reading:
    "A registry may refuse a size over its limit and need not have a limit. Any other refusal would be wrong: the number is valid.",
  covers: [
    "limit:payload-too-large",
    "slug:payload-too-large",
    "answers:createReleaseUpload/payload-too-large",
    "gap:limits/2",
  ],
  async run(tools) {
    for (const declaredSize of casesAt(tools, [9_007_199_254_740_991, 1_099_511_627_776])) {
      const answer = await createWith(tools, { declaredSize });

      if (answer.status >= 300) tools.expect.problem(answer, "payload-too-large");
      else tools.expect.echo(answer, ["declaredSize"], declaredSize);
    }
  },
};
