import type { Answer } from "../answer.ts";
import type { Operation } from "../call.ts";
import { type Change, replaceRule, withAnswer, withSuccess } from "../rules/change.ts";
import type { Choice, Variation } from "./choice.ts";

function answering(status: number, ...operations: readonly Operation[]): Variation {
  return {
    summary: `Answers ${status}`,
    change: replaceRule(
      "respond",
      "status",
      (before) => (call) => (operations.includes(call.operation) ? status : before(call)),
    ),
  };
}

function unpublishing(status: number, hasBody: boolean): Variation {
  const change: Change = withSuccess("unpublishVersion", (answer) =>
    hasBody ? { ...answer, status } : { status, headers: {} },
  );
  return { summary: `Answers ${status} ${hasBody ? "with" : "without"} a body`, change };
}

function accepting(status: number, text: string | undefined): Variation {
  const answer =
    text === undefined
      ? { status, headers: {} }
      : { status, headers: { "content-type": "application/xml" }, body: new TextEncoder().encode(text) };
  return {
    summary: `Answers a transfer with ${status}${text === undefined ? "" : " and a body that is not JSON"}`,
    change: acceptingWith(answer),
  };
}

function acceptingWith(answer: Answer): Change {
  return replaceRule("transfer", "accepted", (before) => (intent, call) => {
    const accepted = before(intent, call);
    return accepted.status < 300 ? answer : accepted;
  });
}

/** Success codes that the specification does not show. */
export const statusChoices: readonly Choice[] = [
  {
    name: "create-status",
    question: "Which status does creating a release upload intent answer?",
    default: "201",
    values: { "200": answering(200, "createReleaseUpload"), "202": answering(202, "createReleaseUpload") },
  },
  {
    name: "trust-create-status",
    question: "Which status does creating a trust upload intent answer?",
    default: "201",
    values: { "200": answering(200, "createTrustUpload"), "202": answering(202, "createTrustUpload") },
  },
  {
    name: "trust-finalize-status",
    question: "Which status does finalizing a trust upload answer?",
    default: "201",
    values: { "200": answering(200, "finalizeTrustUpload"), "202": answering(202, "finalizeTrustUpload") },
  },
  {
    name: "read-status",
    question: "Which status do search, index, release, advisory and capability reads answer?",
    default: "200",
    values: {
      "203": answering(
        203,
        "searchVolumes",
        "getVersionIndex",
        "getRelease",
        "searchAdvisories",
        "getAdvisory",
        "getCapabilities",
      ),
    },
  },
  {
    name: "unpublish-answer",
    question: "Which status and body does unpublish answer?",
    default: "200-body",
    values: {
      "200-empty": unpublishing(200, false),
      "202-body": unpublishing(202, true),
      "202-empty": unpublishing(202, false),
      "204": unpublishing(204, false),
    },
  },
  {
    name: "transfer-answer",
    question: "What does the opaque upload step answer?",
    default: "200",
    values: {
      "201": accepting(201, undefined),
      "204": accepting(204, undefined),
      "200-xml": accepting(200, "<ok/>"),
      "303": {
        summary: "Answers a transfer with 303, which leads to a page",
        change: acceptingWith({ status: 303, headers: { location: "/uploads/thanks" } }),
      },
    },
  },
  {
    name: "head-requests",
    question: "Are HEAD requests answered?",
    default: "as-get",
    values: {
      refused: {
        summary: "HEAD is 405",
        change: withAnswer("every", (answer, call) =>
          call.request.method === "HEAD" ? call.rules.problems.unknownMethod(["GET"], call) : answer,
        ),
      },
    },
  },
];
