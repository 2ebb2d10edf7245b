import type { Call } from "../call.ts";
import { newIdentifier, newUuid } from "../random.ts";
import { ProblemError } from "../problem-error.ts";
import { allOf, type Change, replaceRule } from "../rules/change.ts";
import type { Intent } from "../store.ts";
import type { Choice, Variation } from "./choice.ts";

function identified(summary: string, make: (call: Call) => string): Variation {
  return { summary, change: replaceRule("publish", "newUploadId", () => make) };
}

/** Makes each id from the number of those before it. */
export function counting(make: (count: number, call: Call) => string): (call: Call) => string {
  const counts = new WeakMap<object, number>();
  return (call) => {
    const count = (counts.get(call.registry) ?? 0) + 1;
    counts.set(call.registry, count);
    return make(count, call);
  };
}

function prefixOf(call: Call): string {
  return call.operation.includes("Trust") ? "tru_" : "rel_";
}

const typedIds: Change = allOf(
  replaceRule(
    "publish",
    "newUploadId",
    () => (call) => `${prefixOf(call)}${newIdentifier(call.registry.random, 18)}`,
  ),
  replaceRule("finalize", "findIntent", (before) => (call) => {
    const id = call.parameters["uploadId"] ?? "";
    if (id.startsWith(prefixOf(call)) && id.length === 28) return before(call);
    throw new ProblemError("validation-failed", "this is not an upload id");
  }),
);

const caseSkips: readonly string[] = [
  "finalize/upload-ids-keep-their-letter-case",
  "trust/upload-ids-keep-their-letter-case",
];

const uuids: Change = allOf(
  replaceRule("publish", "newUploadId", () => (call) => newUuid(call.registry.random)),
  replaceRule("finalize", "findIntent", (before) => (call) => {
    const uploadId = (call.parameters["uploadId"] ?? "").toLowerCase();
    return before({ ...call, parameters: { ...call.parameters, uploadId } });
  }),
);

/** Ids that are free again: those of uploads whose finalize was refused for good. */
const usedAgain: Change = ((): Change => {
  const ended = new WeakMap<object, Intent[]>();
  return allOf(
    replaceRule("finalize", "stateAfter", (before) => (slug, intent, call) => {
      const state = before(slug, intent, call);
      // one that had ended before is asked about again
      const isNew = intent.state !== "failed" && intent.state !== "expired";
      if (state === "failed" && isNew)
        ended.set(call.registry, [...(ended.get(call.registry) ?? []), intent]);
      return state;
    }),
    replaceRule("publish", "newUploadId", (before) => (call) => {
      const free = ended.get(call.registry) ?? [];
      const one = free.find((intent) => isOfSamePlace(intent, call));
      ended.set(
        call.registry,
        free.filter(({ uploadId }) => uploadId !== one?.uploadId),
      );
      return one?.uploadId ?? before(call);
    }),
  );
})();

/** True if the upload is of the volume of a create, or of the release of a trust create. */
function isOfSamePlace(intent: Intent, { name, version, operation }: Call): boolean {
  if (intent.name !== name) return false;
  return operation === "createTrustUpload"
    ? intent.kind === "trust" && intent.version === version
    : intent.kind === "release";
}

/** The ids of uploads. */
export const uploadIdChoice: Choice = {
  name: "upload-id",
  question: "What does an upload id look like?",
  default: "base64url",
  values: {
    counter: {
      ...identified("A number", counting(String)),
      skips: caseSkips,
    },
    slashed: identified(
      "With slashes, percent signs and spaces",
      (call) => `up/100%/of ${newIdentifier(call.registry.random, 9)}`,
    ),
    punctuated: identified(
      "With every character a segment may have",
      (call) => `u:@!$&'()*+,;=~.${newIdentifier(call.registry.random, 9)}`,
    ),
    unicode: identified(
      "With letters beyond ASCII",
      (call) => `höchlädt-上-${newIdentifier(call.registry.random, 9)}`,
    ),
    "used-again": {
      summary: "That of an upload of the volume whose finalize was refused for good, if there is one",
      change: usedAgain,
      // every refused upload may have had its id given to another one
      skips: [
        "audit/refused-trust-finalizes-stay-refused",
        "audit/refused-trust-finalizes-need-a-token-first",
      ],
    },
    // with a long name, longer than any name may be
    long: identified("1,200 characters", (call) => newIdentifier(call.registry.random, 900)),
    uuid: {
      summary: "A UUID, found in any letter case",
      skips: caseSkips,
      change: uuids,
    },
    typed: {
      summary: "With its kind before it; an id in any other shape is validation-failed",
      change: typedIds,
    },
  },
};
