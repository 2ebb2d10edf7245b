import type { Check } from "../../harness/check.ts";
import { textAt } from "../../harness/registry/answer.ts";

const refusals: ReadonlySet<number> = new Set([401, 403]);

export const releaseReadsAreAnonymous: Check = {
  id: "authentication/release-reads-are-anonymous",
  level: "must",
  rule: "The metadata and the version index of a release are read without a token.",
  source: "Authentication, rule 2; What the service does, rule 1",
  operations: ["getRelease", "getVersionIndex"],
  covers: ["rule:authentication/2", "rule:service/1"],
  async run({ given, registry, expect, settle }) {
    const release = await given.readableRelease();

    const metadata = await settle(release, () => registry.getRelease(release, { as: "nobody" }));
    const index = await settle(release, () => registry.getVersionIndex(release.volume, { as: "nobody" }));

    expect.success(metadata);
    expect.success(index);
  },
};

export const trustReadsAreAnonymous: Check = {
  id: "authentication/trust-reads-are-anonymous",
  level: "must",
  rule: "The trust summary and the trust detail of a release are read without a token.",
  source: "Authentication, rule 2; What the service does, rule 1",
  operations: ["getTrustSummary", "getTrustDetail"],
  from: "standard",
  covers: ["rule:authentication/2", "rule:service/1"],
  async run({ given, registry, expect, settle }) {
    const release = await given.readableRelease();

    const summary = await settle(release, () => registry.getTrustSummary(release, { as: "nobody" }));
    const detail = await settle(release, () => registry.getTrustDetail(release, { as: "nobody" }));

    expect.success(summary);
    expect.success(detail);
  },
};

export const downloadsAreAnonymous: Check = {
  id: "authentication/downloads-are-anonymous",
  level: "must",
  rule: "A hosted archive is downloaded without a token.",
  source: "Authentication, rule 2; What the service does, rule 1",
  operations: ["getRelease", "transferBytes"],
  from: "standard",
  covers: ["rule:authentication/2", "rule:service/1"],
  async run({ given, registry, expect, settle, resolve }) {
    const release = await given.readableRelease();
    const metadata = await settle(release, () => registry.getRelease(release));
    const locator = resolve(textAt(metadata.body, "dist", "url") ?? "", metadata);
    if (textAt(metadata.body, "dist", "url") === undefined || locator === undefined) {
      throw given.blocked("the release that can be read has no hosted archive", metadata);
    }

    const bytes = await settle(release, () => registry.fetchLocator(locator));

    expect.that(!refusals.has(bytes.status), {
      expected: "bytes without a token",
      got: `${bytes.status}`,
      answer: bytes,
    });
  },
};

export const searchesAreAnonymous: Check = {
  id: "authentication/searches-are-anonymous",
  level: "must",
  rule: "Volumes are searched without a token.",
  source: "Authentication, rule 2; What the service does, rule 1",
  operations: ["searchVolumes"],
  forms: "none",
  from: "standard",
  covers: ["rule:authentication/2", "rule:service/1"],
  async run({ registry, expect }) {
    expect.success(await registry.searchVolumes([], { as: "nobody" }));
  },
};

export const advisoriesAreAnonymous: Check = {
  id: "authentication/advisories-are-anonymous",
  level: "must",
  rule: "Advisories are searched without a token.",
  source: "Authentication, rule 2; What the service does, rule 1",
  operations: ["searchAdvisories"],
  forms: "none",
  from: "standard",
  covers: ["rule:authentication/2", "rule:service/1"],
  async run({ registry, expect }) {
    expect.success(await registry.searchAdvisories([], { as: "nobody" }));
  },
};

export const capabilitiesAreAnonymous: Check = {
  id: "authentication/capabilities-are-anonymous",
  level: "must",
  rule: "Capability metadata is read without a token.",
  source: "Authentication, rule 2; What the service does, rule 1",
  operations: ["getCapabilities"],
  forms: "none",
  from: "standard",
  covers: ["rule:authentication/2", "rule:service/1", "rule:versioning/1"],
  async run({ registry, expect }) {
    expect.success(await registry.getCapabilities({ as: "nobody" }));
  },
};
