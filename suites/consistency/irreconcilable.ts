/** A release whose index row, metadata and trust data can no longer be reconciled. */
import { type Situation, situation } from "../../harness/given/situation.ts";
import type { Check, Tools } from "../../harness/check.ts";
import type { Given } from "../../harness/given/given.ts";
import { type Answer, isSuccess, slugOf } from "../../harness/registry/answer.ts";
import type { Registry } from "../../harness/registry/registry.ts";
import { type ReleaseName, toFullName } from "../../harness/registry/volume.ts";
import { rowOf } from "../version-index/rows.ts";

const source =
  "Errors, inconsistent-registry-state; possible errors of Version index, Fetch release metadata, Trust summary and Trust detail";

type Irreconcilable = ReleaseName & { readonly sinceMs: number };

/** Built once per form: a release that the states hook has put out of joint. */
async function givenIrreconcilable(given: Given): Promise<Irreconcilable> {
  return await given.shared("consistency/irreconcilable", async (own) => {
    const { volume, version, sinceMs } = await own.publishedRelease();
    await own.state("inconsistent", { name: toFullName(volume), version });
    return { volume, version, sinceMs };
  });
}

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

/** What one read answers to such a release, asked until it says that it knows, or the time for that is over. */
const readOnce: Situation<{ readonly release: ReleaseName; readonly answer: Answer }, [name: ReadName]> =
  situation(
    (name) => `consistency/irreconcilable-${name}`,
    async ({ given, registry, settle }, name) => {
      const release = await givenIrreconcilable(given);
      const answer = await settle(release, async () => await reads[name](registry, release), isReported);
      return { release, answer };
    },
  );

function isReported(answer: Answer): boolean {
  return answer.status === 409 && slugOf(answer) === "inconsistent-registry-state";
}

export const isReportedSomewhere: Check = {
  id: "consistency/irreconcilable-state-is-reported",
  level: "must",
  rule: "Where index, metadata and trust data cannot be reconciled, at least one of their reads answers 409 inconsistent-registry-state.",
  source,
  reading:
    "All four reads list the problem as possible and none as due, so that a registry may find the contradiction in whichever it likes, but not in none.",
  operations: ["getVersionIndex", "getRelease"],
  needs: ["state:inconsistent", "token:publisher"],
  from: "standard",
  covers: ["slug:inconsistent-registry-state"],
  async run(tools) {
    const answers: Answer[] = [];
    for (const name of namesOf(tools))
      if (!answers.some(isReported)) answers.push((await readOnce(tools.given, name)).answer);

    const told = answers.map(({ status }) => status).join(", ");
    const [first] = answers;
    tools.expect.that(answers.some(isReported), {
      expected:
        "409 inconsistent-registry-state from the metadata, the trust summary, the trust detail or the index",
      got: told,
      ...(first === undefined ? {} : { answer: first }),
    });
  },
};

export const breaksNoRead: Check = {
  id: "consistency/irreconcilable-state-breaks-no-read",
  level: "must",
  rule: "Each read of a release that cannot be reconciled is a success, inconsistent-registry-state or not-found, and nothing else.",
  source,
  reading:
    "A registry that does not look across its data answers as always, and one that withdraws such a release does not find it.",
  operations: ["getVersionIndex", "getRelease"],
  needs: ["state:inconsistent", "token:publisher"],
  from: "standard",
  covers: ["slug:inconsistent-registry-state"],
  async run(tools) {
    for (const name of namesOf(tools)) {
      const { answer } = await readOnce(tools.given, name);

      if (isSuccess(answer)) tools.expect.success(answer);
      else tools.expect.problem(answer, "inconsistent-registry-state", "not-found", "authorization-failed");
    }
  },
};

/** One read that should not serve the release as if all were well. */
function reportedBy(
  name: ReadName,
  about: Pick<Check, "id" | "rule" | "operations" | "covers"> & {
    readonly isServed: (answer: Answer, release: ReleaseName) => boolean;
  },
): Check {
  const { isServed, ...identity } = about;
  return {
    ...identity,
    level: "should",
    source,
    reading:
      "The problem is listed for this read and fits what the states hook has brought about. That it is due at each read is not said; leaving the release out is no breach either.",
    needs: ["state:inconsistent", "token:publisher"],
    from: "standard",
    async run(tools) {
      const { release, answer } = await readOnce(tools.given, name);

      tools.expect.that(!isServed(answer, release), {
        expected: "409 inconsistent-registry-state, or not the release",
        got: `${answer.status} with the release`,
        answer,
      });
    },
  };
}

export const indexReportsIt: Check = reportedBy("index", {
  id: "consistency/index-reports-irreconcilable-state",
  rule: "The index does not list a release that cannot be reconciled as if all were well, but answers inconsistent-registry-state.",
  operations: ["getVersionIndex"],
  covers: ["answers:getVersionIndex/inconsistent-registry-state"],
  isServed: (answer, { version }) => isSuccess(answer) && rowOf(answer, version) !== undefined,
});

export const metadataReportsIt: Check = reportedBy("metadata", {
  id: "consistency/metadata-reports-irreconcilable-state",
  rule: "The metadata of a release that cannot be reconciled answers inconsistent-registry-state.",
  operations: ["getRelease"],
  covers: ["answers:getRelease/inconsistent-registry-state"],
  isServed: isSuccess,
});

export const summaryReportsIt: Check = reportedBy("summary", {
  id: "consistency/trust-summary-reports-irreconcilable-state",
  rule: "The trust summary of a release that cannot be reconciled answers inconsistent-registry-state.",
  operations: ["getTrustSummary"],
  covers: ["answers:getTrustSummary/inconsistent-registry-state"],
  isServed: isSuccess,
});

export const detailReportsIt: Check = reportedBy("detail", {
  id: "consistency/trust-detail-reports-irreconcilable-state",
  rule: "The trust detail of a release that cannot be reconciled answers inconsistent-registry-state.",
  operations: ["getTrustDetail"],
  covers: ["answers:getTrustDetail/inconsistent-registry-state"],
  isServed: isSuccess,
});
