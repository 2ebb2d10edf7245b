/** A create request conflicts with a version that there is, and with no other. */
import type { CheckFile } from "../../harness/check-file.ts";
import type { Noted } from "../../harness/ledger.ts";
import { compareVersions } from "../inputs/version-order.ts";
import { type Books, expectAll, groupBy, openBooks, type Opinion, toBaseId } from "./books.ts";
import { ledger } from "./ledger.ts";
import type { Refused } from "./refused.ts";
import { isKind, toId, versionOf } from "./timelines.ts";

/** The three numbers of a version. Undefined for a text that is no version. */
function numbersOf(version: string): readonly number[] | undefined {
  const [, ...numbers] = /^(\d+)\.(\d+)\.(\d+)(?:[-+][0-9A-Za-z.+-]+)?$/.exec(version) ?? [];
  return numbers.length === 0 ? undefined : numbers.map(Number);
}

/** True if the first version has larger numbers than the second one, whatever else they have. */
function hasLargerNumbers(version: string, other: string): boolean {
  const [a = [], b = []] = [numbersOf(version), numbersOf(other)];
  const place = a.findIndex((number, index) => number !== b[index]);
  return place !== -1 && (a[place] ?? 0) > (b[place] ?? 0);
}

/** What the run did with a version. The version is empty where it is not certain. */
interface Touch extends Noted {
  readonly name: string;
  readonly version: string;
  readonly kind: string;
  /** The state that a change gave the version. */
  readonly to?: string;
}

/** What the run did with versions, by volume. */
function toTouches({ entries, uploads }: Books): ReadonlyMap<string, readonly Touch[]> {
  const published = entries
    .filter(isKind("finalized"))
    .filter(({ outcome }) => outcome !== "refused")
    .map((entry) => ({ ...entry, version: versionOf(entry, uploads) ?? "" }));
  const others = entries.filter(isKind("opened", "asked", "changed"));
  return groupBy<Touch>([...published, ...others], ({ name }) => name);
}

/** True if a version below another one of its volume was published: then versions need not rise. */
function takesLower(touches: readonly Touch[]): boolean {
  return touches.some(
    (one) =>
      one.kind === "finalized" &&
      touches.some(
        (earlier) =>
          earlier.kind === "finalized" &&
          earlier.endedAtMs <= one.startedAtMs &&
          numbersOf(earlier.version) !== undefined &&
          hasLargerNumbers(earlier.version, one.version),
      ),
  );
}

/**
 * A registry may let an open upload reserve its version, and may want versions to rise.
 * @param touches what the run did with the volume
 * @param isAbove whether a version is above another one, in the order in which versions may have to rise
 */
function judge(
  refused: Refused & Noted,
  touches: readonly Touch[],
  isAbove: (version: string, other: string) => boolean,
): Opinion {
  const { name, version } = refused;
  const before = touches.filter(({ startedAtMs }) => startedAtMs <= refused.endedAtMs);
  const touched = before.map((touch) => touch.version);
  // a volume may be closed for new versions once one was unpublished, or while one is blocked; a release in git is a further version
  if (before.some(({ kind, to }) => kind === "changed" && to !== "git-release")) return "silent";
  if (numbersOf(version) === undefined || touched.includes("")) return "silent";
  if (touched.some((one) => toBaseId({ name, version: one }) === toBaseId(refused))) return "holds";
  if (!touched.every((one) => isAbove(version, one))) return "silent";
  return {
    expected: `another answer (the run has neither published nor opened ${toId(refused)}, nor a higher version)`,
    wanted: { otherStatus: true },
    got: `409 ${refused.slug}`,
  };
}

export const conflicts: CheckFile = {
  source: "Errors, table of slugs: version-conflict; Create release upload intent",
  operations: ["createReleaseUpload"],
  needs: ["token:publisher"],
  forms: "none",
  checks: [
    {
      id: "audit/conflicts-are-about-versions-that-there-are",
      of: "publish/versions-are-never-reused",
      rule: "`POST` create answers 409 `version-conflict` only for a version that was published before, or has an upload.",
      reading:
        "The text does not say whether an open upload reserves its version, or whether versions have to rise. We judge only versions above all others of their volume, while no version of it was changed.",
      covers: ["slug:version-conflict", "question:15"],
      last: true,
      ledgers: [ledger],
      async run(tools) {
        const books = openBooks(tools);
        const opened = books.entries.filter(isKind("opened"));
        const refused = books.entries
          .filter(isKind("refused"))
          .filter(
            ({ operation, slug }) => operation === "createReleaseUpload" && slug === "version-conflict",
          );
        const touches = toTouches(books);
        // where versions need not rise, no order of prereleases is a reason either
        const isAbove = [...touches.values()].some(takesLower)
          ? (version: string, other: string): boolean => compareVersions(version, other) > 0
          : hasLargerNumbers;
        const own = [...opened, ...refused].filter(({ name }) => tools.given.isOwnVolume(name));

        expectAll(tools, own, (entry) =>
          entry.kind === "opened" ? "holds" : judge(entry, touches.get(entry.name) ?? [], isAbove),
        );
      },
    },
  ],
};
