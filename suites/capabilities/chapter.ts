import type { Chapter } from "../../harness/check.ts";
import { answersAnonymousCallers, shape } from "./metadata.ts";

export const capabilities: Chapter = {
  id: "capabilities",
  title: "Capability metadata",
  checks: [answersAnonymousCallers],
  observations: [shape],
};
