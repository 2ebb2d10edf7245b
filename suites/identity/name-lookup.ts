import { toLabelOfLength } from "../../harness/arbitraries/names.ts";
import { constantFrom } from "fast-check";
import type { Check, Tools } from "../../harness/check.ts";
import { type Answer, isSuccess, listAt, textAt } from "../../harness/registry/answer.ts";
import { type ReleaseName, toFullName, type Volume } from "../../harness/registry/volume.ts";
import { casesAt } from "../cases.ts";
import { keptPublication, keptRelease } from "./kept-release.ts";

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

/** Not found, or for the index a list without rows: both are ways to say that there is no such volume. */
function expectUnknown({ expect }: Tools, answer: Answer): void {
  const isEmptyIndex =
    answer.exchange.operation === "getVersionIndex" &&
    isSuccess(answer) &&
    listAt(answer.body, "items").length === 0;
  if (isEmptyIndex) expect.list(answer, "items");
  else expect.problem(answer, "not-found");
}

export const namesAreKeptExactly: Check = {
  id: "identity/names-are-kept-exactly",
  level: "must",
  rule: "A release is found under the very name it was published under, however long, and says that name.",
  source: "Release metadata: name",
  operations: ["createReleaseUpload", "finalizeReleaseUpload", "getRelease", "getVersionIndex"],
  needs: ["token:publisher"],
  from: "standard",
  covers: [
    "member:release-metadata.name",
    "format:volume-name",
    "convention:at-sign",
    "convention:unscoped-form",
  ],
  async run(tools) {
    const { given, expect } = tools;
    const { created, finalized } = await keptPublication(given);
    expect.success(created);
    if (finalized !== undefined) expect.success(finalized, 201);

    const { release, metadata, index } = await keptRelease(given);

    const { volume } = release;
    expect.equal(textAt(release.answer.body, "release", "name"), toFullName(volume), {
      what: "the name in finalize's answer",
      answer: release.answer,
    });
    expect.success(metadata);
    expect.equal(textAt(metadata.body, "name"), toFullName(volume), {
      what: "the release's name",
      answer: metadata,
    });
    expect.success(index);
    expect.equal(listAt(index.body, "items").length, 1, { what: "the number of rows", answer: index });
  },
};

/** Names that no volume can have, most of them near to one that exists. What is wrong with a segment is shared out among the forms. */
function malformedNear(tools: Tools, { scope, segment }: Volume): readonly Volume[] {
  const near = [
    segment.toUpperCase(),
    `${segment}-`,
    `${segment}--x`,
    `${segment}_x`,
    `${segment}.`,
    `${segment}é`,
    `-${segment}`,
  ];
  const long = toLabelOfLength("a", 129);
  const segments = casesAt(tools, [...near.filter((name) => name !== segment), long]);
  const within = segments.map((name) => (scope === undefined ? { segment: name } : { scope, segment: name }));
  if (scope === undefined) return within;
  const scopes = [
    scope.toUpperCase(),
    // longer than a file's name or a column may be
    `${scope}_${"x".repeat(300)}`,
    `${scope}-`,
    `${scope}--x`,
    toLabelOfLength("a", 65),
  ];
  const [first, ...rest] = within;
  const ofScope = scopes.filter((name) => name !== scope).map((name) => ({ scope: name, segment }));
  const further = tools.depth === "quick" ? [] : [...rest, ...ofScope.slice(1)];
  return [...(first === undefined ? [] : [first]), ...ofScope.slice(0, 1), ...further];
}

export const malformedNamesAreNotFound: Check = {
  id: "identity/malformed-names-are-not-found-in-reads",
  level: "must",
  rule: "A read of a volume under a name that no volume can have answers 404 not-found.",
  source: "Endpoints: Version index, Fetch release metadata, Trust summary, Trust detail: possible errors",
  reading:
    "These endpoints list no validation-failed, so that not-found is what remains. An index without rows is as good, since the text does not say how the index of an unknown volume looks.",
  operations: ["getRelease", "getVersionIndex"],
  covers: [
    "question:16",
    "answers:getRelease/not-found",
    "answers:getVersionIndex/not-found",
    "limit:rejected-names",
  ],
  async run(tools) {
    const { volume, version } = await tools.given.readableRelease();
    const offered = offeredReads(tools);
    const malformed = malformedNear(tools, volume);
    // one after the other, so that each read meets some of them
    const examples = malformed.map((name, index) => ({
      name,
      read: offered[index % offered.length] ?? "metadata",
    }));
    const every = malformed.flatMap((name) => offered.map((read) => ({ name, read })));

    await tools.property(
      {
        input: constantFrom(...every),
        examples,
        runs: { quick: 0, standard: 0, deep: 24 },
      },
      async ({ name, read }) => {
        const answer = await readers[read](tools, { volume: name, version });

        expectUnknown(tools, answer);
      },
    );
  },
};

export const namesAreMatchedExactly: Check = {
  id: "identity/names-are-matched-exactly",
  level: "must",
  rule: "A volume is found under its own whole name only, not under a longer or a shorter one.",
  source: "Release metadata: name",
  operations: ["getRelease", "getVersionIndex"],
  needs: ["token:publisher"],
  covers: ["format:volume-name"],
  async run(tools) {
    const { volume, version } = await tools.given.sharedRelease();
    // both are names of this run, so that nobody else can have them
    const longer = { ...volume, segment: `${volume.segment}x` };
    const shorter = { ...volume, segment: volume.segment.slice(0, -1).replace(/-$/, "") };

    const metadata = await tools.registry.getRelease({ volume: longer, version });
    const index = await tools.registry.getVersionIndex(shorter);

    expectUnknown(tools, metadata);
    expectUnknown(tools, index);
  },
};

export const formsAreDifferentVolumes: Check = {
  id: "identity/scoped-and-unscoped-names-are-different-volumes",
  level: "must",
  rule: "A scoped volume is not found without its scope, nor an unscoped one under a scope.",
  source: "Resources, Shared formats: volume name",
  reading: "The scope is part of the name, and the release says its whole name.",
  operations: ["getRelease", "getVersionIndex"],
  needs: ["token:publisher"],
  covers: ["format:volume-name", "convention:unscoped-form"],
  async run(tools) {
    const { given, registry, target } = tools;
    const { volume, version } = await given.sharedRelease();
    const other =
      volume.scope === undefined
        ? { scope: target.namespace?.scope ?? "conformance", segment: volume.segment }
        : { segment: volume.segment };

    const metadata = await registry.getRelease({ volume: other, version });
    const index = await registry.getVersionIndex(other);

    expectUnknown(tools, metadata);
    expectUnknown(tools, index);
  },
};
