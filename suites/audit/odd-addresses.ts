/**
 * At the end of the run: addresses that are built unlike the others of their kind. Other checks follow one address that looks like most; a
 * registry that builds an address wrongly under some condition makes one that stands out.
 */
import type { CheckFile } from "../../harness/check-file.ts";
import type { Check, Tools } from "../../harness/check.ts";
import { quote } from "../../harness/expect/quote.ts";
import { type Noted, toNoted } from "../../harness/ledger.ts";
import { type Answer, isSuccess, listAt, textAt } from "../../harness/exchange/answer.ts";
import { placeholderPattern } from "../../harness/recording/redaction.ts";
import { haveSameOrigin, resolveReference } from "../../harness/exchange/references.ts";
import { percentDecode } from "../../harness/exchange/volume.ts";
import { sha256 } from "../../harness/seed.ts";
import type { Finding } from "../../schemas/report.ts";
import { type Books, expectAll, groupBy, openBooks, type Opinion } from "./books.ts";
import { mayBeSigned } from "../situations/short-lived-address.ts";
import { findsPlus } from "./final-reads.ts";
import { ledger } from "./ledger.ts";
import { isAsItBegan, isKind, toId, versionOf } from "./timelines.ts";

/** An address that a response gives for a release or an attachment. */
interface Address extends Noted {
  readonly reference: string;
  readonly member: string;
  readonly name: string;
  readonly version: string;
  /** Ids of uploads, attachments and artifacts that it may have. */
  readonly ids: readonly string[];
}

/** What is wrong with the response at an address. */
type Misled = Pick<Finding, "got" | "wanted">;

/** Judges the response at an address, a success; undefined if it is the right one. */
type Judge<T extends Address> = (answer: Answer, address: T) => Misled | undefined;

const delimiter = /([/?#&=:@,;]+)/;
const anyVersion = /^\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.+-]*)?$/;
/** A number, a UUID, or a long word with a digit, as random ids are. */
const anyId = /^(?:\d+|[0-9a-f-]{8,}|(?=.*\d)\w{12,})$/i;

/** An address without what is its own: the same for all that are built alike. */
export function toPattern({ reference, requestUrl, name, version, ids }: Address): string {
  const own = new Map<string, string>([
    ...name.split(/[@/]/).map((part) => [part, "{name}"] as const),
    ...ids.map((id) => [id, "{id}"] as const),
    [version, "{version}"],
    ["", ""],
  ]);
  const url = percentDecode(resolveReference(reference, requestUrl) ?? reference);
  return ids
    .reduce<string>((text, id) => (delimiter.test(id) ? text.replaceAll(id, "{id}") : text), url)
    .split(delimiter)
    .map(
      (part) => own.get(part) ?? (anyVersion.test(part) ? "{another version}" : part.replace(anyId, "{id}")),
    )
    .join("")
    .replaceAll(/@?\{name\}(?:\/\{name\})?/g, "{name}");
}

/** Where fewer addresses than this part have one pattern, they are opaque, and none stands out. */
const usualPart = 0.5;

/** Of so many patterns that stand out, one address each is followed. */
const maxFollowed = 2;

/** One address of each of the rarest patterns; undefined if the addresses have no pattern in common. */
export function findOdd<T extends Address>(addresses: readonly T[]): readonly T[] | undefined {
  const groups = [...groupBy(addresses, toPattern).values()].toSorted((a, b) => a.length - b.length);
  const usual = groups.at(-1) ?? [];
  if (usual.length < usualPart * addresses.length) return undefined;
  return groups
    .slice(0, -1)
    .slice(0, maxFollowed)
    .flatMap(([first]) => first ?? []);
}

/** What the checks of this file share: of the addresses in the books, those that stand out lead where they should. */
function following<T extends Address>(
  toAddresses: (books: Books) => readonly T[],
  judge: Judge<T>,
): Pick<Check, "last" | "ledgers" | "run"> {
  return {
    last: "together",
    ledgers: [ledger],
    async run(tools) {
      const books = openBooks(tools);
      await expectOdd(tools, books, toAddresses(books), judge);
    },
  };
}

