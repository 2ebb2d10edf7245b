/** A declared digest is `sha256:` and 64 lower-case hexadecimal digits. */
import type { Check } from "../../harness/check.ts";
import { casesAt } from "../cases.ts";
import { controlIntent, createWith } from "./set-up.ts";

const shared: Pick<Check, "operations" | "needs" | "source"> = {
  source: "Shared formats, digest; Create release upload intent, body, declaredDigest",
  operations: ["createReleaseUpload"],
  needs: ["token:publisher"],
};

/** The digits of a good digest. */
async function digitsOf(given: Parameters<typeof controlIntent>[0]): Promise<string> {
  const { archive } = await controlIntent(given);
  return archive.digest.slice("sha256:".length);
}

export const malformedDigestsAreRefused: Check = {
  ...shared,
  id: "publish/malformed-digests-are-refused",
  level: "must",
  rule: "A declaredDigest with too few or too many digits, with other characters or of another algorithm is refused with 400 validation-failed.",
  covers: ["format:digest", "member:create-release-request.declaredDigest"],
  async run(tools) {
    const digits = await digitsOf(tools.given);
    const digests = [
      `sha256:${digits.slice(1)}`,
      `sha256:${digits}0`,
      `sha256:g${digits.slice(1)}`,
      `sha256:${digits.slice(1)}z`,
      `sha512:${digits}${digits}`,
      `sha512:${digits}`,
      `md5:${digits.slice(0, 32)}`,
      `sha256-${digits}`,
      `xsha256:${digits}`,
      `sha256:${digits}\n`,
      `sha256: ${digits.slice(1)}`,
      "sha256:",
      "",
    ];

    for (const declaredDigest of casesAt(tools, digests, 2)) {
      const answer = await createWith(tools, { declaredDigest });

      tools.expect.problem(answer, "validation-failed");
    }
  },
};

export const digestsOfAnotherTypeAreRefused: Check = {
  ...shared,
  id: "publish/digests-that-are-no-strings-are-refused",
  level: "must",
  rule: "A declaredDigest that is no string is refused with 400 validation-failed.",
  from: "standard",
  async run(tools) {
    const digits = await digitsOf(tools.given);

    for (const declaredDigest of casesAt(tools, [1, [`sha256:${digits}`], { sha256: digits }, true])) {
      const answer = await createWith(tools, { declaredDigest });

      tools.expect.problem(answer, "validation-failed");
    }
  },
};

export const upperCaseDigestsAreRefused: Check = {
  ...shared,
  id: "publish/upper-case-digests-are-refused",
  level: "should",
  rule: "A declaredDigest with upper-case digits or an upper-case prefix is refused with 400 validation-failed.",
  reading:
    "The format says lower case; a registry that reads another case as the same digest harms nobody, so that it is warned only.",
  from: "standard",
  async run(tools) {
    const digits = await digitsOf(tools.given);

    for (const declaredDigest of casesAt(tools, [`sha256:${digits.toUpperCase()}`, `SHA256:${digits}`])) {
      const answer = await createWith(tools, { declaredDigest });

      tools.expect.problem(answer, "validation-failed");
    }
  },
};

export const digestsWithoutPrefixAreRefused: Check = {
  ...shared,
  id: "publish/digests-without-their-prefix-are-refused",
  level: "should",
  rule: "A declaredDigest of 64 digits without the prefix sha256: is refused with 400 validation-failed.",
  reading: "The format has the prefix; a registry that supplies it harms nobody, so that it is warned only.",
  forms: "either",
  from: "standard",
  async run(tools) {
    const answer = await createWith(tools, { declaredDigest: await digitsOf(tools.given) });

    tools.expect.problem(answer, "validation-failed");
  },
};
