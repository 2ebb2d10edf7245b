/** Trust create and finalize requests whose body is not JSON, not an object, or has members of wrong types. */
import type { CheckFile } from "../../harness/check-file.ts";
import { isSuccess } from "../../harness/exchange/answer.ts";
import { casesAt } from "../inputs/cases.ts";
import { inAnotherLayout } from "../inputs/json-layout.ts";
import { describeExtensions, jsonWithoutObject, notJson, tryExtensions } from "../inputs/malformed-json.ts";
import { acceptedExtensions, malformedFinalizes } from "../situations/trust-finalize-bodies.ts";
import { attachmentOf, openIntent } from "../situations/attached-release.ts";
import { trustCreateFor } from "../situations/trust-create.ts";

export const requestBody: CheckFile = {
  source: "What the service does, rule 2",
  operations: ["createTrustUpload"],
  needs: ["token:publisher"],
  from: "standard",
  checks: [
    {
      id: "trust/malformed-json-is-refused",
      of: "publish/bodies-are-json-objects",
      rule: "`POST` trust create with `Content-Type: application/json` and a body that is cut off, empty or no JSON at all answers 400 `validation-failed`.",
      reading:
        "The list of this endpoint does not have `validation-failed`, but Errors, rule 3 groups it under 400 for create endpoints. RFC 8259 section 9 lets a parser accept extensions, so a body that a lenient parser reads is an observation.",
      covers: ["rule:service/2", "slug:validation-failed"],
      from: "quick",
      async run(tools) {
        const { expect } = tools;

        await tools.each(casesAt(tools, [...notJson("{}").keys()]), async (place) => {
          const { body, send } = await trustCreateFor(tools, `malformed JSON ${place}`);
          const rawBody = notJson(JSON.stringify(body))[place] ?? "";
          const answer = await send(undefined, { rawBody });

          expect.problem(answer, "validation-failed");
        });
      },
    },
    {
      id: "trust/malformed-finalize-bodies-are-refused",
      of: "publish/bodies-are-json-objects",
      forms: "one",
      rule: "`POST` trust finalize with `Content-Type: application/json` and a body that is cut off or no JSON at all answers 400 `validation-failed`.",
      reading:
        "The list of this endpoint does not have `validation-failed`, but Errors, rule 3 groups it under 400 for finalize endpoints. RFC 8259 section 9 lets a parser accept extensions, so a body that a lenient parser reads is an observation.",
      operations: ["finalizeTrustUpload"],
      covers: ["rule:service/2", "slug:validation-failed"],
      async run(tools) {
        for (const answer of await malformedFinalizes(tools, "json"))
          tools.expect.problem(answer, "validation-failed");
      },
    },
    {
      id: "trust/finalize-bodies-that-are-not-objects-are-refused",
      of: "publish/bodies-are-utf-8-and-objects",
      forms: "one",
      rule: "`POST` trust finalize with a JSON array or a string as body answers 400 `validation-failed`.",
      source: "Finalize trust attachment upload",
      operations: ["finalizeTrustUpload"],
      async run(tools) {
        for (const answer of await malformedFinalizes(tools, "type"))
          tools.expect.problem(answer, "validation-failed");
      },
    },
    {
      id: "trust/layout-of-json-does-not-matter",
      of: "publish/valid-requests-open-an-upload",
      rule: "`POST` trust create succeeds with any order of members, any white space and any escapes in the JSON body.",
      reading:
        "The text says only that bodies are JSON. We read two texts of the same JSON value as the same request.",
      forms: "either",
      async run(tools) {
        const { expect } = tools;
        const { body, send } = await trustCreateFor(tools, "another layout");

        const rawBody = inAnotherLayout(body);
        const answer = await send(undefined, { rawBody });

        expect.success(answer);
      },
    },
    {
      id: "trust/parameters-of-the-content-type-are-accepted",
      of: "publish/parameters-of-the-media-type-are-accepted",
      rule: "`POST` trust create with `Content-Type: Application/JSON; charset=utf-8` succeeds.",
      source: "What the service does, rule 2; RFC 9110 section 8.3.1",
      forms: "either",
      async run(tools) {
        const { expect } = tools;
        const { body, send } = await trustCreateFor(tools, "parameters of the type");

        const contentType = "Application/JSON; charset=utf-8";
        const answer = await send(body, { contentType });

        expect.success(answer);
      },
    },
    {
      id: "trust/bodies-that-are-not-objects-are-refused",
      of: "publish/bodies-are-json-objects",
      rule: "`POST` trust create with a JSON array or a string as body answers 400 `validation-failed` or 400 `subject-binding-mismatch`.",
      source: "Create trust attachment upload intent",
      reading:
        "The text does not say how a body that is not an object is refused. It is malformed, and it has no subject that binds, so either problem is correct.",
      async run(tools) {
        const { expect } = tools;

        await tools.each(casesAt(tools, [0, 1] as const, 0), async (place) => {
          const { body, send } = await trustCreateFor(tools, `no object ${place}`);
          const rawBody = jsonWithoutObject(JSON.stringify(body))[place];
          const answer = await send(undefined, { rawBody });

          expect.problem(answer, "validation-failed", "subject-binding-mismatch");
        });
      },
    },
    {
      id: "trust/nulls-in-the-body-are-refused",
      of: "publish/members-are-taken-literally",
      rule: "`POST` trust create with `subject`, `attachment`, `declaredDigest` or `declaredSize` set to `null` is refused as invalid: 400 `validation-failed`, 400 `subject-binding-mismatch` or 415 `unsupported-media-type`.",
      source: "Create trust attachment upload intent",
      reading:
        "The text does not say which of these members are required. We read `null` as a value of the wrong type; a registry that treats it as absent gets only a warning.",
      async run(tools) {
        const { expect } = tools;

        await tools.each(
          casesAt(tools, ["subject", "declaredDigest", "attachment", "declaredSize"]),
          async (member) => {
            const { body, send } = await trustCreateFor(tools, `null ${member}`);
            const answer = await send({ ...body, [member]: null });

            expect.problem(answer, "validation-failed", "subject-binding-mismatch", "unsupported-media-type");
          },
        );
      },
    },
    {
      id: "trust/malformed-formats-are-refused",
      of: "publish/members-have-their-types-and-bounds",
      rule: "`POST` trust create with a format that is not an object of strings answers 400 `validation-failed` or 415 `unsupported-media-type`.",
      source:
        "Create trust attachment upload intent: attachment; Trust attachment upload intent: format object",
      reading:
        "The text does not say how a malformed format is refused. It is invalid and it is not supported, so either problem is correct.",
      covers: ["member:create-trust-request.attachment.format"],
      async run(tools) {
        const { given, expect } = tools;
        const { format } = await openIntent(given);

        await tools.each(
          casesAt(tools, ["cyclonedx", { ...format, mediaType: 7 }, null, [format]]),
          async (malformed) => {
            const { body, send } = await trustCreateFor(tools, JSON.stringify(malformed));
            const attachment = { ...attachmentOf(body), format: malformed };
            const answer = await send({ ...body, attachment });

            expect.problem(answer, "validation-failed", "unsupported-media-type");
          },
        );
      },
    },
  ],
  observations: [
    {
      id: "trust/extensions-of-json-in-a-create",
      question: "Which extensions of JSON does `POST` trust create accept in its body?",
      source: "What the service does, rule 2; RFC 8259 section 9",
      forms: "one",
      from: "deep",
      async observe({ given, registry }) {
        const release = await given.sharedRelease();
        const { requestBody } = await openIntent(given);
        return await tryExtensions(JSON.stringify(requestBody), async (rawBody) =>
          isSuccess(await registry.createTrustUpload(release, undefined, { rawBody })),
        );
      },
    },
    {
      id: "trust/extensions-of-json-in-a-finalize",
      question: "Which extensions of JSON does `POST` trust finalize accept in its body?",
      source: "What the service does, rule 2; RFC 8259 section 9",
      operations: ["finalizeTrustUpload"],
      forms: "one",
      async observe(tools) {
        return describeExtensions(await acceptedExtensions(tools));
      },
    },
  ],
};
