import type { Answer } from "../answer.ts";
import { ProblemError } from "../problem-error.ts";
import { allOf, type Change, replaceRule } from "../rules/change.ts";
import type { Choice } from "./choice.ts";

const creates: ReadonlySet<string> = new Set(["createReleaseUpload", "createTrustUpload"]);

const refusingEmpty: Change = allOf(
  replaceRule("idempotency", "headerKey", (before) => (call) => {
    if (call.request.headers.get("idempotency-key") !== "") return before(call);
    throw new ProblemError("validation-failed", "the idempotency key is empty");
  }),
  replaceRule("idempotency", "bodyKey", (before) => (body, call) => {
    if (body["idempotencyKey"] !== "") return before(body, call);
    throw new ProblemError("validation-failed", "the idempotency key is empty");
  }),
);

/** Takes only some keys; the others are refused. */
function takingKeys(isTaken: (key: string) => boolean, detail: string): Change {
  return replaceRule("idempotency", "keyOf", (before) => (body, call) => {
    for (const key of [call.request.headers.get("idempotency-key"), body["idempotencyKey"]])
      if (typeof key === "string" && !isTaken(key)) throw new ProblemError("validation-failed", detail);
    return before(body, call);
  });
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/iu;

const takingUuids: Change = takingKeys((key) => uuid.test(key), "the idempotency key is not a UUID");

/** Refuses keys that are longer, or that have a control character. */
function takingAtMost(longest: number): Change {
  return takingKeys(
    (key) => key.length <= longest && ![...key].some((character) => character < " "),
    "the idempotency key is too long or has control characters",
  );
}

const forgettingFinished: Change = replaceRule(
  "idempotency",
  "once",
  (before) => async (submission, work) => {
    const { call, key } = submission;
    const isFinished = [...call.registry.store.intents.values()].some(
      (intent) =>
        intent.kind === "release" &&
        intent.name === call.name &&
        intent.idempotencyKey === key &&
        intent.isFinalized,
    );
    const isForgotten = key !== undefined && call.operation === "createReleaseUpload" && isFinished;
    return await (isForgotten ? work() : before(submission, work));
  },
);

/** Idempotency keys. */
export const idempotencyChoices: readonly Choice[] = [
  {
    name: "key-extent",
    question: "In which scope is an idempotency key unique?",
    default: "caller-operation-path",
    values: {
      caller: {
        summary: "All of a caller's requests: on another path the key conflicts",
        change: replaceRule(
          "idempotency",
          "extent",
          () =>
            ({ caller }) =>
              caller.subject,
        ),
      },
      "caller-mismatch": {
        summary: "All of a caller's requests: on another path the key is that of another identity",
        change: replaceRule("idempotency", "once", (before) => {
          const paths = new Map<string, string>();
          return async (submission, work) => {
            const { call, caller, key } = submission;
            if (key === undefined) return await before(submission, work);
            const place = `${caller.subject}\n${key}`;
            const path = paths.get(place) ?? call.url.pathname;
            if (path !== call.url.pathname)
              throw new ProblemError("identity-mismatch", "the idempotency key was used on another path");
            const answer = await before(submission, work);
            paths.set(place, path);
            return answer;
          };
        }),
      },
      path: {
        summary: "One path, for all callers",
        change: replaceRule(
          "idempotency",
          "extent",
          () =>
            ({ call }) =>
              `${call.operation}\n${call.url.pathname}`,
        ),
      },
      registry: {
        summary: "The whole registry",
        change: replaceRule("idempotency", "extent", () => () => "everywhere"),
      },
    },
  },
  {
    name: "replay-status",
    question: "Which status does a repeated create with the same key answer?",
    default: "same",
    values: {
      "200": {
        summary: "200, since nothing is created",
        change: replaceRule("idempotency", "replay", (before) => (answer, call): Answer => {
          const replayed = before(answer, call);
          return creates.has(call.operation) ? { ...replayed, status: 200 } : replayed;
        }),
      },
    },
  },
  {
    name: "replay-header",
    question: "Is a repeated answer marked as repeated?",
    default: "no",
    values: {
      yes: {
        summary: "In Idempotency-Replayed",
        change: replaceRule("idempotency", "replay", (before) => (answer, call): Answer => {
          const replayed = before(answer, call);
          return { ...replayed, headers: { ...replayed.headers, "idempotency-replayed": "true" } };
        }),
      },
    },
  },
  {
    name: "key-lifetime",
    question: "How long is the key of a creation remembered?",
    default: "for-ever",
    values: {
      "until-finalize": { summary: "Until its upload is finalized", change: forgettingFinished },
    },
  },
  {
    name: "odd-key",
    question: "Which idempotency keys are accepted?",
    default: "all",
    values: {
      "255-characters": {
        summary: "Keys of up to 255 characters, without control characters; others are refused",
        change: takingAtMost(255),
      },
      uuid: { summary: "UUIDs only; others are refused", change: takingUuids },
      "36-characters": {
        summary: "Keys of up to 36 characters, as a UUID has; others are refused",
        change: takingAtMost(36),
      },
    },
  },
  {
    name: "empty-key",
    question: "How is an empty idempotency key handled?",
    default: "absent",
    values: { refused: { summary: "validation-failed", change: refusingEmpty } },
  },
];
