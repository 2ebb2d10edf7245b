/** What a trust upload request declares of its artifact: size and digest. */
import type { Check } from "../../harness/check.ts";
import { isSuccess } from "../../harness/registry/answer.ts";
import { sha256 } from "../../harness/seed.ts";
import { casesAt } from "../cases.ts";
import { openIntent, type Tools } from "./attached-release.ts";

const about: Pick<Check, "level" | "operations" | "needs"> = {
  level: "must",
  operations: ["createTrustUpload"],
  needs: ["token:publisher"],
};

/** Sends the request that was good for `openIntent` with one member changed, once for each value, and expects each refused. */
async function refuseEach(tools: Tools, member: string, values: readonly unknown[]): Promise<void> {
  const { given, registry, expect } = tools;
  const release = await given.sharedRelease();
  const { requestBody } = await openIntent(given);

  for (const value of values) {
    const answer = await registry.createTrustUpload(release, { ...requestBody, [member]: value });

    expect.problem(answer, "validation-failed");
  }
}

export const negativeSizesAreRefused: Check = {
  ...about,
  id: "trust/negative-sizes-are-refused",
  rule: "A trust upload request whose declaredSize is negative is refused with 400 validation-failed.",
  source: "Create trust attachment upload intent: declaredSize; Limits",
  reading:
    "validation-failed is not in the endpoint's own list, but among the 400s that the grouping names for create endpoints.",
  covers: ["member:create-trust-request.declaredSize", "limit:declared-size", "rule:errors/3"],
  run: (tools) => refuseEach(tools, "declaredSize", [-1]),
};

export const fractionalSizesAreRefused: Check = {
  ...about,
  id: "trust/fractional-sizes-are-refused",
  rule: "A trust upload request whose declaredSize is no integer is refused with 400 validation-failed.",
  source: "Create trust attachment upload intent: declaredSize; Limits",
  reading: "validation-failed is among the 400s that the grouping names for create endpoints.",
  covers: ["member:create-trust-request.declaredSize", "limit:declared-size"],
  run: (tools) => refuseEach(tools, "declaredSize", [0.5]),
};

export const sizesAsTextAreRefused: Check = {
  ...about,
  id: "trust/sizes-as-text-are-refused",
  level: "should",
  rule: "A trust upload request whose declaredSize is a string that looks like a number is refused with 400 validation-failed.",
  source: "Create trust attachment upload intent: declaredSize",
  covers: ["member:create-trust-request.declaredSize"],
  forms: "either",
  from: "standard",
  run: async (tools) => {
    const { artifact } = await openIntent(tools.given);
    await refuseEach(tools, "declaredSize", [String(artifact.length)]);
  },
};

export const sizesOfZeroAreTaken: Check = {
  ...about,
  id: "trust/sizes-of-zero-are-taken",
  rule: "A declaredSize of 0 is within the bounds of a trust upload request.",
  source: "Create trust attachment upload intent: declaredSize; Limits",
  covers: ["limit:declared-size"],
  async run({ given, registry, expect }) {
    const release = await given.sharedRelease();
    const { requestBody } = await openIntent(given);

    const answer = await registry.createTrustUpload(release, {
      ...requestBody,
      declaredDigest: sha256(""),
      declaredSize: 0,
    });

    expect.success(answer);
    expect.echo(answer, ["declaredSize"], 0);
  },
};

export const absurdSizesAreTooLarge: Check = {
  ...about,
  id: "trust/absurd-sizes-are-taken-or-too-large",
  rule: "A trust upload request whose declaredSize no registry can hold succeeds or is refused with 413 payload-too-large.",
  source: "Create trust attachment upload intent: declaredSize",
  reading:
    "A registry may refuse such a size before the transfer and is free not to; no other refusal fits a size that is an integer.",
  covers: [
    "limit:payload-too-large",
    "slug:payload-too-large",
    "answers:createTrustUpload/payload-too-large",
    "gap:limits/2",
  ],
  forms: "either",
  from: "standard",
  async run({ given, registry, expect }) {
    const release = await given.sharedRelease();
    const { requestBody } = await openIntent(given);

    const answer = await registry.createTrustUpload(release, {
      ...requestBody,
      declaredSize: Number.MAX_SAFE_INTEGER,
    });

    if (isSuccess(answer)) expect.echo(answer, ["declaredSize"], Number.MAX_SAFE_INTEGER);
    else expect.problem(answer, "payload-too-large");
  },
};

export const malformedDigestsAreRefused: Check = {
  ...about,
  id: "trust/malformed-digests-are-refused",
  rule: "A trust upload request whose declaredDigest does not have 64 hexadecimal digits is refused with 400 validation-failed.",
  source: "Shared formats: digest; Create trust attachment upload intent: declaredDigest",
  reading: "validation-failed is among the 400s that the grouping names for create endpoints.",
  covers: ["format:digest", "member:create-trust-request.declaredDigest"],
  run: async (tools) => {
    const { artifactDigest } = await openIntent(tools.given);
    const digests = [artifactDigest.slice(0, -1), `${artifactDigest}0`, `${artifactDigest.slice(0, -1)}g`];
    await refuseEach(tools, "declaredDigest", casesAt(tools, digests));
  },
};

export const digestsInOtherWritingAreRefused: Check = {
  ...about,
  id: "trust/digests-in-other-writing-are-refused",
  level: "should",
  rule: "A trust upload request whose declaredDigest is in upper case or without sha256: is refused with 400 validation-failed.",
  source: "Shared formats: digest; Create trust attachment upload intent: declaredDigest",
  covers: ["format:digest"],
  from: "standard",
  run: async (tools) => {
    const { artifactDigest } = await openIntent(tools.given);
    const digits = artifactDigest.slice("sha256:".length);
    await refuseEach(tools, "declaredDigest", casesAt(tools, [`sha256:${digits.toUpperCase()}`, digits]));
  },
};
