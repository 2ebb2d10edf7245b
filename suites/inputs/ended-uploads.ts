/** What answers a finalize of an upload that the registry may have ended. */
import type { Slug } from "../../schemas/problems.ts";

/**
 * The problems for a finalize of an upload after another one of its version was opened, or after a version of its volume was unpublished.
 * The text does not state the transitions of upload states: the registry may have ended the upload, or forgotten it.
 */
export const endedProblems: readonly Slug[] = ["invalid-upload-state", "upload-expired", "not-found"];
