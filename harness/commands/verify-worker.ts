/** A worker thread that verifies directories. */
import { parentPort } from "node:worker_threads";
import { type Governance, verifyFolder } from "./verify-folder.ts";

parentPort?.on(
  "message",
  ({ folder, governance }: { readonly folder: string; readonly governance: Governance }) => {
    verifyFolder(folder, governance).then(
      (verified) => parentPort?.postMessage({ verified }),
      (error: unknown) =>
        parentPort?.postMessage({
          failure:
            error instanceof Error
              ? { name: error.name, message: error.message }
              : { name: "Error", message: String(error) },
        }),
    );
  },
);
