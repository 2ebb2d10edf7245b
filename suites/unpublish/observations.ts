/** How the registry behaves where the specification leaves unpublishing open. */
import type { Observation } from "../../harness/check.ts";
import { isSuccess, listAt, textAt } from "../../harness/registry/answer.ts";
import {
  acceptedUnpublish,
  describeOutcome,
  describeMetadata,
  unpublishedVersion,
} from "./unpublished-version.ts";

const about: Pick<Observation, "operations" | "needs" | "forms" | "from"> = {
  operations: ["unpublishVersion"],
  needs: ["token:publisher"],
  forms: "unscoped",
  from: "standard",
};

export const answerOfUnpublish: Observation = {
  ...about,
  from: "quick",
  id: "unpublish/answer",
  question: "Which status and body does `DELETE` answer?",
  source: "Gaps in endpoint coverage: unpublish",
  covers: ["gap:endpoints/7"],
  async observe({ given }) {
    const { answer } = await unpublishedVersion(given);
    const { body } = answer;
    const members = typeof body === "object" && body !== null ? Object.keys(body).join(", ") : "none";
    return `\`DELETE\` answers ${answer.status} with ${answer.bytes.length === 0 ? "no body" : `a body, members: ${members}`}`;
  },
};

export const whatIsLeft: Observation = {
  ...about,
  from: "quick",
  operations: ["unpublishVersion", "getRelease"],
  id: "unpublish/what-is-left",
  question: "How does `GET` metadata answer for an unpublished version?",
  source: "Unpublish a version: accepted or tombstoned; States and transitions",
  covers: ["question:14", "gap:transitions/2"],
  async observe({ given }) {
    const { after } = await acceptedUnpublish(given);
    return `\`GET\` metadata answers ${describeMetadata(after)}`;
  },
};

export const readsAfterwards: Observation = {
  ...about,
  operations: ["unpublishVersion", "getVersionIndex", "getTrustSummary", "transferBytes"],
  id: "unpublish/other-reads",
  question: "What do the index, the trust summary and the download show for an unpublished version?",
  source: "Unpublish a version",
  covers: ["question:14"],
  async observe({ given, registry, resolve }) {
    const { release } = await acceptedUnpublish(given);
    const index = await registry.getVersionIndex(release.volume);
    const row = listAt(index.body, "items").find((item) => textAt(item, "version") === release.version);
    const summary = await registry.getTrustSummary(release);
    const locator = textAt(release.answer.body, "release", "dist", "url");
    const url = locator === undefined ? undefined : resolve(locator, release.answer);
    const download =
      url === undefined ? "has no URL" : `answers ${describeOutcome(await registry.fetchLocator(url))}`;
    const state = textAt(row, "status", "state") ?? "missing";
    return `The index has ${row === undefined ? "no row" : `a row, state ${state}`}, the trust summary answers ${describeOutcome(summary)}, the download ${download}`;
  },
};

export const repeatedUnpublish: Observation = {
  ...about,
  id: "unpublish/repeated",
  question: "How does the registry answer a second `DELETE` of the same version?",
  source: "Unpublish a version",
  covers: ["question:14"],
  async observe({ given, registry }) {
    const { release } = await acceptedUnpublish(given);
    return `The second \`DELETE\` answers ${describeOutcome(await registry.unpublishVersion(release))}`;
  },
};

export const republishing: Observation = {
  ...about,
  operations: ["unpublishVersion", "createReleaseUpload", "finalizeReleaseUpload"],
  id: "unpublish/republished",
  question: "Can an unpublished version be published again?",
  source: "Unpublish a version; Errors, table of slugs: version-conflict",
  covers: ["question:14", "question:15"],
  async observe({ given, registry }) {
    const { release } = await acceptedUnpublish(given);
    const create = await registry.createReleaseUpload(
      release.volume,
      given.createBody(release.version, release.archive),
    );
    const created = `\`POST\` create answers ${describeOutcome(create)}`;
    return isSuccess(create) ? `${created}; \`POST\` finalize is not sent` : created;
  },
};

export const unknownVersions: Observation = {
  ...about,
  id: "unpublish/unknown-versions",
  question:
    "How does the registry answer `DELETE` of an unknown version, an unknown volume and a malformed version?",
  source: "Unpublish a version",
  covers: ["question:14", "question:16"],
  async observe({ given, registry }) {
    const { volume } = (await acceptedUnpublish(given)).release;
    const version = await registry.unpublishVersion({ volume, version: "99999.0.0" });
    const other = await registry.unpublishVersion({
      volume: { segment: `${volume.segment}-absent` },
      version: "1.0.0",
    });
    const malformed = await registry.unpublishVersion({ volume, version: `v1.${"0".repeat(300)}` });
    return `An unknown version answers ${describeOutcome(version)}, an unknown volume ${describeOutcome(other)}, a malformed version ${describeOutcome(malformed)}`;
  },
};

export const scopedUnpublish: Observation = {
  ...about,
  forms: "scoped",
  operations: ["unpublishVersion", "getRelease"],
  id: "unpublish/scoped-versions",
  question: "Can a version of a scoped volume be unpublished with the path that the unscoped form suggests?",
  source: "Gaps in endpoint coverage: scoped form of unpublish",
  covers: ["gap:endpoints/8", "convention:unscoped-form"],
  async observe({ given, registry, settle }) {
    const release = await given.publishedRelease();
    const answer = await registry.unpublishVersion(release);
    if (!isSuccess(answer)) return `\`DELETE\` answers ${describeOutcome(answer)}`;
    const isNotAvailable = (metadata: typeof answer): boolean =>
      textAt(metadata.body, "status", "state") !== "available";
    const after = await settle(
      { sinceMs: answer.endedAtMs },
      () => registry.getRelease(release),
      isNotAvailable,
    );
    return `\`DELETE\` answers ${describeOutcome(answer)}, then \`GET\` metadata answers ${describeMetadata(after)}`;
  },
};
