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
  return id === undefined || others.length > 0 ? undefined : triedAgain.get(id);
}

/** @returns a line, or none where the second try shows nothing that the first has not shown */
export function tellTriedAgain({ form, isOtherForm, isRight }: TriedAgain): readonly string[] {
  const again = `tried again with ${form} names`;
  if (isOtherForm)
    return isRight ? [`${again} and all else alike, it was right: the form of names is the reason`] : [];
  const other = form === "scoped" ? "unscoped" : "scoped";
  const result = isRight
    ? "it was right: the form of names alone is not the reason"
    : "it was wrong too: the form of names is the reason";
  return [`${again} and all else as with ${other} ones, ${result}`];
}
