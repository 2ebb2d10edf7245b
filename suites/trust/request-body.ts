/** Bodies of trust upload requests that are no JSON, no object, or have members of other types. */
import type { Check } from "../../harness/check.ts";
import { casesAt } from "../cases.ts";
import { attachmentOf, openIntent } from "./attached-release.ts";

const about: Pick<Check, "level" | "operations" | "needs"> = {
  level: "should",
  operations: ["createTrustUpload"],
  needs: ["token:publisher"],
};

export const bodiesAreJson: Check = {
  ...about,
  id: "trust/bodies-are-json",
  level: "must",
  rule: "A trust upload request whose body is labelled as JSON and is none is refused with 400 validation-failed.",
  source: "What the service does, rule 2",
  reading:
    "validation-failed is among the 400s that the grouping names for create endpoints, and no other fits a payload that cannot be read.",
  covers: ["rule:service/2", "slug:validation-failed"],
  async run({ given, registry, expect }) {
    const release = await given.sharedRelease();
    const { requestBody } = await openIntent(given);

    const cut = JSON.stringify(requestBody).slice(0, -1);
    const answer = await registry.createTrustUpload(release, undefined, { rawBody: cut });

    expect.problem(answer, "validation-failed");
  },
};

export const parametersOfTheContentTypeAreAccepted: Check = {
  ...about,
  id: "trust/parameters-of-the-content-type-are-accepted",
  rule: "A trust upload request labelled application/json succeeds whatever the letters' case in the label, and with a charset parameter too.",
  source: "What the service does, rule 2; RFC 9110 section 8.3.1",
  forms: "either",
  from: "standard",
  async run({ given, registry, expect }) {
    const release = await given.sharedRelease();
    const { requestBody } = await openIntent(given);

    const contentType = "Application/JSON; charset=utf-8";
    const answer = await registry.createTrustUpload(release, requestBody, { contentType });

    expect.success(answer);
  },
};

export const bodiesAreObjects: Check = {
  ...about,
  id: "trust/bodies-are-objects",
  rule: "A trust upload request whose body is JSON but no object is refused.",
  source: "Create trust attachment upload intent",
  reading: "Whether such a body is malformed or has no subject to bind to is a matter of taste.",
  forms: "either",
  from: "standard",
  async run({ given, registry, expect }) {
    const release = await given.sharedRelease();
    const { requestBody } = await openIntent(given);

    const answer = await registry.createTrustUpload(release, [requestBody]);

    expect.problem(answer, "validation-failed", "subject-binding-mismatch");
  },
};

export const formatsAreObjectsOfStrings: Check = {
  ...about,
  id: "trust/formats-are-objects-of-strings",
  rule: "A trust upload request whose format is no object, or has a member that is no string, is refused.",
  source: "Create trust attachment upload intent: attachment; Trust attachment upload intent: format object",
  reading: "A format that is malformed may be called invalid or unsupported.",
  covers: ["member:create-trust-request.attachment.format"],
  from: "standard",
  async run(tools) {
    const { given, registry, expect } = tools;
    const release = await given.sharedRelease();
    const { requestBody, format } = await openIntent(given);
    const attachment = attachmentOf(requestBody);

    for (const malformed of casesAt(tools, ["cyclonedx", { ...format, mediaType: 7 }])) {
      const body = { ...requestBody, attachment: { ...attachment, format: malformed } };
      const answer = await registry.createTrustUpload(release, body);

      expect.problem(answer, "validation-failed", "unsupported-media-type");
    }
  },
};
