/** At the end of the run: a release keeps its attachments when the same version of the volume of the same name is unpublished. */
import type { CheckFile } from "../../harness/check-file.ts";
import { isSuccess } from "../../harness/exchange/answer.ts";
import { type ReleaseName, toVolume } from "../../harness/exchange/volume.ts";
import { showsOneOf, toItem } from "../situations/attached-release.ts";
import { attachedIn, lastAttached } from "./attached.ts";
import { type Books, openBooks } from "./books.ts";
import { availableReleases } from "./final-reads.ts";
import { ledger } from "./ledger.ts";
import { type Timeline, toId } from "./timelines.ts";

interface Pair {
  /** In a scope, with attachments, of which one of these was attached last. */
  readonly release: Timeline;
  readonly ids: readonly string[];
  /** The same version of the unscoped volume of the same name. */
  readonly namesake: Timeline;
}

/** The states in which a release may be unpublished. */
const unpublishable: ReadonlySet<string> = new Set(["available", "yanked"]);

function pairsIn(books: Books, releases: readonly Timeline[]): readonly Pair[] {
  const attached = attachedIn(books);
  return releases.flatMap((release) => {
    const { scope, segment } = toVolume(release.name);
    const namesake = books.timelines.get(toId({ name: segment, version: release.version }));
    const { ids } = lastAttached(attached.get(toId(release)) ?? []);
    if (scope === undefined || ids.length === 0 || namesake?.published === undefined) return [];
    const isThere = unpublishable.has(namesake.changes.at(-1)?.to ?? "available");
    return isThere && !namesake.isUncertain ? [{ release, ids, namesake }] : [];
  });
}

function nameOf({ name, version }: Timeline): ReleaseName {
  return { volume: toVolume(name), version };
}

export const namesakes: CheckFile = {
  source: "Unpublish a version: one version of the path; Trust detail",
  operations: ["unpublishVersion"],
  needs: ["token:publisher"],
  forms: "none",
  from: "standard",
  checks: [
    {
      id: "audit/attachments-stay-when-the-namesake-is-unpublished",
      of: "release-metadata/other-releases-stay-as-they-are",
      rule: "After `DELETE` of an unscoped release, `GET` trust detail of the same version of its scoped namesake lists its last attachment.",
      reading:
        "The text does not say how a scoped and an unscoped volume with the same last part are related. We read them as two volumes.",
      covers: ["convention:unscoped-form"],
      last: true,
      ledgers: [ledger],
      async run(tools) {
        const { given, registry, expect, eventually, target } = tools;
        const books = openBooks(tools);
        const [pair] = pairsIn(books, availableReleases(books, given));
        if (pair === undefined) throw given.nothingToJudge("no release with attachments has a namesake");
        const { release, ids, namesake } = pair;
        // what a `DELETE` does not see yet, it sees later
        const answer = target.features.unpublish
          ? await eventually(() => registry.unpublishVersion(nameOf(namesake)), {
              since: { sinceMs: namesake.published?.endedAtMs ?? 0 },
              until: isSuccess,
            })
          : undefined;
        if (answer === undefined || !isSuccess(answer))
          throw given.nothingToJudge("the namesake cannot be unpublished");

        const detail = await eventually(() => registry.getTrustDetail(nameOf(release)), {
          since: { sinceMs: answer.endedAtMs },
          until: showsOneOf(ids),
        });

        expect.success(detail, 200);
        expect.that(showsOneOf(ids)(detail), {
          expected: `the attachment ${ids.join(" or ")}`,
          wanted: toItem(ids),
          got: "a detail without this attachment",
          answer: detail,
          member: "/attachments",
        });
      },
    },
  ],
};
