/** Access to downloads, and the form of the bytes. */
import type { CheckFile } from "../../harness/check-file.ts";
import { type Answer, isSuccess, mediaTypeOf, textAt } from "../../harness/exchange/answer.ts";
import { toFullName } from "../../harness/exchange/volume.ts";
import { readInStateOnce } from "../situations/release-metadata.ts";
import {
  expectArchive,
  fetchAgain,
  fetchArchive,
  fetchOnce,
  fetchRelease,
  isCoded,
} from "../situations/download.ts";

function isGzipOrCoded(answer: Answer): boolean {
  const isGzip = answer.bytes[0] === 0x1f && answer.bytes[1] === 0x8b;
  return isGzip || isCoded(answer);
}

export const access: CheckFile = {
  source: "What the service does, rule 1; Authentication, rule 2; Release metadata, hosted archive: url",
  operations: ["getRelease", "transferBytes"],
  from: "standard",
  checks: [
    {
      id: "download/needs-no-token",
      of: "authentication/reads-need-no-authority",
      answersFor: ["refused download"],
      rule: "Download by the `dist.url` of a published release without a token answers 2xx.",
      reading:
        "The text does not say where `dist.url` is. We accept another host, redirects, and credentials in the query of the URL. User information before the host is not sent (RFC 9110 section 4.2.4).",
      covers: ["rule:authentication/2", "member:distribution-hosted.url"],
      from: "quick",
      async run(tools) {
        const fetched = await fetchOnce(tools.given);

        expectArchive(tools, fetched);
      },
    },
    {
      id: "download/is-a-gzip-archive",
      of: "download/gives-the-files-of-its-release",
      rule: "Download returns bytes that start with the gzip signature `1f 8b`, or has a `Content-Encoding`.",
      source: "Release metadata, hosted archive: mediaType, url",
      reading:
        "The text does not mention content codings. A store may hold the archive with one, and take it off for `Accept-Encoding: identity`; then we ask once more without that header.",
      covers: ["member:distribution-hosted.mediaType", "limit:upload-media-type"],
      from: "quick",
      async run(tools) {
        const fetched = await fetchOnce(tools.given);

        const first = expectArchive(tools, fetched);
        const answer = isGzipOrCoded(first)
          ? first
          : ((await fetchAgain(tools, fetched.release, { anyCoding: true })) ?? first);
        const start = Array.from(answer.bytes.subarray(0, 4), (byte) =>
          byte.toString(16).padStart(2, "0"),
        ).join(" ");
        tools.expect.that(isGzipOrCoded(answer), {
          expected: "bytes that start with 1f 8b",
          got: start || "no bytes",
          answer,
        });
      },
    },
    {
      id: "download/yanked-release-is-still-delivered",
      covers: ["member:release-metadata.dist"],
      level: "should",
      rule: "If `GET` metadata of a yanked release returns a hosted `dist`, download by its `dist.url` answers 2xx.",
      source: "Release metadata: dist is required for yanked releases",
      reading:
        "The text requires `dist` for a yanked release but does not say that its archive can be downloaded. We read a locator as one that works.",
      needs: ["release:yanked"],
      forms: "either",
      async run(tools) {
        const { expect, given } = tools;
        const { release, answer } = await readInStateOnce(given, "yanked");
        // the metadata is hidden, or the release is in git: there is no archive to download
        if (!isSuccess(answer)) return expect.problem(answer, "not-found", "authorization-failed");
        if (textAt(answer.body, "dist", "source") === "git") return expect.success(answer);

        const fetched = await fetchArchive(tools, release, answer);

        expectArchive(tools, fetched);
      },
    },
  ],
  observations: [
    {
      id: "download/media-type",
      question: "Which `Content-Type` does download return?",
      source: "Release metadata, hosted archive: mediaType",
      async observe(tools) {
        const answer = expectArchive(tools, await fetchOnce(tools.given));

        return mediaTypeOf(answer) ?? "No Content-Type";
      },
    },
    {
      id: "download/byte-identity",
      question: "Are the downloaded bytes identical to the uploaded bytes?",
      source: "What the service does, rule 4",
      needs: ["token:publisher"],
      covers: ["gap:endpoints/11"],
      async observe(tools) {
        const release = await tools.given.sharedRelease();

        const answer = expectArchive(tools, await fetchOnce(tools.given));

        return Buffer.from(answer.bytes).equals(release.archive.bytes)
          ? "Yes"
          : "No, the archive was repacked";
      },
    },
    {
      id: "download/delivery-after-blocking",
      question: "Does download still succeed by a known `dist.url` after the release is blocked?",
      source: "Release metadata: dist; States and transitions",
      needs: ["token:publisher", "state:release-status"],
      covers: ["gap:transitions/2"],
      from: "deep",
      async observe(tools) {
        const { given, registry } = tools;
        const release = await given.publishedRelease();
        const { url } = expectArchive(tools, await fetchRelease(tools, release));
        const name = toFullName(release.volume);
        await given.state("release-status", { name, version: release.version, state: "blocked" });

        const answer = await registry.fetchLocator(url);

        return isSuccess(answer) ? "Yes" : `No, it answers ${answer.status}`;
      },
    },
  ],
};
