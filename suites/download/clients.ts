/** Downloads of clients that ask for a part, for another coding, or for what has changed. */
import type { CheckFile } from "../../harness/check-file.ts";
import type { Tools } from "../../harness/check.ts";
import { type Answer, headerOf, isSuccess } from "../../harness/exchange/answer.ts";
import type { HeaderField } from "../../schemas/report.ts";
import { userAgents } from "../inputs/clients.ts";
import { fetchAgain, fetchOnce, isCoded } from "../situations/download.ts";

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

/** A `Range`, and the places of the first and last byte that it asks for. */
function rangesOf(length: number): readonly { readonly range: string; readonly part: string }[] {
  return [
    { range: "bytes=0-9", part: "0-9" },
    { range: "bytes=5-24", part: "5-24" },
    { range: "bytes=-7", part: `${length - 7}-${length - 1}` },
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
      rule: "A download with `Range` answers 200 with the whole archive, or 206 with exactly the bytes that `Range` and `Content-Range` name.",
      reading:
        "The text does not mention ranges. RFC 9110 section 14 lets a server ignore `Range`, and says what it gives otherwise. Other answers are not judged.",
      async run(tools) {
        const { whole, ask } = await askArchive(tools);
        for (const { range, part } of rangesOf(whole.bytes.length)) {
          const answer = await ask([["range", range]]);
          if (answer === undefined || isCoded(whole) || isCoded(answer) || !isSuccess(answer)) continue;
          const isPart = answer.status === 206;
          const [first = 0, last = 0] = part.split("-").map(Number);
          const expected = isPart ? whole.bytes.subarray(first, last + 1) : whole.bytes;
          if (isPart)
            tools.expect.equal(partOf(answer), part, {
              what: `the part in \`Content-Range\` for \`Range: ${range}\``,
              answer,
            });
          // an archive that is packed for each request may be another one each time
          const holds = isSame(answer.bytes, expected);
          const again = holds ? undefined : await ask([]);
          tools.expect.that(holds || (again !== undefined && !isSame(again.bytes, whole.bytes)), {
            expected: isPart ? `the bytes ${part} of the archive` : "the whole archive",
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
