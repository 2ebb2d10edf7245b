import { setTimeout as wait } from "node:timers/promises";
import { ProblemError } from "../../problem-error.ts";
import type { Call, Operation } from "../../call.ts";
import { allOf, type Change, onlyFor, replaceRule } from "../../rules/change.ts";
import { sharingKeys } from "../changes/idempotency.ts";
import { overlapMs, withoutLock } from "../changes/races.ts";
import type { FaultFile } from "../fault.ts";

/** Remembers the key of a rejected create, and answers that error to it from then on. */
const keepingKeysOfErrors: Change = (rules) => {
  const errors = new Map<string, ProblemError>();
  return replaceRule("idempotency", "once", (before) => async (submission, work) => {
    const { call, key } = submission;
    if (key === undefined || call.operation !== "createReleaseUpload") return await before(submission, work);
    const place = `${call.url.pathname} ${key}`;
    const earlier = errors.get(place);
    if (earlier !== undefined) throw earlier;
    try {
      return await before(submission, work);
    } catch (error) {
      if (error instanceof ProblemError) errors.set(place, error);
      throw error;
    }
  })(rules);
};

/** Stores a key only after the work is done, without a lock. */
function storingKeysLate(operation: Operation): Change {
  return onlyFor(
    operation,
    allOf(
      withoutLock,
      replaceRule(
        "idempotency",
        "once",
        (before) => async (submission, work) =>
          await before(submission, async () => {
            await wait(overlapMs);
            return await work();
          }),
      ),
    ),
  );
}

/** Faults in keys that are used again. */
export const reusedKeys: FaultFile = {
  "idempotency/keys-of-refused-creates-never-return-the-refusal": {
    "key-of-a-refused-create-repeats-the-error": {
      leads: "idempotency/repeated-creates-do-not-conflict",
      change: keepingKeysOfErrors,
    },
  },
  "idempotency/concurrent-creates-with-one-key-conflict": {
    "keys-are-stored-after-the-work": {
      summary: "Of two requests with one key at the same time, neither sees the key of the other",
      change: storingKeysLate("createReleaseUpload"),
    },
  },
  "idempotency/concurrent-trust-creates-with-one-key-conflict": {
    "keys-of-trust-creates-are-stored-after-the-work": {
      summary: "Of two trust creates with one key at the same time, neither sees the key of the other",
      change: storingKeysLate("createTrustUpload"),
    },
  },
  "idempotency/keys-never-return-uploads-of-other-volumes": {
    "key-reaches-other-volumes": {
      summary: "A key returns its upload for requests to other volumes",
      change: sharingKeys(["createReleaseUpload"]),
    },
  },
  "idempotency/keys-of-releases-never-return-their-upload-for-trust": {
    "trust-creates-return-the-upload-of-their-release": replaceRule(
      "idempotency",
      "once",
      (before) => async (submission, work) => {
        const { call, key } = submission;
        if (call.operation !== "createTrustUpload" || key === undefined)
          return await before(submission, work);
        const path = call.url.pathname.split("/").slice(0, -3).join("/");
        const url = new URL(path, call.url);
        const create: Call = { ...call, operation: "createReleaseUpload", url };
        const place = `${call.rules.idempotency.extent({ ...submission, call: create })}\n\n${key}`;
        return call.registry.store.replays.get(place)?.answer ?? (await before(submission, work));
      },
    ),
  },
  "idempotency/keys-never-return-uploads-of-namesakes": {
    "keys-ignore-the-scope-of-the-path": replaceRule("idempotency", "once", (before) => {
      const withoutScope = (path: string): string => path.replace(/\/(?:@|%40)[^/]*/, "");
      return async (submission, work) => {
        const { call } = submission;
        if (call.operation !== "createReleaseUpload") return await before(submission, work);
        const url = new URL(call.url);
        url.pathname = withoutScope(url.pathname);
        return await before({ ...submission, call: { ...call, url } }, work);
      };
    }),
  },
};
