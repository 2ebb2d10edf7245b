import { hasField, isProduct, refusing } from "../changes/clients.ts";
import type { FaultFile } from "../fault.ts";

/** Faults in writes that depend on what the client sends besides. */
export const clientWrites: FaultFile = {
  "consistency/releases-can-be-published-by-any-client": {
    "create-is-refused-to-scripts": refusing("createReleaseUpload", isProduct("python")),
    "finalize-is-refused-with-a-cookie": refusing("finalizeReleaseUpload", hasField("cookie")),
    "unpublish-is-refused-in-other-languages": refusing("unpublishVersion", hasField("accept-language")),
  },
  "consistency/artifacts-can-be-attached-by-any-client": {
    "trust-create-is-refused-to-package-managers": refusing("createTrustUpload", isProduct("npm")),
    "trust-finalize-is-refused-with-a-charset": refusing(
      "finalizeTrustUpload",
      ({ request }) => request.headers.get("content-type")?.includes("charset") === true,
    ),
  },
};
