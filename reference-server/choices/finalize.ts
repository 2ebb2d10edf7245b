import { findRelease } from "../lookup.ts";
import { ProblemError, type ProblemSlug } from "../problem-error.ts";
import { allOf, type Change, replaceRule } from "../rules/change.ts";
import type { Choice, Variation } from "./choice.ts";

function mismatchedSize(slug: ProblemSlug): Variation {
  return {
    summary: slug,
    change: replaceRule("finalize", "assertSize", (before) => (intent, call) => {
      try {
        before(intent, call);
      } catch (error) {
        throw error instanceof ProblemError ? new ProblemError(slug, error.message) : error;
      }
    }),
  };
}

const sameRelease: Change = replaceRule("finalize", "repeat", () => (intent, call) => {
  const release = findRelease(intent.name, intent.version, call);
  if (release?.status.state !== "available") return undefined;
  return call.rules.respond.success(call.rules.render.finalized(intent, release, call), call);
});

/** Uploads that a finalize ended are removed, once it has given the reason. */
const removedOnceRefused: Change = ((): Change => {
  const removed = new WeakMap<object, Set<string>>();
  return allOf(
    replaceRule("finalize", "stateAfter", (before) => (slug, intent, call) => {
      const state = before(slug, intent, call);
      const ids = removed.get(call.registry) ?? new Set();
      if (state === "failed" || state === "expired") removed.set(call.registry, ids.add(intent.uploadId));
      return state;
    }),
    replaceRule("finalize", "findIntent", (before) => (call) => {
      const intent = before(call);
      if (removed.get(call.registry)?.has(intent.uploadId) !== true) return intent;
      throw new ProblemError("not-found", "the upload is removed");
    }),
  );
})();

/** Refuses trees, once they are read. */
function refusingTrees(isRefused: (paths: readonly string[]) => boolean): Change {
  return replaceRule("archive", "assertTree", (before) => (tree, call) => {
    before(tree, call);
    if (isRefused(tree.map(({ path }) => path)))
      throw new ProblemError("invalid-archive", "the archive profile does not allow this tree");
  });
}

/** Finalizing releases: the intent and the archive. */
export const finalizeChoices: readonly Choice[] = [
  {
    name: "size-mismatch",
    question: "How does finalize handle bytes that differ only from declaredSize?",
    default: "validation-failed",
    values: {
      ignored: { summary: "Nothing", change: replaceRule("finalize", "assertSize", () => () => undefined) },
      "digest-mismatch": mismatchedSize("digest-mismatch"),
      "invalid-archive": mismatchedSize("invalid-archive"),
      "payload-too-large": mismatchedSize("payload-too-large"),
    },
  },
  {
    name: "refused-finalize",
    question: "Which state does an intent have after a rejected finalize?",
    default: "failed",
    values: {
      open: {
        summary: "The same as before",
        change: replaceRule("finalize", "stateAfter", () => (_slug, intent) => intent.state),
      },
      removed: {
        summary: "It is removed: the next finalize answers not-found, also after upload-expired",
        change: removedOnceRefused,
        // an id is free again once its upload is removed
        excludes: ["upload-id=used-again"],
      },
    },
  },
  {
    name: "foreign-upload",
    question: "What does finalize answer for an upload of a different volume?",
    default: "not-found",
    values: {
      "identity-mismatch": {
        summary: "409 identity-mismatch",
        change: replaceRule("finalize", "findIntent", (before) => (call) => {
          const intent = call.registry.store.intents.get(call.parameters["uploadId"] ?? "");
          if (intent !== undefined && intent.name !== call.name)
            throw new ProblemError("identity-mismatch", "the upload is that of a different volume");
          return before(call);
        }),
      },
    },
  },
  {
    name: "second-finalize",
    question: "What does a second finalize without a key answer?",
    default: "invalid-upload-state",
    values: {
      "version-conflict": {
        summary: "version-conflict",
        change: replaceRule("finalize", "assertState", (before) => (intent, call) => {
          if (intent.isFinalized && call.operation.startsWith("finalize")) {
            throw new ProblemError("version-conflict", "it was finalized before");
          }
          before(intent, call);
        }),
      },
      "same-release": { summary: "The same release again", change: sameRelease },
    },
  },
  {
    name: "finalize-order",
    question: "In which order does finalize check an intent?",
    default: "state-expiry-bytes",
    values: {
      "expiry-first": {
        summary: "Expiry before state",
        change: replaceRule(
          "finalize",
          "order",
          () => ["expiry", "state", "bytes", "digest", "size"] as const,
        ),
      },
    },
  },
  {
    name: "archive-profile",
    question: "Which file trees does the archive profile allow?",
    default: "any",
    values: {
      portable: {
        summary:
          "Names of ASCII letters, digits and dots, hidden ones excepted, that differ in more than letter case",
        skips: ["integrity/depends-on-the-characters-of-names", "integrity/depends-on-empty-files"],
        change: refusingTrees((paths) => {
          const isPlain = paths.every((path) => /^(?!\.)(?!.*\/\.)[\w./-]{1,200}$/.test(path));
          return !isPlain || new Set(paths.map((path) => path.toLowerCase())).size < paths.length;
        }),
      },
      small: {
        summary: "At most 100 files",
        change: refusingTrees((paths) => paths.length > 100),
      },
      "small-when-unpacked": {
        summary: "At most 100 files, and a mebibyte of contents; finalize answers payload-too-large to more",
        skips: ["download/keeps-large-trees"],
        change: replaceRule("archive", "assertTree", (before) => (tree, call) => {
          before(tree, call);
          const size = tree.reduce((sum, file) => sum + file.bytes.length, 0);
          if (tree.length > 100 || size > 1024 * 1024)
            throw new ProblemError("payload-too-large", "the tree is too large");
        }),
      },
      plain: {
        summary: "The manifest, a README and few other files, in at most ten folders",
        skips: ["integrity/depends-on-the-characters-of-names", "integrity/depends-on-empty-files"],
        change: refusingTrees(
          (paths) => paths.length > 8 || paths.some((path) => path.split("/").length > 10),
        ),
      },
    },
  },
  {
    name: "integrity-algorithm",
    question: "How is the digest of a normalized file tree computed?",
    default: "lines",
    values: {
      "size-first": {
        summary: "Each line has the size, and files are in reverse order",
        change: allOf(
          replaceRule(
            "integrity",
            "order",
            (before) => (tree, context) => before(tree, context).toReversed(),
          ),
          replaceRule(
            "integrity",
            "line",
            (before) => (file, context) => `${file.bytes.byteLength} ${before(file, context)}`,
          ),
        ),
      },
    },
  },
];
