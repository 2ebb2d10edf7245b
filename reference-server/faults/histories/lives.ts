import type { Call, Operation } from "../../call.ts";
import { findRelease, releasesOf, saveRelease } from "../../lookup.ts";
import { ProblemError } from "../../problem-error.ts";
import {
  allOf,
  type Change,
  isOneOf,
  onlyFor,
  replaceRule,
  withAnswer,
  withBody,
  withHeader,
  withSuccess,
  without,
} from "../../rules/change.ts";
import type { ReleaseState } from "../../store.ts";
import { withItems } from "../changes/documents.ts";
import { keepingFirst } from "../changes/kept-answers.ts";
import { asPattern, othersLike } from "../changes/look-alikes.ts";
import { perRegistry } from "../changes/memory.ts";
import { ofRestored } from "../changes/restored.ts";
import { taggingByAddress } from "../changes/validators.ts";
import type { FaultFile } from "../fault.ts";

/** Shows so many items of a list at most while the release has a state. */
function shortInState(operation: Operation, list: string, state: ReleaseState, most: number): Change {
  return withItems(
    operation,
    (items, call) =>
      findRelease(call.name, call.version, call)?.status.state === state ? items.slice(0, most) : items,
    list,
  );
}

/** Answers a finalize of a yanked release with success, and makes it available. */
const publishingYankedAgain: Change = replaceRule("finalize", "repeat", (before) => (intent, call) => {
  const release = findRelease(intent.name, intent.version, call);
  if (!intent.isFinalized || release?.status.state !== "yanked") return before(intent, call);
  const restored = { ...release, status: { state: "available" as const } };
  saveRelease(restored, call);
  return before(intent, call);
});

/** How long an answer is kept, in milliseconds. */
const keptMs = 20_000;

/** Leaves the declarations out of the metadata of a release that was read in this state before. */
function withoutDeclarationsAfter(state: ReleaseState): Change {
  const seen = perRegistry(() => new Set<string>());
  return withBody("getRelease", (body, call) => {
    const id = `${call.name}@${call.version}`;
    if (findRelease(call.name, call.version, call)?.status.state === state) seen(call).add(id);
    return seen(call).has(id) ? without(body, "externalDependencies") : body;
  });
}

/** Gives the documents of a release the date of its files, and compares conditional reads with that. */
function datingByRelease(operation: Operation): Change {
  return withAnswer(operation, (answer, call) => {
    const release = findRelease(call.name, call.version, call);
    if (answer.status !== 200 || release === undefined) return answer;
    const modifiedAt = new Date(release.publishedAt - 60_000).toUTCString();
    const dated = withHeader(answer, "last-modified", modifiedAt);
    const since = call.request.headers.get("if-modified-since");
    return since !== null && Date.parse(since) >= Date.parse(modifiedAt)
      ? { status: 304, headers: { "last-modified": modifiedAt } }
      : dated;
  });
}

/** Does not find the files of a release any more once its metadata were read in this state. */
function hidingFilesAfter(state: ReleaseState): Change {
  const gone = perRegistry(() => new Set<string>());
  return allOf(
    withAnswer("getRelease", (answer, call) => {
      const release = findRelease(call.name, call.version, call);
      if (release?.status.state === state) gone(call).add(`${release.name}@${release.version}`);
      return answer;
    }),
    replaceRule(
      "visibility",
      "inDownload",
      (before) => (release, call) =>
        before(release, call) && !gone(call).has(`${release.name}@${release.version}`),
    ),
  );
}

/** Finds no release to attach an artifact to for these requests. */
function findingTrustUnless(isMeant: (call: Call) => boolean): Change {
  return replaceRule("trust", "findRelease", (before) => (call) => {
    if (isOneOf("createTrustUpload", call) && isMeant(call))
      throw new ProblemError("not-found", "there is no such release");
    return before(call);
  });
}

