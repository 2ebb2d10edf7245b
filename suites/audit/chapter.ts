/** The whole run, seen together: what was published, attached, changed and refused is what every read shows. */
import type { Chapter } from "../../harness/check.ts";
import { toChapter } from "../../harness/check-file.ts";
import { addresses } from "./addresses.ts";
import { advisories } from "./advisories.ts";
import { attachments } from "./attachments.ts";
import { attachmentStates } from "./attachment-states.ts";
import { callers } from "./callers.ts";
import { conflicts } from "./conflicts.ts";
import { declarations } from "./declarations.ts";
import { downloads } from "./downloads.ts";
import { finalOperations } from "./final-operations.ts";
import { finalizes } from "./finalizes.ts";
import { goneReleases } from "./gone-releases.ts";
import { repeatedCreates } from "./repeated-creates.ts";
import { repeatedRefusals } from "./repeated-refusals.ts";
import { releases } from "./releases.ts";
import { guardedReleases } from "./guarded-releases.ts";
import { readsWithTokens } from "./reads-with-tokens.ts";
import { doubtfulStates } from "./doubtful-states.ts";
import { finalReads } from "./final-reads.ts";
import { endedKeys } from "./ended-keys.ts";
import { keyedWrites } from "./keyed-writes.ts";
import { lastAttachments } from "./last-attachments.ts";
import { latestVersions } from "./latest-versions.ts";
import { measuredReads } from "./measured-reads.ts";
import { measuredSizes } from "./measured-sizes.ts";
import { namesakes } from "./namesakes.ts";
import { oddAddresses } from "./odd-addresses.ts";
import { oddDownloads } from "./odd-downloads.ts";
import { openUploads } from "./open-uploads.ts";
import { ownReleases } from "./own-releases.ts";
import { refusals } from "./refusals.ts";
import { rows } from "./rows.ts";
import { searches } from "./searches.ts";
import { subjects } from "./subjects.ts";
import { summaries } from "./summaries.ts";
import { uploads } from "./uploads.ts";

export const audit: Chapter = toChapter({
  id: "audit",
  title: "The whole run: every read agrees with every write",
  files: [
    refusals,
    keyedWrites,
    finalOperations,
    lastAttachments,
    finalReads,
    doubtfulStates,
    goneReleases,
    namesakes,
    guardedReleases,
    openUploads,
    oddAddresses,
    oddDownloads,
    endedKeys,
    uploads,
    finalizes,
    releases,
    downloads,
    declarations,
    rows,
    readsWithTokens,
    attachments,
    attachmentStates,
    subjects,
    summaries,
    searches,
    latestVersions,
    advisories,
    addresses,
    callers,
    conflicts,
    ownReleases,
    repeatedCreates,
    repeatedRefusals,
    measuredSizes,
    measuredReads,
  ],
});
