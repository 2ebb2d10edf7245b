/** The chapters of the suite, in the order in which they are reported. */
import type { Chapter } from "../harness/check.ts";
import { withLevelsOfSentences } from "../harness/sentences.ts";
import { advisories } from "./advisories/chapter.ts";
import { audit } from "./audit/chapter.ts";
import { authentication } from "./authentication/chapter.ts";
import { capabilities } from "./capabilities/chapter.ts";
import { consistency } from "./consistency/chapter.ts";
import { download } from "./download/chapter.ts";
import { everyResponse } from "./every-response/chapter.ts";
import { finalize } from "./finalize/chapter.ts";
import { histories } from "./histories/chapter.ts";
import { idempotency } from "./idempotency/chapter.ts";
import { identity } from "./identity/chapter.ts";
import { integrity } from "./integrity/chapter.ts";
import { problems } from "./problems/chapter.ts";
import { publish } from "./publish/chapter.ts";
import { releaseMetadata } from "./release-metadata/chapter.ts";
import { search } from "./search/chapter.ts";
import { trust } from "./trust/chapter.ts";
import { unpublish } from "./unpublish/chapter.ts";
import { versionIndex } from "./version-index/chapter.ts";

export const chapters: readonly Chapter[] = withLevelsOfSentences([
  identity,
  search,
  versionIndex,
  releaseMetadata,
  download,
  publish,
  finalize,
  integrity,
  trust,
  advisories,
  capabilities,
  unpublish,
  consistency,
  authentication,
  idempotency,
  problems,
  histories,
  audit,
  everyResponse,
]);