/** Shows the row of a release that is yanked for the second time as available. */
function forgettingTheSecondYank(): Change {
  const yanks = perRegistry(() => new Map<string, { readonly count: number; readonly isYanked: boolean }>());
  return replaceRule("render", "row", (before) => (release, call) => {
    const id = `${release.name}@${release.version}`;
    const isYanked = release.status.state === "yanked";
    const last = yanks(call).get(id) ?? { count: 0, isYanked: false };
    const count = last.count + (isYanked && !last.isYanked ? 1 : 0);
    yanks(call).set(id, { count, isYanked });
    return before(isYanked && count > 1 ? { ...release, status: { state: "available" } } : release, call);
  });
}

/** Shows the row of a release with an attachment as yanked once its upload was finalized twice. */
function yankingRowsOfRepeated(): Change {
  const finalizes = perRegistry(() => new Map<string, number>());
  return allOf(
    withAnswer("finalizeReleaseUpload", (answer, call) => {
      const intent = call.registry.store.intents.get(call.parameters["uploadId"] ?? "");
      const id = `${call.name}@${intent?.version}`;
      finalizes(call).set(id, (finalizes(call).get(id) ?? 0) + 1);
      return answer;
    }),
    replaceRule("render", "row", (before) => (release, call) => {
      const isRepeated = (finalizes(call).get(`${release.name}@${release.version}`) ?? 0) > 1;
      return before(
        isRepeated && release.attachments.length > 0 ? { ...release, status: { state: "yanked" } } : release,
        call,
      );
    }),
  );
}

/** Leaves a release with declarations out of the index once somebody was refused to unpublish it. */
function omittingAfterRefusal(): Change {
  const refused = perRegistry(() => new Set<string>());
  return allOf(
    withAnswer("unpublishVersion", (answer, call) => {
      if (answer.status >= 400) refused(call).add(`${call.name}@${call.version}`);
      return answer;
    }),
    replaceRule(
      "visibility",
      "inIndex",
      (before) => (release, call) =>
        before(release, call) &&
        !(release.externalDependencies.length > 0 && refused(call).has(`${release.name}@${release.version}`)),
    ),
  );
}

