/** What a read answers does not depend on the client that asks. */
import type { CheckFile } from "../../harness/check-file.ts";
import type { Tools } from "../../harness/check.ts";
import { isSameJson } from "../../harness/expect/expect.ts";
import type { ReadableRelease } from "../../harness/given/given.ts";
import { type Answer, isSuccess, listAt, slugOf, textAt, valueAt } from "../../harness/exchange/answer.ts";
import type { RequestOptions } from "../../harness/api/registry.ts";
import type { HeaderField } from "../../schemas/report.ts";
import { userAgents } from "../inputs/clients.ts";
import { inOneOrder } from "../inputs/equal-values.ts";

/** A read, and the part of its answer that is the same as long as nobody writes. */
interface Read {
  readonly what: string;
  readonly send: (options: RequestOptions) => Promise<Answer>;
  readonly project: (body: unknown) => unknown;
}

/** Metadata and index. Opaque locators, reasons, revisions and timestamps may differ from one answer to the next. */
function readsOf({ registry }: Tools, release: ReadableRelease): readonly Read[] {
  return [
    {
      what: "metadata",
      send: (options) => registry.getRelease(release, options),
      project: (body) => [
        ...["name", "version", "integrity"].map((member) => valueAt(body, member)),
        textAt(body, "status", "state"),
      ],
    },
    {
      what: "index",
      send: (options) => registry.getVersionIndex(release.volume, options),
      project: (body) =>
        listAt(body, "items").map((row) => [textAt(row, "version"), textAt(row, "status", "state")]),
    },
  ];
}

function trustReadsOf({ registry }: Tools, release: ReadableRelease): readonly Read[] {
  return [
    {
      what: "trust summary",
      send: (options) => registry.getTrustSummary(release, options),
      project: (body) => ["subject", "artifacts"].map((member) => valueAt(body, member)),
    },
    {
      what: "trust detail",
      send: (options) => registry.getTrustDetail(release, options),
      project: (body) => [
        valueAt(body, "subject"),
        listAt(body, "attachments").map((attachment) => textAt(attachment, "id")),
      ],
    },
  ];
}

/** What clients of other kinds send. */
const clients: readonly (readonly HeaderField[])[] = [
  // a browser or a crawler, with names in upper case; an invalid date is ignored (RFC 9110 section 13.1.3)
  [
    ["ACCEPT", "*/*"],
    ["IF-MODIFIED-SINCE", "never"],
    ["USER-AGENT", userAgents.browser],
    ["ACCEPT-LANGUAGE", "de-DE,de;q=0.9,en;q=0.5"],
    ["COOKIE", "theme=dark"],
  ],
  // a package manager with a generated client
  [
    ["Accept", "application/json; q=1.0, */*; q=0.1"],
    ["User-Agent", userAgents.packageManager],
    ["Content-Type", "application/json"],
    ["Cache-Control", "no-cache"],
    ["If-None-Match", '"of-another-document"'],
  ],
  // a script that resumes downloads
  [
    ["Accept", "*/*"],
    ["User-Agent", userAgents.script],
    ["Accept-Encoding", "gzip;q=0.5, deflate;q=0.1"],
    ["If-Modified-Since", "Thu, 01 Jan 1970 00:00:00 GMT"],
    ["Range", "bytes=0-"],
  ],
];

type Since = Parameters<Tools["eventually"]>[1]["since"];

/** Maximum rounds on a registry that somebody else writes to. */
const maxRounds = 3;

/** True if both are successes with the same content, or refused alike. A range of the whole is the whole. */
function isSame({ project }: Read, left: Answer, right: Answer): boolean {
  const isOneOutcome = (isSuccess(left) && isSuccess(right)) || left.status === right.status;
  // no order is stated but that of a search, which other requirements judge
  return isOneOutcome && isSameJson(inOneOrder(project(left.body)), inOneOrder(project(right.body)));
}

/** The header field that alone gets another answer; undefined if none does, or if the plain request gets it too. */
async function findCulprit(
  ask: (headers: readonly HeaderField[]) => Promise<Answer>,
  isPlain: (answer: Answer) => boolean,
  headers: readonly HeaderField[],
): Promise<HeaderField | undefined> {
  for (const header of headers) if (!isPlain(await ask([header]))) return header;
  return undefined;
}

/**
 * The answer to another client is that to the plain request. Where they differ, another plain request tells whether somebody wrote in between.
 * @returns false if a plain request is refused, which other requirements judge, or if somebody always writes
 */
