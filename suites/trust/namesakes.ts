/** A scoped volume and the unscoped volume of the same name, with a release of the same version: two releases. */
import type { CheckFile } from "../../harness/check-file.ts";
import { attachedRelease } from "../situations/attached-release.ts";
import { unscopedReleaseOfSameName } from "./isolation.ts";

export const namesakes: CheckFile = {
  source: "Endpoints, conventions: unscoped volumes; Trust upload, subject",
  reading:
    "The text does not say how a scoped and an unscoped volume with the same last part are related. We read them as two volumes.",
  operations: ["createTrustUpload"],
  needs: ["token:publisher"],
  covers: ["convention:unscoped-form"],
  forms: "scoped",
  from: "standard",
  checks: [
    {
      id: "trust/namesakes-do-not-bind",
      of: "trust/subjects-bind-to-the-release",
      rule: "`POST` trust create with the `purl` or the `integrity` of the same version of the unscoped namesake in `subject` answers 400 `subject-binding-mismatch`.",
      async run({ each, given, registry, expect }) {
        const { release: namesake } = await unscopedReleaseOfSameName(given);
        const { release } = await attachedRelease(given);
        const body = given.trustBody(release, given.artifact());

        const subjects = [
          { ...release, purl: namesake.purl },
          { ...release, integrity: namesake.integrity },
        ];
        // a manifest need not have the scope: then both have the same files
        const hasOwnFiles = namesake.integrity !== release.integrity;
        await each(hasOwnFiles ? subjects : subjects.slice(0, 1), async ({ purl, integrity }) => {
          const answer = await registry.createTrustUpload(release, { ...body, subject: { purl, integrity } });

          expect.problem(answer, "subject-binding-mismatch");
        });
      },
    },
  ],
};
