/** `declaredSize` is an integer of at least 0. The registry decides the maximum size. */
import type { CheckFile } from "../../harness/check-file.ts";
import type { Tools } from "../../harness/check.ts";
import { casesAt } from "../inputs/cases.ts";
import { createWith } from "../situations/release-uploads.ts";

/** The size that the target file states as the largest one. */
function largestOf({ given, target }: Tools): number {
  const { largestArchive } = target.limits;
  if (largestArchive !== undefined) return largestArchive;
  throw given.optional("limits.largestArchive");
}

export const size: CheckFile = {
  source: "Limits, declaredSize; Create release upload intent, body, declaredSize",
  operations: ["createReleaseUpload"],
  needs: ["token:publisher"],
  checks: [
    {
      id: "publish/negative-sizes-are-refused",
      of: "publish/members-have-their-types-and-bounds",
      rule: "`POST` create with a negative `declaredSize` answers 400 `validation-failed`.",
      covers: ["limit:declared-size", "member:create-release-request.declaredSize"],
      async run(tools) {
        await tools.each(casesAt(tools, [-1, -4096, -9_007_199_254_740_991]), async (declaredSize) => {
          const answer = await createWith(tools, { declaredSize });

          tools.expect.problem(answer, "validation-failed");
        });
      },
    },
    {
      id: "publish/fractional-sizes-are-refused",
      of: "publish/members-have-their-types-and-bounds",
      rule: "`POST` create with a `declaredSize` that is not an integer answers 400 `validation-failed`.",
      covers: ["limit:declared-size"],
      async run(tools) {
        await tools.each(casesAt(tools, [1.5, 0.5, 1024.001]), async (declaredSize) => {
          const answer = await createWith(tools, { declaredSize });

          tools.expect.problem(answer, "validation-failed");
        });
      },
    },
    {
      id: "publish/sizes-that-are-not-numbers-are-refused",
      of: "publish/members-have-their-types-and-bounds",
      rule: "`POST` create with a `declaredSize` that is an array, an object, a boolean or a non-numeric string answers 400 `validation-failed`.",
      from: "standard",
      async run(tools) {
        const values = ["many", true, [1024], { bytes: 1024 }];

        await tools.each(casesAt(tools, values, 0, ["", false, []]), async (declaredSize) => {
          const answer = await createWith(tools, { declaredSize });

          tools.expect.problem(answer, "validation-failed");
        });
      },
    },
    {
      id: "publish/sizes-in-strings-are-refused",
      of: "publish/members-are-taken-literally",
      rule: "`POST` create with a `declaredSize` that is a string of digits answers 400 `validation-failed`.",
      reading:
        "The type is integer, but the text does not say whether a registry may parse a string. A registry that does causes no harm, so this is only a warning.",
      forms: "either",
      from: "standard",
      async run(tools) {
        const answer = await createWith(tools, { declaredSize: "1024" });

        tools.expect.problem(answer, "validation-failed");
      },
    },
    {
      id: "publish/nulls-in-the-body-are-refused",
      of: "publish/members-are-taken-literally",
      rule: "`POST` create with `mediaType`, `declaredDigest` or `declaredSize` set to `null` answers 400 `validation-failed` or 415 `unsupported-media-type`.",
      source: "Create release upload intent, body",
      reading:
        "The text does not say whether these members are required. We read `null` as a value of the wrong type; a registry that treats it as absent gets only a warning.",
      forms: "either",
      from: "standard",
      async run(tools) {
        await tools.each(["declaredSize", "declaredDigest", "mediaType"], async (member) => {
          const answer = await createWith(tools, { [member]: null });

          tools.expect.problem(answer, "validation-failed", "unsupported-media-type");
        });
      },
    },
    {
      id: "publish/huge-sizes-are-taken-or-too-large",
      of: "publish/sizes-are-taken-or-too-large",
      rule: "`POST` create with a huge `declaredSize` (16 MiB or more) answers 413 `payload-too-large`, or succeeds without changing that size.",
      source: "Limits; Create release upload intent, body, declaredSize",
      reading:
        "The text allows a maximum size but does not require one. We accept both results; any other problem fails, because the number is valid.",
      covers: [
        "limit:payload-too-large",
        "slug:payload-too-large",
        "answers:createReleaseUpload/payload-too-large",
        "gap:limits/2",
      ],
      async run(tools) {
        await tools.each(
          casesAt(
            tools,
            [
              9_007_199_254_740_991, 1_099_511_627_776,
              // between 2^31 and 2^32, and just above, where 32 bits are too few
              2_147_483_653, 4_294_967_301,
              // the first that a number of single precision rounds
              16_777_217,
            ],
          ),
          async (declaredSize) => {
            const answer = await createWith(tools, { declaredSize });

            if (answer.status >= 300) tools.expect.problem(answer, "payload-too-large");
            else tools.expect.echo(answer, ["declaredSize"], declaredSize);
          },
        );
      },
    },
    {
      id: "publish/the-largest-size-is-accepted",
      of: "publish/valid-requests-open-an-upload",
      rule: "`POST` create with `limits.largestArchive` of the target file as `declaredSize` succeeds.",
      reading:
        "The text lets each registry choose its limit. We judge this only if the target file states it.",
      covers: ["limit:declared-size", "gap:limits/2"],
      forms: "one",
      from: "standard",
      async run(tools) {
        const declaredSize = largestOf(tools);

        const answer = await createWith(tools, { declaredSize });

        tools.expect.success(answer);
      },
    },
    {
      id: "publish/sizes-above-the-largest-are-refused",
      level: "should",
      rule: "`POST` create with a `declaredSize` above `limits.largestArchive` of the target file answers 413 `payload-too-large`.",
      reading:
        "The text allows this answer before the transfer and does not require it. A registry that answers later gets only a warning.",
      covers: ["limit:payload-too-large", "slug:payload-too-large"],
      forms: "one",
      from: "standard",
      async run(tools) {
        const largest = largestOf(tools);
        const answer = await createWith(tools, { declaredSize: largest + 1 });

        const input = `a size above ${largest}, the \`limits.largestArchive\` of the target file: correct it, if the registry takes more`;
        tools.expect.withInput(input).problem(answer, "payload-too-large");
      },
    },
  ],
};
