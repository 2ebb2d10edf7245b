/** Every read of release metadata agrees with what the run did to that release. */
import type { CheckFile } from "../../harness/check-file.ts";
import { isSameJson, toWantedValue } from "../../harness/expect/expect.ts";
import { quote, quoteBeside } from "../../harness/expect/quote.ts";
import { isSuccess, listAt, textAt, valueAt } from "../../harness/exchange/answer.ts";
import {
  expectAll,
  groupBy,
  isLaterThanOne,
  isMissing,
  isNeverFound,
  openBooks,
  type Opinion,
  toBaseId,
  toOpinion,
} from "./books.ts";
import { toComparable } from "../inputs/declarations.ts";
import { inOneOrder, isSamePurl } from "../inputs/equal-values.ts";
import { withoutBuild } from "../inputs/versions.ts";
import { ledger } from "./ledger.ts";
import { judgeNeverGiven, readsWithToken } from "./shown-with-tokens.ts";
import type { Read } from "./release-reads.ts";
import {
  givenState,
  isKind,
  isDue,
  isUnchanged,
  isNeverGiven,
  settledState,
  toId,
  type Timeline,
  mayBeAnother,
} from "./timelines.ts";

/** Members of metadata that never change. */
const kept = ["integrity", "purl"] as const;
/** Members of a declaration beside its key. */
const declared = ["purl", "constraint", "purpose", "components"] as const;

/** @param about.source how the expected value is known */
function differing(
  member: string,
  { got, expected, source }: { readonly got: string; readonly expected: string; readonly source: string },
): Opinion {
  return {
    expected: `${member} to be ${quote(expected)}, ${source}`,
    wanted: toWantedValue(`/${member}`, expected),
    got: quote(got),
    member: `/${member}`,
  };
}

/**
 * Compares metadata with the release that finalize returned.
 * @param hasDeclarations whether the registry shows declarations in metadata at all: it may leave the member out of every response, and
 *   out of those about releases that are not available
 */
function compare(body: unknown, { published }: Timeline, hasDeclarations: boolean): Opinion {
  const release = valueAt(published?.answered, "release");
  for (const member of kept) {
    const [got, expected] = [textAt(body, member), textAt(release, member)];
    if (got !== undefined && expected !== undefined && !isSamePurl(got, expected))
      return differing(member, { got, expected, source: "as finalize returned it" });
  }
  const isLeftOut = valueAt(body, "externalDependencies") === undefined;
  const mayBeLeftOut = !hasDeclarations || textAt(body, "status", "state") !== "available";
  if (valueAt(release, "externalDependencies") === undefined || (isLeftOut && mayBeLeftOut)) return "holds";
  const [got, expected] = toComparable(
    valueAt(body, "externalDependencies"),
    valueAt(release, "externalDependencies"),
  );
  if (!isSameJson(got, expected))
    return {
      expected: `the declarations to be ${quoteBeside(expected, got)}, as finalize returned them`,
      got: quoteBeside(got, expected),
      member: "/externalDependencies",
    };
  return compareDeclarations(listAt(body, "externalDependencies"), listAt(release, "externalDependencies"));
}

/** Compares two lists of declarations with the same keys, without members that only one of the two has. */
function compareDeclarations(got: readonly unknown[], expected: readonly unknown[]): Opinion {
  for (const one of expected) {
    const key = textAt(one, "declarationKey");
    const same = got.find((other) => textAt(other, "declarationKey") === key);
    for (const member of declared) {
      const [found, known] = [valueAt(same, member), valueAt(one, member)];
      const isSame = isSameJson(inOneOrder(found), inOneOrder(known));
      if (found !== undefined && known !== undefined && !isSame)
        return {
          expected: `${member} of the declaration ${quote(key)} to be ${quote(known)}, as finalize returned it`,
          got: quote(found),
          member: "/externalDependencies",
        };
    }
  }
  return "holds";
}

/** Compares the version in metadata with that of the read that came first. */
function keepsVersion(read: Read, first: Read | undefined): Opinion {
  const [got, expected] = [textAt(read.body, "version"), textAt(first?.body, "version")];
  if (got === undefined || expected === undefined) return "holds";
  return got === expected
    ? "holds"
    : differing("version", { got, expected, source: "as it was read before" });
}

