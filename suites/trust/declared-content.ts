/** The size and the digest that a trust create request declares. */
import type { Tools } from "../../harness/check.ts";
import type { CheckFile } from "../../harness/check-file.ts";
import { describeAnswer } from "../../harness/expect/expect.ts";
import { isSuccess } from "../../harness/exchange/answer.ts";
import { sha256 } from "../../harness/seed.ts";
import { casesAt } from "../inputs/cases.ts";
import { keyInOneHalf } from "../situations/contexts.ts";
import { openIntent } from "../situations/attached-release.ts";
import { trustCreateFor } from "../situations/trust-create.ts";

/** Sends a valid request with one member changed, once for each value, and expects `validation-failed` each time. */
async function expectEachRefused(tools: Tools, member: string, values: readonly unknown[]): Promise<void> {
  const { expect } = tools;

  await tools.each(values, async (value, place) => {
    const { body, send } = await trustCreateFor(tools, member, place);
    const answer = await send({ ...body, [member]: value });

    expect.problem(answer, "validation-failed");
  });
}

export const declaredContent: CheckFile = {
  source: "Create trust attachment upload intent: declaredSize; Limits",
  operations: ["createTrustUpload"],
  needs: ["token:publisher"],
  checks: [
    {
      id: "trust/negative-sizes-are-refused",
      of: "publish/members-have-their-types-and-bounds",
      rule: "`POST` trust create with a negative `declaredSize` answers 400 `validation-failed`.",
      reading:
        "The list of this endpoint does not have `validation-failed`. Errors, rule 3 groups it under 400 for create endpoints, so we require it.",
      covers: ["member:create-trust-request.declaredSize", "limit:declared-size", "rule:errors/3"],
      run: (tools) => expectEachRefused(tools, "declaredSize", [tools.half === "first" ? -4096 : -1]),
    },
    {
      id: "trust/fractional-sizes-are-refused",
      of: "publish/members-have-their-types-and-bounds",
      rule: "`POST` trust create with a `declaredSize` that is not an integer, such as a fraction or `true`, answers 400 `validation-failed`.",
      reading:
        "The list of this endpoint does not have `validation-failed`. Errors, rule 3 groups it under 400 for create endpoints, so we require it.",
      covers: ["member:create-trust-request.declaredSize", "limit:declared-size"],
      async run(tools) {
        const rarer = [0.5, "many", "", false, [1024], { bytes: 1024 }];
        const cases =
          tools.depth === "quick" ? [1024.001] : casesAt<unknown>(tools, [1024.001, true], 0, rarer);
        await expectEachRefused(tools, "declaredSize", cases);
      },
    },
    {
      id: "trust/sizes-in-strings-are-refused",
      of: "publish/members-are-taken-literally",
      rule: "`POST` trust create with a string of digits as `declaredSize` answers 400 `validation-failed`.",
      source: "Create trust attachment upload intent: declaredSize",
      covers: ["member:create-trust-request.declaredSize"],
      forms: "either",
      from: "standard",
      run: async (tools) => {
        const { artifact } = await openIntent(tools.given);
        await expectEachRefused(tools, "declaredSize", [String(artifact.length)]);
      },
    },
    {
      id: "trust/a-size-of-zero-is-accepted",
      of: "publish/valid-requests-open-an-upload",
      rule: "`POST` trust create with a `declaredSize` of 0 succeeds, and a returned `declaredSize` is 0.",
      covers: ["limit:declared-size"],
      async run({ given, registry, expect }) {
        const release = await given.sharedRelease();
        const { requestBody } = await openIntent(given);

        const body = { ...requestBody, declaredDigest: sha256(""), declaredSize: 0 };
        const answer = await registry.createTrustUpload(release, body, keyInOneHalf(given));

        expect.that(isSuccess(answer), {
          expected: "a success (2xx)",
          wanted: { answer: "success" },
          got: describeAnswer(answer),
          answer,
        });
        expect.echo(answer, ["declaredSize"], 0);
      },
    },
    {
      id: "trust/huge-sizes-are-taken-or-too-large",
      of: "publish/sizes-are-taken-or-too-large",
      rule: "`POST` trust create with a huge `declaredSize` succeeds or answers 413 `payload-too-large`. A returned `declaredSize` is the one that was sent.",
      source: "Create trust attachment upload intent: declaredSize",
      reading:
        "The text allows a registry to refuse a large size before the transfer, but does not require it. The size is a valid integer, so no other refusal fits.",
      covers: [
        "limit:payload-too-large",
        "slug:payload-too-large",
        "answers:createTrustUpload/payload-too-large",
        "gap:limits/2",
      ],
      forms: "either",
      from: "standard",
      async run(tools) {
        const { expect } = tools;
        const { body, send } = await trustCreateFor(tools, "a huge size");

        const huge = { ...body, declaredSize: Number.MAX_SAFE_INTEGER };
        const answer = await send(huge);

        if (isSuccess(answer)) expect.echo(answer, ["declaredSize"], Number.MAX_SAFE_INTEGER);
        else expect.problem(answer, "payload-too-large");
      },
    },
    {
      id: "trust/malformed-digests-are-refused",
      of: "publish/members-have-their-types-and-bounds",
      rule: "`POST` trust create with a `declaredDigest` that is not `sha256:` and 64 hexadecimal digits answers 400 `validation-failed`.",
      source: "Shared formats: digest; Create trust attachment upload intent: declaredDigest",
      reading:
        "The list of this endpoint does not have `validation-failed`. Errors, rule 3 groups it under 400 for create endpoints, so we require it.",
      covers: ["format:digest", "member:create-trust-request.declaredDigest"],
      run: async (tools) => {
        const { artifactDigest } = await openIntent(tools.given);
        const digits = artifactDigest.slice("sha256:".length);
        const digests = [
          artifactDigest.slice(0, -1),
          `${artifactDigest}0`,
          `${artifactDigest.slice(0, -1)}g`,
          [artifactDigest],
          `${artifactDigest}\n`,
          `sha512:${digits}${digits}`,
        ];
        const rarer = [
          `md5:${digits.slice(0, 32)}`,
          "",
          "sha256:",
          `sha256-${digits}`,
          ` ${artifactDigest}`,
          `${artifactDigest}${digits}`,
          { sha256: digits },
          true,
          1,
        ];
        await expectEachRefused(tools, "declaredDigest", casesAt<unknown>(tools, digests, 1, rarer));
      },
    },
    {
      id: "trust/upper-case-digests-are-refused",
      of: "publish/members-are-taken-literally",
      rule: "`POST` trust create with a `declaredDigest` in upper case or without `sha256:` answers 400 `validation-failed`.",
      source: "Shared formats: digest; Create trust attachment upload intent: declaredDigest",
      covers: ["format:digest"],
      from: "standard",
      run: async (tools) => {
        const { artifactDigest } = await openIntent(tools.given);
        const digits = artifactDigest.slice("sha256:".length);
        await expectEachRefused(
          tools,
          "declaredDigest",
          casesAt(tools, [`sha256:${digits.toUpperCase()}`, digits], 0),
        );
      },
    },
  ],
};
