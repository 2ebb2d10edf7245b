/** Every trust detail shows the attachments of the run in a state that they can have. */
import type { CheckFile } from "../../harness/check-file.ts";
import { isSameJson } from "../../harness/expect/expect.ts";
import { quote } from "../../harness/expect/quote.ts";
import { listAt, textAt, valueAt } from "../../harness/exchange/answer.ts";
import { type Attached, lastBegun } from "./attached.ts";
import { toOpinion } from "./books.ts";
import { type NotedRead, ofReads } from "./trust-reads.ts";

function formatOf({ opened }: Attached): unknown {
  return valueAt(opened?.sent, "attachment", "format");
}

/** A state that a trust detail shows, and where. */
interface ShownState {
  readonly state: string;
  readonly member: string;
}

/** The state that a trust detail shows of an attachment. */
function stateIn({ body }: NotedRead, { finalized }: Attached): ShownState | undefined {
  const id = textAt(finalized.answered, "attachmentId");
  const items = listAt(body, "attachments");
  const place = items.findIndex((one) => id !== undefined && textAt(one, "id") === id);
  const state = textAt(items[place], "status", "state");
  return state === undefined ? undefined : { state, member: `/attachments/${place}/status/state` };
}

export const attachmentStates: CheckFile = {
  source: "Trust detail; States and transitions: finalize trust upload succeeds",
  operations: ["getTrustDetail"],
  needs: ["token:publisher"],
  forms: "none",
  checks: [
    ofReads(
      "detail",
      {
        id: "audit/last-attachments-are-active",
        of: "trust/attachments-are-listed-as-uploaded",
        rule: "Where `GET` trust detail shows `status.state` of the attachment that was finalized last for its release, it is `active`.",
        reading:
          "The text does not say whether the state is required, or how it changes later. Nothing of this run changes the state of a last attachment.",
      },
      (_, read, attached) => {
        const last = lastBegun(attached, read);
        const shown = last === undefined ? undefined : stateIn(read, last);
        if (shown === undefined) return "silent";
        return toOpinion(shown.state === "active", () => ({
          expected: `the state "active" of ${quote(textAt(last?.finalized.answered, "attachmentId"))}`,
          got: quote(shown.state),
          member: shown.member,
        }));
      },
    ),
    ofReads(
      "detail",
      {
        id: "audit/attachments-stay-active",
        of: "trust/attachments-keep-format-and-state",
        rule: "Where `GET` trust detail shows the states of attachments that this run finalized, the newest one of each format is `active`. Older ones are too, if most of them are.",
        reading:
          "The text does not say how the state changes later. We accept a registry that gives an attachment another state when a newer one of its format is finalized.",
      },
      (_, read, attached) => {
        const found = attached.flatMap((one, place) => {
          const shown = stateIn(read, one);
          const isOld = attached.slice(place + 1).some((newer) => isSameJson(formatOf(newer), formatOf(one)));
          return shown === undefined ? [] : [{ ...shown, isOld }];
        });
        const old = found.filter(({ isOld }) => isOld);
        const areOldActive = old.filter(({ state }) => state === "active").length > old.length / 2;
        const judged = found.filter(({ isOld }) => !isOld || areOldActive);
        const other = judged.find(({ state }) => state !== "active");
        if (judged.length === 0) return "silent";
        return toOpinion(other === undefined, () => ({
          expected: 'the state "active" of each attachment',
          got: quote(other?.state),
          member: other?.member ?? "/attachments",
        }));
      },
    ),
  ],
};
