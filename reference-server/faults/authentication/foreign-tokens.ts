import { authenticating, authorizationWords, publishing, trustUpload } from "../changes/tokens.ts";
import type { FaultFile } from "../fault.ts";

/** Faults in tokens of another registry. */
export const foreignTokens: FaultFile = {
  "authentication/tokens-are-registry-local": {
    "publishing-accepts-tokens-of-the-same-form": authenticating(publishing, (call) =>
      (authorizationWords(call)[1] ?? "").startsWith("vrt_Token"),
    ),
    "trust-upload-accepts-tokens-of-the-same-form": authenticating(trustUpload, (call) =>
      (authorizationWords(call)[1] ?? "").startsWith("vrt_Token"),
    ),
  },
};
