/** At the end of the run: the releases beside which most requests of the run were refused. None of these has an effect on them. */
import type { CheckFile } from "../../harness/check-file.ts";
import type { Tools } from "../../harness/check.ts";
import { type Situation, situation } from "../../harness/given/situation.ts";
import { type Answer, isSuccess, listAt, textAt } from "../../harness/exchange/answer.ts";
import { expectUploadedFiles } from "../situations/download.ts";
import { showsOneOf } from "../situations/attached-release.ts";
import { releaseToGuard } from "../situations/guarded-uploads.ts";
import { memberOfRow, rowOf, stateIn } from "../situations/version-index.ts";
import { attachedIn, lastAttached } from "./attached.ts";
import { openBooks } from "./books.ts";
import { ledger } from "./ledger.ts";
import { toId } from "./timelines.ts";
import { type ReleaseName, toFullName, toPurl } from "../../harness/exchange/volume.ts";

interface KeptAttachment {
  /** One of these was attached last. */
  readonly attachmentIds: readonly string[];
  /** The response to a trust create with a wrong subject, sent right before the detail was read. */
  readonly refused: Answer;
  readonly detail: Answer;
}

const readAttachment: Situation<KeptAttachment, [last: ReturnType<typeof lastAttached>]> = situation(
  (_last) => "audit/guarded-attachment",
  async ({ given, registry, eventually }, { ids, sinceMs }) => {
    const release = await releaseToGuard(given);
    const subject = { purl: toPurl({ ...release, version: "9.9.9" }), integrity: release.integrity };
    const body = { ...given.trustBody(release, given.artifact()), subject };
    const refused = await registry.createTrustUpload(release, body);
    const detail = await eventually(() => registry.getTrustDetail(release), {
      since: { sinceMs },
      until: showsOneOf(ids),
    });
    return { attachmentIds: ids, refused, detail };
  },
);

/**
 * The trust detail of the guarded release, read before anything else is attached to it, with the last attachment of the run so far.
 * Undefined if the run attached nothing to it yet.
 */
export async function lastGuardedAttachment(tools: Tools): Promise<KeptAttachment | undefined> {
  const { volume, version } = await releaseToGuard(tools.given);
  const attached = attachedIn(openBooks(tools)).get(toId({ name: toFullName(volume), version })) ?? [];
  const last = lastAttached(attached);
  return last.ids.length === 0 ? undefined : await readAttachment(tools.given, last);
}

/** True for a row that does not show another state. */
export function isAvailableRow(row: unknown): boolean {
  return row !== undefined && (stateIn(row) ?? "available") === "available";
}

/**
 * Asserts that the index has a row for a release that nothing has changed, available and with its integrity.
 * @param read requests the index
 */
export async function expectAvailableRow(
  { registry, eventually, expect }: Tools,
  release: ReleaseName & { readonly integrity: string; readonly sinceMs: number },
  read = (): Promise<Answer> => registry.getVersionIndex(release.volume),
): Promise<void> {
  const index = await eventually(read, {
    since: release,
    until: (answer) => isAvailableRow(rowOf(answer, release.version)),
  });
  const row = rowOf(index, release.version);
  expect.success(index);
  expect.that(row !== undefined, {
    expected: `a row for ${release.version}`,
    wanted: { item: release.version },
    got: "no such row",
    answer: index,
    member: "/items",
  });
  expect.equal(stateIn(row) ?? "available", "available", {
    what: "`status.state` in the index row",
    ...memberOfRow(index, release.version, "/status/state"),
  });
  expect.equal(textAt(row, "integrity") ?? release.integrity, release.integrity, {
    what: "`integrity` in the index row",
    ...memberOfRow(index, release.version, "/integrity"),
  });
}

export const guardedReleases: CheckFile = {
  source: "Endpoints: Version index, Fetch release metadata, Trust detail; States and transitions",
  reading:
    "The text gives refused requests no effect. A release that no accepted request changed is as it was, after any refused requests for it or beside it.",
  operations: ["getVersionIndex"],
  needs: ["token:publisher"],
  from: "standard",
  checks: [
    {
      id: "audit/guarded-releases-are-there-at-the-end",
      of: "release-metadata/other-releases-stay-as-they-are",
      rule: "After all refused requests of the run, `GET` index still has the release beside them, `available` and with its `integrity`. Its files can be downloaded.",
      operations: ["getVersionIndex", "getRelease", "transferBytes"],
      covers: ["transition:release-finalize"],
      last: "together",
      async run(tools) {
        const { given, registry, expect, eventually, form, depth } = tools;
        const release = await releaseToGuard(given);
        await expectAvailableRow(tools, release);
        if (form === "unscoped" && depth !== "deep") return;
        const metadata = await eventually(() => registry.getRelease(release), { since: release });
        if (isSuccess(metadata)) await expectUploadedFiles(tools, release, metadata);
        else expect.success(metadata);
      },
    },
    {
      id: "audit/guarded-releases-keep-their-attachments",
      of: "trust/attachments-are-listed-as-uploaded",
      rule: "After all refused requests, `POST` trust create with another version's purl answers 400 `subject-binding-mismatch`, and `GET` trust detail still lists the last attachment.",
      operations: ["getTrustDetail", "createTrustUpload"],
      covers: ["transition:trust-finalize"],
      forms: "one",
      last: "together",
      ledgers: [ledger],
      async run(tools) {
        const kept = await lastGuardedAttachment(tools);
        if (kept === undefined)
          throw tools.given.nothingToJudge("the run attached nothing to the release before its end");
        const { attachmentIds, refused, detail } = kept;
        const ids = listAt(detail.body, "attachments").map((item) => textAt(item, "id"));

        tools.expect.problem(refused, "subject-binding-mismatch");
        tools.expect.success(detail, 200);
        tools.expect.that(showsOneOf(attachmentIds)(detail), {
          expected: `the attachment ${attachmentIds.join(" or ")}`,
          got: ids.length === 0 ? "no attachments" : `the ids ${ids.map(String).join(", ")}`,
          answer: detail,
          member: "/attachments",
        });
      },
    },
  ],
};
