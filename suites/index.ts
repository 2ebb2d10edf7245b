/** The chapters of the suite, in the order in which they are reported. */
import type { Chapter } from "../harness/check.ts";
import { finalize } from "./finalize/chapter.ts";
import { identity } from "./identity/chapter.ts";

export const chapters: readonly Chapter[] = [identity, finalize];
