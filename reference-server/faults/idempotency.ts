import type { Answer } from "../answer.ts";
import type { Operation, Submission } from "../call.ts";
import { toCanonicalJson, textMember } from "../json.ts";
import { findRelease } from "../lookup.ts";
import { type ProblemSlug, Refusal } from "../refusal.ts";
import { type Change, isOneOf, onlyWhen, type Operations, replaceRule, withBody } from "../rules/change.ts";
import type { Fault } from "./fault.ts";

/** The one word for each of the four operations in the names of faults and in ids. */
const words: Readonly<Record<string, string>> = {
  createReleaseUpload: "create",
  finalizeReleaseUpload: "finalize",
  createTrustUpload: "trust-create",
  finalizeTrustUpload: "trust-finalize",
};

/** Answers a repeated request in another way than with the first answer. */
function repeating(
  operations: Operations,
  repeat: (submission: Submission, work: () => Promise<Answer>) => Promise<Answer> | undefined,
): Change {
  return replaceRule("idempotency", "once", (before) => async (submission, work) => {
    const { call, key } = submission;
    const { idempotency } = call.rules;
    const place = `${idempotency.extent(submission)}\n\n${idempotency.normalizeKey(key ?? "", submission)}`;
    const earlier = call.registry.store.replays.get(place);
    const isRepeated = key !== undefined && earlier?.fingerprint === idempotency.fingerprint(submission);
    const other = isRepeated && isOneOf(operations, call) ? repeat(submission, work) : undefined;
    return await (other ?? before(submission, work));
  });
}

function conflicting(operations: Operations): Change {
  return repeating(operations, ({ call }) =>
    Promise.reject(call.rules.idempotency.conflict("the key was used", call)),
  );
}

/** Refuses the repetition of a creation whose upload was finalized. */
function refusingFinished(slug: ProblemSlug): Change {
  return repeating("createReleaseUpload", ({ call, key }) => {
    const isFinished = [...call.registry.store.intents.values()].some(
      (intent) => intent.name === call.name && intent.idempotencyKey === key && intent.isFinalized,
    );
    return isFinished ? Promise.reject(new Refusal(slug, "the upload was finalized")) : undefined;
  });
}

/** Reads and forgets: every request is a new one. */
function forgetting(operations: Operations): Change {
  return replaceRule(
    "idempotency",
    "isRemembered",
    (before) => (answer, call) => !isOneOf(operations, call) && before(answer, call),
  );
}

/** Tells requests apart by less than all of their parameters. */
function overlooking(operations: Operations, ...members: readonly string[]): Change {
  return replaceRule("idempotency", "fingerprint", (before) => (submission) => {
    const kept = Object.entries(submission.body).filter(([name]) => !members.includes(name));
    return before(
      isOneOf(operations, submission.call) ? { ...submission, body: Object.fromEntries(kept) } : submission,
    );
  });
}

/** Compares the key in the header with the one in the body in a laxer way. */
function pairing(operations: Operations, isSame: (headerKey: string, bodyKey: string) => boolean): Change {
  return replaceRule(
    "idempotency",
    "isSameKey",
    (before) => (headerKey, bodyKey, call) =>
      before(headerKey, bodyKey, call) || (isOneOf(operations, call) && isSame(headerKey, bodyKey)),
  );
}

function normalizing(normalize: (key: string) => string): Change {
  return replaceRule("idempotency", "normalizeKey", () => normalize);
}

/** Gives a key one meaning in all of the operations, whatever the request is about. */
function confusing(
  operations: readonly Operation[],
  fingerprint: (submission: Submission) => string,
): Change {
  return (rules) => ({
    ...rules,
    idempotency: {
      ...rules.idempotency,
      extent: (submission) =>
        operations.includes(submission.call.operation)
          ? `confused\n${submission.caller.subject}`
          : rules.idempotency.extent(submission),
      fingerprint: (submission) =>
        operations.includes(submission.call.operation)
          ? fingerprint(submission)
          : rules.idempotency.fingerprint(submission),
    },
  });
}

const bodyOnly = ({ body }: Submission): string => {
  const { idempotencyKey: _key, subject: _subject, ...parameters } = body;
  return toCanonicalJson(parameters);
};

