/** The whole run, seen together: what was published, attached, changed and refused is what every read shows. */
import type { Chapter } from "../../harness/check.ts";
import { toChapter } from "../../harness/check-file.ts";
import { addresses } from "./addresses.ts";
import { attachments } from "./attachments.ts";
import { callers } from "./callers.ts";
import { conflicts } from "./conflicts.ts";
import { declarations } from "./declarations.ts";
import { downloads } from "./downloads.ts";
import { finalOperations } from "./final-operations.ts";
import { finalizes } from "./finalizes.ts";
import { repeatedCreates } from "./repeated-creates.ts";