async function expectSame({ expect, eventually }: Tools, read: Read, since: Since): Promise<boolean> {
  const ask = (headers: readonly HeaderField[]): Promise<Answer> => read.send({ headers });
  const askPlain = (): Promise<Answer> => eventually(() => ask([]), { since });
  let judged = 0;
  let before = await askPlain();
  for (const headers of clients) {
    for (let round = 1; round <= maxRounds; round++) {
      if (!isSuccess(before)) return judged > 0;
      const plain = before;
      const isPlain = (answer: Answer): boolean => isSame(read, plain, answer);
      const other = await eventually(() => ask(headers), {
        since: round === 1 ? since : { sinceMs: before.endedAtMs },
        until: isPlain,
      });
      const holds = isPlain(other);
      if (!holds) {
        // something that is behind may have answered: only a difference that stays counts
        before = await askPlain();
        if (round === 1 || !isPlain(before)) continue;
      }
      const culprit = holds ? undefined : await findCulprit(ask, isPlain, headers);
      const [name = "other header fields", value = ""] = culprit ?? [];
      expect.that(holds, {
        expected: `the same ${read.what} for every client`,
        ...(isSuccess(other) ? {} : { wanted: { otherStatus: true } }),
        got: `${isSuccess(other) ? "other content" : `${other.status} ${slugOf(other) ?? ""}`} for a request with ${culprit === undefined ? name : `\`${name}: ${value}\``}`,
        answer: other,
      });
      judged += 1;
      break;
    }
  }
  return judged > 0;
}

/** @param since when what is read was written; a long time ago by default */
async function expectAllSame(
  tools: Tools,
  reads: readonly Read[],
  since: Since = { sinceMs: 0 },
): Promise<void> {
  let judged = 0;
  for (const read of reads) if (await expectSame(tools, read, since)) judged += 1;
  if (judged === 0) throw tools.given.nothingToJudge("no read was answered twice in the same way");
}

const reading =
  "The text opens reads to everybody and has one format, JSON. So nothing in these header fields is a reason to answer differently.";

export const clientReads: CheckFile = {
  source: "What the service does, rules 1 and 2; RFC 9110, sections 5.1, 10.1.5 and 12.5.1",
  operations: ["getRelease", "getVersionIndex"],
  forms: "either",
  from: "standard",
  checks: [
    {
      id: "consistency/release-reads-do-not-depend-on-the-client",
      of: "consistency/reads-do-not-depend-on-the-client",
      owns: ["every-response/endpoints-answer-their-own-problems"],
      rule: "`GET` metadata and index answer every client the same, with any `User-Agent`, languages, cookies, codings, dates, `Range` and case of field names.",
      reading,
      async run(tools) {
        const release = await tools.given.readableRelease();
        await expectAllSame(tools, readsOf(tools, release), release);
      },
    },
    {
      id: "consistency/trust-reads-do-not-depend-on-the-client",
      of: "consistency/reads-do-not-depend-on-the-client",
      owns: ["every-response/endpoints-answer-their-own-problems"],
      rule: "`GET` trust summary and detail answer every client the same, with any `User-Agent`, languages, cookies, codings, dates, `Range` and case of field names.",
      reading,
      operations: ["getTrustSummary", "getTrustDetail"],
      async run(tools) {
        const release = await tools.given.readableRelease();
        await expectAllSame(tools, trustReadsOf(tools, release), release);
      },
    },
    {
      id: "consistency/searches-do-not-depend-on-the-client",
      of: "consistency/reads-do-not-depend-on-the-client",
      owns: ["every-response/endpoints-answer-their-own-problems"],
      rule: "`GET` search answers every client the same, with any `User-Agent`, languages, cookies, codings, dates, `Range` and case of field names.",
      reading,
      operations: ["searchVolumes"],
      alone: true,
      async run(tools) {
        // as long as can be: what a server does to a long answer only, such as coding it, it has to do rightly
        const send: Read["send"] = (options) => tools.registry.searchVolumes([["limit", "100"]], options);
        const project = (body: unknown): unknown => [
          valueAt(body, "total"),
          listAt(body, "items").map((item) => [textAt(item, "name"), textAt(item, "latestVersion")]),
        ];
        await expectAllSame(tools, [{ what: "search result", send, project }]);
      },
    },
    {
      id: "consistency/advisories-do-not-depend-on-the-client",
      of: "consistency/reads-do-not-depend-on-the-client",
      owns: ["every-response/endpoints-answer-their-own-problems"],
      rule: "`GET` advisories answers every client the same, with any `User-Agent`, languages, cookies, codings, dates, `Range` and case of field names.",
      reading,
      operations: ["searchAdvisories"],
      forms: "none",
      // late lists tell whether an advisory stays listed
      last: "together",
      async run(tools) {
        const send: Read["send"] = (options) => tools.registry.searchAdvisories([], options);
        const project = (body: unknown): unknown => listAt(body, "items").map((item) => textAt(item, "id"));
        await expectAllSame(tools, [{ what: "list of advisories", send, project }]);
      },
    },
    {
      id: "consistency/capabilities-do-not-depend-on-the-client",
      of: "consistency/reads-do-not-depend-on-the-client",
      owns: ["every-response/endpoints-answer-their-own-problems"],
      rule: "`GET` capabilities answers every client 2xx, with any `User-Agent`, languages, cookies, codings, dates, `Range` and case of field names.",
      reading,
      operations: ["getCapabilities"],
      forms: "none",
      async run(tools) {
        const send: Read["send"] = (options) => tools.registry.getCapabilities(options);
        // what it says may change at any time
        await expectAllSame(tools, [{ what: "capabilities", send, project: () => undefined }]);
      },
    },
  ],
};
