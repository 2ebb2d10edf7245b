import type { Report } from "../../../schemas/report.ts";
import { failingReport } from "./example-report.ts";

/** A failing report whose failures have causes. */
export function reportWithCauses(): Report {
  const causes = [
    {
      id: "finalize-answers-500",
      sentence: "`POST` …/finalize answers 500 where 400 `missing-uploaded-bytes` is expected",
      breaks: "finalize/bytes-have-arrived",
      explains: ["every-response/no-server-error"],
      blocks: ["trust/detail-shows-the-attachment"],
      operations: ["finalizeReleaseUpload" as const],
      count: 12,
      exchange: "finalize/bytes-have-arrived#1",
      repeat: "registry-conformance run --only 'finalize/bytes-have-arrived' --seed 42",
      hint: "Look at what finalize does before all bytes have arrived.",
    },
    {
      id: "leading-zeros-are-accepted",
      sentence: "`POST` create accepts a version with a leading zero",
      breaks: "identity/version-follows-semver",
      explains: [],
      blocks: [],
      operations: ["createReleaseUpload" as const],
      count: 1,
      exchange: "identity/version-follows-semver#1",
      repeat: "registry-conformance run --only 'identity/version-follows-semver' --seed 42",
      hint: "Compare the grammar of versions with SemVer 2.0.0.",
    },
  ];
  return Object.assign({}, failingReport(), { causes });
}
