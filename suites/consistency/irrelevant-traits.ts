/** What a read answers does not depend on how the request is written, or on words that stand in it. */
import type { CheckFile } from "../../harness/check-file.ts";
import type { Tools } from "../../harness/check.ts";
import type { ReadableRelease } from "../../harness/given/given.ts";
import { type Answer, isSuccess, listAt, slugOf, textAt, valueAt } from "../../harness/registry/answer.ts";
import type { Registry, RequestOptions } from "../../harness/registry/registry.ts";
import { toVolumePath } from "../../harness/registry/volume.ts";
import type { HeaderField } from "../../schemas/report.ts";

/** A read, and the part of its answer that is the same as long as nobody writes. */
interface Read {
  readonly what: string;
  readonly send: (registry: Registry, release: ReadableRelease, options: RequestOptions) => Promise<Answer>;
  readonly project: (body: unknown) => unknown;
}

/** Opaque locators, revisions and timestamps may differ from one answer to the next. */
const releaseReads: readonly Read[] = [
  {
    what: "metadata",
    send: (registry, release, options) => registry.getRelease(release, options),
    project: (body) => ["name", "version", "integrity", "status"].map((member) => valueAt(body, member)),
  },
  {
    what: "index",
    send: (registry, { volume }, options) => registry.getVersionIndex(volume, options),
    project: (body) =>
      listAt(body, "items").map((row) => [textAt(row, "version"), textAt(row, "status", "state")]),
  },
  {
    what: "trust summary",
    send: (registry, release, options) => registry.getTrustSummary(release, options),
    project: (body) => ["subject", "artifacts"].map((member) => valueAt(body, member)),
  },
  {
    what: "trust detail",
    send: (registry, release, options) => registry.getTrustDetail(release, options),
    project: (body) => [
      valueAt(body, "subject"),
      listAt(body, "attachments").map((attachment) => textAt(attachment, "id")),
    ],
  },
];

const search: Read = {
  what: "search result",
  send: (registry, _release, options) => registry.searchVolumes([["limit", "5"]], options),
  project: (body) => [
    valueAt(body, "total"),
    listAt(body, "items").map((item) => [textAt(item, "name"), textAt(item, "latestVersion")]),
  ],
};

/** Names in upper case, any media type, and a caller that is no client of packages. */
const otherWriting: readonly HeaderField[] = [
  ["ACCEPT", "*/*"],
  ["USER-AGENT", "Mozilla/5.0 (compatible; volume-registry-conformance)"],
];

/** Maximum rounds on a registry that somebody else writes to. */
const maxRounds = 3;

/**
 * The answer in another writing is that to the plain request before and after it. Where those two differ, somebody wrote in between.
 * @returns false if a plain request is refused, which other requirements judge, or if somebody always writes
 */
async function expectSame(tools: Tools, release: ReadableRelease, read: Read): Promise<boolean> {
  const { registry, expect, eventually } = tools;
  const isSame = (left: Answer, right: Answer): boolean =>
    left.status === right.status &&
    JSON.stringify(read.project(left.body)) === JSON.stringify(read.project(right.body));
  for (let round = 1; round <= maxRounds; round++) {
    const before = await eventually(() => read.send(registry, release, {}), { since: release });
    if (!isSuccess(before)) return false;
    const other = await eventually(() => read.send(registry, release, { headers: otherWriting }), {
      since: round === 1 ? release : { sinceMs: before.endedAtMs },
      until: (answer) => isSame(before, answer),
    });
    const holds = isSame(before, other);
    // something that is behind may have answered: only a difference that stays counts
    if (!holds && (round === 1 || !isSame(before, await read.send(registry, release, {})))) continue;
    expect.that(holds, {
      expected: `the same ${read.what} as with the usual \`Accept\` and \`User-Agent\``,
      got: isSuccess(other) ? "different content" : `${other.status} ${slugOf(other) ?? ""}`,
      answer: other,
    });
    return true;
  }
  return false;
}

async function expectAllSame(tools: Tools, reads: readonly Read[]): Promise<void> {
  const release = await tools.given.readableRelease();
  let judged = 0;
  for (const read of reads) if (await expectSame(tools, release, read)) judged += 1;
  if (judged === 0) throw tools.given.nothingToJudge("no read was answered twice in the same way");
}

/** Words that are segments of the API's paths, or members of every object in many languages. */
const words: readonly string[] = ["constructor", "trust", "uploads"];

