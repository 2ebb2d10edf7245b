/** Where the result of a finalize says that its release lies. */
import type { Check } from "../../harness/check.ts";
import { textAt, valueAt } from "../../harness/registry/answer.ts";
import { toFullName } from "../../harness/registry/volume.ts";
import * as wire from "../../schemas/compiled/wire.js";

const shared: Pick<Check, "level" | "source" | "operations" | "needs"> = {
  level: "must",
  source: "Finalize release upload",
  operations: ["finalizeReleaseUpload"],
  needs: ["token:publisher"],
};

export const releaseHasADistribution: Check = {
  ...shared,
  id: "finalize/the-release-has-a-distribution",
  rule: "The result's release has a dist.",
  covers: ["transition:release-finalize", "member:release-metadata.dist"],
  async run({ given, expect }) {
    const { answer } = await given.sharedRelease();

    const dist = valueAt(answer.body, "release", "dist");
    expect.that(typeof dist === "object" && dist !== null, {
      expected: "release.dist",
      got: "no such object",
      answer,
    });
  },
};

export const releaseIsHosted: Check = {
  ...shared,
  id: "finalize/the-release-is-a-hosted-archive",
  level: "should",
  rule: "The dist of a release made from an uploaded archive is the hosted variant, with source cdn.",
  source: "Release metadata, distribution object; What the service does, rule 6",
  covers: ["member:distribution-hosted.source", "rule:service/6"],
  async run({ given, expect }) {
    const { answer } = await given.sharedRelease();

    expect.equal(valueAt(answer.body, "release", "dist", "source"), "cdn", {
      what: "the release's dist.source",
      answer,
    });
  },
};

export const resultHasADetailUrl: Check = {
  ...shared,
  id: "finalize/the-result-has-a-detail-url",
  rule: "The result carries a detailUrl that is a URI reference.",
  source: "Finalize release upload; States and transitions, other effects",
  reading: "A relative reference is as good as an absolute one and counts from the URL that was asked.",
  covers: ["member:finalize-release-result.detailUrl"],
  async run({ given, expect }) {
    const { answer } = await given.sharedRelease();

    const detailUrl = expect.text(answer, "detailUrl");

    expect.that(detailUrl !== "", {
      expected: "a detailUrl of at least one character",
      got: "an empty one",
      answer,
    });
    expect.valid(detailUrl, wire.uriReference, { what: "detailUrl", answer });
  },
};

export const detailUrlLeadsSomewhere: Check = {
  ...shared,
  id: "finalize/the-detail-url-leads-to-the-release",
  level: "should",
  rule: "A detailUrl below the registry's own address can be fetched; where it gives release metadata, they are this release's.",
  source: "Finalize release upload; States and transitions, other effects",
  reading:
    "The text does not say what lies there, so that a page for people will do; an address elsewhere is not judged.",
  operations: ["finalizeReleaseUpload", "getRelease"],
  covers: ["member:finalize-release-result.detailUrl", "question:12"],
  async run({ given, registry, expect, settle, resolve, target }) {
    const release = await given.sharedRelease();
    const url = resolve(textAt(release.answer.body, "detailUrl") ?? "", release.answer);
    expect.success(release.answer);
    if (url === undefined || new URL(url).origin !== new URL(target.baseUrl).origin) return;

    const answer = await settle(release, () => registry.fetchLocator(url));

    expect.success(answer);
    const name = textAt(answer.body, "name");
    const version = textAt(answer.body, "version");
    if (name === undefined || version === undefined) return;
    expect.equal([name, version], [toFullName(release.volume), release.version], {
      what: "the release at detailUrl",
      answer,
    });
  },
};