/** Faults in what reads show of a release that has declarations and attachments, in another state. */
export const lives: FaultFile = {
  "histories/each-change-of-state-is-shown": {
    "a-finalize-once-more-makes-a-yanked-release-available": publishingYankedAgain,
    "row-of-a-version-that-is-yanked-again-is-available": forgettingTheSecondYank(),
    "row-of-a-release-that-is-finalized-again-and-has-an-attachment-is-yanked": yankingRowsOfRepeated(),
    "index-omits-releases-with-declarations-that-an-outsider-wanted-to-remove": omittingAfterRefusal(),
  },
  "histories/releases-keep-their-declarations-in-each-state": {
    "metadata-of-yanked-releases-have-their-first-declaration-only": shortInState(
      "getRelease",
      "externalDependencies",
      "yanked",
      1,
    ),
    "releases-that-were-unavailable-have-no-declarations": withoutDeclarationsAfter("unavailable"),
    "keyed-releases-with-an-open-trust-upload-have-no-declarations": withBody("getRelease", (body, call) => {
      const uploads = [...call.registry.store.intents.values()].filter(
        ({ name, version }) => name === call.name && version === call.version,
      );
      const isKeyed = uploads.some(
        ({ kind, idempotencyKey }) => kind === "release" && idempotencyKey !== undefined,
      );
      const isOpen = uploads.some(({ kind, isFinalized }) => kind === "trust" && !isFinalized);
      return isKeyed && isOpen ? without(body, "externalDependencies") : body;
    }),
  },
  "histories/uploads-of-any-release-are-published": {
    "long-version-whose-create-had-a-key-cannot-be-finalized": replaceRule(
      "finalize",
      "assertState",
      (before) => (intent, call) => {
        before(intent, call);
        if (intent.version.length > 44 && intent.idempotencyKey !== undefined)
          throw new ProblemError("invalid-upload-state", "the upload cannot be finalized");
      },
    ),
  },
  "histories/artifacts-are-attached-to-any-release": {
    "trust-create-remembers-that-there-was-no-release": keepingFirst(
      "createTrustUpload",
      (status) => status === 404,
    ),
    "long-version-beside-a-yanked-one-takes-no-artifact": withSuccess("createTrustUpload", (answer, call) => {
      const isBesideYanked = releasesOf(call.name, call).some(({ status }) => status.state === "yanked");
      return call.version.length > 44 && isBesideYanked
        ? call.rules.problems.toAnswer(new ProblemError("not-found", "there is no such release"), call)
        : answer;
    }),
    "trust-create-does-not-find-names-of-digits": findingTrustUnless(({ name }) =>
      /^(@.*\/)?\d+$/u.test(name),
    ),
    "trust-create-does-not-find-prereleases-of-zero": findingTrustUnless(({ version }) =>
      version.endsWith("-0"),
    ),
  },
  "histories/attachments-are-shown-once-read-before": {
    "summary-is-kept-for-twenty-seconds": keepingFirst("getTrustSummary", (status) => status === 200, keptMs),
    "missing-summary-is-kept-for-twenty-seconds": keepingFirst(
      "getTrustSummary",
      (status) => status === 404,
      keptMs,
    ),
  },
  "histories/attachments-of-two-formats-are-listed": {
    "a-refused-delete-removes-the-first-attachment": {
      summary: "A `DELETE` that is refused removes the first of the attachments of the release",
      change: withAnswer("unpublishVersion", (answer, call) => {
        const release = findRelease(call.name, call.version, call);
        if (answer.status === 403 && release !== undefined)
          saveRelease({ ...release, attachments: release.attachments.slice(1) }, call);
        return answer;
      }),
    },
  },
  "histories/releases-can-be-unpublished-after-other-states": {
    "long-versions-are-not-unpublished": onlyFor(
      "unpublishVersion",
      replaceRule("unpublish", "find", (before) => (call) => {
        if (call.version.length > 44) throw new ProblemError("not-found", "there is no such release");
        return before(call);
      }),
    ),
  },
  "histories/files-are-there-after-other-states": {
    "late-bytes-of-another-upload-replace-the-archive-of-its-version": replaceRule(
      "transfer",
      "keep",
      (before) => (intent, bytes, call) => {
        const release = findRelease(intent.name, intent.version, call);
        if (intent.kind === "release" && release !== undefined) saveRelease({ ...release, bytes }, call);
        before(intent, bytes, call);
      },
    ),
    "files-of-a-release-that-was-blocked-are-gone": hidingFilesAfter("blocked"),
    "files-of-a-release-that-was-unavailable-are-gone": hidingFilesAfter("unavailable"),
  },
  "histories/siblings-are-left-alone": {
    "an-attachment-takes-the-version-for-a-pattern": replaceRule(
      "trust",
      "attach",
      (before) => (release, attachment, call) => {
        for (const sibling of othersLike(release, asPattern, call))
          saveRelease({ ...sibling, attachments: [...sibling.attachments, attachment] }, call);
        return before(release, attachment, call);
      },
    ),
  },
  "histories/conditional-reads-notice-a-change": {
    "entity-tag-of-an-index-never-changes": taggingByAddress("getVersionIndex"),
    "entity-tag-of-a-trust-detail-never-changes": taggingByAddress("getTrustDetail"),
    "metadata-is-as-old-as-its-release": datingByRelease("getRelease"),
  },
  "histories/trust-documents-are-complete-in-each-state": {
    "restored-releases-show-no-attachments": ofRestored((isRestored) =>
      replaceRule(
        "visibility",
        "attachments",
        (before) => (release, call) => (isRestored(release, call) ? [] : before(release, call)),
      ),
    ),
    "summary-of-a-yanked-release-has-one-artifact": shortInState("getTrustSummary", "artifacts", "yanked", 1),
    "summary-of-an-unavailable-release-is-empty": shortInState(
      "getTrustSummary",
      "artifacts",
      "unavailable",
      0,
    ),
    "artifacts-of-a-yanked-release-are-not-present": withItems(
      "getTrustSummary",
      (items, call) =>
        findRelease(call.name, call.version, call)?.status.state === "yanked"
          ? items.map((one) => ({ ...one, present: false }))
          : items,
      "artifacts",
    ),
    "detail-of-a-tombstoned-release-is-empty": shortInState("getTrustDetail", "attachments", "tombstoned", 0),
  },
};
