/** A volume one of whose versions is yanked, and what its versions' metadata says then. */
import type { Check, Tools } from "../../harness/check.ts";
import type { Given, PublishedRelease } from "../../harness/given/given.ts";
import { type Answer, isSuccess, textAt } from "../../harness/registry/answer.ts";
import { type ReleaseName, toFullName } from "../../harness/registry/volume.ts";

/** A yanked version, and one that was beside it already when it was yanked. */
interface VolumeWithAYankedVersion {
  readonly yanked: PublishedRelease;
  readonly neighbour: PublishedRelease;
}

/** Built once per form. Whoever looks may add versions, and changes none. */
export async function givenVolumeWithAYankedVersion(given: Given): Promise<VolumeWithAYankedVersion> {
  return await given.shared("release-metadata/volume-with-a-yanked-version", async (own) => {
    const volume = own.volume();
    const yanked = await own.publishedRelease({ volume, version: "1.0.0" });
    const neighbour = await own.publishedRelease({ volume, version: "1.1.0" });
    await yank(own, yanked);
    return { yanked, neighbour };
  });
}

/** Has the hook yank a release of this run. */
export async function yank(given: Given, { volume, version }: ReleaseName): Promise<void> {
  await given.state("release-status", { name: toFullName(volume), version, state: "yanked" });
}

/** Metadata of a release that was yanked, once it says so or is refused. */
export async function readYanked(
  { registry, settle }: Pick<Tools, "registry" | "settle">,
  release: ReleaseName,
  since: { readonly sinceMs: number },
): Promise<Answer> {
  return await settle(
    since,
    () => registry.getRelease(release),
    (found) => saysYanked(found) || found.status === 403,
  );
}

/**
 * A release that was yanked is yanked still, after something else was done to its volume.
 * @param control metadata of a yanked release to whose volume nothing was done
 */
export async function expectStillYanked(
  { given, registry, settle, expect }: Tools,
  release: ReleaseName,
  { control, sinceMs }: { readonly control: Answer; readonly sinceMs: number },
): Promise<void> {
  if (isSuccess(control) && !saysYanked(control))
    throw given.blocked("the metadata of a yanked release does not call it yanked", control);

  const answer = await readYanked({ registry, settle }, release, { sinceMs });

  if (!isSuccess(answer)) return expect.problem(answer, "not-found", "authorization-failed");
  expect.equal(textAt(answer.body, "status", "state"), "yanked", {
    what: `the state of ${release.version}`,
    answer,
  });
}

function saysYanked(answer: Answer): boolean {
  return textAt(answer.body, "status", "state") === "yanked";
}

export const yankingLeavesOtherVersions: Check = {
  id: "release-metadata/yanking-leaves-other-versions",
  level: "must",
  rule: "Where a version of a volume is yanked, the metadata of the volume's other versions goes on calling them available.",
  source:
    "Release metadata, version status; What the service does: exact release metadata per volume version",
  reading: "How a version comes to be yanked is not said; a state is one of a release, not of a volume.",
  operations: ["getRelease"],
  needs: ["token:publisher", "state:release-status"],
  forms: "either",
  from: "standard",
  covers: ["member:release-metadata.status", "gap:transitions/2"],
  async run({ given, registry, settle, expect }) {
    const { neighbour } = await givenVolumeWithAYankedVersion(given);

    const answer = await settle(neighbour, () => registry.getRelease(neighbour));

    expect.success(answer);
    expect.equal(textAt(answer.body, "status", "state"), "available", { what: "the state", answer });
  },
};
