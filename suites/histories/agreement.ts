/** Whether reads show a volume as it should be. */
import type { Tools } from "../../harness/check.ts";
import { type Answer, isSuccess, listAt, textAt } from "../../harness/registry/answer.ts";
import type { History } from "./history.ts";

/** The version shows what was published under it, or nothing at all. */
export async function expectVersion(tools: Tools, history: History, version: string): Promise<void> {
  const { registry, expect, settle } = tools;
  const { volume } = history;
  const shown = history.published.get(version);
  if (shown === undefined) {
    expect.problem(await registry.getRelease({ volume, version }), "not-found");
    return;
  }
  const metadata = await settle(shown, () => registry.getRelease({ volume, version }));
  expect.success(metadata);
  const got = {
    version: textAt(metadata.body, "version"),
    integrity: textAt(metadata.body, "integrity"),
    state: textAt(metadata.body, "status", "state"),
  };
  expect.equal(
    got,
    { version, integrity: shown.release.integrity, state: "available" },
    { what: "the release", answer: metadata },
  );
}

/** The index has a row for each published version and no other. */
export async function expectIndex(tools: Tools, history: History): Promise<void> {
  const { registry, expect, settle } = tools;
  const versions = [...history.published.keys()].toSorted();
  const sinceMs = Math.max(0, ...Array.from(history.published.values(), ({ release }) => release.sinceMs));
  const index = await settle(
    { sinceMs },
    () => registry.getVersionIndex(history.volume),
    (answer) => listAt(answer.body, "items").length >= versions.length,
  );
  if (versions.length === 0 && !isSuccess(index)) {
    expect.problem(index, "not-found");
    return;
  }
  expect.success(index);
  const rows = listAt(index.body, "items");
  expect.equal(rows.length, versions.length, { what: "the number of rows", answer: index });
  const named = rows.flatMap((row) => textAt(row, "version") ?? []);
  // a row should name its version; where one does not, another requirement says so
  if (named.length === rows.length)
    expect.equal(named.toSorted(), versions, { what: "the versions of the index", answer: index });
}

/** The trust detail of a version has each attachment made to it and no other. */
export async function expectAttachments(tools: Tools, history: History, version: string): Promise<void> {
  const { registry, expect, settle } = tools;
  const shown = history.published.get(version);
  if (shown === undefined) return;
  const wanted = shown.attachments.toSorted();
  const detail = await settle(
    shown,
    () => registry.getTrustDetail({ volume: history.volume, version }),
    (answer) => isSuccess(answer) && attachmentIds(answer).length >= wanted.length,
  );
  expect.success(detail);
  expect.equal(attachmentIds(detail).toSorted(), wanted, {
    what: "the ids of the attachments",
    answer: detail,
  });
}

/** Ids of the attachments of a trust detail; an attachment without one counts as an empty text. */
export function attachmentIds(detail: Answer): readonly string[] {
  return listAt(detail.body, "attachments").map((attachment) => textAt(attachment, "id") ?? "");
}
