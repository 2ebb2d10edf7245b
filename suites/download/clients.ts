/** Downloads of clients that ask for a part, for another coding, or for what has changed. */
import type { CheckFile } from "../../harness/check-file.ts";
import type { Tools } from "../../harness/check.ts";
import { type Answer, headerOf, isSuccess } from "../../harness/exchange/answer.ts";
import type { HeaderField } from "../../schemas/report.ts";
import { userAgents } from "../inputs/clients.ts";
import { undefinedIfNotPossible } from "../../harness/outcome.ts";
import { attachedRelease } from "../situations/attached-release.ts";
import { fetchAgain, fetchOnce, isCoded } from "../situations/download.ts";
import { fetchLargeArchive } from "../situations/large-archive.ts";
import { locatorUrlIn } from "../situations/located-bytes.ts";

/** Asks for the archive of the readable release with further header fields; undefined if HTTP cannot fetch it. */
type Ask = (headers: readonly HeaderField[]) => Promise<Answer | undefined>;

async function askArchive(tools: Tools): Promise<{ whole: Answer; ask: Ask }> {
  const { release } = await fetchOnce(tools.given);
  const ask: Ask = (headers) => fetchAgain(tools, release, { headers });
  const whole = await ask([]);
  if (whole === undefined || !isSuccess(whole) || whole.bytes.length < 32)
    throw tools.given.nothingToJudge("the release has no archive that HTTP can fetch");
  return { whole, ask };
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.from(one).equals(other);
}

/** The part that a `Content-Range` names: the places of its first and last byte (RFC 9110 section 14.4). */
function partOf(answer: Answer): string {
  return /^bytes (\d+-\d+)\//.exec(headerOf(answer, "content-range") ?? "")?.[1] ?? "no part";
}

/** Bytes of which a part is asked for: how they are called, what they are, and the request. */
interface Partial {
  readonly what: string;
  readonly whole: Uint8Array;
  readonly range: string;
  /** The places of the first and the last byte that the range asks for. */
  readonly part: string;
  readonly ask: Ask;
}

/** A little less than 64 KiB, which is what many programs read at once. */
const firstOfEnd = 65_530;

/** A part of the large archive that begins with the end of what a program reads at once, and has all the rest: a range may end later. */
async function endOfLargeArchive({ given, registry, resolve }: Tools): Promise<Partial | undefined> {
  const large = await undefinedIfNotPossible(() => fetchLargeArchive(given));
  const { archive, reference } = large ?? {};
  if (large === undefined || archive === undefined || reference === undefined) return undefined;
  if (!isSuccess(archive) || archive.bytes.length <= firstOfEnd || isCoded(archive)) return undefined;
  const url = resolve(reference, large.metadata);
  if (url === undefined) return undefined;
  const { length } = archive.bytes;
  return {
    what: "the large archive",
    whole: archive.bytes,
    range: `bytes=${firstOfEnd}-${length + 99}`,
    part: `${firstOfEnd}-${length - 1}`,
    ask: (headers) => registry.fetchLocator(url, "transferBytes", { headers }),
  };
}

/** A part of an attached artifact, by the address in the trust detail. */
async function partOfArtifact(tools: Tools): Promise<Partial | undefined> {
  const { given, registry, target } = tools;
  if (!target.features.trust) return undefined;
  const attached = await undefinedIfNotPossible(() => attachedRelease(given));
  if (attached === undefined) return undefined;
  const { attachment, detail } = attached;
  const url = locatorUrlIn(detail, attachment, tools);
  if (url === undefined) return undefined;
  return {
    what: "the artifact",
    whole: attachment.intent.artifact,
    // all but the first bytes, without an end
    range: "bytes=5-",
    part: `5-${attachment.intent.artifact.length - 1}`,
    ask: (headers) => registry.fetchLocator(url, "transferBytes", { headers }),
  };
}

/** Where the registry takes no large archive or no artifact, the small archive is asked for that part. */
async function partsToAskFor(tools: Tools): Promise<readonly Partial[]> {
  const { whole, ask } = await askArchive(tools);
  if (isCoded(whole)) return [];
  const { length } = whole.bytes;
  const small = { what: "the archive", whole: whole.bytes, ask };
  return [
    { ...small, range: "bytes=-7", part: `${length - 7}-${length - 1}` },
    (await endOfLargeArchive(tools)) ?? { ...small, range: "bytes=0-9", part: "0-9" },
    (await partOfArtifact(tools)) ?? { ...small, range: "bytes=5-24", part: "5-24" },
  ];
}

export const clients: CheckFile = {
  source: "Release metadata, hosted archive: url; RFC 9110, sections 13 and 14",
  operations: ["getRelease", "transferBytes"],
  level: "should",
  forms: "either",
  from: "standard",
  checks: [
    {
      id: "download/parts-are-those-asked-for",
      of: "download/answers-every-client",
      rule: "A download of an archive or an artifact with `Range` answers 200 with all of it, or 206 with the bytes of `Range` and `Content-Range`.",
      reading:
        "The text does not mention ranges. RFC 9110 section 14 lets a server ignore `Range`, and says what it gives otherwise. A range that ends beyond the last byte means the rest. Except 416, other answers are not judged.",
      async run(tools) {
        for (const { what, whole, range, part, ask } of await partsToAskFor(tools)) {
          const answer = await ask([["range", range]]);
          if (answer === undefined || isCoded(answer)) continue;
          tools.expect.that(answer.status !== 416, {
            expected: `200 or 206 for \`Range: ${range}\` of ${what}, which has ${whole.length} bytes`,
            got: "416, as if there were no such bytes",
            wanted: { otherStatus: true },
            answer,
          });
          if (!isSuccess(answer)) continue;
          const isPart = answer.status === 206;
          const [first = 0, last = 0] = part.split("-").map(Number);
          const expected = isPart ? whole.subarray(first, last + 1) : whole;
          if (isPart)
            tools.expect.equal(partOf(answer), part, {
              what: `the part in \`Content-Range\` for \`Range: ${range}\` of ${what}`,
              answer,
            });
          // an archive that is packed for each request may be another one each time
          const holds = isSame(answer.bytes, expected);
          const again = holds ? undefined : await ask([]);
          tools.expect.that(holds || (again !== undefined && !isSame(again.bytes, whole)), {
            expected: isPart ? `the bytes ${part} of ${what}` : `all of ${what}`,
            got: `${answer.bytes.length} other bytes for \`Range: ${range}\``,
            answer,
          });
        }
      },
    },
    {
      id: "download/does-not-depend-on-the-client",
      of: "download/answers-every-client",
      rule: "A download gives every client the archive, with any `User-Agent` and `Accept-Encoding`, and with `If-None-Match` for something else.",
      reading:
        "The text says that a download needs no authentication, and nothing of other header fields. Where a coding was taken off, the bytes are not compared.",
      async run(tools) {
        const { whole, ask } = await askArchive(tools);

        const answer = await ask([
          ["user-agent", userAgents.script],
          ["accept-encoding", "gzip, deflate, br"],
          ["accept-language", "de-DE,de;q=0.9"],
          ["if-none-match", '"of-another-document"'],
        ]);
        if (answer === undefined) return;

        tools.expect.success(answer);
        const again = isSame(answer.bytes, whole.bytes) || isCoded(answer) ? undefined : await ask([]);
        tools.expect.that(again === undefined || !isSame(again.bytes, whole.bytes), {
          expected: "the same archive for every client",
          got: `${answer.bytes.length} other bytes`,
          answer,
        });
      },
    },
  ],
};
