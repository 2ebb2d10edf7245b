/** Changes of stored releases. */
import { isJsonObject, type Json, type JsonObject } from "../../json.ts";
import { releasesOf, saveRelease } from "../../lookup.ts";
import { type Change, replaceRule } from "../../rules/change.ts";
import type { Release } from "../../store.ts";
import type { DescribedChange } from "../fault.ts";
import { withMember } from "./documents.ts";

/** Changes the earlier versions of a volume when a further one is published. */
export function changingEarlierVersions(change: (earlier: Release, next: Release) => Release): Change {
  return replaceRule("finalize", "toRelease", (before) => (intent, content, call) => {
    const next = before(intent, content, call);
    for (const earlier of releasesOf(intent.name, call)) saveRelease(change(earlier, next), call);
    return next;
  });
}

/** Hides a release in some reads once it is a minute old. */
export function keepingForAMinute(where: "inMetadata" | "inIndex" | "inDownload"): DescribedChange {
  return {
    soakMs: 90_000,
    change: replaceRule(
      "visibility",
      where,
      (before) => (release, call) => before(release, call) && call.now - release.publishedAt < 60_000,
    ),
  };
}

/** Changes the dist of release metadata, where it has one. */
export function withDist(change: (dist: JsonObject) => Json | undefined): Change {
  return withMember("getRelease", "dist", (dist) => (isJsonObject(dist) ? change(dist) : dist));
}

/** A dist that belongs to no release. */
export const unrelatedDist: JsonObject = {
  source: "git",
  repository: "https://git.example/kept.git",
  ref: "main",
};
