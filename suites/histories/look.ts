/** Compares what reads show with the model of a history. */
import type { Tools } from "../../harness/check.ts";
import { type Answer, isSuccess, listAt, slugOf, textAt } from "../../harness/exchange/answer.ts";
import { toFullName } from "../../harness/exchange/volume.ts";
import { attachmentIds } from "../situations/attached-release.ts";
import { attachmentsOfRun } from "../situations/registry-attachments.ts";
import type { Model, Subject, VolumeState } from "./model.ts";

/** Metadata and trust detail of one release agree with the model. */
export async function expectSubject(tools: Tools, model: Model, subject: Subject): Promise<void> {
  if (subject.state === "unpublished") await expectGone(tools, subject);
  else await expectShown(tools, subject);
  // before the first trust upload, a trust detail says nothing that other requirements do not
  const isRead = model.readsEmptyTrust || subject.trustUploads.length > 0;
  if (subject.state === "published" && model.takesTrust && isRead) await expectTrust(tools, subject);
}

/** True for 404 and 403, and for metadata in another state than `available`. */
export function isNoLongerAvailable(metadata: Answer): boolean {
  const state = textAt(metadata.body, "status", "state");
  if (!isSuccess(metadata)) return metadata.status === 404 || metadata.status === 403;
  return state !== undefined && state !== "available";
}

async function expectShown(tools: Tools, subject: Subject): Promise<void> {
  const { registry, expect, eventually } = tools;
  const { release, state } = subject;
  if (state === "absent" || release === undefined) {
    expect.problem(await registry.getRelease(subject), "not-found");
    return;
  }
  const metadata = await eventually(() => registry.getRelease(subject), {
    since: subject,
    until: (answer) => isSuccess(answer) && !isNoLongerAvailable(answer),
  });
  expect.success(metadata);
  const got = {
    name: textAt(metadata.body, "name"),
    version: textAt(metadata.body, "version"),
    integrity: textAt(metadata.body, "integrity"),
    state: textAt(metadata.body, "status", "state"),
  };
  const expected = {
    name: toFullName(subject.volume),
    version: subject.version,
    integrity: release.integrity,
    state: "available",
  };
  expect.equal(got, expected, {
    what: "name, version, integrity and state of the release",
    answer: metadata,
  });
}

/**
 * A release that was seen to be gone does not come back. Whether `DELETE` takes it out of reads at all is judged by another
 * requirement.
 */
async function expectGone({ registry, expect, eventually }: Tools, subject: Subject): Promise<void> {
  if (!subject.wasSeenGone) {
    const first = await eventually(() => registry.getRelease(subject), {
      since: subject,
      until: isNoLongerAvailable,
    });
    subject.wasSeenGone = isNoLongerAvailable(first);
    return;
  }
  const metadata = await eventually(() => registry.getRelease(subject), {
    since: subject,
    until: isNoLongerAvailable,
  });
  expect.that(isNoLongerAvailable(metadata), {
    expected: "the release to be gone, as an earlier read after its `DELETE` showed",
    got: `state ${textAt(metadata.body, "status", "state") ?? "unknown"}`,
    answer: metadata,
  });
}

async function expectTrust(tools: Tools, subject: Subject): Promise<void> {
  const { registry, expect, eventually } = tools;
  const { attachments } = subject;
  const last = attachments.at(-1);
  const detail = await eventually(() => registry.getTrustDetail(subject), {
    since: subject,
    until: (answer) =>
      isSuccess(answer) && (last === undefined || attachmentIds(answer).includes(last.attachmentId)),
  });
  expect.success(detail);
  const listed = attachmentsOfRun(tools, detail).map((item) => textAt(item, "id") ?? "");
  const own = attachments.map(({ attachmentId }) => attachmentId);
  const isLastListed = last === undefined || listed.includes(last.attachmentId);
  const isOwn = new Set(listed).size === listed.length && listed.every((id) => own.includes(id));
  expect.that(isLastListed && isOwn, {
    expected: last === undefined ? "no attachment" : `${last.attachmentId}, and only ${own.join(", ")}`,
    got: listed.join(", ") || "no attachment",
    answer: detail,
  });
}

