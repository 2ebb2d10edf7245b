import type { Chapter } from "../../harness/check.ts";
import * as bytes from "./bytes.ts";

export const finalize: Chapter = {
  id: "finalize",
  title: "Finalizing a release upload",
  checks: Object.values(bytes),
};
