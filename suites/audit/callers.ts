/** Every write of a caller without authority is refused, whatever the check that sent it was about. */
import type { CheckFile } from "../../harness/check-file.ts";
import { toVolume } from "../../harness/exchange/volume.ts";
import { isSuccess } from "../../harness/exchange/answer.ts";
import { protectedOperations } from "../responses.ts";
import { expectAll, openBooks, type Opinion, toOpinion } from "./books.ts";
import { ledger } from "./ledger.ts";
import { isKind } from "./timelines.ts";

export const callers: CheckFile = {
  source: "Authentication, rules 1, 6, 7 and 8",
  operations: protectedOperations,
  needs: ["token:publisher"],
  forms: "none",
  checks: [
    {
      id: "audit/writes-without-a-token-are-refused",
      of: "authentication/writes-need-a-token",
      rule: "Every `POST` and `DELETE` of the run without a token, or with an expired, revoked or foreign one, is refused.",
      covers: ["rule:authentication/1", "rule:authentication/7"],
      last: true,
      ledgers: [ledger],
      async run(tools) {
        const unauthorized = openBooks(tools).entries.filter(isKind("unauthorized"));
        const ofNobody = unauthorized.filter(({ by }) => by === "nobody");

        expectAll(tools, ofNobody, judge("a refusal of a request without a usable token"));
      },
    },
    {
      id: "audit/writes-of-outsiders-are-refused",
      of: "authentication/writes-need-authority",
      rule: "Every `POST` and `DELETE` of the run with a valid token for another namespace is refused.",
      reading:
        "The text does not say who has authority over a new unscoped name. We judge volumes that have a release, and the publisher's scope.",
      needs: ["token:publisher", "token:outsider"],
      covers: ["rule:authentication/6", "rule:authentication/8"],
      last: true,
      ledgers: [ledger],
      async run(tools) {
        const { isOwnVolume } = tools.given;
        const { entries } = openBooks(tools);
        const published = entries.filter(isKind("finalized")).filter(({ outcome }) => outcome === "success");

        const ofOutsiders = entries
          .filter(isKind("unauthorized"))
          .filter(({ by, name }) => by === "outsider" && isOwnVolume(name))
          .filter(
            ({ name, startedAtMs }) =>
              toVolume(name).scope !== undefined ||
              published.some((one) => one.name === name && one.endedAtMs <= startedAtMs),
          );

        expectAll(tools, ofOutsiders, judge("a refusal of a request without authority"));
      },
    },
    {
      id: "audit/valid-tokens-are-not-the-problem",
      of: "authentication/publishers-keep-their-authority",
      rule: "No `POST` and no `DELETE` with the publisher's token is refused with 401, if the registry accepts this token before and after it.",
      reading:
        "The text says that a 401 means that the token is the problem. This token opens uploads before and after the request, so that it is not the problem.",
      covers: ["rule:authentication/8"],
      last: true,
      ledgers: [ledger],
      async run(tools) {
        const { entries } = openBooks(tools);
        const accepted = entries
          .filter(isKind("opened", "trust-opened"))
          .filter(({ credential }) => credential === "publisher");
        const refused = entries
          .filter(isKind("refused"))
          .filter(
            ({ slug, startedAtMs, endedAtMs }) =>
              slug === "authentication-required" &&
              accepted.some((one) => one.endedAtMs <= startedAtMs) &&
              accepted.some((one) => one.startedAtMs >= endedAtMs),
          );
        expectAll(tools, [...accepted, ...refused], (entry) =>
          toOpinion(entry.kind !== "refused", () => ({
            expected: "no 401 for a token that is accepted before and after it",
            wanted: { otherStatus: true },
            got: "401 authentication-required",
          })),
        );
      },
    },
  ],
};

function judge(expected: string): (entry: { readonly status: number }) => Opinion {
  return (entry) =>
    toOpinion(!isSuccess(entry), () => ({
      expected,
      wanted: { otherStatus: true },
      got: `status ${entry.status}`,
    }));
}
