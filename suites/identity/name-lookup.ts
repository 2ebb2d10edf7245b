import type { CheckFile } from "../../harness/check-file.ts";
import { toLabelOfLength } from "../inputs/names.ts";
import { constantFrom } from "fast-check";
import type { Tools } from "../../harness/check.ts";
import { type Answer, isSuccess, listAt, textAt } from "../../harness/exchange/answer.ts";
import { type ReleaseName, type Volume, toFullName } from "../../harness/exchange/volume.ts";
import { casesAt } from "../inputs/cases.ts";
import { publishLongName, readLongNameRelease } from "../situations/long-name-release.ts";

const reads: readonly (keyof typeof readers)[] = ["metadata", "index", "summary", "detail"];

const readers = {
  metadata: ({ registry }: Tools, release: ReleaseName): Promise<Answer> => registry.getRelease(release),
  index: ({ registry }: Tools, { volume }: ReleaseName): Promise<Answer> => registry.getVersionIndex(volume),
  summary: ({ registry }: Tools, release: ReleaseName): Promise<Answer> => registry.getTrustSummary(release),
  detail: ({ registry }: Tools, release: ReleaseName): Promise<Answer> => registry.getTrustDetail(release),
} as const;

/** The reads that the target offers. */
function offeredReads({ target }: Tools): readonly (keyof typeof readers)[] {
  return target.features.trust ? reads : reads.slice(0, 2);
}

/** 404 `not-found`, or an index without rows: either means that the volume does not exist. */
function expectUnknown({ expect }: Tools, answer: Answer): void {
  const isEmptyIndex =
    answer.exchange.operation === "getVersionIndex" &&
    isSuccess(answer) &&
    listAt(answer.body, "items").length === 0;
  if (isEmptyIndex) expect.list(answer, "items");
  else expect.problem(answer, "not-found");
}

/** Malformed names, most of them similar to an existing name. The two forms of a name share the malformed segments between them. */
function malformedNear(tools: Tools, { scope, segment }: Volume): readonly Volume[] {
  const almostValid = [
    segment.toUpperCase(),
    `${segment}-`,
    `${segment}_x`,
    `${segment}.`,
    `${segment}é`,
    `-${segment}`,
  ];
  const long = toLabelOfLength("a", 129);
  const segments = casesAt(tools, [...almostValid.filter((name) => name !== segment), long], 1, [
    `${segment}--x`,
  ]);
  const within = segments.map((name) => (scope === undefined ? { segment: name } : { scope, segment: name }));
  if (scope === undefined) return within;
  const scopes = [
    scope.toUpperCase(),
    // longer than the limit of a file name or a database column
    `${scope}_${"x".repeat(300)}`,
    `${scope}-`,
    toLabelOfLength("a", 65),
    ...(tools.depth === "deep" ? [`${scope}--x`] : []),
  ];
  const [first, ...rest] = within;
  const ofScope = scopes.filter((name) => name !== scope).map((name) => ({ scope: name, segment }));
  const moreNames = tools.depth === "quick" ? [] : [...rest, ...ofScope.slice(1)];
  return [...(first === undefined ? [] : [first]), ...ofScope.slice(0, 1), ...moreNames];
}

