/** Of which upload the bytes of an attachment are, where they are not those that were attached. */
import type { Exchange } from "../../../../schemas/report.ts";
import { listAt, textAt } from "../../../exchange/answer.ts";
import { withoutQuery } from "../../../exchange/references.ts";
import { sentJson, shownJson } from "../exchange-text.ts";
import type { Giver } from "../given-addresses.ts";
import type { Origin } from "./other-release.ts";
import { isWrite } from "./reads-before.ts";
import type { RecordedRun } from "./recorded-run.ts";

/** How many attachments of a trust detail have an address. */
function countWith(url: string, detail: Exchange): number {
  return listAt(shownJson(detail), "attachments").filter(
    (item) => withoutQuery(textAt(item, "locator", "url") ?? "") === url,
  ).length;
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
      hint: "Find the code that fills this member",
    };
  const sent = exchanges.findLast((one) => isWrite(one) && one.request.body?.digest === digest);
  const create = sent && events.uploads.createOf(sent);
  return create !== undefined && textAt(sentJson(create), "declaredDigest") !== digest
    ? {
        line: "these bytes were sent in an upload that declared another digest",
        hint: "Check whether all bytes that arrive are compared with the declared digest, also the second ones",
      }
    : {
        line: "these bytes were sent in another upload for this release",
        hint: "Check under which key uploaded bytes are kept: it has to be of the upload, and not of its release",
      };
}
