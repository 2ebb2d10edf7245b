/**
 * What a registry attaches itself, such as a statement of provenance: the text does not say that only uploads do. It has a digest that
 * the run has never declared, and an id that no finalize returned.
 */
import type { Tools } from "../../harness/check.ts";
import { type Answer, listAt, textAt } from "../../harness/exchange/answer.ts";
import { createLedger, type Ledger } from "../../harness/ledger.ts";
import { sentJson } from "../request-content.ts";

interface Known {
  /** A digest that was declared for a trust upload, or the id of an attachment. */
  readonly value: string;
}

/** What the run has declared for attachments, and what it was told of them. */
export const trustLedger: Ledger<Known> = createLedger(({ exchange: { operation }, body }, sent) => {
  const values =
    operation === "createTrustUpload"
      ? [textAt(sentJson(sent), "declaredDigest")]
      : operation === "finalizeTrustUpload"
        ? [textAt(body, "attachmentId"), textAt(body, "artifactDigest")]
        : [];
  return values.flatMap((value) => (value === undefined ? [] : [{ value }]));
});

/** True for a listed attachment that the run has nothing to do with. */
export function isOfRegistry(item: unknown, ofRun: ReadonlySet<string>): boolean {
  const marks = [textAt(item, "artifactDigest"), textAt(item, "id")].filter((mark) => mark !== undefined);
  return marks.length > 0 && !marks.some((mark) => ofRun.has(mark));
}

/** Whether a listed attachment is the registry's own. A check that asks has `trustLedger` among its ledgers. */
export function readOfRegistry({ entries }: Pick<Tools, "entries">): (item: unknown) => boolean {
  const ofRun = new Set(entries(trustLedger).map(({ value }) => value));
  return (item) => isOfRegistry(item, ofRun);
}

/** The attachments of a detail without those of the registry. A check that asks for them has `trustLedger` among its ledgers. */
export function attachmentsOfRun(tools: Pick<Tools, "entries">, detail: Answer): readonly unknown[] {
  const ofRegistry = readOfRegistry(tools);
  return listAt(detail.body, "attachments").filter((item) => !ofRegistry(item));
}

/** The category of an attachment; undefined where the registry does not say it. */
export function toCategory(item: unknown): string | undefined {
  return textAt(item, "category");
}

/** True for an artifact of one of these categories, or of any where one of them is not known. */
export function isOneOfCategories(artifact: unknown, categories: ReadonlySet<string | undefined>): boolean {
  return categories.has(undefined) || categories.has(toCategory(artifact));
}

/** The artifacts of a summary without those of a category that the registry itself has attached to the release, as a detail of it shows. */
export function artifactsOfRun(
  tools: Pick<Tools, "entries">,
  summary: Answer,
  detail: Answer,
): readonly unknown[] {
  const ofRun = new Set(attachmentsOfRun(tools, detail));
  const own = listAt(detail.body, "attachments").filter((item) => !ofRun.has(item));
  const categories = new Set(own.map(toCategory));
  return listAt(summary.body, "artifacts").filter((item) => !isOneOfCategories(item, categories));
}
