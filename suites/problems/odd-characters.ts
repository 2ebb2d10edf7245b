/** Characters that no name, id or number has: what only parts of a server cannot read is no reason to fall over. */
import type { Check, Tools } from "../../harness/check.ts";
import { describeAnswer } from "../../harness/expect/expect.ts";
import type { Answer } from "../../harness/registry/answer.ts";
import { type ReleaseName, toVolumePath } from "../../harness/registry/volume.ts";
import { casesAt } from "../cases.ts";
import { controlIntent } from "../publish/set-up.ts";

const about: Pick<Check, "level" | "source" | "reading" | "covers" | "from"> = {
  level: "must",
  source: "Errors, table of slugs",
  reading:
    "The characters are a NUL, a byte that is no UTF-8 and an escape that is none. A server in front of the API may refuse them in its own words, so that nothing but the status is judged; no status in the 500s stands in the table.",
  covers: ["question:1", "question:16"],
  from: "standard",
};

/** Paths of reads that the target offers. */
function oddReads({ target }: Tools, { volume, version }: ReleaseName): readonly string[] {
  const { trust, advisories, search } = target.features;
  const name = toVolumePath(volume);
  return [
    `/volumes/${name}%00/${version}`,
    `/index/volumes/${name}%FF`,
    ...(trust ? [`/volumes/${name}/${version}%00/trust/detail`] : []),
    `/volumes/${name}/%zz`,
    ...(advisories ? ["/advisories/%00", "/advisories?limit=%00"] : []),
    ...(search ? ["/search?limit=%00"] : []),
  ];
}

function expectNoServerError({ expect }: Tools, answer: Answer): void {
  expect.that(answer.status < 500, {
    expected: "a status below 500",
    got: describeAnswer(answer),
    answer,
  });
}

export const oddCharactersInReads: Check = {
  ...about,
  id: "problems/odd-characters-in-reads-are-no-server-errors",
  rule: "A read whose path or query has an odd character in it is not answered with a status in the 500s.",
  operations: ["getRelease", "getVersionIndex"],
  async run(tools) {
    const release = await tools.given.readableRelease();

    for (const path of casesAt(tools, oddReads(tools, release), 0)) {
      const answer = await tools.registry.request({ method: "GET", path: `/api/v1${path}` });

      expectNoServerError(tools, answer);
    }
  },
};

export const oddCharactersInWrites: Check = {
  ...about,
  id: "problems/odd-characters-in-writes-are-no-server-errors",
  rule: "A create or a finalize whose path has an odd character in it is not answered with a status in the 500s.",
  operations: ["createReleaseUpload", "finalizeReleaseUpload"],
  needs: ["token:publisher"],
  async run(tools) {
    const { given, registry } = tools;
    const { volume, requestBody } = await controlIntent(given);
    const name = toVolumePath(volume);
    const requests = [
      { path: `/volumes/${name}%00`, body: requestBody },
      { path: `/volumes/${name}/uploads/%00/finalize` },
    ];

    for (const { path, ...body } of casesAt(tools, requests, 0)) {
      const about = { method: "POST", path: `/api/v1${path}`, ...body };
      const answer = await registry.request(about, { as: "publisher" });

      expectNoServerError(tools, answer);
    }
  },
};
