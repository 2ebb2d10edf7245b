/** What the run has published is found, and the publisher keeps its authority over it. */
import type { CheckFile } from "../../harness/check-file.ts";
import type { Tools } from "../../harness/check.ts";
import type { Noted } from "../../harness/ledger.ts";
import { isSuccess, textAt } from "../../harness/exchange/answer.ts";
import { toForm, toVolume } from "../../harness/exchange/volume.ts";
import { type Books, expectAll, groupBy, openBooks } from "./books.ts";
import { ledger } from "./ledger.ts";
import { compareVersions } from "../inputs/version-order.ts";
import { pathOf } from "../request-content.ts";
import type { Refused } from "./refused.ts";
import { isDue, isKind, isUnchanged, toId, type Timeline } from "./timelines.ts";

type RefusedRequest = Refused & Noted;

/** The members that the text lists for a create request, without a key. */
const plainMembers: ReadonlySet<string> = new Set(["version", "mediaType", "declaredDigest", "declaredSize"]);

/** True for a create request that says nothing unusual. */
function isPlainCreate({ operation, sent, key }: RefusedRequest): boolean {
  const isObject = typeof sent === "object" && sent !== null;
  const isPlain = isObject && Object.keys(sent).every((name) => plainMembers.has(name));
  return operation === "createReleaseUpload" && isPlain && key === undefined;
}

/** True for a trust create request without a key, whose subject is the release of its path. */
function isPlainTrustCreate({ operation, sent, key }: RefusedRequest, { published }: Timeline): boolean {
  const hasOwn = (member: string): boolean => {
    const expected = textAt(published?.answered, "release", member);
    return expected !== undefined && textAt(sent, "subject", member) === expected;
  };
  const hasKey = key !== undefined || textAt(sent, "idempotencyKey") !== undefined;
  return operation === "createTrustUpload" && !hasKey && hasOwn("purl") && hasOwn("integrity");
}

/** The paths of the releases that metadata has shown as available. */
function availableIn({ entries }: Books): ReadonlySet<string> {
  const reads = entries.filter(isKind("metadata")).filter(isSuccess);
  const available = reads.filter(({ body }) => textAt(body, "status", "state") === "available");
  return new Set(available.map(({ requestUrl }) => pathOf(requestUrl) ?? ""));
}

/** True if the release was read under the path that the refused request has. A registry may read a `+` or an escape in its own way. */
function isSeen({ path }: RefusedRequest, seen: ReadonlySet<string>): boolean {
  return seen.has(path.replace(/\/trust\/uploads$/, ""));
}

/** The refusals of the publisher that have one slug. In a path without escapes but that of the `+`, names are written in one way. */
function refusalsWith({ entries }: Books, slug: string): readonly RefusedRequest[] {
  return entries.filter(isKind("refused")).filter((one) => one.slug === slug && !/%(?!2B)/i.test(one.path));
}

/** The refusals with 404 of the publisher's plain requests about releases that it has published and that nothing has changed. */
function refusedAsMissing({ given }: Tools, books: Books): readonly RefusedRequest[] {
  return refusalsWith(books, "not-found").filter((entry) => {
    const release = books.timelines.get(toId(entry));
    if (release === undefined || !given.isOwnVolume(entry.name)) return false;
    const isDelete = entry.operation === "unpublishVersion" && toForm(toVolume(entry.name)) === "unscoped";
    if (!isDelete && !isPlainTrustCreate(entry, release)) return false;
    const moment = books.at(entry);
    return isDue(release, moment) && isUnchanged(release, moment);
  });
}

/** The ledger, after a read of the first release that was refused as missing and that no read has shown as available. */
async function booksWithUnseen(tools: Tools): Promise<Books> {
  const books = openBooks(tools);
  const seen = availableIn(books);
  const unseen = refusedAsMissing(tools, books).find((one) => !isSeen(one, seen));
  if (unseen === undefined) return books;
  await tools.registry.getRelease({ volume: toVolume(unseen.name), version: unseen.version });
  return openBooks(tools);
}

/**
 * The ledger, after a create request in the volume that has most versions, of those in which nothing was changed: what a registry refuses
 * to a large volume only, no other request may show.
 */
