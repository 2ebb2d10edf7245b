import { readTwoBuilds, twoBuilds } from "../situations/two-builds.ts";
import type { CheckFile } from "../../harness/check-file.ts";
import type { Tools } from "../../harness/check.ts";
import { type Answer, isSuccess, slugOf, textAt } from "../../harness/exchange/answer.ts";
import {
  readBuildOnce,
  readSpelledOnce,
  releaseWithBuildMetadata,
  versionsOf,
} from "../situations/build-metadata.ts";

/** A response in a few words. */
function describe(answer: Answer): string {
  return isSuccess(answer) ? "success" : `${answer.status} ${slugOf(answer) ?? "without a problem type"}`;
}

async function observeVersion({ given, registry }: Tools, version: string): Promise<string> {
  const { archive } = await given.sharedRelease();
  return describe(await registry.createReleaseUpload(given.volume(), given.createBody(version, archive)));
}

export const observations: CheckFile = {
  source: "Resources, Shared formats: version",
  operations: ["getRelease"],
  needs: ["token:publisher"],
  from: "deep",
  observations: [
    {
      id: "identity/percent-encoded-at-sign",
      question: "Does `GET` metadata find a scoped volume with `%40` instead of the literal `@` in the path?",
      source: "Endpoints, Conventions",
      covers: ["convention:at-sign", "question:10"],
      forms: "scoped",
      needs: [],
      from: "quick",
      async observe({ given, registry }) {
        const { volume, version } = await given.readableRelease();
        const path = `/api/v1/volumes/%40${volume.scope ?? ""}/${volume.segment}/${encodeURIComponent(version)}`;
        const answer = await registry.request({ method: "GET", path });
        return isSuccess(answer) ? "Yes" : `No, it answers ${describe(answer)}`;
      },
    },
    {
      id: "identity/plus-sign-in-purls",
      question: "Is the `+` of build metadata written as `+` or as `%2B` in the `purl`?",
      source: "Resources, Shared formats: release purl",
      operations: ["finalizeReleaseUpload"],
      covers: ["question:10"],
      from: "standard",
      async observe(tools) {
        const release = await releaseWithBuildMetadata(tools.given);
        const purl = textAt(release.answer.body, "release", "purl");
        if (purl === undefined) return "The response to finalize has no purl";
        return purl.includes("+")
          ? "As a literal +"
          : /%2b/i.test(purl)
            ? "Encoded, as %2B"
            : "Neither: the purl has no build metadata";
      },
    },
    {
      id: "identity/plus-sign-in-paths",
      question:
        "Does `GET` metadata find a version with build metadata with a literal `+` in the path, with `%2B`, or with both?",
      source: "Endpoints, Conventions",
      covers: ["question:10"],
      forms: "either",
      from: "standard",
      async observe(tools) {
        const { release, metadata } = await readBuildOnce(tools.given);
        // where the first read had to encode it, the literal one was refused
        const isLiteral = !metadata.exchange.request.url.includes("%2B");
        const literal = isLiteral ? metadata : await tools.registry.getRelease(release);
        const { encoded } = await readSpelledOnce(tools.given);
        return `With +: ${describe(literal)}, with %2B: ${describe(encoded)}`;
      },
    },
    {
      id: "identity/versions-that-differ-in-build-metadata",
      forms: "unscoped",
      question: "Can two versions of a volume differ only in build metadata?",
      operations: ["createReleaseUpload", "finalizeReleaseUpload", "getVersionIndex"],
      covers: ["question:10"],
      async observe({ given }) {
        const { second } = await twoBuilds(given);
        if (!isSuccess(second.created)) return `No, creating the second answers ${describe(second.created)}`;
        if (second.release === undefined)
          return `No, publishing the second answers ${describe(second.finalized ?? second.transfer ?? second.created)}`;
        const { index } = await readTwoBuilds(given);
        return `Yes, and the number of index rows is ${versionsOf(index).length}`;
      },
    },
    {
      id: "identity/very-long-versions",
      question: "How does `POST` create answer a version of 64, 256 or 2048 characters?",
      operations: ["createReleaseUpload"],
      covers: ["format:version"],
      async observe(tools) {
        const answers: string[] = [];
        for (const length of [64, 256, 2048]) {
          answers.push(
            `${length} characters: ${await observeVersion(tools, `1.0.0-${"a".repeat(length - 6)}`)}`,
          );
        }
        return answers.join(", ");
      },
    },
    {
      id: "identity/huge-numbers-in-versions",
      question: "How does `POST` create answer versions with the numbers 2^53 and 2^65?",
      operations: ["createReleaseUpload"],
      covers: ["format:version"],
      async observe(tools) {
        const safe = await observeVersion(tools, "9007199254740992.0.0");
        const huge = await observeVersion(tools, "1.0.36893488147419103232");
        return `2^53: ${safe}, 2^65: ${huge}`;
      },
    },
  ],
};