export const nameLookup: CheckFile = {
  source: "Release metadata: name",
  operations: ["getRelease", "getVersionIndex"],
  needs: ["token:publisher"],
  checks: [
    {
      id: "identity/names-are-kept-exactly",
      of: "identity/volume-names-are-compared-exactly",
      owns: ["every-response/documents-name-the-release-of-their-path"],
      rule: "A name segment of 128 characters can be published. `POST` finalize and `GET` metadata return the exact `name`, and `GET` index returns one row.",
      operations: ["createReleaseUpload", "finalizeReleaseUpload", "getRelease", "getVersionIndex"],
      covers: [
        "member:release-metadata.name",
        "format:volume-name",
        "convention:at-sign",
        "convention:unscoped-form",
      ],
      from: "standard",
      async run(tools) {
        const { given, expect } = tools;
        const { created, finalized } = await publishLongName(given);
        expect.success(created);
        if (finalized !== undefined) expect.success(finalized, 201);

        const { release, metadata, index } = await readLongNameRelease(given);

        const { volume } = release;
        expect.equal(textAt(release.answer.body, "release", "name"), toFullName(volume), {
          what: "the name in the response to finalize",
          answer: release.answer,
        });
        expect.success(metadata);
        expect.equal(textAt(metadata.body, "name"), toFullName(volume), {
          what: "the name in the metadata",
          answer: metadata,
        });
        expect.success(index);
        expect.equal(listAt(index.body, "items").length, 1, {
          what: "the number of index rows",
          answer: index,
        });
      },
    },
    {
      id: "identity/malformed-names-are-not-found-in-reads",
      of: "identity/malformed-identities-are-not-found",
      owns: ["every-response/endpoints-answer-their-own-problems"],
      rule: "A `GET` that refuses a malformed volume name answers 404 `not-found`, or 409 `inconsistent-registry-state` for an alias that lags. This holds for metadata, index and trust.",
      source:
        "Endpoints: Version index, Fetch release metadata, Trust summary, Trust detail: possible errors",
      reading:
        "The text does not say what a malformed name in a path names; an alias, a redirect or an empty index passes. A refusal is `not-found`, because these endpoints do not list `validation-failed`.",
      covers: [
        "question:16",
        "answers:getRelease/not-found",
        "answers:getVersionIndex/not-found",
        "limit:rejected-names",
      ],
      needs: [],
      async run(tools) {
        const { volume, version } = await tools.given.readableRelease();
        const offered = offeredReads(tools);
        const malformed = malformedNear(tools, volume);
        // the reads take turns, so that each read is tried with some of the names
        const examples = malformed.map((name, index) => ({
          name,
          read: offered[index % offered.length] ?? "metadata",
        }));
        const allReads = malformed.flatMap((name) => offered.map((read) => ({ name, read })));

        let refused = 0;
        await tools.property(
          {
            input: constantFrom(...allReads),
            examples,
            runs: { quick: 0, standard: 0, deep: 24 },
          },
          async ({ name, read }) => {
            const answer = await readers[read](tools, { volume: name, version });

            if (answer.status < 400) return;
            refused += 1;
            // an alias may lag behind its volume
            tools.expect.problem(answer, "not-found", "inconsistent-registry-state");
          },
        );
        if (refused === 0) throw tools.given.nothingToJudge("no read with a malformed name was refused");
      },
    },
    {
      id: "identity/names-are-matched-exactly",
      of: "identity/volume-names-are-compared-exactly",
      rule: "`GET` metadata of a longer name, or one without a hyphen, and `GET` index of a shorter one answer 404 `not-found` or an empty index.",
      covers: ["format:volume-name"],
      async run(tools) {
        const { volume, version } = await tools.given.sharedRelease();
        // the names belong to this run, so no other publisher can have them
        const longer = { ...volume, segment: `${volume.segment}x` };
        const joined = { ...volume, segment: volume.segment.replace(/-(?=[^-]*$)/, "") };
        const shorter = { ...volume, segment: volume.segment.slice(0, -1).replace(/-$/, "") };

        const isJoined = tools.half === "second" && tools.depth !== "quick";
        const metadata = await tools.registry.getRelease({ volume: isJoined ? joined : longer, version });
        const index = await tools.registry.getVersionIndex(shorter);

        expectUnknown(tools, metadata);
        expectUnknown(tools, index);
      },
    },
    {
      id: "identity/scoped-and-unscoped-names-are-different-volumes",
      of: "identity/volume-names-are-compared-exactly",
      rule: "`GET` metadata and `GET` index with the scope removed, added or joined by a hyphen answer 404 `not-found`; `GET` index may return no rows instead.",
      source: "Resources, Shared formats: volume name",
      reading:
        "The text does not say whether a scoped and an unscoped volume can share a name segment. We read the scope as part of the name.",
      covers: ["format:volume-name", "convention:unscoped-form"],
      async run(tools) {
        const { given, registry, target, depth } = tools;
        const { volume, version } = await given.sharedRelease();
        const { scope, segment } = volume;
        const otherForm =
          scope === undefined ? { scope: target.namespace?.scope ?? "conformance", segment } : { segment };
        const joined =
          scope === undefined || depth === "quick" ? otherForm : { segment: `${scope}-${segment}` };

        const metadata = await registry.getRelease({ volume: joined, version });
        const index = await registry.getVersionIndex(otherForm);

        expectUnknown(tools, metadata);
        expectUnknown(tools, index);
      },
    },
  ],
};
