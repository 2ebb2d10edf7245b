/** `declaredDigest` is `sha256:` followed by 64 lower-case hexadecimal digits. */
import type { CheckFile } from "../../harness/check-file.ts";
import { casesAt } from "../inputs/cases.ts";
import { controlIntent, createWith } from "../situations/release-uploads.ts";

/** The digits of a valid digest. */
async function digitsOf(given: Parameters<typeof controlIntent>[0]): Promise<string> {
  const { archive } = await controlIntent(given);
  return archive.digest.slice("sha256:".length);
}

export const digest: CheckFile = {
  source: "Shared formats, digest; Create release upload intent, body, declaredDigest",
  operations: ["createReleaseUpload"],
  needs: ["token:publisher"],
  from: "standard",
  checks: [
    {
      id: "publish/malformed-digests-are-refused",
      of: "publish/members-have-their-types-and-bounds",
      rule: "`POST` create with a malformed `declaredDigest` (wrong length, invalid characters, different algorithm or empty) answers 400 `validation-failed`.",
      covers: ["format:digest", "member:create-release-request.declaredDigest"],
      from: "quick",
      async run(tools) {
        const digits = await digitsOf(tools.given);
        const digests = [
          `sha256:${digits.slice(1)}`,
          `sha256:${digits}0`,
          `sha256:g${digits.slice(1)}`,
          `sha512:${digits}${digits}`,
          `md5:${digits.slice(0, 32)}`,
          `sha256-${digits}`,
          `xsha256:${digits}`,
          `sha256:${digits}\n`,
          "sha256:",
          "",
        ];

        const rarer = [
          ` sha256:${digits}`,
          `sha256: ${digits}`,
          `sha256:${digits}${digits}`,
          `sha256:${Buffer.from(digits, "hex").toString("base64")}`,
          `sha256:${digits},sha256:${digits}`,
        ];

        await tools.each(casesAt(tools, digests, 2, rarer), async (declaredDigest) => {
          const answer = await createWith(tools, { declaredDigest });

          tools.expect.problem(answer, "validation-failed");
        });
      },
    },
    {
      id: "publish/digests-that-are-not-strings-are-refused",
      of: "publish/members-have-their-types-and-bounds",
      rule: "`POST` create with a `declaredDigest` that is not a string answers 400 `validation-failed`.",
      async run(tools) {
        const digits = await digitsOf(tools.given);

        const values = [1, [`sha256:${digits}`], { sha256: digits }, true];

        await tools.each(casesAt(tools, values, 0, [false, 0]), async (declaredDigest) => {
          const answer = await createWith(tools, { declaredDigest });

          tools.expect.problem(answer, "validation-failed");
        });
      },
    },
    {
      id: "publish/upper-case-digests-are-refused",
      of: "publish/members-are-taken-literally",
      rule: "`POST` create with upper-case digits or an upper-case prefix in `declaredDigest` answers 400 `validation-failed`.",
      reading:
        "The format is lower case, but the text does not say whether a registry may normalize the case. A registry that does causes no harm, so this is only a warning.",
      async run(tools) {
        const digits = await digitsOf(tools.given);

        await tools.each(
          casesAt(tools, [`sha256:${digits.toUpperCase()}`, `SHA256:${digits}`], 0),
          async (declaredDigest) => {
            const answer = await createWith(tools, { declaredDigest });

            tools.expect.problem(answer, "validation-failed");
          },
        );
      },
    },
    {
      id: "publish/digests-without-their-prefix-are-refused",
      of: "publish/members-are-taken-literally",
      rule: "`POST` create with a `declaredDigest` of 64 digits without the prefix `sha256:` answers 400 `validation-failed`.",
      reading:
        "The format includes the prefix, but the text does not say whether a registry may add it. A registry that does causes no harm, so this is only a warning.",
      forms: "either",
      async run(tools) {
        const answer = await createWith(tools, { declaredDigest: await digitsOf(tools.given) });

        tools.expect.problem(answer, "validation-failed");
      },
    },
  ],
};
