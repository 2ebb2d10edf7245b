/** Addresses and digests of the run belong to one release or one artifact each. */
import type { CheckFile } from "../../harness/check-file.ts";
import { quote } from "../../harness/expect/quote.ts";
import { readTree } from "../../harness/given/tree.ts";
import { type Noted, toNoted } from "../../harness/ledger.ts";
import { listAt, textAt, valueAt } from "../../harness/exchange/answer.ts";
import { resolveReference } from "../../harness/exchange/references.ts";
import { placeholderPattern } from "../../harness/recording/redaction.ts";
import { sha256 } from "../../harness/seed.ts";
import { type Books, expectAll, groupBy, openBooks, type Opinion, toOpinion } from "./books.ts";
import { type Finalized, ledger } from "./ledger.ts";
import { atTheEnd, isKind, mayBeAnother, toId, versionOf } from "./timelines.ts";

/** A value that a response gives for an address or a digest, and what has to be the same wherever the address is. */
interface Use extends Noted {
  readonly key: string;
  readonly belongsTo: string;
  readonly member: string;
  /** The release that it is a part of; absent where `belongsTo` is its version. */
  readonly release?: NamedRelease;
  /** The release, if another one may have taken its place: what both have may have one address. */
  readonly replaced?: string | undefined;
}

interface NamedRelease {
  readonly name: string;
  readonly version: string;
}

/** A use, unless the response lacks one of its parts, the address is empty, or the recording replaced a part of it. */
function toUse(
  noted: Noted,
  key: string | undefined,
  belongsTo: string | undefined,
  about: Pick<Use, "member" | "release" | "replaced">,
): readonly Use[] {
  if (key === undefined || key === "" || belongsTo === undefined || placeholderPattern.test(key)) return [];
  // two documents may have the same relative reference, for two addresses
  const address = resolveReference(key, noted.requestUrl) ?? key;
  return [{ ...toNoted(noted), key: address, belongsTo, ...about }];
}

/** Compares each use with the first one of its key. */
function compareWithFirst(all: readonly Use[], address: string): (use: Use) => Opinion {
  const byKey = groupBy(all, ({ key }) => key);
  return (use) => {
    const { key, belongsTo, member, replaced } = use;
    const uses = byKey.get(key) ?? [];
    const others = replaced === undefined ? uses : uses.filter((other) => other.replaced !== replaced);
    const [first = use] = others;
    return toOpinion(first.belongsTo === belongsTo, () => ({
      expected: `a \`${address}\` that only ${first.belongsTo}${ofRelease(first, use)} has`,
      got: `${quote(key)} for ${belongsTo}${ofRelease(use, first)} too`,
      member,
    }));
  };
}

/** Of which release a use is, with its volume if the other one is of another volume. */
function ofRelease({ release }: Use, other: Use): string {
  if (release === undefined) return "";
  const { name, version } = release;
  return name === other.release?.name ? ` of ${version}` : ` of ${name}@${version}`;
}

function successesIn({ entries }: Books): readonly (Finalized & Noted)[] {
  return entries.filter(isKind("finalized")).filter(({ outcome }) => outcome === "success");
}

/** The release, if the run unpublished or purged it: the same identity may be another release since, at the same address. */
function toReplaced({ timelines }: Books, release: Parameters<typeof toId>[0]): string | undefined {
  const timeline = timelines.get(toId(release));
  return timeline !== undefined && mayBeAnother(timeline, atTheEnd) ? toId(release) : undefined;
}

/** The digest that was declared for the upload of a finalize. */
function declaredFor({ uploads }: Books, { name, uploadId }: Finalized): string | undefined {
  return textAt(uploads.get(`${name} ${uploadId}`)?.sent, "declaredDigest");
}

/** By digest of an uploaded archive, a text that is the same for trees with the same contents. Large archives are left out. */
async function contentsByArchive({ entries }: Books): Promise<ReadonlyMap<string, string>> {
  const contents = new Map<string, string>();
  for (const { digest, content } of entries.filter(isKind("sent"))) {
    const bytes = Buffer.from(content ?? "", "base64");
    if (contents.has(digest) || bytes[0] !== 0x1f || bytes[1] !== 0x8b) continue;
    try {
      const files = [...(await readTree(bytes)).values()].filter(({ length }) => length > 0);
      contents.set(
        digest,
        files
          .map((file) => sha256(file))
          .toSorted()
          .join("\n"),
      );
    } catch {
      // a damaged archive, which a check sent on purpose
    }
  }
  return contents;
}

