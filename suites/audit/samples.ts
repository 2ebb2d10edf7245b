/** Which volumes are read once more at the end of the run: one of each kind, the same for every seed. */
import type { Form } from "../../harness/check.ts";
import { type Volume, toForm, toVolume } from "../../harness/registry/volume.ts";
import { isKind, type Timeline, toId } from "./timelines.ts";
import type { Books } from "./books.ts";

/** A volume of the run, with its versions. */
export interface SampleVolume {
  readonly volume: Volume;
  /** Published versions, in the order of publication. */
  readonly published: readonly Timeline[];
  readonly others: readonly Timeline[];
  /** The versions that something was attached to. */
  readonly attached: readonly Timeline[];
}

/** A volume of each kind, for one form. */
export interface Samples {
  /** With most versions, all of them as they were published. */
  readonly untouched: SampleVolume | undefined;
  readonly attached: SampleVolume | undefined;
  /** With a version whose finalize was refused; it has published versions, if there is such a volume. */
  readonly refused: SampleVolume | undefined;
  /** With an unpublished version, and others. */
  readonly unpublished: SampleVolume | undefined;
  /** With a version whose state the hook changed, and others. */
  readonly changed: SampleVolume | undefined;
}

export function chooseSamples(books: Books, form: Form, isOwn: (name: string) => boolean): Samples {
  const volumes = toVolumes(books).filter(
    ({ volume, published, others }) =>
      toForm(volume) === form && [...published, ...others].every((one) => isOwn(one.name) && isPlain(one)),
  );
  const refusals = new Set(
    books.entries
      .filter(isKind("finalized"))
      .filter(({ outcome }) => outcome === "refused")
      .map(({ name }) => name),
  );
  const isUntouched = ({ changes }: Timeline): boolean => changes.length === 0;
  const hasChange = (one: SampleVolume, ...to: readonly string[]): boolean =>
    one.published.some(({ changes }) => changes.some((change) => to.includes(change.to)));
  return {
    untouched: volumes
      .filter(({ published }) => published.length > 1 && published.every(isUntouched))
      .toSorted((a, b) => b.published.length - a.published.length)[0],
    attached: volumes.find(({ published, attached }) => attached.length > 0 && published.every(isUntouched)),
    refused: volumes
      .filter(({ others }) => refusals.has(others[0]?.name ?? ""))
      .toSorted((a, b) => b.published.length - a.published.length)[0],
    unpublished: volumes.find((one) => one.published.length > 2 && hasChange(one, "unpublished")),
    changed: volumes.find(
      (one) =>
        one.published.length > 1 && hasChange(one, "yanked", "blocked") && !hasChange(one, "unpublished"),
    ),
  };
}

/** True for a version that every path and purl has in one way, and of which the run knows what became of it. */
function isPlain({ version, isUncertain, changes }: Timeline): boolean {
  const isKnown = changes.every(
    ({ to }) => to !== "release-purged" && to !== "inconsistent" && to !== "unknown",
  );
  return !version.includes("+") && !isUncertain && isKnown;
}

/** The volumes of the run by name. */
function toVolumes({ timelines, entries }: Books): readonly SampleVolume[] {
  const attached = new Set(
    entries
      .filter(isKind("trust-finalized"))
      .filter(({ outcome }) => outcome === "success")
      .map(toId),
  );
  const byName = new Map<string, Timeline[]>();
  for (const one of timelines.values()) byName.set(one.name, [...(byName.get(one.name) ?? []), one]);
  return [...byName]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, versions]) => {
      const published = versions
        .filter((one) => one.published !== undefined)
        .toSorted((a, b) => (a.published?.endedAtMs ?? 0) - (b.published?.endedAtMs ?? 0));
      return {
        volume: toVolume(name),
        published,
        others: versions.filter((one) => one.published === undefined),
        attached: published.filter((one) => attached.has(toId(one))),
      };
    });
}