const ignoringBodyKey = (operations: Operations): Change =>
  replaceRule(
    "idempotency",
    "bodyKey",
    (before) => (body, call) => (isOneOf(operations, call) ? undefined : before(body, call)),
  );

const ignoringHeaderKey = (operations: Operations): Change =>
  replaceRule(
    "idempotency",
    "headerKey",
    (before) => (call) => (isOneOf(operations, call) ? undefined : before(call)),
  );

const repeatedConflicts: readonly Fault[] = [
  ["createReleaseUpload", "repeated-creates-do-not-conflict"],
  ["finalizeReleaseUpload", "repeated-finalizes-do-not-conflict"],
  ["createTrustUpload", "repeated-trust-creates-do-not-conflict"],
  ["finalizeTrustUpload", "repeated-trust-finalizes-do-not-conflict"],
].map(([operation = "", id = ""]) => ({
  name: `repeated-${words[operation] ?? ""}-conflicts`,
  breaks: `idempotency/${id}`,
  summary: "Repeating a request with its key is a conflict",
  change: conflicting(operation as Operation),
}));

const pairs: readonly Fault[] = [
  ["createReleaseUpload", "unequal-keys-of-a-create-conflict"],
  ["createTrustUpload", "unequal-keys-of-a-trust-create-conflict"],
  ["finalizeTrustUpload", "unequal-keys-of-a-trust-finalize-conflict"],
].flatMap(([operation = "", id = ""]) => {
  const about = { breaks: `idempotency/${id}` };
  const word = words[operation] ?? "";
  return [
    {
      ...about,
      name: `${word}-prefers-header-key`,
      summary: "Of two keys the one in the header counts",
      change: pairing(operation as Operation, () => true),
    },
    {
      ...about,
      name: `${word}-pairs-keys-without-case`,
      summary: "The two keys may differ in case",
      change: pairing(operation as Operation, (one, other) => one.toLowerCase() === other.toLowerCase()),
    },
    {
      ...about,
      name: `${word}-pairs-keys-by-beginning`,
      summary: "The key in the body may begin with the one in the header",
      change: pairing(operation as Operation, (one, other) => other.startsWith(one)),
    },
  ];
});

