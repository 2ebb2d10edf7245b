/** What a document is about is what its path names. */
import type { Invariant, Judgement, Operation } from "../../harness/check.ts";
import { type Answer, textAt } from "../../harness/registry/answer.ts";
import { placeholderPattern } from "../../harness/registry/redaction.ts";
import { type ReleaseName, toFullName, toPurl, type Volume } from "../../harness/registry/volume.ts";
import { isApiSuccess } from "./subject.ts";

/** What the path of a request names, decoded. */
interface Named {
  readonly volume: Volume;
  readonly version?: string;
  readonly uploadId?: string;
}

/**
 * Undefined for a path that is no volume's, since an address that the registry gave may look as it likes, and for one in which
 * the record has taken out a secret.
 */
function namedBy(answer: Answer): Named | undefined {
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

/** A version or a purl without build metadata: whether versions that differ in nothing else are two is left open. */
function withoutBuild(text: string): string {
  return text.replace(/(?:\+|%2B).*$/i, "");
}

/** Each place of a document that tells a name, a version or a purl, and what it has to be. */
function placesOf(operation: string, { volume, version }: Named): readonly (readonly [string, string])[] {
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

export const documentsNameTheReleaseOfTheirPath: Invariant = {
  id: "every-response/documents-name-the-release-of-their-path",
  level: "must",
  rule: "Metadata, upload intents, results and trust documents have the name, the version and the purl of the volume or release in the path of their request.",
  source:
    "Release metadata: name, version, purl; Release upload intent: target; Trust documents: subject; Shared formats: release purl",
  reading:
    "Judged where the members are there. Build metadata is left out of the comparison, since versions that differ in it alone may be one.",
  operations: aboutReleases,
  judge(answer) {
    const { operation } = answer.exchange;
    const named = isApiSuccess(answer) ? namedBy(answer) : undefined;
    if (named === undefined || !aboutReleases.some((one) => one === operation)) return "not-applicable";
    let judgement: Judgement = "not-applicable";
    for (const [place, expected] of placesOf(operation, named)) {
      const told = textAt(answer.body, ...place.split("."));
      if (told === undefined) continue;
      if (withoutBuild(told) !== withoutBuild(expected))
        return {
          expected: `${place} to be ${JSON.stringify(expected)}`,
          got: JSON.stringify(told.slice(0, 300)),
        };
      judgement = "held";
    }
    return judgement;
  },
};

export const resultsNameTheUploadOfTheirPath: Invariant = {
  id: "every-response/results-name-the-upload-of-their-path",
  level: "must",
  rule: "The result of a finalize has the uploadId in the path of its request.",
  source:
    "Finalize release upload, body: uploadId; Finalize trust attachment upload, response body: uploadId",
  operations: finalizes,
  judge(answer) {
    const { operation } = answer.exchange;
    if (!isApiSuccess(answer) || !finalizes.some((one) => one === operation)) return "not-applicable";
    const uploadId = namedBy(answer)?.uploadId;
    const told = textAt(answer.body, "uploadId");
    if (uploadId === undefined || told === undefined || told === uploadId)
      return told === undefined ? "not-applicable" : "held";
    return {
      expected: `uploadId to be ${JSON.stringify(uploadId)}`,
      got: JSON.stringify(told.slice(0, 300)),
    };
  },
};
