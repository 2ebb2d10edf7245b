/**
 * What a case showed that was tried once more, with the other half of what it varies, or in the other form of names: whether the form of names
 * is why it failed.
 */
import type { TriedAgain } from "../../check-outcome.ts";
import type { Sighting } from "../deviation.ts";
import type { RecordedRun } from "./recorded-run.ts";

/** The second try of the one case that shows a deviation; undefined where others show it too, or where it was not tried again. */
export function findTriedAgain(
  group: readonly Sighting[],
  { triedAgain }: RecordedRun,
): TriedAgain | undefined {
  const [id, ...others] = new Set(
    group.flatMap(({ isMain, got, requirement }) =>
      isMain !== false && got !== undefined ? [requirement.id] : [],
    ),
  );
  return id === undefined || others.length > 0 ? undefined : triedAgain(id);
}

/** @returns a line, or none where the second try shows nothing that the first has not shown */
export function tellTriedAgain({ form, isOtherForm, isRight }: TriedAgain): readonly string[] {
  const other = form === "scoped" ? "unscoped" : "scoped";
  if (isOtherForm)
    return isRight
      ? [`${other} names are the reason: tried again with ${form} ones and all else alike, it was right`]
      : [];
  const again = `tried again with all that ${other} names had`;
  return isRight
    ? [`${form} names are not the reason: ${again}, they were right too`]
    : [`${form} names are the reason: ${again}, they were wrong again`];
}
