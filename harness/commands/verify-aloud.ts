/** Verifies a directory, and tells on standard error how far that is. */
import { createProgress } from "./progress.ts";
import { type Governance, type VerifiedFolder, verifyFolder } from "./verify-folder.ts";

/** A log gets a line only after so long a silence: most verifications are over before. */
const maxSilenceMs = 5_000;

/** As `verifyFolder`. */
export async function verifyAloud(folder: string, governance: Governance): Promise<VerifiedFolder> {
  const progress = createProgress(false);
  progress.tell(`verifying ${folder}`);
  let lastMs = performance.now();
  try {
    return await verifyFolder(folder, governance, (state) => {
      if (process.stderr.isTTY !== true && performance.now() - lastMs < maxSilenceMs) return;
      lastMs = performance.now();
      progress.show(state);
    });
  } finally {
    progress.end();
  }
}
