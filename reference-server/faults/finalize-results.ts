import type { Call } from "../call.ts";
import { isJsonObject, type Json, type JsonObject } from "../json.ts";
import { newIdentifier } from "../random.ts";
import { Refusal } from "../refusal.ts";
import { type Change, replaceRule, withBody, without } from "../rules/change.ts";
import { fixtures } from "../seed.ts";
import type { Fault } from "./fault.ts";

/** The text of a member; a member that is none is read as empty. */
function toText(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

function withResult(change: (body: JsonObject, call: Call) => JsonObject): Change {
  return withBody("finalizeReleaseUpload", change);
}

function withReleaseOfResult(change: (release: JsonObject) => JsonObject): Change {
  return withResult((body) =>
    isJsonObject(body["release"]) ? { ...body, release: change(body["release"]) } : body,
  );
}

/** Finalizes that answer something else than what they did, or do something else. */
export const finalizeResultFaults: readonly Fault[] = [
  {
    name: "finalize-finds-no-bytes",
    breaks: "finalize/uploaded-archives-are-published",
    summary: "Finalize never finds the bytes that arrived",
    change: replaceRule("finalize", "judgeBytes", () => () => {
      throw new Refusal("missing-uploaded-bytes", "no bytes have arrived");
    }),
  },
  {
    name: "finalize-refuses-scoped-volumes",
    breaks: "finalize/uploaded-archives-are-published",
    summary: "Uploads for scoped volumes cannot be finalized",
    change: replaceRule("finalize", "findIntent", (before) => (call) => {
      if (call.operation === "finalizeReleaseUpload" && call.form === "scoped") {
        throw new Refusal("not-found", "there is no such upload");
      }
      return before(call);
    }),
  },
  {
    name: "finalize-answers-200",
    breaks: "finalize/success-is-created",
    summary: "A finalize that succeeds answers 200",
    change: replaceRule(
      "respond",
      "status",
      (before) => (call) => (call.operation === "finalizeReleaseUpload" ? 200 : before(call)),
    ),
  },
  {
    name: "finalize-answers-202",
    breaks: "finalize/success-is-created",
    summary: "A finalize of a scoped volume answers 202",
    change: replaceRule(
      "respond",
      "status",
      (before) => (call) =>
        call.operation === "finalizeReleaseUpload" && call.form === "scoped" ? 202 : before(call),
    ),
  },
  {
    name: "finalize-repeats-another-upload-id",
    breaks: "finalize/the-upload-id-is-repeated",
    summary: "The result's uploadId is a new one",
    change: withResult((body, call) => ({ ...body, uploadId: newIdentifier(call.registry.random, 18) })),
  },
  {
    name: "finalize-names-the-segment-alone",
    breaks: "finalize/the-release-has-the-identity-of-its-path",
    summary: "The result's release has the name without its scope",
    change: withReleaseOfResult((release) => ({
      ...release,
      name: toText(release["name"]).replace(/^@[^/]*\//, ""),
    })),
  },
  {
    name: "finalize-names-another-version",
    breaks: "finalize/the-release-has-the-identity-of-its-path",
    summary: "The result's release has version 0.0.0",
    change: withReleaseOfResult((release) => ({ ...release, version: "0.0.0" })),
  },
  {
    name: "finalize-purl-has-another-type",
    breaks: "finalize/the-release-has-the-identity-of-its-path",
    summary: "The purl of the result's release names another volume",
    change: withReleaseOfResult((release) => ({
      ...release,
      purl: toText(release["purl"]).replace("@", "-x@"),
    })),
  },
  {
    name: "finalized-release-is-yanked",
    breaks: "finalize/the-release-is-available",
    summary: "The result's release is yanked",
    change: withReleaseOfResult((release) => ({ ...release, status: { state: "yanked" } })),
  },
  {
    name: "finalized-release-lacks-dist",
    breaks: "finalize/the-release-has-a-distribution",
    summary: "The result's release has no dist",
    change: withReleaseOfResult((release) => without(release, "dist")),
  },
  {
    name: "finalized-release-has-null-for-dist",
    breaks: "finalize/the-release-has-a-distribution",
    summary: "The dist of the result's release is null",
    change: withReleaseOfResult((release) => ({ ...release, dist: null })),
  },
  {
    name: "finalized-release-is-in-git",
    breaks: "finalize/the-release-is-a-hosted-archive",
    summary: "The result's release is said to lie in a git repository",
    change: withReleaseOfResult((release) => ({
      ...release,
      dist: { source: "git", repository: "https://git.example/volume.git", ref: "main" },
    })),
  },
  {
    name: "finalize-gives-no-detail-url",
    breaks: "finalize/the-result-has-a-detail-url",
    summary: "The result has no detailUrl",
    change: withResult((body) => without(body, "detailUrl")),
  },
  {
    name: "finalize-gives-a-malformed-detail-url",
    breaks: "finalize/the-result-has-a-detail-url",
    summary: "The detailUrl of the result has spaces in it",
    change: withResult((body) => ({ ...body, detailUrl: "see the release page" })),
  },
  {
    name: "detail-url-leads-nowhere",
    breaks: "finalize/the-detail-url-leads-to-the-release",
    summary: "The detailUrl of the result is not found",
    change: withResult((body) => ({ ...body, detailUrl: `${toText(body["detailUrl"])}-details` })),
  },
  {
    name: "detail-url-leads-to-another-release",
    breaks: "finalize/the-detail-url-leads-to-the-release",
    summary: "The detailUrl of the result is that of another release",
    change: withResult((body, call) => {
      const { name, version } = fixtures.externalDependencies;
      return { ...body, detailUrl: `${call.base}/api/v1/volumes/${name}/${version}` };
    }),
  },
  {
    name: "finalized-release-stays-hidden",
    breaks: "finalize/published-releases-can-be-read",
    summary: "The metadata of a release that was published is never found",
    change: replaceRule("visibility", "inMetadata", () => (release) => release.bytes === undefined),
  },
  {
    name: "finalized-release-reads-as-blocked",
    breaks: "finalize/published-releases-can-be-read",
    summary: "The metadata of a release that was published says that it is blocked",
    change: withBody("getRelease", (body) => ({ ...without(body, "dist"), status: { state: "blocked" } })),
  },
];
