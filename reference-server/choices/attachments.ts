import { hash } from "node:crypto";
import type { Call } from "../call.ts";
import { findRelease } from "../lookup.ts";
import { allOf, type Change, replaceRule } from "../rules/change.ts";
import type { Attachment, Release } from "../store.ts";
import type { Choice } from "./choice.ts";

/** Numbers the attachments of each release: 1 for the first one that is shown, and so on. */
function numbering(): (attachment: Attachment, release: Release) => number {
  const numbers = new WeakMap<Attachment, number>();
  const counts = new Map<string, number>();
  return (attachment, { name, version }) => {
    const id = `${name}@${version}`;
    const number = numbers.get(attachment) ?? (counts.get(id) ?? 0) + 1;
    numbers.set(attachment, number);
    counts.set(id, Math.max(number, counts.get(id) ?? 0));
    return number;
  };
}

/** `locator.url` relative to the address of the trust detail, and the artifacts below that address. */
const relativeLocators: Change = (rules) => {
  const numberOf = numbering();
  return allOf(
    replaceRule("render", "attachment", (before) => (attachment, release, call) => {
      const shown = before(attachment, release, call);
      if (shown["locator"] === undefined) return shown;
      return { ...shown, locator: { url: `artifacts/${numberOf(attachment, release)}` } };
    }),
    replaceRule("problems", "unknownPath", (before) => (call) => {
      const path = /\/api\/v1\/volumes\/(.+)\/([^/]+)\/trust\/artifacts\/(\d+)$/.exec(call.url.pathname);
      const [, name = "", version = "", number] = path?.map((part) => decodeURIComponent(part)) ?? [];
      const release = findRelease(name, version, call);
      const found = release?.attachments.find((one) => String(numberOf(one, release)) === number);
      return found === undefined ? before(call) : call.rules.transfer.artifact(found, call);
    }),
  )(rules);
};

/** The number of an attachment of the release of the call. */
function nextNumber(call: Call): string {
  return String((findRelease(call.name, call.version, call)?.revision ?? 0) + 1);
}

/** Numbers all artifacts, since the ids of two releases are the same. */
function numberingAll(): (attachment: Attachment) => string {
  const numbers = new WeakMap<Attachment, string>();
  let count = 0;
  return (attachment) => {
    const number = numbers.get(attachment) ?? String((count += 1));
    numbers.set(attachment, number);
    return number;
  };
}

/** The ids and addresses of attachments. */
export const attachmentChoices: readonly Choice[] = [
  {
    name: "attachment-ids",
    question: "What is an attachment's id made of?",
    default: "random",
    values: {
      content: {
        summary:
          "Its format and the digest of its bytes: equal attachments have one id, also on other releases",
        change: allOf(
          replaceRule("trust", "toAttachment", (before) => (intent, call) => {
            const attachment = before(intent, call);
            const content = JSON.stringify([attachment.digest, attachment.format]);
            return { ...attachment, id: `att_${hash("sha256", content)}` };
          }),
          replaceRule("trust", "add", (before) => (release, attachment, call) => {
            const others = release.attachments.filter(({ id }) => id !== attachment.id);
            return before({ ...release, attachments: others }, attachment, call);
          }),
        ),
      },
      counter: {
        summary: "A number: 1 for the first attachment of each release",
        change: allOf(
          replaceRule("trust", "newAttachmentId", () => nextNumber),
          replaceRule("transfer", "artifactKey", numberingAll),
        ),
      },
    },
  },
  {
    name: "locator-url",
    question: "Which reference does the locator of an attachment have?",
    default: "absolute",
    values: {
      relative: { summary: "One that is relative to the trust detail", change: relativeLocators },
    },
  },
];
