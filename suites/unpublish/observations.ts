/** How the registry behaves where the specification leaves unpublishing open. */
import type { CheckFile } from "../../harness/check-file.ts";
import { type Answer, isSuccess, listAt, textAt } from "../../harness/exchange/answer.ts";
import { unknownVolume } from "../inputs/near-identities.ts";
import { undefinedIfNotPossible } from "../../harness/outcome.ts";
import { namesakeOf } from "../situations/other-targets.ts";
import { twoBuilds } from "../situations/two-builds.ts";
import { scopedUnpublish } from "../situations/scoped-unpublish.ts";
import {
  acceptedUnpublish,
  describeOutcome,
  describeMetadata,
  indexAfterUnpublish,
  unpublishedVersion,
} from "./unpublished-version.ts";
import { republication } from "./republished.ts";

export const observations: CheckFile = {
  source: "Unpublish a version",
  operations: ["unpublishVersion"],
  needs: ["token:publisher"],
  forms: "unscoped",
  from: "standard",
  observations: [
    {
      id: "unpublish/answer",
      question: "Which status and body does `DELETE` answer?",
      source: "Gaps in endpoint coverage: unpublish",
      covers: ["gap:endpoints/7"],
      from: "quick",
      async observe({ given }) {
        const { answer } = await unpublishedVersion(given);
        const { body } = answer;
        const members = typeof body === "object" && body !== null ? Object.keys(body).join(", ") : "none";
        return `\`DELETE\` answers ${answer.status} with ${answer.bytes.length === 0 ? "no body" : `a body, members: ${members}`}`;
      },
    },
    {
      id: "unpublish/metadata-after-unpublish",
      question: "How does `GET` metadata answer for an unpublished version?",
      source: "Unpublish a version: accepted or tombstoned; States and transitions",
      operations: ["unpublishVersion", "getRelease"],
      covers: ["question:14", "gap:transitions/2"],
      from: "quick",
      async observe({ given }) {
        const { after } = await acceptedUnpublish(given);
        return `\`GET\` metadata answers ${describeMetadata(after)}`;
      },
    },
    {
      id: "unpublish/other-reads-after-unpublish",
      question: "What do the index, the trust summary and the download show for an unpublished version?",
      operations: ["unpublishVersion", "getVersionIndex", "getTrustSummary", "transferBytes"],
      covers: ["question:14"],
      async observe({ given, registry, resolve }) {
        const { release } = await acceptedUnpublish(given);
        const index = await indexAfterUnpublish(given);
        const row = listAt(index.body, "items").find((item) => textAt(item, "version") === release.version);
        const summary = await registry.getTrustSummary(release);
        const locator = textAt(release.answer.body, "release", "dist", "url");
        const url = locator === undefined ? undefined : resolve(locator, release.answer);
        const download =
          url === undefined ? "has no URL" : `answers ${describeOutcome(await registry.fetchLocator(url))}`;
        const state = textAt(row, "status", "state") ?? "missing";
        return `The index has ${row === undefined ? "no row" : `a row, state ${state}`}, the trust summary answers ${describeOutcome(summary)}, the download ${download}`;
      },
    },
    {
      id: "unpublish/second-unpublish",
      question: "How does the registry answer a second `DELETE` of the same version?",
      covers: ["question:14"],
      async observe({ given, registry }) {
        const { release } = await acceptedUnpublish(given);
        return `The second \`DELETE\` answers ${describeOutcome(await registry.unpublishVersion(release))}`;
      },
    },
    {
      id: "unpublish/republished",
      question: "Can an unpublished version be published again?",
      source: "Unpublish a version; Errors, table of slugs: version-conflict",
      operations: ["unpublishVersion", "createReleaseUpload", "finalizeReleaseUpload"],
      covers: ["question:14", "question:15"],
      async observe({ given }) {
        const { created, finalized } = await republication(given);
        const create = `\`POST\` create answers ${describeOutcome(created)}`;
        return finalized === undefined
          ? create
          : `${create}, \`POST\` finalize ${describeOutcome(finalized)}`;
      },
    },
    {
      id: "unpublish/unknown-versions",
      question:
        "How does the registry answer `DELETE` of an unknown version, an unknown volume and a malformed version?",
      covers: ["question:14", "question:16"],
      async observe({ given, registry, target }) {
        const { release, others } = await acceptedUnpublish(given);
        const { volume } = release;
        // nearly those of releases which other requirements look at later
        const [near = release.version, later = release.version] = others.map(({ version }) => version);
        const builds = await undefinedIfNotPossible(() => twoBuilds(given));
        const absent = [
          `${near}-x0absent`,
          near.toUpperCase(),
          near.replace(/\.\d+$/, ""),
          `${later}-absent`,
          // to a registry that takes two builds of a version for one, it is this version
          ...(builds?.second.release === undefined ? [] : [`${near}+absent`]),
        ];
        const versions: Answer[] = [];
        for (const version of absent) versions.push(await registry.unpublishVersion({ volume, version }));
        const namesake = namesakeOf(volume, target);
        if (namesake !== undefined)
          versions.push(await registry.unpublishVersion({ volume: namesake, version: near }));
        const other = await registry.unpublishVersion({ volume: unknownVolume(volume), version: near });
        const malformed = await registry.unpublishVersion({ volume, version: `v1.${"0".repeat(300)}` });
        // a request that was accepted may have changed another version: rules for the whole run judge the rows
        if ([...versions, other, malformed].some(isSuccess)) await registry.getVersionIndex(volume);
        const unknown = [...new Set(versions.map(describeOutcome))].join(" or ");
        return `An unknown version answers ${unknown}, an unknown volume ${describeOutcome(other)}, a malformed version ${describeOutcome(malformed)}`;
      },
    },
    {
      id: "unpublish/scoped-versions",
      question:
        "Can a version of a scoped volume be unpublished with the path that the unscoped form suggests?",
      source: "Gaps in endpoint coverage: scoped form of unpublish",
      operations: ["unpublishVersion", "getRelease"],
      covers: ["gap:endpoints/8", "convention:unscoped-form"],
      forms: "scoped",
      async observe({ given, registry, eventually }) {
        const { release, answer } = await scopedUnpublish(given);
        if (!isSuccess(answer)) return `\`DELETE\` answers ${describeOutcome(answer)}`;
        const isNotAvailable = (metadata: typeof answer): boolean =>
          textAt(metadata.body, "status", "state") !== "available";
        const after = await eventually(() => registry.getRelease(release), {
          since: { sinceMs: answer.endedAtMs },
          until: isNotAvailable,
        });
        return `\`DELETE\` answers ${describeOutcome(answer)}, then \`GET\` metadata answers ${describeMetadata(after)}`;
      },
    },
  ],
};
