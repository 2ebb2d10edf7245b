/** What the text leaves open about the index. */
import type { Observation, Untested } from "../../harness/check.ts";
import { isSuccess, listAt, textAt, valueAt } from "../../harness/registry/answer.ts";
import { givenLatestOfSeveral, indexWith, rowOf, stateIn, versionsIn } from "./rows.ts";

export const unknownVolume: Observation = {
  id: "version-index/unknown-volume",
  question: "What does the index of a volume answer that does not exist?",
  source: "Endpoints, Version index",
  operations: ["getVersionIndex"],
  covers: ["question:18"],
  async observe({ given, registry }) {
    const { volume } = await given.readableRelease();

    const answer = await registry.getVersionIndex({ ...volume, segment: `${volume.segment.slice(0, 100)}x0absent` });

    return isSuccess(answer) ? `${answer.status} with ${listAt(answer.body, "items").length} rows` : `${answer.status}`;
  },
};

export const dependencies: Observation = {
  id: "version-index/dependencies",
  question: "What do the dependencies of an index row hold?",
  source: "Gaps in resource fields, index dependencies",
  operations: ["getVersionIndex"],
  covers: ["gap:fields/6", "member:version-index-row.dependencies"],
  async observe(tools) {
    const release = await tools.given.readableRelease();

    const value = valueAt(rowOf(await indexWith(tools, release), release.version), "dependencies");

    if (value === undefined) return "The row has none";
    return typeof value === "object" && value !== null ? `An object with ${Object.keys(value).length} members` : "No object";
  },
};

export const rowOrder: Observation = {
  id: "version-index/row-order",
  question: "In which order are the rows of an index?",
  source: "Resources, Version index row",
  operations: ["getVersionIndex"],
  from: "standard",
  async observe(tools) {
    const release = await givenLatestOfSeveral(tools.given);

    const versions = versionsIn(await indexWith(tools, release));

    return versions.length < 2 ? "There was but one row" : versions.join(", ");
  },
};

export const releaseUrl: Observation = {
  id: "version-index/form-of-release-url",
  question: "Is the release.url of a row absolute?",
  source: "Resources, Version index row: release",
  operations: ["getVersionIndex"],
  covers: ["question:12"],
  async observe(tools) {
    const release = await tools.given.readableRelease();

    const url = textAt(rowOf(await indexWith(tools, release), release.version), "release", "url");

    if (url === undefined) return "The row has none";
    return URL.canParse(url) ? "It is absolute" : "It is relative";
  },
};

export const listedStates: Observation = {
  id: "version-index/versions-that-are-not-available",
  question: "Does the index list versions that are yanked, and versions that are tombstoned?",
  source: "Resources, Version index row: status",
  operations: ["getVersionIndex"],
  needs: ["release:yanked", "release:tombstoned"],
  from: "standard",
  async observe({ given, registry }) {
    const told: string[] = [];
    for (const state of ["yanked", "tombstoned"] as const) {
      const release = await given.releaseInState(state);
      const row = rowOf(await registry.getVersionIndex(release.volume), release.version);
      told.push(row === undefined ? `${state}: no row` : `${state}: a row with the state ${stateIn(row) ?? "left out"}`);
    }
    return told.join(", ");
  },
};

export const successStatus: Observation = {
  id: "version-index/success-status",
  question: "Which status does an index answer?",
  source: "Gaps in endpoint coverage, success status codes of reads",
  operations: ["getVersionIndex"],
  covers: ["gap:endpoints/3"],
  async observe(tools) {
    const { status } = await indexWith(tools, await tools.given.readableRelease());

    return `${status}`;
  },
};

export const clientsFetchMetadata: Untested = {
  id: "version-index/clients-fetch-exact-metadata",
  rule: "Clients fetch exact release metadata before they install or judge trust: index rows alone are not enough.",
  source: "What the service does, rule 3",
  reason: "It binds clients. What a registry can do for it, rows that agree with the metadata, is tested.",
  covers: ["rule:service/3"],
};
