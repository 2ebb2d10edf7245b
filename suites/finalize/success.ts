/** The result of a successful finalize, and the release that it publishes. */
import type { CheckFile } from "../../harness/check-file.ts";
import { mayRefuseManifest } from "../../harness/given/releases.ts";
import { isSuccess, valueAt } from "../../harness/exchange/answer.ts";
import { firstPublication } from "../situations/release-uploads.ts";
import { readPublishedOnce } from "../situations/release-metadata.ts";
import { toFullName, toPurl } from "../../harness/exchange/volume.ts";

export const success: CheckFile = {
  source: "Finalize release upload",
  operations: ["finalizeReleaseUpload"],
  needs: ["token:publisher"],
  checks: [
    {
      id: "finalize/uploaded-archives-are-published",
      of: "finalize/valid-uploads-are-published",
      rule: "`POST` finalize succeeds if the upload has not expired, its bytes have arrived and its archive is valid.",
      source: "States and transitions; Finalize release upload",
      reading:
        "The text does not say when transferred bytes become available to finalize. We repeat a finalize that answers `missing-uploaded-bytes` until `settleMs`.",
      covers: ["operation:finalizeReleaseUpload", "transition:release-finalize"],
      async run({ given, expect, target }) {
        const { created, transfer, finalized: answer } = await firstPublication(given);
        if (answer === undefined) {
          const last = transfer ?? created;
          throw given.blocked(
            `${transfer === undefined ? "create" : "the upload transfer"} answered ${last.status}`,
            last,
          );
        }

        // if the registry rejects our built-in manifest, the shared release reports the missing key
        if (target.archive.isBuiltIn && mayRefuseManifest(answer)) await given.sharedRelease();
        expect.success(answer);
      },
    },
    {
      id: "finalize/success-is-created",
      of: "finalize/valid-uploads-are-published",
      owns: ["every-response/successes-have-their-stated-status"],
      rule: "A successful `POST` finalize answers exactly 201.",
      reading:
        "Most endpoints do not state a success status, but finalize states 201. We accept no other status here.",
      async run({ given, expect }) {
        const { answer } = await given.sharedRelease();

        expect.success(answer, 201);
      },
    },
    {
      id: "finalize/the-upload-id-is-repeated",
      of: "finalize/results-name-their-upload-and-release",
      owns: ["every-response/results-name-the-upload-of-their-path"],
      rule: "`POST` finalize returns the `uploadId` of the request path.",
      covers: ["member:finalize-release-result.uploadId"],
      async run({ given, expect }) {
        const { intent, answer } = await given.sharedRelease();

        expect.equal(valueAt(answer.body, "uploadId"), intent.uploadId, {
          what: "the result's uploadId",
          answer,
        });
      },
    },
    {
      id: "finalize/the-release-has-the-identity-of-its-path",
      of: "finalize/results-name-their-upload-and-release",
      owns: ["every-response/documents-name-the-release-of-their-path"],
      rule: "`POST` finalize returns a `release` with the `name` of the path, the `version` of the create request and the matching `purl`.",
      covers: [
        "member:finalize-release-result.release",
        "member:release-metadata.name",
        "member:release-metadata.version",
      ],
      async run({ given, expect }) {
        const release = await given.sharedRelease();
        const { answer, volume, version } = release;

        expect.equal(valueAt(answer.body, "release", "name"), toFullName(volume), {
          what: "the release's name",
          answer,
        });
        expect.equal(valueAt(answer.body, "release", "version"), version, {
          what: "the release's version",
          answer,
        });
        expect.equal(valueAt(answer.body, "release", "purl"), toPurl(release), {
          what: "the release's purl",
          answer,
        });
      },
    },
    {
      id: "finalize/the-release-is-available",
      of: "release-metadata/finalized-releases-are-available",
      owns: ["every-response/finalize-release-results-are-well-formed"],
      rule: "`POST` finalize returns a `release` with `status.state` `available`.",
      covers: ["transition:release-finalize", "member:version-status.state"],
      async run({ given, expect }) {
        const { answer } = await given.sharedRelease();

        expect.equal(valueAt(answer.body, "release", "status", "state"), "available", {
          what: "the release's state",
          answer,
        });
      },
    },
    {
      id: "finalize/published-releases-can-be-read",
      of: "release-metadata/finalized-releases-are-available",
      rule: "After `POST` finalize, `GET` metadata succeeds with `status.state` `available` within `settleMs`.",
      source: "States and transitions; Fetch release metadata",
      reading:
        "The text does not say how soon a release is visible. Until `settleMs` we accept 404 `not-found` and 409 `inconsistent-registry-state`.",
      operations: ["finalizeReleaseUpload", "getRelease"],
      covers: ["transition:release-finalize"],
      async run({ given, expect }) {
        const { answer } = await readPublishedOnce(given);

        expect.that(isSuccess(answer), {
          expected: "the metadata of the release",
          wanted: { answer: "success" },
          got: `status ${answer.status}`,
          answer,
        });
        expect.equal(valueAt(answer.body, "status", "state"), "available", {
          what: "the release's state",
          answer,
        });
      },
    },
  ],
};
