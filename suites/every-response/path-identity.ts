/** A document describes the volume, the release or the upload in the path of its request. */
import type { CheckFile } from "../../harness/check-file.ts";
import type { Judgement, Operation } from "../../harness/check.ts";
import { type Answer, textAt } from "../../harness/registry/answer.ts";
import { placeholderPattern } from "../../harness/registry/redaction.ts";
import { type ReleaseName, type Volume, toFullName, toPurl } from "../../harness/registry/volume.ts";
import { isApiSuccess } from "../responses.ts";

/** The decoded parts of the path of a request. */
interface PathParts {
  readonly volume: Volume;
  readonly version?: string;
  readonly uploadId?: string;
}

/**
 * Undefined for a path that does not belong to a volume, because locators of the registry are opaque.
 * Undefined also for a path with a redacted secret.
 */
function pathPartsOf(answer: Answer): PathParts | undefined {
  const path = /^[^?#]*\/api\/v1\/volumes\/([^?#]+)/.exec(answer.exchange.request.url)?.[1];
  if (path === undefined || placeholderPattern.test(path)) return undefined;
  const parts = path.split("/").map(decode);
  const scope = parts[0]?.startsWith("@") === true ? parts.shift()?.slice(1) : undefined;
  const [segment = "", ...rest] = parts;
  const volume = scope === undefined ? { segment } : { scope, segment };
  if (rest[0] === "uploads") return { volume, ...(rest[1] === undefined ? {} : { uploadId: rest[1] }) };
  const [version, , , uploadId] = rest;
  return {
    volume,
    ...(version === undefined ? {} : { version }),
    ...(uploadId === undefined ? {} : { uploadId }),
  };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** A version or a purl without build metadata: versions that differ only there may be the same release. */
function withoutBuild(text: string): string {
  return text.replace(/(?:\+|%2B).*$/i, "");
}

/** The members of a document with a name, a version or a purl, each with its expected value. */
function expectedMembers(
  operation: string,
  { volume, version }: PathParts,
): readonly (readonly [string, string])[] {
  const name = toFullName(volume);
  const release: ReleaseName | undefined = version === undefined ? undefined : { volume, version };
  const purl = release === undefined ? [] : [toPurl(release)];
  switch (operation) {
    case "createReleaseUpload":
      return [["target.name", name]];
    case "finalizeReleaseUpload":
      return [["release.name", name]];
    case "getRelease":
      return [["name", name], ["version", version ?? ""], ...purl.map((text) => ["purl", text] as const)];
    default:
      return purl.map((text) => ["subject.purl", text] as const);
  }
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
      rule: "Where a response has the name, version or purl of a volume or release, it equals the one in the path of the request.",
      reading:
        "The text leaves open whether two versions that differ only in build metadata can both exist. So the comparison ignores build metadata, and a missing member passes.",
      judge(answer) {
        const { operation } = answer.exchange;
        const pathParts = isApiSuccess(answer) ? pathPartsOf(answer) : undefined;
        if (pathParts === undefined || !aboutReleases.some((one) => one === operation))
          return "not-applicable";
        let judgement: Judgement = "not-applicable";
        for (const [member, expected] of expectedMembers(operation, pathParts)) {
          const found = textAt(answer.body, ...member.split("."));
          if (found === undefined) continue;
          if (withoutBuild(found) !== withoutBuild(expected))
            return {
              expected: `${member} to be ${JSON.stringify(expected)}`,
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
      rule: "Where the response to `POST` finalize or `POST` trust finalize has an `uploadId`, it equals the one in the path of the request.",
      source:
        "Finalize release upload, body: uploadId; Finalize trust attachment upload, response body: uploadId",
      operations: finalizes,
      judge(answer) {
        const { operation } = answer.exchange;
        if (!isApiSuccess(answer) || !finalizes.some((one) => one === operation)) return "not-applicable";
        const uploadId = pathPartsOf(answer)?.uploadId;
        const found = textAt(answer.body, "uploadId");
        if (uploadId === undefined || found === undefined || found === uploadId)
          return found === undefined ? "not-applicable" : "held";
        return {
          expected: `uploadId to be ${JSON.stringify(uploadId)}`,
          got: JSON.stringify(found.slice(0, 300)),
          member: "/uploadId",
        };
      },
    },
  ],
};