async function booksWithFurtherCreate(tools: Tools): Promise<Books> {
  const { given, registry, depth } = tools;
  const books = openBooks(tools);
  if (depth === "quick") return books;
  const published = [...books.timelines.values()].filter((one) => one.published !== undefined);
  const lastOf = (releases: readonly Timeline[]): number =>
    Math.max(...releases.map((one) => one.published?.endedAtMs ?? 0));
  const [largest] = [...groupBy(published, ({ name }) => name).values()]
    .filter(([first]) => first !== undefined && given.isOwnVolume(first.name))
    .filter((releases) => releases.every(({ changes }) => changes.length === 0))
    .toSorted((a, b) => b.length - a.length || lastOf(a) - lastOf(b));
  const [first] = largest ?? [];
  if (largest === undefined || first === undefined || largest.length < 2) return books;
  const highest =
    largest
      .map(({ version }) => version)
      .toSorted(compareVersions)
      .at(-1) ?? "";
  const { archive } = await given.sharedRelease();
  const version = `${BigInt(highest.split(".")[0] ?? 0) + 1n}.0.0`;
  await registry.createReleaseUpload(toVolume(first.name), given.createBody(version, archive));
  return openBooks(tools);
}

export const ownReleases: CheckFile = {
  source: "Errors, table of slugs; Authentication",
  operations: ["createReleaseUpload", "createTrustUpload"],
  needs: ["token:publisher"],
  forms: "none",
  checks: [
    {
      id: "audit/available-releases-are-found",
      of: "authentication/publishers-keep-their-authority",
      rule: "`DELETE` and `POST` trust create for a release that `GET` metadata shows as `available` never answer 404 `not-found` to the publisher.",
      reading:
        "The text gives 404 to what does not exist or is not visible to the caller. We judge unscoped names for `DELETE`, and releases that the run has not changed.",
      source: "Errors, table of slugs: not-found; Authentication, rule 6",
      operations: ["unpublishVersion", "createTrustUpload"],
      covers: ["slug:not-found"],
      last: true,
      ledgers: [ledger],
      async run(tools) {
        const books = await booksWithUnseen(tools);
        const seen = availableIn(books);
        const refused = refusedAsMissing(tools, books);
        const writes = books.entries
          .filter(isKind("trust-opened", "changed"))
          .filter((one) => one.kind === "trust-opened" || one.to === "unpublished");
        expectAll(tools, [...writes, ...refused], (entry) => {
          if (entry.kind !== "refused")
            return books.timelines.has(toId(entry)) && tools.given.isOwnVolume(entry.name)
              ? "holds"
              : "silent";
          // the same whether it was read before or after: the refusal changed nothing
          if (!isSeen(entry, seen)) return "silent";
          return { expected: `${toId(entry)}, which metadata shows as available`, got: "404 not-found" };
        });
      },
    },
    {
      id: "audit/publishers-keep-their-authority",
      of: "authentication/publishers-keep-their-authority",
      rule: "After the publisher has published a version of a volume, its `POST` create and `POST` trust create for that volume never answer 403 `authorization-failed`.",
      reading:
        "The text does not give the order of 403 and other problems. The publisher has authority over the volume, so that 403 is wrong in each order. We judge volumes in which the run has changed nothing.",
      source: "Authentication, rules 6 and 8; Errors, table of slugs: authorization-failed",
      operations: ["createReleaseUpload", "createTrustUpload"],
      covers: ["slug:authorization-failed", "rule:authentication/8"],
      last: true,
      ledgers: [ledger],
      async run(tools) {
        const books = await booksWithFurtherCreate(tools);
        const volumes = groupBy([...books.timelines.values()], ({ name }) => name);
        const opened = books.entries.filter(isKind("opened", "trust-opened"));
        expectAll(tools, [...opened, ...refusalsWith(books, "authorization-failed")], (entry) => {
          if (!tools.given.isOwnVolume(entry.name)) return "silent";
          if (entry.kind !== "refused") return "holds";
          const releases = volumes.get(entry.name) ?? [];
          const moment = books.at(entry);
          const release = books.timelines.get(toId(entry));
          const isOfTrust = release !== undefined && isPlainTrustCreate(entry, release);
          if (!isPlainCreate(entry) && !isOfTrust) return "silent";
          const isPublished = releases.some((one) => isDue(one, moment));
          if (!isPublished || !releases.every((one) => isUnchanged(one, moment))) return "silent";
          return {
            expected: `the publisher to have authority over ${entry.name}, where it has published a version`,
            got: "403 authorization-failed",
          };
        });
      },
    },
  ],
};