/** One row for each published version, with its integrity; at most one for each unpublished version; no others. */
export async function expectIndexRows(
  { registry, expect, eventually }: Tools,
  { volume, subjects }: VolumeState,
): Promise<void> {
  const published = subjects.filter(({ state }) => state === "published");
  const since = { sinceMs: Math.max(0, ...subjects.map(({ sinceMs }) => sinceMs)) };
  const index = await eventually(() => registry.getVersionIndex(volume), {
    since,
    until: (answer) =>
      subjects.every(({ version, state, wasSeenGone }) => {
        const rows = rowsOf(answer, version);
        if (state === "published") return rows.length > 0;
        return !wasSeenGone || rows.every((row) => textAt(row, "status", "state") !== "available");
      }),
  });
  if (published.length === 0 && !isSuccess(index)) {
    expect.that(slugOf(index) === "not-found" || slugOf(index) === "inconsistent-registry-state", {
      expected: "404 not-found",
      wanted: { problems: ["not-found"] },
      got: `${index.status} ${slugOf(index) ?? ""}`,
      answer: index,
    });
    return;
  }
  expect.success(index);
  const rows = listAt(index.body, "items");
  const listed = rows.flatMap((row) => textAt(row, "version") ?? []);
  // a row without a version is reported by another requirement
  if (listed.length < rows.length) return;
  const unpublished = new Set(
    subjects.filter(({ state }) => state === "unpublished").map(({ version }) => version),
  );
  const once = new Set(listed).size === listed.length;
  const isKnown = (version: string): boolean =>
    unpublished.has(version) || published.some((one) => one.version === version);
  const isComplete = published.every(({ version }) => listed.includes(version));
  expect.that(once && isComplete && listed.every(isKnown), {
    expected: `one row for each of ${published.map(({ version }) => version).join(", ") || "no version"}, and no others`,
    got: listed.join(", ") || "no row",
    answer: index,
  });
  expectIntegrities(expect, published, index);
  expectNoGoneRow(expect, subjects, index);
}

/** A version that metadata no longer shows as available has no row that does. */
function expectNoGoneRow(expect: Tools["expect"], subjects: readonly Subject[], index: Answer): void {
  const contradicted = subjects.filter(
    ({ version, wasSeenGone }) =>
      wasSeenGone && rowsOf(index, version).some((row) => textAt(row, "status", "state") === "available"),
  );
  expect.that(contradicted.length === 0, {
    expected: "no available row for a version that metadata shows as gone",
    got: `such a row for ${contradicted.map(({ version }) => version).join(", ")}`,
    answer: index,
  });
}

function expectIntegrities(expect: Tools["expect"], published: readonly Subject[], index: Answer): void {
  const shown = published.map(({ version }) => [version, textAt(rowsOf(index, version)[0], "integrity")]);
  const own = published.map(({ version, release }) => [version, release?.integrity]);
  // a row may have no integrity
  const present = shown.map(([, integrity]) => integrity !== undefined);
  expect.equal(
    shown.filter((_row, place) => present[place]),
    own.filter((_row, place) => present[place]),
    { what: "the integrities in the index", answer: index },
  );
}

function rowsOf(index: Answer, version: string): readonly unknown[] {
  return listAt(index.body, "items").filter((row) => textAt(row, "version") === version);
}

/** Everything of the history is as the model has it. */
export async function expectAll(tools: Tools, model: Model): Promise<void> {
  for (const state of model.volumes) {
    const touched = state.subjects.filter(({ uploads }) => uploads.length > 0);
    if (touched.length === 0) continue;
    for (const subject of touched) await expectSubject(tools, model, subject);
    await expectIndexRows(tools, state);
  }
}
