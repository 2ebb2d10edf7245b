/** The groups of protected operations. */
import { type ProtectedGroup, publishing, trustUpload } from "./protected-requests.ts";
import { unpublish } from "./unpublish-requests.ts";

export const protectedGroups: readonly ProtectedGroup[] = [publishing, trustUpload, unpublish];
