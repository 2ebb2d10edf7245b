/** The locators in the finalize result: `dist` and `detailUrl`. */
import { givenVolumeWithVersions } from "../situations/version-index.ts";
import type { CheckFile } from "../../harness/check-file.ts";
import { textAt, valueAt } from "../../harness/exchange/answer.ts";
import { quote } from "../../harness/expect/quote.ts";
import { haveSameOrigin } from "../../harness/exchange/references.ts";
import { toFullName } from "../../harness/exchange/volume.ts";
import * as wire from "../../schemas/compiled/wire.js";

export const locators: CheckFile = {
  source: "Finalize release upload; States and transitions, other effects",
  operations: ["finalizeReleaseUpload"],
  needs: ["token:publisher"],
  checks: [
    {
      id: "finalize/the-release-has-a-distribution",
      of: "finalize/results-have-a-hosted-distribution",
      owns: [
        "every-response/finalize-release-results-are-well-formed",
        "every-response/distribution-is-one-of-the-variants",
        "every-response/dist-follows-the-state",
      ],
      rule: "`POST` finalize returns a `release` with a `dist` object.",
      source: "Finalize release upload",
      covers: ["transition:release-finalize", "member:release-metadata.dist"],
      async run({ given, expect }) {
        const { answer } = await given.sharedRelease();

        const dist = valueAt(answer.body, "release", "dist");
        expect.that(typeof dist === "object" && dist !== null, {
          expected: "an object",
          got: quote(dist),
          member: "/release/dist",
          answer,
        });
      },
    },
    {
      id: "finalize/the-release-is-a-hosted-archive",
      of: "finalize/results-have-a-hosted-distribution",
      rule: "`POST` finalize returns a `release` with `dist.source` `cdn`, because the archive was uploaded.",
      source: "Release metadata, distribution object; What the service does, rule 6",
      covers: ["member:distribution-hosted.source", "rule:service/6"],
      async run({ given, expect }) {
        const { answer } = await given.sharedRelease();

        expect.equal(valueAt(answer.body, "release", "dist", "source"), "cdn", {
          what: "the release's dist.source",
          answer,
        });
      },
    },
    {
      id: "finalize/the-result-has-a-detail-url",
      of: "finalize/results-name-their-upload-and-release",
      owns: ["every-response/finalize-release-results-are-well-formed"],
      rule: "`POST` finalize returns a `detailUrl` that is a URI reference.",
      reading:
        "The text does not say whether `detailUrl` is absolute, or what it leads to. We accept both, resolve a relative reference against the request URL, and take an empty one for none.",
      covers: ["member:finalize-release-result.detailUrl"],
      async run({ given, expect }) {
        const { answer } = await given.sharedRelease();

        const detailUrl = expect.text(answer, "detailUrl");

        expect.valid(detailUrl, wire.uriReference, { what: "detailUrl", answer });
      },
    },
    {
      id: "finalize/the-detail-url-leads-to-the-release",
      of: "finalize/detail-urls-lead-to-what-was-made",
      rule: "`GET` of a `detailUrl` on the registry's own origin succeeds, and release metadata found there has the name and version of this release.",
      reading:
        "The text does not say what `detailUrl` returns. We accept any content, including an HTML page, and do not judge a URL on a different origin.",
      operations: ["finalizeReleaseUpload", "transferBytes"],
      covers: ["member:finalize-release-result.detailUrl", "question:12"],
      async run({ given, registry, expect, eventually, resolve, target, depth }) {
        // of several versions, so that one that is not the first has to be found
        const release =
          depth === "quick"
            ? await given.sharedRelease()
            : (await givenVolumeWithVersions(given)).releases[1];
        const detailUrl = textAt(release.answer.body, "detailUrl") ?? "";
        const url = resolve(detailUrl, release.answer);
        if (detailUrl === "" || url === undefined)
          throw given.nothingToJudge("finalize returns no `detailUrl`, or an empty one");
        if (!haveSameOrigin(url, target.baseUrl))
          throw given.nothingToJudge("`detailUrl` is on another origin");

        const answer = await eventually(() => registry.fetchLocator(url), { since: release });

        expect.success(answer);
        const name = textAt(answer.body, "name");
        const version = textAt(answer.body, "version");
        if (name === undefined || version === undefined) return;
        expect.equal([name, version], [toFullName(release.volume), release.version], {
          what: "the release at detailUrl",
          answer,
        });
      },
    },
  ],
};