/** Statuses of object stores for an address whose time is over. */
const expired: ReadonlySet<number> = new Set([400, 401, 403, 410]);

/** True if a signature in the query of the address may have expired. */
export function mayHaveExpired(url: string, { status }: Pick<Answer, "status">): boolean {
  return mayBeSigned(url) && expired.has(status);
}

/** Asserts that the addresses that stand out lead where they should. */
async function expectOdd<T extends Address>(
  tools: Tools,
  books: Books,
  addresses: readonly T[],
  judge: Judge<T>,
): Promise<void> {
  const { expect, given, registry, eventually, target } = tools;
  const lasting = addresses.filter(({ reference, name, version }) => {
    if (placeholderPattern.test(reference)) return false;
    const release = books.timelines.get(toId({ name, version }));
    return release !== undefined && isAsItBegan(release);
  });
  if (lasting.length === 0) throw given.nothingToJudge("no response of this run has such an address");
  const odd = findOdd(lasting);
  if (odd === undefined)
    throw given.nothingToJudge("the addresses are opaque: they have no pattern in common");
  // an address that a registry gives is right as it is, also where it finds no version with a literal + otherwise
  const withPlus = findsPlus(books) ? undefined : lasting.find(({ reference }) => reference.includes("+"));
  const wrong = new Map<T, Misled>();
  for (const address of withPlus === undefined ? odd : [...odd, withPlus]) {
    const url = resolveReference(address.reference, address.requestUrl);
    if (url === undefined || !haveSameOrigin(url, target.baseUrl)) continue;
    const answer = await eventually(() => registry.fetchLocator(url), {
      since: { sinceMs: address.endedAtMs },
      until: (one) => isSuccess(one) && judge(one, address) === undefined,
    });
    if (mayHaveExpired(url, answer)) continue;
    expect.success(answer);
    const problem = judge(answer, address);
    if (problem !== undefined) wrong.set(address, problem);
  }
  expectAll(tools, lasting, (address): Opinion => {
    const problem = wrong.get(address);
    return problem === undefined
      ? "holds"
      : {
          expected: `an address that leads to ${toId(address)}`,
          member: address.member,
          ...problem,
        };
  });
}

/** The response is the metadata of the release, or nothing that says which release it is about. */
function leadsToRelease(answer: Answer, { name, version }: Address): Misled | undefined {
  const [shownName = name, shownVersion = version] = ["name", "version"].map((one) =>
    textAt(answer.body, one),
  );
  if (shownName === name && shownVersion === version) return undefined;
  const leadsTo = shownName === name ? { at: "/version", is: version } : { at: "/name", is: name };
  return { got: `an address of ${toId({ name: shownName, version: shownVersion })}`, wanted: { leadsTo } };
}

function addressesOfRows({ entries }: Books): readonly Address[] {
  return entries.filter(isKind("index")).flatMap((index) =>
    index.rows.flatMap((row, place) => {
      const reference = textAt(row, "release", "url");
      if (reference === undefined) return [];
      const member = `/items/${place}/release/url`;
      return [
        {
          ...toNoted(index),
          reference,
          member,
          name: index.name,
          version: textAt(row, "version") ?? "",
          ids: [],
        },
      ];
    }),
  );
}

interface OfFinalize extends Address {
  readonly attachmentId: string | undefined;
  /** Of the subject, for a trust upload. */
  readonly purl: string | undefined;
}

function addressesOfFinalizes(
  { entries, uploads }: Books,
  kind: "finalized" | "trust-finalized",
): readonly OfFinalize[] {
  return entries.filter(isKind(kind)).flatMap((entry) => {
    const reference = textAt(entry.answered, "detailUrl");
    const version = entry.kind === "finalized" ? versionOf(entry, uploads) : entry.version;
    if (reference === undefined || reference === "" || version === undefined) return [];
    const attachmentId = textAt(entry.answered, "attachmentId");
    const ids = [entry.uploadId, attachmentId ?? ""];
    const purl = textAt(entry.answered, "subject", "purl");
    const { name } = entry;
    return [{ ...toNoted(entry), reference, member: "/detailUrl", name, version, ids, attachmentId, purl }];
  });
}

