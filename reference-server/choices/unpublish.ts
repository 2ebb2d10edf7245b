import { saveRelease } from "../lookup.ts";
import { ProblemError } from "../problem-error.ts";
import { allOf, type Change, replaceRule } from "../rules/change.ts";
import type { Release } from "../store.ts";
import type { Choice } from "./choice.ts";

const isTombstone = (release: Release): boolean => release.status.state === "tombstoned";

/** Hides only unpublished releases, not the seeded tombstone, which has another reason. */
const isUnpublished = (release: Release): boolean =>
  isTombstone(release) && release.status.reason === "unpublished by its owner";

const unlisted: Change = replaceRule(
  "visibility",
  "inIndex",
  (before) => (release, call) => before(release, call) && !isUnpublished(release),
);

/** Unpublishing. */
export const unpublishChoices: readonly Choice[] = [
  {
    name: "unpublish-outcome",
    question: "What remains of an unpublished release?",
    default: "tombstone",
    values: {
      nothing: {
        summary: "Nothing that a read shows",
        change: allOf(
          unlisted,
          ...(["inMetadata", "inTrust"] as const).map((view) =>
            replaceRule(
              "visibility",
              view,
              (before) => (release, call) => before(release, call) && !isUnpublished(release),
            ),
          ),
        ),
      },
      forbidden: {
        summary: "403 authorization-failed in reads",
        change: allOf(
          unlisted,
          replaceRule(
            "visibility",
            "inTrust",
            (before) => (release, call) => before(release, call) && !isUnpublished(release),
          ),
          replaceRule("visibility", "inMetadata", (before) => (release, call) => {
            if (isUnpublished(release))
              throw new ProblemError("authorization-failed", "the release was unpublished");
            return before(release, call);
          }),
        ),
      },
      unlisted: { summary: "Its metadata, but no index row", change: unlisted },
      unavailable: {
        summary: "A release that is unavailable",
        change: allOf(
          replaceRule("unpublish", "apply", () => (release, call) => {
            const gone: Release = { ...release, status: { state: "unavailable" } };
            saveRelease(gone, call);
            return gone;
          }),
          replaceRule(
            "unpublish",
            "isGone",
            (before) => (release, call) => before(release, call) || release.status.state === "unavailable",
          ),
        ),
      },
      yanked: {
        summary: "A yanked release that can still be downloaded",
        skips: ["unpublish/yanked-versions-are-unpublished-too"],
        change: replaceRule("unpublish", "apply", () => (release, call) => {
          const gone: Release = { ...release, status: { state: "yanked" } };
          saveRelease(gone, call);
          return gone;
        }),
      },
    },
  },
  {
    name: "repeated-unpublish",
    question: "What does unpublishing a version again answer?",
    default: "not-found",
    values: {
      "success-again": {
        summary: "The same as before",
        change: replaceRule("unpublish", "isGone", () => () => false),
      },
      "version-conflict": {
        summary: "version-conflict",
        change: replaceRule("unpublish", "isGone", (before) => (release, call) => {
          if (before(release, call))
            throw new ProblemError("version-conflict", "the release was unpublished before");
          return false;
        }),
      },
    },
  },
  {
    name: "open-uploads-at-unpublish",
    question: "Does unpublishing a version end open uploads?",
    default: "kept",
    values: {
      failed: {
        summary: "They have failed",
        warns: ["unpublish/open-uploads-can-be-finalized", "unpublish/open-trust-uploads-can-be-finalized"],
        change: replaceRule("unpublish", "endsUpload", () => () => true),
      },
    },
  },
  {
    name: "yanked-unpublish",
    question: "Can a yanked version be unpublished?",
    default: "yes",
    values: {
      refused: {
        summary: "version-conflict",
        skips: [
          "unpublish/yanked-versions-are-unpublished-too",
          "audit/attachments-stay-when-the-namesake-is-unpublished",
        ],
        change: replaceRule("unpublish", "find", (before) => (call) => {
          const release = before(call);
          if (release.status.state === "yanked")
            throw new ProblemError("version-conflict", "a yanked release stays");
          return release;
        }),
      },
    },
  },
  {
    name: "scoped-unpublish",
    question: "Can a scoped version be unpublished?",
    default: "offered",
    values: {
      absent: {
        summary: "404 not-found",
        change: replaceRule("unpublish", "find", (before) => (call) => {
          if (call.form === "scoped") throw new ProblemError("not-found", "scoped versions stay");
          return before(call);
        }),
      },
      "no-endpoint": {
        summary: "Its path has no DELETE method, and the answer is not a problem of the API",
        change: allOf(
          replaceRule(
            "unpublish",
            "apply",
            (before) => (release, call) => (call.form === "scoped" ? release : before(release, call)),
          ),
          replaceRule("unpublish", "answer", (before) => (release, call) => {
            if (call.form !== "scoped") return before(release, call);
            const body = Buffer.from("Method Not Allowed\n");
            return { status: 405, headers: { "content-type": "text/plain", allow: "GET" }, body };
          }),
        ),
      },
    },
  },
];