export const releases: CheckFile = {
  source: "Resources, Release metadata; States and transitions",
  operations: ["getRelease"],
  needs: ["token:publisher"],
  forms: "none",
  checks: [
    {
      id: "audit/published-releases-stay-readable",
      of: "release-metadata/other-releases-stay-as-they-are",
      rule: "Once `GET` metadata of a release has succeeded and `limits.settleMs` is over, each further one succeeds, unless the run changed the release. After that time, one of three reads succeeds.",
      reading:
        "The text does not say how fast a release becomes visible. After the settling time, one missing response fails this, even if the next read succeeds.",
      from: "standard",
      last: true,
      ledgers: [ledger],
      async run(tools) {
        const books = openBooks(tools);
        const { entries, timelines, at } = books;
        const reads = entries.filter(isKind("metadata"));
        const seen = groupBy(reads.filter(isSuccess), toId);
        expectAll(tools, reads, (read) => {
          const release = timelines.get(toId(read));
          if (release === undefined || !isUnchanged(release, at(read))) return "silent";
          if (isSuccess(read)) return "holds";
          const wasSeen = isLaterThanOne(seen.get(toId(read)), read);
          if (!isDue(release, at(read)) || !(wasSeen || isNeverFound(books, read))) return "silent";
          return toOpinion(!isMissing(read), () => ({
            expected: `the metadata of ${toId(read)}, which was ${wasSeen ? "read before" : "published"}`,
            wanted: { answer: "success" },
            got: `status ${read.status}`,
          }));
        });
      },
    },
    {
      id: "audit/metadata-keeps-what-finalize-returned",
      of: "integrity/stays-the-same-everywhere",
      rule: "Every `GET` metadata of a release has the `integrity`, the `purl` and the declarations that `POST` finalize returned. Its `version` is the one that was read first.",
      reading:
        "The text leaves open whether a release has the build metadata with which it was published. We ask only that it does not change, where no other version differs in that alone.",
      last: true,
      ledgers: [ledger],
      async run(tools) {
        const { entries, timelines } = openBooks(tools);
        const reads = entries.filter(isKind("metadata"));
        const hasDeclarations = reads.some(({ body }) => listAt(body, "externalDependencies").length > 0);
        const alike = groupBy([...timelines.keys()], withoutBuild);
        const shown = groupBy(reads.filter(isSuccess), toId);
        expectAll(tools, reads, (read) => {
          const release = timelines.get(toId(read));
          if (release?.published === undefined || mayBeAnother(release, read) || !isSuccess(read))
            return "silent";
          const opinion = compare(read.body, release, hasDeclarations);
          const isOnly = alike.get(toBaseId(read))?.length === 1;
          return opinion === "holds" && isOnly ? keepsVersion(read, shown.get(toId(read))?.[0]) : opinion;
        });
      },
    },
    {
      id: "audit/releases-keep-their-state",
      of: "release-metadata/states-change-by-their-own-events-only",
      rule: "`GET` metadata shows the state that a release was given: `available` after `POST` finalize, or the one that the states hook set. It never shows `yanked` or `tombstoned` without a request for that, also to the publisher.",
      from: "standard",
      last: true,
      ledgers: [ledger],
      async run(tools) {
        const books = openBooks(tools);
        const { entries, timelines, at } = books;
        const reads = entries.filter(isKind("metadata"));
        const seen = groupBy(reads, (read) => `${toId(read)} ${textAt(read.body, "status", "state")}`);
        expectAll(tools, [...reads, ...readsWithToken(books, "metadata")], (read) => {
          if (read.kind === "read-with-token") return judgeNeverGiven(books, read);
          const release = timelines.get(toId(read));
          const expected = release === undefined ? undefined : givenState(release, read);
          const got = textAt(read.body, "status", "state");
          if (release === undefined || expected === undefined || got === undefined) return "silent";
          if (got === expected.state) return "holds";
          const shown = seen
            .get(`${toId(read)} ${expected.state}`)
            ?.filter(({ startedAtMs }) => startedAtMs >= expected.sinceMs);
          const isGiven = !isNeverGiven(release, got, read);
          if (isGiven && (settledState(release, at(read)) === undefined || !isLaterThanOne(shown, read)))
            return "silent";
          return {
            expected: `the state "${expected.state}", which ${isGiven ? "was shown before" : "it has"}`,
            wanted: toWantedValue("/status/state", expected.state),
            got: quote(got),
            member: "/status/state",
          };
        });
      },
    },
    {
      id: "audit/unpublished-uploads-have-no-metadata",
      of: "finalize/only-finalized-uploads-are-visible",
      rule: "While no `POST` finalize of a version has succeeded, `GET` metadata of that version does not succeed.",
      last: true,
      ledgers: [ledger],
      async run(tools) {
        const { entries, timelines, isUnpublished } = openBooks(tools);
        const { isOwnVolume } = tools.given;
        expectAll(tools, entries.filter(isKind("metadata")), (read) => {
          const release = timelines.get(toId(read));
          if (release === undefined || !isOwnVolume(read.name) || !isUnpublished(release, read))
            return "silent";
          return toOpinion(!isSuccess(read), () => ({
            expected: `no metadata of ${toId(read)}, which was not published`,
            wanted: { answer: "nothing" },
            got: `status ${read.status}`,
          }));
        });
      },
    },
  ],
};