function leadsToAttachment(answer: Answer, address: OfFinalize): Misled | undefined {
  const shown = listAt(answer.body, "attachments").map((item) => textAt(item, "id"));
  if (address.attachmentId !== undefined && shown.length > 0)
    return shown.includes(address.attachmentId)
      ? undefined
      : { got: "an address of attachments without this one" };
  const purl = textAt(answer.body, "subject", "purl") ?? address.purl;
  if (purl !== address.purl) return { got: `an address of the subject ${quote(purl)}` };
  return leadsToRelease(answer, address);
}

interface OfArtifact extends Address {
  readonly digest: string | undefined;
}

function addressesOfArtifacts({ entries }: Books): readonly OfArtifact[] {
  return entries.filter(isKind("detail")).flatMap((detail) =>
    listAt(detail.body, "attachments").flatMap((item, place) => {
      const reference = textAt(item, "locator", "url");
      if (reference === undefined || reference === "") return [];
      const digest = textAt(item, "artifactDigest");
      const ids = [textAt(item, "id") ?? "", digest ?? ""];
      const { name, version } = detail;
      const member = `/attachments/${place}/locator/url`;
      return [{ ...toNoted(detail), reference, member, name, version, ids, digest }];
    }),
  );
}

function leadsToArtifact(answer: Answer, { digest }: OfArtifact): Misled | undefined {
  return digest === undefined || sha256(answer.bytes) === digest
    ? undefined
    : { got: "an address of bytes with another digest" };
}

export const oddAddresses: CheckFile = {
  source: "Version index row: release; Finalize release upload; Trust attachment: locator",
  reading:
    "A registry may build its addresses as it likes. Where nearly all of a run are built alike, we follow two of those that are not. Where no read has found a version with a literal `+`, we follow an address that has one, too. An address on another origin is not followed.",
  needs: ["token:publisher"],
  forms: "none",
  from: "standard",
  operations: ["getVersionIndex"],
  checks: [
    {
      id: "audit/odd-release-urls-lead-to-their-release",
      of: "version-index/release-urls-lead-to-their-metadata",
      rule: "A `release.url` of an index row that is built unlike the others of the run leads to the metadata of its release too.",
      covers: ["member:version-index-row.release.url"],
      ...following(addressesOfRows, leadsToRelease),
    },
    {
      id: "audit/odd-detail-urls-lead-to-their-release",
      of: "finalize/detail-urls-lead-to-what-was-made",
      rule: "A `detailUrl` of `POST` finalize that is built unlike the others of the run leads to its release too.",
      operations: ["finalizeReleaseUpload"],
      covers: ["member:finalize-release-result.detailUrl"],
      ...following((books) => addressesOfFinalizes(books, "finalized"), leadsToRelease),
    },
    {
      id: "audit/odd-detail-urls-lead-to-their-attachment",
      of: "finalize/detail-urls-lead-to-what-was-made",
      rule: "A `detailUrl` of `POST` trust finalize that is built unlike the others leads to its release, and to a list with its attachment.",
      reading:
        "A page that is not JSON passes, and JSON without `attachments` that has no other name, version or subject.",
      operations: ["finalizeTrustUpload"],
      covers: ["member:finalize-trust-result.detailUrl"],
      ...following((books) => addressesOfFinalizes(books, "trust-finalized"), leadsToAttachment),
    },
    {
      id: "audit/odd-locators-lead-to-their-artifact",
      of: "trust/attachments-are-listed-as-uploaded",
      rule: "A `locator.url` in a trust detail that is built unlike the others of the run leads to bytes with its `artifactDigest` too.",
      operations: ["getTrustDetail"],
      covers: ["member:trust-attachment.locator.url"],
      ...following(addressesOfArtifacts, leadsToArtifact),
    },
  ],
};
