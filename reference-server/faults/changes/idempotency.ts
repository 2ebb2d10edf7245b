/** Changes of how repeated requests are recognized and answered. */
import type { Answer } from "../../answer.ts";
import type { Call, Operation, Submission } from "../../call.ts";
import { isJsonObject, toCanonicalJson } from "../../json.ts";
import { saveIntent } from "../../lookup.ts";
import { type Change, isOneOf, onlyWhen, type Operations, replaceRule } from "../../rules/change.ts";

/** True for a request with an idempotency key in its header. */
export function hasKeyHeader({ request }: Call): boolean {
  return request.headers.has("idempotency-key");
}

/** Applies `change` to the requests with an idempotency key in their header. */
export function onlyWithKey(change: Change): Change {
  return onlyWhen(hasKeyHeader, change);
}

/** Where the answer to a request with this key is remembered. */
function toPlace(submission: Submission): string {
  const { idempotency } = submission.call.rules;
  return `${idempotency.extent(submission)}\n\n${idempotency.normalizeKey(submission.key ?? "", submission)}`;
}

/** Answers a repeated request with `repeat` and not with the first answer; `undefined` leaves it to the rule. */
export function repeating(
  operations: Operations,
  repeat: (submission: Submission, work: () => Promise<Answer>) => Promise<Answer> | undefined,
): Change {
  return replaceRule("idempotency", "once", (before) => async (submission, work) => {
    const { call, key } = submission;
    const earlier = call.registry.store.replays.get(toPlace(submission));
    const isRepeated =
      key !== undefined && earlier?.fingerprint === call.rules.idempotency.fingerprint(submission);
    const answer = isRepeated && isOneOf(operations, call) ? repeat(submission, work) : undefined;
    return await (answer ?? before(submission, work));
  });
}

/** Gives instructions that lead nowhere in the answer to a repeated create. */
export function staleUrlInRepeats(operation: Operation): Change {
  return replaceRule("idempotency", "replay", (before) => (answer, call) => {
    const replayed = before(answer, call);
    const { body } = replayed;
    if (!isOneOf(operation, call) || !isJsonObject(body)) return replayed;
    const { upload } = body;
    return isJsonObject(upload)
      ? { ...replayed, body: { ...body, upload: { ...upload, url: "/transfers/stale" } } }
      : replayed;
  });
}

/** Forgets the bytes of an upload when its create is repeated. */
export function droppingBytesInRepeats(operation: Operation): Change {
  return repeating(operation, ({ call, key }) => {
    for (const intent of call.registry.store.intents.values())
      if (intent.name === call.name && intent.idempotencyKey === key)
        saveIntent({ ...intent, bytes: undefined, state: "pending-upload" }, call);
    return undefined;
  });
}

/** Lets a key belong to the last request that had it, also if that request had a conflict. */
export function keepingLastRequest(operations: Operations): Change {
  return replaceRule("idempotency", "once", (before) => async (submission, work) => {
    const { call } = submission;
    const place = toPlace(submission);
    const earlier = call.registry.store.replays.get(place);
    try {
      return await before(submission, work);
    } finally {
      if (earlier !== undefined && isOneOf(operations, call))
        call.registry.store.replays.set(place, {
          ...earlier,
          fingerprint: call.rules.idempotency.fingerprint(submission),
        });
    }
  });
}

/** Answers 409 to every repeated request. */
export function conflicting(operations: Operations): Change {
  return repeating(operations, ({ call }) =>
    Promise.reject(call.rules.idempotency.conflict("the key was used", call)),
  );
}

/** Remembers no answers, so that every request is a new one. */
export function forgetting(operations: Operations): Change {
  return replaceRule(
    "idempotency",
    "isRemembered",
    (before) => (answer, call) => !isOneOf(operations, call) && before(answer, call),
  );
}

/** Ignores `members` of the body when two requests are compared. */
export function ignoringMembers(operations: Operations, ...members: readonly string[]): Change {
  return replaceRule("idempotency", "fingerprint", (before) => (submission) => {
    const kept = Object.entries(submission.body).filter(([name]) => !members.includes(name));
    return before(
      isOneOf(operations, submission.call) ? { ...submission, body: Object.fromEntries(kept) } : submission,
    );
  });
}

/** Treats "the key is in the body" as a parameter of the request. */
export function comparingKeyPlace(operation: Operation): Change {
  return replaceRule("idempotency", "fingerprint", (before) => (submission) => {
    const isMeant = isOneOf(operation, submission.call);
    return `${before(submission)}${isMeant ? String(Object.hasOwn(submission.body, "idempotencyKey")) : ""}`;
  });
}

/** Gives a key one meaning in all requests of an operation about one volume. */
export function keepingKeysOfVolumes(operations: Operations): Change {
  return replaceRule("idempotency", "extent", (before) => (submission) => {
    const { call, caller } = submission;
    return isOneOf(operations, call)
      ? [caller.subject, call.operation, call.name].join("\n")
      : before(submission);
  });
}

/** Gives a key one meaning in all of `operations`, whatever their path. */
export function sharingKeys(
  operations: Operations,
  fingerprint: (submission: Submission) => string = bodyFingerprint,
): Change {
  return (rules) => ({
    ...rules,
    idempotency: {
      ...rules.idempotency,
      extent: (submission) =>
        isOneOf(operations, submission.call)
          ? `shared\n${submission.caller.subject}`
          : rules.idempotency.extent(submission),
      fingerprint: (submission) =>
        isOneOf(operations, submission.call)
          ? fingerprint(submission)
          : rules.idempotency.fingerprint(submission),
    },
  });
}

function bodyFingerprint({ body }: Submission): string {
  const { idempotencyKey: _key, subject: _subject, ...parameters } = body;
  return toCanonicalJson(parameters);
}

/** Compares keys as `normalize` returns them. */
export function normalizing(normalize: (key: string) => string): Change {
  return replaceRule("idempotency", "normalizeKey", () => normalize);
}

/** The same for some operations. */
export function normalizingFor(operations: Operations, normalize: (key: string) => string): Change {
  return replaceRule(
    "idempotency",
    "normalizeKey",
    (before) => (key, submission) =>
      isOneOf(operations, submission.call) ? normalize(key) : before(key, submission),
  );
}
