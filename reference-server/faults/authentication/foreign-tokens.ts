import { authenticating, authorizationWords, publishing, trustUpload } from "../changes/tokens.ts";
import type { FaultFile } from "../fault.ts";

/** Faults in tokens of another registry. */
export const foreignTokens: FaultFile = {
  "authentication/tokens-are-registry-local": {
    "publishing-accepts-tokens-of-the-same-form": authenticating(publishing, (call) =>
      /^vrt_Token/.test(authorizationWords(call)[1] ?? ""),
    ),
    "trust-upload-accepts-tokens-of-the-same-form": authenticating(trustUpload, (call) =>
      /^vrt_Token/.test(authorizationWords(call)[1] ?? ""),
    ),
  },
};
