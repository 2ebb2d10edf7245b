/** Compares what reads show with the recorded history. */
import type { Tools } from "../../harness/check.ts";
import { isSuccess, listAt, textAt } from "../../harness/exchange/answer.ts";
import { type ReleaseName, toFullName, type Volume } from "../../harness/exchange/volume.ts";
import { attachmentIds } from "../situations/attached-release.ts";
import { type History, keyOf } from "./history.ts";

/** Metadata shows what was published under this name, or answers 404 `not-found` if nothing was. */
export async function expectRelease(tools: Tools, history: History, release: ReleaseName): Promise<void> {
  const { registry, expect, eventually } = tools;
  const shown = history.published.get(keyOf(release));
  if (shown === undefined) {
    expect.problem(await registry.getRelease(release), "not-found");
    return;
  }
  const metadata = await eventually(() => registry.getRelease(release), { since: shown });
  expect.success(metadata);
  const got = {
    name: textAt(metadata.body, "name"),
    version: textAt(metadata.body, "version"),
    integrity: textAt(metadata.body, "integrity"),
    state: textAt(metadata.body, "status", "state"),
  };
  const { integrity } = shown.release;
  const expected = {
    name: toFullName(release.volume),
    version: release.version,
    integrity,
    state: "available",
  };
  expect.equal(got, expected, {
    what: "name, version, integrity and state of the release",
    answer: metadata,
  });
}

/** The index has one row for each published version of the volume, and no further rows. */
export async function expectIndex(tools: Tools, history: History, volume: Volume): Promise<void> {
  const { registry, expect, eventually } = tools;
  const name = toFullName(volume);
  const shown = [...history.published.values()].filter(({ release }) => toFullName(release.volume) === name);
  const versions = shown.map(({ release }) => release.version).toSorted();
  const sinceMs = Math.max(0, ...shown.map(({ release }) => release.sinceMs));
  const index = await eventually(() => registry.getVersionIndex(volume), {
    since: { sinceMs },
    until: (answer) => listAt(answer.body, "items").length >= versions.length,
  });
  if (versions.length === 0 && !isSuccess(index)) {
    expect.problem(index, "not-found");
    return;
  }
  expect.success(index);
  const rows = listAt(index.body, "items");
  expect.equal(rows.length, versions.length, { what: "the number of rows in the index", answer: index });
  const listed = rows.flatMap((row) => textAt(row, "version") ?? []);
  // a row without a version is reported by another requirement
  if (listed.length === rows.length)
    expect.equal(listed.toSorted(), versions, { what: "the versions in the index", answer: index });
}

/**
 * The trust detail lists the last attachment of the release, and no attachment of another release. A newer one may replace an
 * older one of the same kind.
 */
export async function expectAttachments(tools: Tools, history: History, release: ReleaseName): Promise<void> {
  const { registry, expect, eventually } = tools;
  const shown = history.published.get(keyOf(release));
  if (shown === undefined) return;
  const { attachments } = shown;
  const last = attachments.at(-1);
  const detail = await eventually(() => registry.getTrustDetail(release), {
    since: shown,
    until: (answer) => isSuccess(answer) && (last === undefined || attachmentIds(answer).includes(last)),
  });
  expect.success(detail);
  const listed = attachmentIds(detail);
  const isLastListed = last === undefined || listed.includes(last);
  const isOwn = new Set(listed).size === listed.length && listed.every((id) => attachments.includes(id));
  expect.that(isLastListed && isOwn, {
    expected: `${last ?? "no attachment"}, and besides it only ${attachments.join(", ")}`,
    got: listed.join(", ") || "no attachment",
    answer: detail,
  });
}