/** Broken idempotency keys. */
export const idempotencyFaults: readonly Fault[] = [
  ...repeatedConflicts,
  ...pairs,
  {
    name: "create-pairs-keys-by-end",
    breaks: "idempotency/unequal-keys-of-a-create-conflict",
    summary: "The key in the body may be the end of the one in the header",
    change: pairing("createReleaseUpload", (one, other) => one.endsWith(other)),
  },
  {
    name: "create-pairs-trimmed-keys",
    breaks: "idempotency/unequal-keys-of-a-create-conflict",
    summary: "Spaces at the ends of the two keys do not count",
    change: pairing("createReleaseUpload", (one, other) => one.trim() === other.trim()),
  },
  {
    name: "create-pairs-keys-by-shorter",
    breaks: "idempotency/unequal-keys-of-a-create-conflict",
    summary: "The key in the header may begin with the one in the body",
    change: pairing("createReleaseUpload", (one, other) => one.startsWith(other)),
  },
  {
    name: "create-key-place-counts",
    breaks: "idempotency/repeated-creates-do-not-conflict",
    summary: "Whether the key is in the header or in the body is a parameter of the request",
    change: replaceRule("idempotency", "fingerprint", (before) => (submission) => {
      const isCreate = submission.call.operation === "createReleaseUpload";
      return `${before(submission)}${isCreate ? String(Object.hasOwn(submission.body, "idempotencyKey")) : ""}`;
    }),
  },
  {
    name: "trust-create-key-place-counts",
    breaks: "idempotency/repeated-trust-creates-do-not-conflict",
    summary: "Whether the key is in the header or in the body is a parameter of the request",
    change: replaceRule("idempotency", "fingerprint", (before) => (submission) => {
      const isCreate = submission.call.operation === "createTrustUpload";
      return `${before(submission)}${isCreate ? String(Object.hasOwn(submission.body, "idempotencyKey")) : ""}`;
    }),
  },
  {
    name: "create-forgets-keys",
    breaks: "idempotency/repeated-creates-name-the-same-upload",
    summary: "A repeated creation makes another upload",
    change: repeating("createReleaseUpload", (_submission, work) => work()),
  },
  {
    name: "create-ignores-body-key",
    breaks: "idempotency/repeated-creates-name-the-same-upload",
    summary: "The key in the body is ignored",
    change: ignoringBodyKey("createReleaseUpload"),
  },
  {
    name: "create-ignores-header-key",
    breaks: "idempotency/repeated-creates-name-the-same-upload",
    summary: "The key in the header is ignored",
    change: ignoringHeaderKey("createReleaseUpload"),
  },
  {
    name: "create-compares-bytes",
    breaks: "idempotency/order-of-members-is-no-conflict",
    summary: "Two bodies are the same only byte for byte",
    change: replaceRule("idempotency", "fingerprint", () => ({ call, body }) => {
      const { idempotencyKey: _key, ...parameters } = body;
      return [call.operation, call.url.pathname, JSON.stringify(parameters)].join("\n");
    }),
  },
  {
    name: "create-overlooks-version",
    breaks: "idempotency/keys-of-creates-conflict-with-another-version",
    summary: "A key may come back with another version",
    change: overlooking("createReleaseUpload", "version"),
  },
  {
    name: "create-overlooks-prerelease",
    breaks: "idempotency/keys-of-creates-conflict-with-another-version",
    summary: "A key may come back with a prerelease of the version",
    change: replaceRule("idempotency", "fingerprint", (before) => (submission) => {
      const version = textMember(submission.body, "version").replace(/-.*$/, "");
      return before({ ...submission, body: { ...submission.body, version } });
    }),
  },
  {
    name: "create-overlooks-version-in-body",
    breaks: "idempotency/keys-of-creates-conflict-with-another-version",
    summary: "A key in the body may come back with another version",
    change: ignoringBodyKey("createReleaseUpload"),
  },
  {
    name: "create-overlooks-digest",
    breaks: "idempotency/keys-of-creates-conflict-with-another-digest",
    summary: "A key may come back with another digest",
    change: overlooking("createReleaseUpload", "declaredDigest"),
  },
  {
    name: "create-overlooks-size",
    breaks: "idempotency/keys-of-creates-conflict-with-another-size",
    summary: "A key may come back with another size",
    change: overlooking("createReleaseUpload", "declaredSize"),
  },
  {
    name: "create-ignores-keys-that-are-no-strings",
    breaks: "idempotency/keys-that-are-no-strings-are-refused",
    summary: "An idempotencyKey that is no string counts as none",
    change: replaceRule(
      "idempotency",
      "bodyKey",
      (before) => (body, call) =>
        typeof body["idempotencyKey"] === "string" ? before(body, call) : undefined,
    ),
  },
  {
    name: "create-forgets-body-keys",
    breaks: "idempotency/keys-in-the-body-are-remembered",
    summary: "Only keys in the header are remembered",
    change: replaceRule(
      "idempotency",
      "isRemembered",
      (before) => (answer, call) => before(answer, call) && call.request.headers.has("idempotency-key"),
    ),
  },
  {
    name: "intent-echoes-lower-case-key",
    breaks: "publish/intents-repeat-the-idempotency-key",
    summary: "An intent shows its key in lower case",
    change: withBody("createReleaseUpload", (body) => ({
      ...body,
      idempotencyKey: textMember(body, "idempotencyKey").toLowerCase(),
    })),
  },
  {
    name: "trust-intent-echoes-other-key",
    breaks: "idempotency/trust-intents-echo-their-key",
    summary: "A trust intent shows a key of its own",
    change: withBody("createTrustUpload", (body) => ({ ...body, idempotencyKey: "a-key-of-its-own" })),
  },
  {
    name: "key-reaches-other-volumes",
    breaks: "idempotency/other-volumes-never-get-this-upload",
    summary: "A key gives its upload to requests for other volumes",
    change: confusing(["createReleaseUpload"], bodyOnly),
  },
  {
    name: "key-reaches-other-releases",
    breaks: "idempotency/other-releases-never-get-this-trust-upload",
    summary: "A key gives its trust upload to requests for other releases",
    change: confusing(["createTrustUpload"], bodyOnly),
  },
  {
    name: "key-reaches-other-finalizes",
    breaks: "idempotency/finalizes-never-give-another-release",
    summary: "A key gives its release to finalizes of other uploads",
    change: confusing(["finalizeReleaseUpload"], bodyOnly),
  },
  {
    name: "key-reaches-other-trust-finalizes",
    breaks: "idempotency/trust-finalizes-never-give-another-attachment",
    summary: "A key gives its attachment to finalizes of other uploads",
    change: confusing(["finalizeTrustUpload"], bodyOnly),
  },
  {
    name: "header-key-reaches-other-trust-finalizes",
    breaks: "idempotency/trust-finalizes-never-give-another-attachment",
    summary: "A key in the header gives its attachment to finalizes of other uploads",
    change: onlyWhen(
      (call) => call.request.headers.has("idempotency-key"),
      confusing(["finalizeTrustUpload"], bodyOnly),
    ),
  },
  {
    name: "key-reaches-other-operations",
    breaks: "idempotency/creation-keys-do-not-answer-finalizes",
    summary: "A key gives the creation's answer to the finalize",
    change: confusing(["createReleaseUpload", "finalizeReleaseUpload"], () => ""),
  },
  {
    name: "keys-without-case",
    breaks: "idempotency/alike-keys-are-other-keys",
    summary: "Keys that differ in case are one",
    change: normalizing((key) => key.toLowerCase()),
  },
  {
    name: "keys-by-beginning",
    breaks: "idempotency/alike-keys-are-other-keys",
    summary: "Only the first 26 characters of a key count",
    change: normalizing((key) => key.slice(0, 26)),
  },
  {
    name: "keys-cut",
    breaks: "idempotency/long-keys-are-compared-whole",
    summary: "Only the first 128 characters of a key count",
    change: normalizing((key) => key.slice(0, 128)),
  },
  {
    name: "repeated-finalize-answers-200",
    breaks: "idempotency/repeated-finalizes-do-not-conflict",
    summary: "Repeating a finalize with its key answers 200",
    change: replaceRule("idempotency", "replay", (before) => (answer, call) => {
      const again = before(answer, call);
      return call.operation === "finalizeReleaseUpload" ? { ...again, status: 200 } : again;
    }),
  },
  ...(["not-found", "idempotency-conflict"] as const).map((slug) => ({
    name: `finished-create-is-${slug}`,
    breaks: "idempotency/creates-of-finished-uploads-may-be-repeated",
    summary: `Repeating a creation with its key is ${slug} once its upload was finalized`,
    change: refusingFinished(slug),
  })),
  {
    name: "finalize-forgets-keys",
    breaks: "idempotency/repeated-finalizes-give-the-same-release",
    summary: "A repeated finalize is a conflict of states",
    change: forgetting("finalizeReleaseUpload"),
  },
  {
    name: "trust-create-forgets-keys",
    breaks: "idempotency/repeated-trust-creates-name-the-same-upload",
    summary: "A repeated creation makes another trust upload",
    change: repeating("createTrustUpload", (_submission, work) => work()),
  },
  {
    name: "trust-create-overlooks-digest",
    breaks: "idempotency/keys-of-trust-creates-conflict-with-another-digest",
    summary: "A key may come back with another digest",
    change: overlooking("createTrustUpload", "declaredDigest"),
  },
  {
    name: "trust-create-overlooks-size",
    breaks: "idempotency/keys-of-trust-creates-conflict-with-another-size",
    summary: "A key may come back with another size",
    change: overlooking("createTrustUpload", "declaredSize"),
  },
  {
    name: "trust-create-overlooks-format",
    breaks: "idempotency/keys-of-trust-creates-conflict-with-another-format",
    summary: "A key may come back with another format",
    change: overlooking("createTrustUpload", "attachment"),
  },
  {
    name: "trust-finalize-forgets-keys",
    breaks: "idempotency/repeated-trust-finalizes-attach-once",
    summary: "A repeated finalize of a trust upload is a conflict of states",
    change: forgetting("finalizeTrustUpload"),
  },
  {
    name: "repeated-trust-finalize-attaches-again",
    breaks: "idempotency/repeated-trust-finalizes-attach-once",
    summary: "A repeated finalize of a trust upload answers the same attachment and attaches another",
    change: repeating("finalizeTrustUpload", ({ call }) => {
      const release = findRelease(call.name, call.version, call);
      const attachment = release?.attachments.at(-1);
      if (release !== undefined && attachment !== undefined) {
        call.rules.trust.attach(release, { ...attachment, id: call.rules.trust.newAttachmentId(call) }, call);
      }
      return undefined;
    }),
  },
];
