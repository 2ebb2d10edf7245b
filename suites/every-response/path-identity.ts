/** A document describes the volume, the release or the upload in the path of its request. */
import { toWantedValue } from "../../harness/expect/expect.ts";
import type { CheckFile } from "../../harness/check-file.ts";
import type { Judgement, Operation } from "../../harness/check.ts";
import { textAt } from "../../harness/exchange/answer.ts";
import { toFullName, toPurl, type Volume } from "../../harness/exchange/volume.ts";
import { withoutBuild } from "../inputs/versions.ts";
import { isApiSuccess } from "../responses.ts";

/**
 * The members of a document with a name, a version or a purl, each with its expected value.
 * @param version of the path; that of the purl itself, where the path has none
 */
function expectedMembers(
  operation: string,
  { volume, version }: { readonly volume: Volume; readonly version: string | undefined },
): readonly (readonly [string, string])[] {
  const name = toFullName(volume);
  const purl = version === undefined ? [] : [toPurl({ volume, version })];
  switch (operation) {
    case "createReleaseUpload":
      return [["target.name", name]];
    case "finalizeReleaseUpload":
      return [["release.name", name], ...purl.map((text) => ["release.purl", text] as const)];
    case "getRelease":
      return [["name", name], ["version", version ?? ""], ...purl.map((text) => ["purl", text] as const)];
    default:
      return purl.map((text) => ["subject.purl", text] as const);
  }
}

/** The version in a purl, as it is written there. */
function versionIn(purl: string | undefined): string | undefined {
  return purl?.slice(purl.lastIndexOf("@") + 1);
}

const finalizes: readonly Operation[] = ["finalizeReleaseUpload", "finalizeTrustUpload"];
const aboutReleases: readonly Operation[] = [
  "getRelease",
  "createReleaseUpload",
  "createTrustUpload",
  ...finalizes,
  "getTrustSummary",
  "getTrustDetail",
];

export const pathIdentity: CheckFile = {
  source:
    "Release metadata: name, version, purl; Release upload intent: target; Trust documents: subject; Shared formats: release purl",
  operations: aboutReleases,
  invariants: [
    {
      id: "every-response/documents-name-the-release-of-their-path",
      covers: ["member:release-metadata.purl", "member:release-upload-intent.target"],
      rule: "Where a response has the name, version or purl of a volume or release, it equals the one in the path of the request.",
      reading:
        "The text leaves open whether two versions that differ only in build metadata can both exist. So the comparison ignores build metadata, and a missing member passes.",
      judge(answer) {
        const { operation, about } = answer.exchange;
        if (!isApiSuccess(answer) || about?.volume === undefined) return "not-applicable";
        if (!aboutReleases.some((one) => one === operation)) return "not-applicable";
        const { volume, version = versionIn(textAt(answer.body, "release", "purl")) } = about;
        let judgement: Judgement = "not-applicable";
        for (const [member, expected] of expectedMembers(operation, { volume, version })) {
          const found = textAt(answer.body, ...member.split("."));
          if (found === undefined) continue;
          if (withoutBuild(found) !== withoutBuild(expected))
            return {
              expected: `${member} to be ${JSON.stringify(expected)}`,
              wanted: toWantedValue(`/${member.replaceAll(".", "/")}`, expected),
              got: JSON.stringify(found.slice(0, 300)),
              member: `/${member.replaceAll(".", "/")}`,
            };
          judgement = "held";
        }
        return judgement;
      },
    },
    {
      id: "every-response/results-name-the-upload-of-their-path",
      of: "finalize/results-name-their-upload-and-release",
      rule: "Where the response to `POST` finalize or `POST` trust finalize has an `uploadId`, it equals the one in the path of the request.",
      source:
        "Finalize release upload, body: uploadId; Finalize trust attachment upload, response body: uploadId",
      operations: finalizes,
      judge(answer) {
        const { operation } = answer.exchange;
        if (!isApiSuccess(answer) || !finalizes.some((one) => one === operation)) return "not-applicable";
        const uploadId = answer.exchange.about?.uploadId;
        const found = textAt(answer.body, "uploadId");
        if (uploadId === undefined || found === undefined || found === uploadId)
          return found === undefined ? "not-applicable" : "held";
        return {
          expected: `uploadId to be ${JSON.stringify(uploadId)}`,
          wanted: toWantedValue("/uploadId", uploadId),
          got: JSON.stringify(found.slice(0, 300)),
          member: "/uploadId",
        };
      },
    },
  ],
};
