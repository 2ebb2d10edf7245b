/** The bytes of an attachment, at the address that trust detail gives. */
import type { Tools } from "../../harness/check.ts";
import { describeByteDifference } from "../../harness/given/byte-difference.ts";
import type { Attachment } from "../../harness/given/given.ts";
import { type Answer, textAt } from "../../harness/exchange/answer.ts";
import { sha256 } from "../../harness/seed.ts";
import { positionOf } from "./attached-release.ts";
import { fetchBytes } from "./short-lived-address.ts";

/** The `locator.url` of an attachment that a trust detail lists. */
function locatorIn(detail: Answer, attachment: Attachment): string | undefined {
  return textAt(detail.body, "attachments", positionOf(attachment, detail), "locator", "url");
}

/** The address of the bytes of a listed attachment; undefined if it is not listed, or has no http address. */
export function locatorUrlIn(
  detail: Answer,
  attachment: Attachment,
  { resolve }: Pick<Tools, "resolve">,
): string | undefined {
  const locator = locatorIn(detail, attachment);
  const url = locator === undefined || locator === "" ? undefined : resolve(locator, detail);
  return url?.startsWith("http") === true ? url : undefined;
}

/**
 * Downloads the bytes of a listed attachment, if it has an http locator, and asserts that they have the digest that was declared.
 * @param difference from an ordinary artifact, for the message
 */
export async function expectBytesAtLocator(
  tools: Tools,
  { attachment, detail }: { readonly attachment: Attachment; readonly detail: Answer },
  difference?: string,
): Promise<void> {
  const { registry, eventually, expect } = tools;
  const toUrl = (document: Answer): string | undefined => locatorUrlIn(document, attachment, tools);
  const url = toUrl(detail);
  if (url === undefined) return;
  const bytes = await fetchBytes({ registry, eventually }, url, attachment, async () =>
    toUrl(await eventually(() => registry.getTrustDetail(attachment), { since: attachment })),
  );

  expect.success(bytes);
  expect.that(sha256(bytes.bytes) === attachment.intent.artifactDigest, {
    expected: `the bytes that were attached, at \`locator.url\`${difference === undefined ? "" : ` of an artifact ${difference}`}`,
    get got() {
      return `bytes that differ ${describeByteDifference(bytes.bytes, attachment.intent.artifact)}`;
    },
    answer: bytes,
  });
}
