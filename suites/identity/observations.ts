import type { Observation, Tools } from "../../harness/check.ts";
import { type Answer, isSuccess, slugOf, textAt } from "../../harness/registry/answer.ts";
import { readWithEncodedPlus, versionsOf } from "./attempts.ts";
import { buildRelease, readBuildOnce } from "./version-lookup.ts";

/** An answer in a few words. */
function describe(answer: Answer): string {
  return isSuccess(answer) ? "a success" : `${answer.status} ${slugOf(answer) ?? "without a problem"}`;
}

export const encodedAtSign: Observation = {
  id: "identity/percent-encoded-at-sign",
  question: "Is a scoped volume found with %40 in place of the literal @ in the path?",
  source: "Endpoints, Conventions",
  operations: ["getRelease"],
  forms: "scoped",
  covers: ["convention:at-sign", "question:10"],
  async observe({ given, registry }) {
    const { volume, version } = await given.readableRelease();
    const path = `/api/v1/volumes/%40${volume.scope ?? ""}/${volume.segment}/${encodeURIComponent(version)}`;
    const answer = await registry.request({ method: "GET", path });
    return isSuccess(answer) ? "%40 is taken for @" : `%40 is not taken for @: ${describe(answer)}`;
  },
};

export const plusInPurls: Observation = {
  id: "identity/plus-sign-in-purls",
  question: "How does the plus sign of build metadata stand in a release's purl?",
  source: "Resources, Shared formats: release purl",
  operations: ["finalizeReleaseUpload"],
  needs: ["token:publisher"],
  from: "standard",
  covers: ["question:10"],
  async observe(tools) {
    const release = await buildRelease(tools.given);
    const purl = textAt(release.answer.body, "release", "purl");
    if (purl === undefined) return "finalize's answer has no purl";
    return purl.includes("+") ? "as a literal +" : /%2b/i.test(purl) ? "encoded, as %2B" : "not at all";
  },
};

export const plusInPaths: Observation = {
  id: "identity/plus-sign-in-paths",
  question: "Is a version with build metadata found with a literal + in the path, with %2B, or with both?",
  source: "Endpoints, Conventions",
  operations: ["getRelease"],
  needs: ["token:publisher"],
  forms: "either",
  from: "standard",
  covers: ["question:10"],
  async observe(tools) {
    const { release } = await readBuildOnce(tools.given);
    const literal = await tools.registry.getRelease(release);
    const encoded = await readWithEncodedPlus(tools, release);
    return `a literal + gives ${describe(literal)}, %2B gives ${describe(encoded)}`;
  },
};

export const buildMetadataTwins: Observation = {
  id: "identity/versions-that-differ-in-build-metadata",
  question: "Can two versions of one volume exist that differ in build metadata only?",
  source: "Resources, Shared formats: version",
  operations: ["createReleaseUpload", "finalizeReleaseUpload", "getVersionIndex"],
  needs: ["token:publisher"],
  from: "deep",
  covers: ["question:10"],
  async observe({ given, registry, settle }) {
    const first = await given.publishedRelease({ version: "1.0.0+a" });
    // tried by itself, since an upload that is refused is the answer here and no broken set-up
    const created = await registry.createReleaseUpload(
      first.volume,
      given.createBody("1.0.0+b", first.archive),
    );
    if (!isSuccess(created)) return `no: creating the second answered ${describe(created)}`;
    const second = await given.uploadedBytes({ volume: first.volume, version: "1.0.0+c" });
    const finalized = await registry.finalizeReleaseUpload(second);
    if (!isSuccess(finalized)) return `no: finalizing the second answered ${describe(finalized)}`;
    const since = { sinceMs: finalized.endedAtMs };
    const index = await settle(
      since,
      () => registry.getVersionIndex(first.volume),
      (answer) => versionsOf(answer).length > 1,
    );
    return `both were published, and the index has ${versionsOf(index).length} row(s)`;
  },
};

async function observeVersion({ given, registry }: Tools, version: string): Promise<string> {
  const { archive } = await given.sharedRelease();
  return describe(await registry.createReleaseUpload(given.volume(), given.createBody(version, archive)));
}

export const veryLongVersions: Observation = {
  id: "identity/very-long-versions",
  question: "How is a version of 64, 256 or 2048 characters answered?",
  source: "Resources, Shared formats: version",
  operations: ["createReleaseUpload"],
  needs: ["token:publisher"],
  from: "deep",
  covers: ["format:version"],
  async observe(tools) {
    const answers: string[] = [];
    for (const length of [64, 256, 2048]) {
      answers.push(
        `${length} characters give ${await observeVersion(tools, `1.0.0-${"a".repeat(length - 6)}`)}`,
      );
    }
    return answers.join(", ");
  },
};

export const hugeNumbers: Observation = {
  id: "identity/huge-numbers-in-versions",
  question: "How are numbers of 2^53 and beyond 2^64 in versions answered?",
  source: "Resources, Shared formats: version",
  operations: ["createReleaseUpload"],
  needs: ["token:publisher"],
  from: "deep",
  covers: ["format:version"],
  async observe(tools) {
    const safe = await observeVersion(tools, "9007199254740992.0.0");
    const huge = await observeVersion(tools, "1.0.36893488147419103232");
    return `2^53 gives ${safe}, 2^65 gives ${huge}`;
  },
};
