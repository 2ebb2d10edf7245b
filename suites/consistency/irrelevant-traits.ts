/** What a read answers does not depend on query members that nobody knows, or on words that stand in the path. */
import type { CheckFile } from "../../harness/check-file.ts";
import { type Answer, isSuccess, listAt, textAt } from "../../harness/exchange/answer.ts";
import { toVolumePath } from "../../harness/exchange/volume.ts";

/** Words that are segments of the API's paths, or members of every object in many languages. */
const words: readonly string[] = ["constructor", "trust", "uploads"];

export const irrelevantTraits: CheckFile = {
  source: "What the service does, rules 1 and 2; RFC 9110, sections 5.1, 10.1.5 and 12.5.1",
  operations: ["getRelease", "getVersionIndex"],
  forms: "either",
  from: "standard",
  checks: [
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
