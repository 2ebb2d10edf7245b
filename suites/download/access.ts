/** Who may download, when, and what comes. */
import type { Check, Observation } from "../../harness/check.ts";
import { headerOf, isSuccess, mediaTypeOf, textAt } from "../../harness/registry/answer.ts";
import { toFullName } from "../../harness/registry/volume.ts";
import { readInStateOnce } from "../release-metadata/reading.ts";
import { expectArchive, fetchArchive, fetchOnce, fetchRelease } from "./archive.ts";

export const needsNoToken: Check = {
  id: "download/needs-no-token",
  level: "must",
  rule: "The dist.url of a published release can be fetched without a token.",
  source: "What the service does, rule 1; Authentication, rule 2; Release metadata, hosted archive: url",
  reading: "The address may redirect, and may carry an authority of its own.",
  operations: ["getRelease", "transferBytes"],
  covers: ["rule:authentication/2", "member:distribution-hosted.url"],
  async run(tools) {
    const fetched = await fetchOnce(tools.given);

    expectArchive(tools, fetched);
  },
};

export const isAGzipArchive: Check = {
  id: "download/is-a-gzip-archive",
  level: "must",
  rule: "What dist.url locates are the bytes of a .tar.gz archive.",
  source: "Release metadata, hosted archive: mediaType, url",
  reading: "Where the transfer itself is compressed, a tar under a gzip content coding is taken for one.",
  operations: ["getRelease", "transferBytes"],
  covers: ["member:distribution-hosted.mediaType", "limit:upload-media-type"],
  async run(tools) {
    const fetched = await fetchOnce(tools.given);

    const answer = expectArchive(tools, fetched);
    const isGzip = answer.bytes[0] === 0x1f && answer.bytes[1] === 0x8b;
    const isCoded = (headerOf(answer, "content-encoding") ?? "identity").toLowerCase() !== "identity";
    const start = Array.from(answer.bytes.subarray(0, 4), (byte) => byte.toString(16).padStart(2, "0")).join(
      " ",
    );
    tools.expect.that(isGzip || isCoded, {
      expected: "bytes that start with 1f 8b",
      got: start || "no bytes",
      answer,
    });
  },
};

export const yankedReleaseIsStillDelivered: Check = {
  id: "download/yanked-release-is-still-delivered",
  level: "should",
  rule: "The dist.url that the metadata of a yanked release gives can be fetched.",
  source: "Release metadata: dist is required for yanked releases",
  reading:
    "Nothing says in so many words that a yanked release can be fetched, but an address that leads nowhere is no locator.",
  operations: ["getRelease", "transferBytes"],
  needs: ["release:yanked"],
  forms: "either",
  from: "standard",
  async run(tools) {
    const { expect, given } = tools;
    const { release, answer } = await readInStateOnce(given, "yanked");
    // hidden, or in git: nothing is promised
    if (!isSuccess(answer)) return expect.problem(answer, "not-found", "authorization-failed");
    if (textAt(answer.body, "dist", "source") === "git") return expect.success(answer);

    const fetched = await fetchArchive(tools, release, answer);

    expectArchive(tools, fetched);
  },
};

export const mediaType: Observation = {
  id: "download/media-type",
  question: "Which Content-Type has a download?",
  source: "Release metadata, hosted archive: mediaType",
  operations: ["getRelease", "transferBytes"],
  from: "standard",
  async observe(tools) {
    const answer = expectArchive(tools, await fetchOnce(tools.given));

    return mediaTypeOf(answer) ?? "None";
  },
};

export const byteIdentity: Observation = {
  id: "download/byte-identity",
  question: "Are the downloaded bytes those that were uploaded?",
  source: "What the service does, rule 4",
  operations: ["getRelease", "transferBytes"],
  needs: ["token:publisher"],
  from: "standard",
  covers: ["gap:endpoints/11"],
  async observe(tools) {
    const release = await tools.given.sharedRelease();

    const answer = expectArchive(tools, await fetchOnce(tools.given));

    return Buffer.from(answer.bytes).equals(release.archive.bytes)
      ? "Yes"
      : "No, the archive was packed anew";
  },
};

export const deliveryByState: Observation = {
  id: "download/delivery-after-blocking",
  question: "Is the archive of a release delivered after the release was blocked?",
  source: "Release metadata: dist; States and transitions",
  operations: ["getRelease", "transferBytes"],
  needs: ["token:publisher", "state:release-status"],
  from: "deep",
  covers: ["gap:transitions/2"],
  async observe(tools) {
    const { given, registry } = tools;
    const release = await given.publishedRelease();
    const { url } = expectArchive(tools, await fetchRelease(tools, release));
    const name = toFullName(release.volume);
    await given.state("release-status", { name, version: release.version, state: "blocked" });

    const answer = await registry.fetchLocator(url);

    return isSuccess(answer) ? "Yes, by an address that was known before" : `No, it answers ${answer.status}`;
  },
};
