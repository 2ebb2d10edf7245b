/** What a read answers does not depend on query members that nobody knows, on the spelling of its path, or on words in it. */
import type { CheckFile } from "../../harness/check-file.ts";
import type { Tools } from "../../harness/check.ts";
import { describeAnswer } from "../../harness/expect/expect.ts";
import { undefinedIfSkipped } from "../../harness/outcome.ts";
import { type Answer, isSuccess, textAt } from "../../harness/exchange/answer.ts";
import { readSpelledOnce } from "../situations/build-metadata.ts";
import { readMetadataOnce } from "../situations/release-metadata.ts";
import {
  type Known,
  readBeforeAndAfter,
  readsWithMember,
  refused,
  versionsIn,
} from "../situations/published-between-reads.ts";

/** Words that are segments of the API's paths, or members of every object in many languages. */
const words: readonly string[] = ["constructor", "trust", "uploads"];

/** A release that is there already, for a run that only reads. */
async function readKnown(tools: Tools): Promise<Known> {
  const { given, registry, eventually } = tools;
  const { release, answer } = await readMetadataOnce(given);
  const plain = await registry.getVersionIndex(release.volume);
  // other requirements judge these reads
  if (!isSuccess(answer)) throw given.blocked("the metadata cannot be read without it either", answer);
  if (!isSuccess(plain)) throw given.blocked("the index cannot be read without it either", plain);
  const versions = versionsIn(plain);
  // others may publish meanwhile, and one server may be behind another
  const hasAll = (index: Answer): boolean => versions.every((one) => versionsIn(index).includes(one));
  const reads = readsWithMember(tools, release);
  const metadata = await reads.metadata();
  if (metadata.status === 400) throw given.nothingToJudge(refused);
  const listed = await eventually(reads.index, { since: { sinceMs: plain.endedAtMs }, until: hasAll });
  const integrity = textAt(answer.body, "integrity");
  return { metadata, listed, integrity, versions: hasAll(listed) ? versionsIn(listed) : versions };
}

/** The first part whose other spelling alone gets another answer. */
async function findPart(
  parts: Readonly<Record<string, () => Promise<Answer>>>,
  isSame: (answer: Answer) => boolean,
): Promise<string | undefined> {
  for (const [part, read] of Object.entries(parts)) if (!isSame(await read())) return part;
  return undefined;
}

export const irrelevantTraits: CheckFile = {
  source: "What the service does, rules 1 and 2; RFC 9110, sections 5.1, 10.1.5 and 12.5.1",
  operations: ["getRelease", "getVersionIndex"],
  forms: "either",
  from: "standard",
  checks: [
    {
      id: "consistency/unknown-query-members-change-no-read",
      of: "consistency/reads-do-not-depend-on-the-client",
      rule: "`GET` metadata and index with an unknown query member show a release as they do without it.",
      reading:
        "The text lists no query member for these reads, and does not say that unknown ones are refused. A refusal with 400 is not judged.",
      async run(tools) {
        // what a cache keeps of the time before a release, it must not show later
        const known =
          (await undefinedIfSkipped(() => readBeforeAndAfter(tools.given))) ?? (await readKnown(tools));
        const { metadata, listed, integrity, versions } = known;
        const { expect } = tools;

        expect.success(metadata);
        expect.equal(textAt(metadata.body, "integrity"), integrity, {
          what: "`integrity` of the release",
          wanted: { member: "integrity" },
          answer: metadata,
        });
        expect.success(listed);
        expect.equal(versionsIn(listed), versions, { what: "the versions in the index", answer: listed });
      },
    },
    {
      id: "consistency/equal-spellings-of-a-path-are-one-path",
      of: "consistency/reads-do-not-depend-on-the-client",
      rule: "`GET` metadata answers the same where a letter or a digit of the path is percent-encoded, and with `%2b` in place of `%2B`.",
      reading:
        "The text does not mention these spellings. RFC 3986, sections 2.1 and 2.3, calls them equivalent: they identify one resource.",
      source: "Endpoints, Conventions; RFC 3986, section 6.2.2",
      operations: ["getRelease"],
      needs: ["token:publisher"],
      covers: ["question:10"],
      async run(tools) {
        const { plain, spelled, parts } = await readSpelledOnce(tools.given);
        // other requirements judge whether it is found at all
        if (!isSuccess(plain))
          throw tools.given.blocked("the release is not found with the plain path", plain);

        const isSame = (answer: Answer): boolean =>
          isSuccess(answer) && textAt(answer.body, "version") === textAt(plain.body, "version");
        const culprit = isSame(spelled) ? undefined : await findPart(parts, isSame);
        tools.expect.that(isSame(spelled), {
          expected: "the metadata, as with the plain path",
          ...(isSuccess(spelled) ? {} : { wanted: { otherStatus: true } }),
          got: `${describeAnswer(spelled)} for the path ${culprit ?? "with all of it"}`,
          answer: spelled,
        });
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
