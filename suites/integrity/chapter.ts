import type { Chapter } from "../../harness/check.ts";
import * as digests from "./digests.ts";
import * as reads from "./reads.ts";

const { attributes, ...checks } = digests;
const { declaredDigestCovers, clientsVerify, ...readChecks } = reads;

export const integrity: Chapter = {
  id: "integrity",
  title: "The integrity of a release",
  checks: [...Object.values(checks), ...Object.values(readChecks)],
  observations: [attributes, declaredDigestCovers],
  untested: [clientsVerify],
};
