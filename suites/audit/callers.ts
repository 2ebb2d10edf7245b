/** Every write of a caller without authority is refused, whatever the check that sent it was about. */
import type { CheckFile } from "../../harness/check-file.ts";
import { toVolume } from "../../harness/registry/volume.ts";
import { expectAll, openBooks, toOpinion } from "./books.ts";
import { ledger } from "./ledger.ts";
import { isKind } from "./timelines.ts";

export const callers: CheckFile = {
  source: "Authentication, rules 1, 6, 7 and 8",
  operations: [
    "createReleaseUpload",
    "finalizeReleaseUpload",
    "createTrustUpload",
    "finalizeTrustUpload",
    "unpublishVersion",
  ],
  needs: ["token:publisher"],
  forms: "none",
  checks: [
    {
      id: "audit/writes-without-a-token-are-refused",
      rule: "Every `POST` and `DELETE` of the run without a token, or with an expired, revoked or foreign one, is refused.",
      covers: ["rule:authentication/1", "rule:authentication/7"],
      last: true,
      ledgers: [ledger],
      async run(tools) {
        const unauthorized = openBooks(tools).entries.filter(isKind("unauthorized"));

        expectAll(tools, unauthorized, ({ by, status }) =>
          by === "nobody" ? judge(status, "a refusal of a request without a usable token") : "silent",
        );
      },
    },
    {
      id: "audit/writes-of-outsiders-are-refused",
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

        expectAll(tools, entries.filter(isKind("unauthorized")), ({ by, name, status, startedAtMs }) => {
          const isOwned =
            toVolume(name).scope !== undefined ||
            published.some((one) => one.name === name && one.endedAtMs <= startedAtMs);
          if (by !== "outsider" || !isOwnVolume(name) || !isOwned) return "silent";
          return judge(status, "a refusal of a request without authority");
        });
      },
    },
  ],
};

function judge(status: number, expected: string) {
  return toOpinion(status < 200 || status > 299, () => ({ expected, got: `status ${status}` }));
}