export const addresses: CheckFile = {
  source: "Release metadata: integrity, dist; Version index row: release; Trust attachment: locator",
  operations: ["finalizeReleaseUpload"],
  needs: ["token:publisher"],
  forms: "none",
  checks: [
    {
      id: "audit/row-urls-belong-to-one-version",
      of: "consistency/addresses-lead-to-one-thing",
      rule: "In every `GET` index, rows of different versions have different `release.url`s.",
      operations: ["getVersionIndex"],
      last: true,
      ledgers: [ledger],
      async run(tools) {
        const indexes = openBooks(tools).entries.filter(isKind("index"));
        expectAll(tools, indexes, (index) => {
          const uses = index.rows.flatMap((row, place) =>
            toUse(index, textAt(row, "release", "url"), textAt(row, "version"), {
              member: `/items/${place}/release/url`,
            }),
          );
          const opinions = uses.map(compareWithFirst(uses, "release.url"));
          return opinions.find((one) => typeof one !== "string") ?? opinions[0] ?? "silent";
        });
      },
    },
    {
      id: "audit/dist-urls-belong-to-one-file-tree",
      of: "consistency/addresses-lead-to-one-thing",
      rule: "Releases with the same `dist.url` have the same `integrity`, in every `POST` finalize and `GET` metadata.",
      reading:
        "The text calls `dist.url` opaque, so equal file trees may have one. It is the locator of one release's bytes, which clients compare with `integrity`.",
      operations: ["finalizeReleaseUpload", "getRelease"],
      covers: ["rule:service/4"],
      last: true,
      ledgers: [ledger],
      async run(tools) {
        const books = openBooks(tools);
        const { entries, uploads } = books;
        const finalizes = successesIn(books).map((one) => ({
          noted: one,
          version: versionOf(one, uploads) ?? "",
          release: valueAt(one.answered, "release"),
          path: "/release/dist/url",
        }));
        const reads = entries
          .filter(isKind("metadata"))
          .map((one) => ({ noted: one, version: one.version, release: one.body, path: "/dist/url" }));
        const uses = [...finalizes, ...reads].flatMap(({ noted, version, release, path }) =>
          toUse(noted, textAt(release, "dist", "url"), textAt(release, "integrity"), {
            member: path,
            release: { name: noted.name, version },
            replaced: toReplaced(books, { name: noted.name, version }),
          }),
        );
        expectAll(tools, uses, compareWithFirst(uses, "dist.url"));
      },
    },
    {
      id: "audit/locators-belong-to-one-artifact",
      of: "consistency/addresses-lead-to-one-thing",
      rule: "Attachments with the same `locator.url` have the same `artifactDigest`, in every `GET` trust detail.",
      operations: ["getTrustDetail"],
      covers: ["member:trust-attachment.locator.url"],
      last: true,
      ledgers: [ledger],
      async run(tools) {
        const books = openBooks(tools);
        const uses = books.entries.filter(isKind("detail")).flatMap((read) =>
          listAt(read.body, "attachments").flatMap((item, place) =>
            toUse(read, textAt(item, "locator", "url"), textAt(item, "artifactDigest"), {
              member: `/attachments/${place}/locator/url`,
              release: read,
              replaced: toReplaced(books, read),
            }),
          ),
        );
        expectAll(tools, uses, compareWithFirst(uses, "locator.url"));
      },
    },
    {
      id: "audit/integrity-is-never-the-digest-of-the-upload",
      of: "integrity/depends-on-the-whole-file-tree",
      rule: "In every `POST` finalize, `integrity` differs from the `declaredDigest` of the upload.",
      source: "What the service does, rule 4; Release metadata: integrity",
      covers: ["rule:service/4"],
      last: true,
      ledgers: [ledger],
      async run(tools) {
        const books = openBooks(tools);
        expectAll(tools, successesIn(books), (one) => {
          const integrity = textAt(one.answered, "release", "integrity");
          const declared = declaredFor(books, one);
          if (integrity === undefined || declared === undefined) return "silent";
          return toOpinion(integrity !== declared, () => ({
            expected: "a digest of the file tree",
            got: `${quote(integrity)}, the digest of the uploaded bytes`,
            member: "/release/integrity",
          }));
        });
      },
    },
    {
      id: "audit/integrity-differs-with-the-contents",
      of: "integrity/depends-on-the-whole-file-tree",
      rule: "Two releases whose archives have different file contents never have the same `integrity`.",
      source: "What the service does, rule 4; Release metadata: integrity",
      reading:
        "The text does not say how a tree is normalized. We compare only the contents of files, without their names and without empty files.",
      covers: ["rule:service/4"],
      last: true,
      ledgers: [ledger],
      async run(tools) {
        const books = openBooks(tools);
        const contents = await contentsByArchive(books);
        const known = successesIn(books).flatMap((one) => {
          const integrity = textAt(one.answered, "release", "integrity");
          const content = contents.get(declaredFor(books, one) ?? "");
          return integrity === undefined || content === undefined ? [] : [{ ...one, integrity, content }];
        });
        const byIntegrity = groupBy(known, ({ integrity }) => integrity);
        expectAll(tools, known, (one) => {
          const other = byIntegrity.get(one.integrity)?.find(({ content }) => content !== one.content);
          return toOpinion(other === undefined || other.startedAtMs > one.startedAtMs, () => ({
            expected: "an integrity that differs, since the contents of the files do",
            got: `${quote(one.integrity)}, which ${other === undefined ? "another release" : toId({ name: other.name, version: textAt(other.answered, "release", "version") ?? "" })} has`,
            member: "/release/integrity",
          }));
        });
      },
    },
  ],
};
