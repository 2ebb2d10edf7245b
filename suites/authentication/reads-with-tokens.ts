/** Reads with a valid token of another caller. */
import { inOneOrder } from "../inputs/equal-values.ts";
import type { CheckEntry, CheckFile } from "../../harness/check-file.ts";
import type { Operation } from "../../harness/check.ts";
import type { Given, ReadableRelease } from "../../harness/given/given.ts";
import { undefinedIfSkipped } from "../../harness/outcome.ts";
import type { Registry, Token } from "../../harness/api/registry.ts";
import {
  attachedRelease,
  showsArtifacts,
  showsAttachment,
  expectAttachment,
} from "../situations/attached-release.ts";
import { type Read, readDeclaringOnce, readMetadataOnce } from "../situations/release-metadata.ts";
import { limitedToken } from "../situations/limited-token.ts";
import { type Answer, isSuccess, listAt, textAt, valueAt } from "../../harness/exchange/answer.ts";
import { toFullName } from "../../harness/exchange/volume.ts";

/** A valid token that allows nothing, if the target has a states hook. */
function withoutGrants(given: Given): Promise<Token | undefined> {
  return undefinedIfSkipped(() => limitedToken(given, { grants: [], resource: "*" }));
}

/** For scoped names a token for trust uploads to a volume that is not there, or to every one, where there is one. */
async function readerOf(given: Given): Promise<Token | "outsider"> {
  if (given.half !== "first") return "outsider";
  const resource = toFullName(given.volume());
  return (
    (await undefinedIfSkipped(() => limitedToken(given, { grants: ["trust"], resource }))) ??
    (await undefinedIfSkipped(() => given.tokenOf("trustOnly"))) ??
    "outsider"
  );
}

/** A token that allows nothing reads releases in one half, and trust documents in the other. */
async function releaseReaderOf(given: Given): Promise<Token | "outsider"> {
  const none = given.half === "second" ? await withoutGrants(given) : undefined;
  return none ?? (await readerOf(given));
}

async function trustReaderOf(given: Given): Promise<Token | "outsider"> {
  const none = given.half === "first" ? await withoutGrants(given) : undefined;
  return none ?? (await readerOf(given));
}

interface GeneralRead {
  readonly id: string;
  readonly path: string;
  readonly operation: Operation;
  readonly send: (registry: Registry, as: Token | "outsider") => Promise<Answer>;
}

const generalReads: readonly GeneralRead[] = [
  {
    id: "searches",
    path: "`GET` search",
    operation: "searchVolumes",
    send: (registry, as) => registry.searchVolumes([], { as }),
  },
  {
    id: "advisory-searches",
    path: "`GET` advisories",
    operation: "searchAdvisories",
    send: (registry, as) => registry.searchAdvisories([], { as }),
  },
  {
    id: "capabilities",
    path: "`GET` capabilities",
    operation: "getCapabilities",
    send: (registry, as) => registry.getCapabilities({ as }),
  },
];

function toCheck({ id, path, operation, send }: GeneralRead): CheckEntry {
  return {
    id: `authentication/${id}-need-no-authority`,
    of: "authentication/reads-need-no-authority",
    rule: `${path} with any valid token answers 2xx: also one without authority over the run's volumes, for one kind of write, or for nothing.`,
    operations: [operation],
    needs: ["token:outsider"],
    forms: "none",
    async run({ given, registry, expect }) {
      expect.success(await send(registry, "outsider"));
      const trustOnly = await undefinedIfSkipped(() => given.tokenOf("trustOnly"));
      const none = operation === "searchVolumes" ? undefined : await withoutGrants(given);
      const last = none ?? (await undefinedIfSkipped(() => given.tokenOf("publishOnly")));
      for (const token of [trustOnly, last])
        if (token !== undefined) expect.success(await send(registry, token));
    },
  };
}

/** The versions of an index. A row without a version may be that of the release. */
function versionsIn(index: Answer, { version }: ReadableRelease): readonly string[] {
  return listAt(index.body, "items").map((row) => textAt(row, "version") ?? version);
}

/** A release with declarations and its metadata without a token; a release without them, if the target file has no such manifest. */
async function readWithDependencies(given: Given): Promise<Read<ReadableRelease>> {
  const declaring = await undefinedIfSkipped(() => readDeclaringOnce(given));
  const isOwn = declaring?.release.answer !== undefined && isSuccess(declaring.answer);
  return isOwn ? declaring : await readMetadataOnce(given);
}

export const readsWithTokens: CheckFile = {
  source: "Authentication, rule 2; What the service does, rule 1",
  reading:
    "The text says that reads require no authentication. So a caller with a valid token may read at least what a caller without one may.",
  operations: ["getRelease", "getVersionIndex"],
  needs: ["token:publisher", "token:outsider"],
  covers: ["rule:authentication/2", "rule:service/1"],
  from: "standard",
  checks: [
    ...generalReads.map(toCheck),
    {
      id: "authentication/release-reads-need-no-authority",
      of: "authentication/reads-need-no-authority",
      rule: "`GET` metadata and `GET` index with a valid token that may not publish the volume show the release as they do without a token.",
      async run({ given, registry, expect, eventually }) {
        const { release, answer: open } = await readWithDependencies(given);
        const as = await releaseReaderOf(given);

        const metadata = await eventually(() => registry.getRelease(release, { as }), { since: release });
        const index = await eventually(() => registry.getVersionIndex(release.volume, { as }), {
          since: release,
          until: (answer) => versionsIn(answer, release).includes(release.version),
        });

        expect.success(open);
        expect.success(metadata);
        expect.success(index);
        for (const member of ["name", "version", "purl", "integrity", "externalDependencies"]) {
          expect.equal(inOneOrder(valueAt(metadata.body, member)), inOneOrder(valueAt(open.body, member)), {
            what: member,
            answer: metadata,
          });
        }
        const versions = versionsIn(index, release);
        expect.that(versions.includes(release.version), {
          expected: `a row for ${release.version}`,
          wanted: { item: release.version },
          got: `rows for ${versions.join(", ") || "no version"}`,
          answer: index,
        });
      },
    },
    {
      id: "authentication/trust-reads-need-no-authority",
      of: "authentication/reads-need-no-authority",
      rule: "With a valid token that may not publish the volume, `GET` trust summary and `GET` trust detail answer 200 and show its attachments.",
      operations: ["getTrustSummary", "getTrustDetail"],
      async run({ given, registry, expect, eventually }) {
        const { release, attachment, summary: open } = await attachedRelease(given);
        const as = await trustReaderOf(given);
        const isListed = showsAttachment(attachment);

        const summary = await eventually(() => registry.getTrustSummary(release, { as }), {
          since: attachment,
          until: showsArtifacts,
        });
        const detail = await eventually(() => registry.getTrustDetail(release, { as }), {
          since: attachment,
          until: isListed,
        });

        expect.success(summary, 200);
        expect.success(detail, 200);
        expect.that(showsArtifacts(summary) || !showsArtifacts(open), {
          expected: "`artifacts` that is not empty, as without a token",
          wanted: { member: "attachments" },
          got: "no artifacts",
          answer: summary,
        });
        expectAttachment(expect, detail, attachment);
      },
    },
  ],
};
