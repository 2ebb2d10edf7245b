/** A release whose index row, metadata and trust data are inconsistent. */
import type { CheckEntry, CheckFile } from "../../harness/check-file.ts";
import { type Situation, situation } from "../../harness/given/situation.ts";
import type { Check, Tools } from "../../harness/check.ts";
import { type Answer, isSuccess, slugOf } from "../../harness/exchange/answer.ts";
import type { Registry } from "../../harness/api/registry.ts";
import { type ReleaseName, toFullName } from "../../harness/exchange/volume.ts";
import { rowOf } from "../situations/version-index.ts";

const source =
  "Errors, inconsistent-registry-state; possible errors of Version index, Fetch release metadata, Trust summary and Trust detail";

type InconsistentRelease = ReleaseName & { readonly sinceMs: number };

/** A release that the states hook has made inconsistent. Built once per form. */
const givenInconsistentRelease: Situation<InconsistentRelease> = situation(
  "consistency/irreconcilable",
  async ({ given }) => {
    const { volume, version, sinceMs } = await given.publishedRelease();
    await given.state("inconsistent", { name: toFullName(volume), version });
    return { volume, version, sinceMs };
  },
);

type ReadName = "metadata" | "summary" | "detail" | "index";

const reads: Readonly<Record<ReadName, (registry: Registry, release: ReleaseName) => Promise<Answer>>> = {
  metadata: async (registry, release) => await registry.getRelease(release),
  summary: async (registry, release) => await registry.getTrustSummary(release),
  detail: async (registry, release) => await registry.getTrustDetail(release),
  index: async (registry, { volume }) => await registry.getVersionIndex(volume),
};

/** The reads that the target offers. */
function namesOf({ target }: Tools): readonly ReadName[] {
  return target.features.trust ? ["metadata", "summary", "detail", "index"] : ["metadata", "index"];
}

/** The response of one read to the inconsistent release, repeated until it reports the inconsistency or `settleMs` is over. */
const readOnce: Situation<{ readonly release: ReleaseName; readonly answer: Answer }, [name: ReadName]> =
  situation(
    (name) => `consistency/irreconcilable-${name}`,
    async ({ given, registry, eventually }, name) => {
      const release = await givenInconsistentRelease(given);
      const answer = await eventually(async () => await reads[name](registry, release), {
        since: release,
        until: isReported,
      });
      return { release, answer };
    },
  );

function isReported(answer: Answer): boolean {
  return answer.status === 409 && slugOf(answer) === "inconsistent-registry-state";
}

/** The rule that one read should not return the inconsistent release. */
function reportedBy(
  name: ReadName,
  about: Pick<Check, "id" | "of" | "rule" | "operations" | "covers"> & {
    readonly returnsRelease: (answer: Answer, release: ReleaseName) => boolean;
  },
): CheckEntry {
  const { returnsRelease, ...requirement } = about;
  return {
    ...requirement,
    source,
    reading:
      "The text lists the problem for this read but does not require it. A read that returns the release is only a warning; a read that omits it passes.",
    needs: ["state:inconsistent", "token:publisher"],
    from: "standard",
    async run(tools) {
      const { release, answer } = await readOnce(tools.given, name);

      tools.expect.that(!returnsRelease(answer, release), {
        expected: "409 inconsistent-registry-state, or a response without the release",
        wanted: { problems: ["inconsistent-registry-state"], orElse: true, otherStatus: true },
        got: `${answer.status} with the release`,
        answer,
      });
    },
  };
}

export const inconsistentState: CheckFile = {
  source,
  operations: ["getVersionIndex", "getRelease"],
  needs: ["state:inconsistent", "token:publisher"],
  from: "standard",
  checks: [
    {
      id: "consistency/inconsistent-state-is-reported",
      of: "consistency/inconsistent-releases-are-reported",
      owns: ["every-response/endpoints-answer-their-own-problems"],
      rule: "If the data of a release is inconsistent, one of its reads answers 409 `inconsistent-registry-state`, or all of them hide the release.",
      reading:
        "All four reads list the problem as possible, and none requires it. We expect it in at least one of the reads that the target offers, unless none returns the release.",
      covers: ["slug:inconsistent-registry-state"],
      async run(tools) {
        const answers: Answer[] = [];
        let isHidden = true;
        for (const name of namesOf(tools)) {
          if (answers.some(isReported)) break;
          const { release, answer } = await readOnce(tools.given, name);
          answers.push(answer);
          isHidden &&=
            answer.status === 404 || (name === "index" && rowOf(answer, release.version) === undefined);
        }

        const statuses = answers.map(({ status }) => status).join(", ");
        const [first] = answers;
        tools.expect.that(isHidden || answers.some(isReported), {
          expected:
            "409 inconsistent-registry-state from GET metadata, trust summary, trust detail or index, or 404 from all",
          wanted: { problems: ["inconsistent-registry-state"], orElse: true },
          got: statuses,
          ...(first === undefined ? {} : { answer: first }),
        });
      },
    },
    {
      id: "consistency/inconsistent-state-does-not-break-reads",
      owns: [
        "every-response/endpoints-answer-their-own-problems",
        "every-response/endpoints-never-answer-server-errors",
      ],
      rule: "Each `GET` of an inconsistent release succeeds or answers 409 `inconsistent-registry-state`, 404 `not-found` or 403 `authorization-failed`.",
      reading:
        "The text does not say how each read handles an inconsistent release. We accept a normal response, the problem for this case, or a hidden release.",
      covers: ["slug:inconsistent-registry-state"],
      async run(tools) {
        for (const name of namesOf(tools)) {
          const { answer } = await readOnce(tools.given, name);

          if (isSuccess(answer)) tools.expect.success(answer);
          else
            tools.expect.problem(answer, "inconsistent-registry-state", "not-found", "authorization-failed");
        }
      },
    },
    reportedBy("index", {
      id: "consistency/index-reports-inconsistent-state",
      of: "consistency/inconsistent-releases-are-reported",
      rule: "`GET` index of a volume with an inconsistent release answers 409 `inconsistent-registry-state` or does not list that release.",
      operations: ["getVersionIndex"],
      covers: ["answers:getVersionIndex/inconsistent-registry-state"],
      returnsRelease: (answer, { version }) => isSuccess(answer) && rowOf(answer, version) !== undefined,
    }),
    reportedBy("metadata", {
      id: "consistency/metadata-reports-inconsistent-state",
      of: "consistency/inconsistent-releases-are-reported",
      rule: "`GET` metadata of an inconsistent release answers an error, usually 409 `inconsistent-registry-state`.",
      operations: ["getRelease"],
      covers: ["answers:getRelease/inconsistent-registry-state"],
      returnsRelease: isSuccess,
    }),
    reportedBy("summary", {
      id: "consistency/trust-summary-reports-inconsistent-state",
      of: "consistency/inconsistent-releases-are-reported",
      rule: "`GET` trust summary of an inconsistent release answers an error, usually 409 `inconsistent-registry-state`.",
      operations: ["getTrustSummary"],
      covers: ["answers:getTrustSummary/inconsistent-registry-state"],
      returnsRelease: isSuccess,
    }),
    reportedBy("detail", {
      id: "consistency/trust-detail-reports-inconsistent-state",
      of: "consistency/inconsistent-releases-are-reported",
      rule: "`GET` trust detail of an inconsistent release answers an error, usually 409 `inconsistent-registry-state`.",
      operations: ["getTrustDetail"],
      covers: ["answers:getTrustDetail/inconsistent-registry-state"],
      returnsRelease: isSuccess,
    }),
  ],
};
