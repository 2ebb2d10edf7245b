import type { CheckFile } from "../../harness/check-file.ts";
import { describeAnswer } from "../../harness/expect/expect.ts";
import { maxTokensLength } from "./unusable-credentials.ts";
import { toFullName, toVolumePath } from "../../harness/exchange/volume.ts";

export const authorizationHeader: CheckFile = {
  source: "Authentication, rule 1",
  operations: ["createReleaseUpload"],
  forms: "either",
  from: "standard",
  checks: [
    {
      id: "authentication/tokens-are-accepted-only-in-the-header",
      of: "authentication/tokens-count-in-the-authorization-header-only",
      forms: "one",
      rule: "`POST` create with a token in the query answers 401 `authentication-required`; with a token in the body, that or 400 `validation-failed`.",
      reading:
        "Every request requires the `Authorization` header, so a token elsewhere does not count. The text does not say whether an unknown body member is rejected first; we accept both.",
      needs: ["token:publisher", "state:token"],
      covers: ["rule:authentication/1", "convention:bearer"],
      async run({ given, registry, expect }) {
        const { volume, archive } = await given.sharedRelease();
        // a new token only for this check, because a query is often logged
        const { value } = await given.token({ grants: ["publish"], resource: toFullName(volume) });
        if (encodeURIComponent(value).length > maxTokensLength)
          throw given.nothingToJudge("the tokens are too long for an address");
        const body = given.createBody(given.version("4.0.0"), archive);
        const about = {
          method: "POST",
          path: `/api/v1/volumes/${toVolumePath(volume)}`,
          operation: "createReleaseUpload",
        } as const;
        const control = await registry.createReleaseUpload(volume, body, {
          authorization: `Bearer ${value}`,
        });
        if (control.status >= 400)
          throw given.blocked(
            `create with a new token for the volume answered ${describeAnswer(control)}`,
            control,
          );

        const inQuery = await registry.request({
          ...about,
          path: `${about.path}?access_token=${encodeURIComponent(value)}`,
          body,
        });
        const inBody = await registry.request({ ...about, body: { ...body, access_token: value } });

        expect.problem(inQuery, "authentication-required");
        expect.problem(inBody, "authentication-required", "validation-failed");
      },
    },
    {
      id: "authentication/scheme-is-case-insensitive",
      covers: ["convention:bearer"],
      level: "should",
      rule: "`POST` create with the scheme `bearer` in lower case succeeds.",
      reading:
        "The text writes `Bearer` and does not mention case. RFC 9110 section 11.1 makes schemes case-insensitive, so we expect lower case to work.",
      needs: ["token:publisher"],
      async run({ given, registry, expect }) {
        const { volume, archive } = await given.sharedRelease();
        const { value } = await given.tokenOf("publisher");

        const answer = await registry.createReleaseUpload(
          volume,
          given.createBody(given.version("5.0.0"), archive),
          {
            authorization: `bearer ${value}`,
          },
        );

        expect.success(answer);
      },
    },
  ],
  observations: [
    {
      id: "authentication/bad-tokens-on-reads",
      question: "What does a read with an unusable token answer?",
      source: "Authentication, rules 2 and 7",
      operations: ["getCapabilities"],
      covers: ["question:4"],
      forms: "none",
      async observe({ registry }) {
        const unknown = await registry.getCapabilities({
          authorization: "Bearer conformance-run-made-this-up",
        });
        const malformed = await registry.getCapabilities({ authorization: "Bearer" });
        return `A read with an unknown token answers ${unknown.status}, and one with an empty token ${malformed.status}`;
      },
    },
  ],
};
