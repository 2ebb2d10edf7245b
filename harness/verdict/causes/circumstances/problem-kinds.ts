/** Wrong members of problems, whatever was asked for: which problems they are, and which are right. */
import type { Exchange } from "../../../../schemas/report.ts";
import { type Sighting, slugIn } from "../deviation.ts";
import type { Wrong } from "../wrong.ts";
import { minOthers } from "./compared.ts";
import type { RecordedRun } from "./recorded-run.ts";

/** What is wrong with a problem document, and not with what it says. */
const ofDocuments: ReadonlySet<Wrong["kind"]> = new Set(["problem member", "type", "no problem"]);

/** Their responses are judged by few rules. */
const ofNoEndpoint: ReadonlySet<Exchange["operation"]> = new Set(["state", "other", "transferBytes"]);

/** Fewer say nothing of all the others. */
const minThose = 3;

/**
 * `only with 401 authentication-required (181 of 181 wrong responses, none of 540 right ones)`: the one problem, or the one status, of all
 * refusals that show a deviation, where each other refusal of that kind shows it too. Undefined where there is none.
 */
export function tellProblemKind(
  group: readonly Sighting[],
  { exchanges, broken }: Pick<RecordedRun, "exchanges" | "broken">,
): string | undefined {
  if (!group.every(({ deviation }) => ofDocuments.has(deviation.wrong.kind))) return undefined;
  const ids = new Set(group.flatMap((one) => one.exchanges));
  const refusals = exchanges.filter(
    ({ response, request }) => (response?.status ?? 0) >= 400 && request.method !== "HEAD",
  );
  const those = refusals.filter(({ id }) => ids.has(id));
  const others = refusals.filter(({ id, operation }) => !broken.has(id) && !ofNoEndpoint.has(operation));
  if (those.length < minThose) return undefined;
  if (others.length < minOthers) return `in each of ${those.length} problems`;
  const kind = [toKind, toStatus].map((of) => findShared(those, others, of)).find((one) => one !== undefined);
  return kind === undefined
    ? undefined
    : `only with ${kind} (${those.length} of ${those.length} wrong responses, none of ${others.length} right ones)`;
}

/** What all have, and none of the others. */
function findShared(
  those: readonly Exchange[],
  others: readonly Exchange[],
  of: (exchange: Exchange) => string,
): string | undefined {
  const [kind, ...more] = new Set(those.map(of));
  return more.length > 0 || others.some((one) => of(one) === kind) ? undefined : kind;
}

function toStatus({ response }: Exchange): string {
  return `the status ${response?.status ?? 0}`;
}

function toKind(exchange: Exchange): string {
  return `${exchange.response?.status ?? 0} ${slugIn(exchange) ?? ""}`.trim();
}
