/** Of which upload the bytes of an attachment are, where they are not those that were attached. */
import type { Exchange } from "../../../../schemas/report.ts";
import { listAt, textAt } from "../../../exchange/answer.ts";
import { withoutQuery } from "../../../exchange/references.ts";
import { sentJson, shownJson } from "../exchange-text.ts";
import type { Giver } from "../given-addresses.ts";
import { comparedHint, keptHint, memberHint } from "./byte-hints.ts";
import type { Origin } from "./other-release.ts";
import { isWrite } from "./reads-before.ts";
import type { RecordedRun } from "./recorded-run.ts";
import type { Uploads } from "./uploads.ts";

/** How many attachments of a trust detail have an address. */
function countWith(url: string, detail: Exchange): number {
  return listAt(shownJson(detail), "attachments").filter(
    (item) => withoutQuery(textAt(item, "locator", "url") ?? "") === url,
  ).length;
}

/** The digest that the upload declared in which these bytes were sent last; undefined if they were sent in none that is known. */
export function findDeclared(
  digest: string,
  { createOf }: Uploads,
  exchanges: readonly Exchange[],
): string | undefined {
  const sent = exchanges.findLast((one) => isWrite(one) && one.request.body?.digest === digest);
  const create = sent && createOf(sent);
  return create && textAt(sentJson(create), "declaredDigest");
}

/**
 * @param digest of the bytes that came
 * @param given the trust detail that has their address
 */
export function tellArtifact(
  digest: string,
  { giver, url }: Giver,
  { events, exchanges }: RecordedRun,
): Origin {
  // the first detail that has the address may have had one attachment only
  const details = exchanges.filter(
    (one) => one.operation === giver.operation && one.request.url === giver.request.url,
  );
  const count = Math.max(...details.map((one) => countWith(url, one)));
  if (count > 1)
    return {
      line: `the detail has this address for ${count} attachments`,
      hint: memberHint,
    };
  const declared = findDeclared(digest, events.uploads, exchanges) ?? digest;
  return declared === digest
    ? { line: "these bytes were sent in another upload for this release", hint: keptHint }
    : { line: "these bytes were sent in an upload that declared another digest", hint: comparedHint };
}