export const irrelevantTraits: CheckFile = {
  source: "What the service does, rules 1 and 2; RFC 9110, sections 5.1, 10.1.5 and 12.5.1",
  operations: ["getRelease", "getVersionIndex"],
  forms: "either",
  from: "standard",
  checks: [
    {
      id: "consistency/release-reads-do-not-depend-on-the-client",
      of: "consistency/reads-do-not-depend-on-the-client",
      rule: "`GET` metadata and index answer the same for every `User-Agent`, for `Accept: */*`, and for header names in any case.",
      reading:
        "The text opens reads to everybody and has one format, JSON. So nothing in these headers is a reason to answer differently.",
      async run(tools) {
        await expectAllSame(tools, releaseReads.slice(0, 2));
      },
    },
    {
      id: "consistency/trust-reads-do-not-depend-on-the-client",
      of: "consistency/reads-do-not-depend-on-the-client",
      rule: "`GET` trust summary and detail answer the same for every `User-Agent`, for `Accept: */*`, and for header names in any case.",
      operations: ["getTrustSummary", "getTrustDetail"],
      async run(tools) {
        await expectAllSame(tools, releaseReads.slice(2));
      },
    },
    {
      id: "consistency/searches-do-not-depend-on-the-client",
      of: "consistency/reads-do-not-depend-on-the-client",
      rule: "`GET` search answers the same for every `User-Agent`, for `Accept: */*`, and for header names in any case.",
      operations: ["searchVolumes"],
      alone: true,
      async run(tools) {
        await expectAllSame(tools, [search]);
      },
    },
    {
      id: "consistency/unknown-query-members-change-no-read",
      of: "consistency/reads-do-not-depend-on-the-client",
      rule: "`GET` metadata and index with an unknown query member show a new release as they do without it.",
      reading:
        "The text lists no query member for these reads, and does not say that unknown ones are refused. A refusal with 400 is not judged.",
      needs: ["token:publisher"],
      async run(tools) {
        const { given, registry, expect, eventually } = tools;
        const volume = given.volume();
        const member = `x-conformance=${given.unique("query")}`;
        const metadata = `/api/v1/volumes/${toVolumePath(volume)}/1.0.0?${member}`;
        const index = `/api/v1/index/volumes/${toVolumePath(volume)}?${member}`;
        const read = (path: string, operation: "getRelease" | "getVersionIndex"): Promise<Answer> =>
          registry.request({ method: "GET", path, operation });
        // what a cache keeps of the time before the release, it must not show later
        const early = await read(metadata, "getRelease");
        if (early.status === 400) throw given.nothingToJudge("unknown query members are refused with 400");
        await read(index, "getVersionIndex");
        const release = await given.publishedRelease({ volume });

        const shown = await eventually(() => read(metadata, "getRelease"), { since: release });
        const listed = await eventually(() => read(index, "getVersionIndex"), {
          since: release,
          until: (answer) => listAt(answer.body, "items").length > 0,
        });

        expect.success(shown);
        expect.equal(textAt(shown.body, "integrity"), release.integrity, {
          what: "`integrity` of the release",
          wanted: { member: "integrity" },
          answer: shown,
        });
        expect.success(listed);
        expect.equal(
          listAt(listed.body, "items").map((row) => textAt(row, "version") ?? release.version),
          [release.version],
          { what: "the versions in the index", answer: listed },
        );
      },
    },
    {
      id: "consistency/reserved-words-are-ordinary-names",
      of: "release-metadata/unknown-releases-are-not-found",
      owns: ["every-response/endpoints-never-answer-server-errors"],
      rule: "`GET` index of a volume named `constructor`, `trust` or `uploads`, and `GET` metadata in it, answer 404 `not-found`, unless it exists.",
      reading:
        "These words are well-formed names. The text reserves none of them, so a volume with such a name is found or not found like any other.",
      source: "Resources, Shared formats: name segment; Errors, table of slugs: not-found",
      covers: ["slug:not-found"],
      forms: "none",
      async run({ registry, expect, given }) {
        const { volume } = await given.readableRelease();
        const { scope } = volume;
        for (const segment of words) {
          const named = { segment, ...(scope === undefined ? {} : { scope }) };
          const index = await registry.getVersionIndex(named);
          if (isSuccess(index)) expect.success(index);
          else expect.problem(index, "not-found");
          if (segment !== words[0]) continue;
          const metadata = await registry.getRelease({ volume: named, version: "1.0.0" });
          // somebody may keep a volume of that name to themselves
          if (isSuccess(metadata)) expect.success(metadata);
          else expect.problem(metadata, "not-found", "authorization-failed");
        }
      },
    },
  ],
};
