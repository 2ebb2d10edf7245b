import type { Check } from "../../harness/check.ts";

export const finalizeBeforeBytes: Check = {
  id: "finalize/bytes-have-arrived",
  level: "must",
  rule: "Finalizing an upload whose bytes have not arrived answers 400 missing-uploaded-bytes.",
  source: "Errors, rule 2",
  operations: ["finalizeReleaseUpload"],
  needs: ["token:publisher"],
  async run({ given, registry, expect }) {
    const intent = await given.uploadIntent();

    const answer = await registry.finalizeReleaseUpload(intent);

    expect.problem(answer, "missing-uploaded-bytes");
  },
};
