/** What the specification leaves open about creating an upload. */
import type { CheckFile } from "../../harness/check-file.ts";
import { describeAnswer } from "../../harness/expect/expect.ts";
import { isSuccess, momentAt, sentAt, textAt, valueAt } from "../../harness/exchange/answer.ts";
import { createWithContentType } from "./bodies.ts";
import { controlIntent, createWith } from "../situations/release-uploads.ts";

function formatDuration(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (minutes < 120) return `${minutes} minutes`;
  return minutes < 2880 ? `${Math.round(minutes / 60)} hours` : `${Math.round(minutes / 1440)} days`;
}

/** Lists in each other: many parsers stop at 64 or 128 of them. */
function deepList(levels: number): unknown {
  let list: unknown = [];
  for (let level = 1; level < levels; level++) list = [list];
  return list;
}

export const observations: CheckFile = {
  source: "Gaps in endpoint coverage; Create release upload intent",
  operations: ["createReleaseUpload"],
  needs: ["token:publisher"],
  forms: "either",
  from: "standard",
  observations: [
    {
      id: "publish/required-members-of-a-create-body",
      from: "deep",
      question: "Which members does a `POST` create body require?",
      covers: ["gap:endpoints/4", "question:11"],
      async observe(tools) {
        const outcomes: string[] = [];
        for (const member of ["version", "mediaType", "declaredDigest", "declaredSize"]) {
          const answer = await createWith(tools, { [member]: undefined });
          outcomes.push(`without ${member}: ${isSuccess(answer) ? "success" : describeAnswer(answer)}`);
        }
        return `Create ${outcomes.join(", ")}`;
      },
    },
    {
      id: "publish/unknown-members-of-a-create-body",
      question: "How are unknown members of a `POST` create body handled?",
      async observe(tools) {
        const answer = await createWith(tools, {
          "x-unknown": { nested: [1, "two", null], deep: deepList(200) },
          // names that an object of some languages has already
          constructor: { prototype: "text" },
          ["__proto__"]: { version: "9.9.9" },
        });
        return isSuccess(answer)
          ? "The registry ignores them"
          : `The registry answers ${describeAnswer(answer)}`;
      },
    },
    {
      id: "publish/unauthorized-callers-and-unused-names",
      question:
        "May a user without authority over the namespace create an upload under an unused, unscoped name?",
      source: "Authentication, rules 4 and 6",
      needs: ["token:publisher", "token:outsider"],
      forms: "unscoped",
      covers: ["question:3"],
      async observe({ given, registry }) {
        const volume = given.volume();
        const archive = await given.archive({ volume, version: "1.0.0" });
        const body = given.createBody("1.0.0", archive);

        const answer = await registry.createReleaseUpload(volume, body, { as: "outsider" });

        return isSuccess(answer)
          ? "Yes: the name belongs to nobody yet"
          : `No: the registry answers ${describeAnswer(answer)}`;
      },
    },
    {
      id: "publish/status-of-a-create",
      question:
        "Which status does a successful `POST` create answer, and which members does its intent have?",
      covers: ["gap:endpoints/4", "question:11", "member:upload-instruction.instructionType"],
      from: "quick",
      async observe({ given }) {
        const { answer } = await controlIntent(given);
        const members =
          typeof answer.body === "object" && answer.body !== null ? Object.keys(answer.body) : [];
        const upload = valueAt(answer.body, "upload");
        const instructions = typeof upload === "object" && upload !== null ? Object.keys(upload) : [];
        return `Create answers ${answer.status} with ${members.join(", ")}; its upload has ${instructions.join(", ")}`;
      },
    },
    {
      id: "publish/state-of-a-fresh-intent",
      question: "Which `state` does a fresh intent have, and after how long does it expire?",
      source: "States and transitions; Limits, gaps",
      covers: ["gap:limits/3", "gap:transitions/1", "question:17"],
      from: "quick",
      async observe({ given }) {
        const { answer } = await controlIntent(given);
        const expiresAt = momentAt(answer.body, "expiresAt");
        const sent = sentAt(answer);
        const lifetime =
          expiresAt === undefined || sent === undefined
            ? "after an unknown time"
            : `after about ${formatDuration((expiresAt - sent) / 1000)}`;
        const state = textAt(answer.body, "state");
        return `A fresh intent has ${state === undefined ? "no state" : `state ${state}`} and expires ${lifetime}`;
      },
    },
    {
      id: "publish/upload-url-form",
      question: "Is `upload.url` absolute, and which `upload.method` sends the bytes?",
      source: "Release upload intent, upload",
      covers: ["question:12"],
      from: "quick",
      async observe({ given }) {
        const { answer, upload } = await controlIntent(given);
        const isAbsolute = /^[a-z][a-z0-9+.-]*:/i.test(upload.url);
        const method = textAt(answer.body, "upload", "method");
        return `upload.url is ${isAbsolute ? "absolute" : "relative"}, and upload.method is ${method ?? "absent"}`;
      },
    },
    {
      id: "publish/reservation-of-a-version",
      question: "Does an open intent reserve its version, so that a second `POST` create for it is rejected?",
      source: "Create release upload intent",
      covers: ["question:15"],
      async observe({ given, registry }) {
        const { volume, requestBody } = await controlIntent(given);
        const answer = await registry.createReleaseUpload(volume, { ...requestBody });
        return isSuccess(answer)
          ? "No: a second create for the same version succeeds"
          : `A second create for the same version answers ${describeAnswer(answer)}`;
      },
    },
    {
      id: "publish/content-type-of-a-create-body",
      question: "Does `POST` create require `Content-Type: application/json`?",
      async observe({ given }) {
        const answer = await createWithContentType(given, "text/plain");
        return isSuccess(answer)
          ? "No: text/plain succeeds too"
          : `Yes: text/plain answers ${describeAnswer(answer)}`;
      },
    },
  ],
};
