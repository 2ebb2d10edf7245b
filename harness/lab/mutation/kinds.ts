/** Why a surviving mutant of the reference server may not be judged. What is not named here counts as missed. */

/** The kinds of mutants that no suite may judge, or that change nothing it could see. */
export type Kind = "wording" | "open" | "unreached" | "outside" | "equal";

/** Survivors in some rules of a file, all of one kind. */
export interface Named {
  /** The path below `reference-server/`. */
  readonly file: string;
  readonly rules: "every" | readonly string[];
  /** Only those whose change, `before => after`, matches. */
  readonly change?: RegExp;
  readonly kind: Kind;
  /** What the specification leaves open, or why nothing can be seen. */
  readonly why: string;
}

/** What each kind means. */
export const meanings: Readonly<Record<Kind, string>> = {
  wording: "the words of a `detail` or a `reason`, which are never judged",
  open: "the specification leaves it open, and the other behaviour is legal",
  unreached: "code that this run does not reach, such as the limiter, which is off",
  outside: "not part of the API: transfers behind opaque addresses, unknown paths",
  equal: "the change has no effect that a client could see",
};

export const kinds: readonly Named[] = [
  {
    file: "rules/authorization.ts",
    rules: ["matches"],
    change: /endsWith\("\*"\)|"\*" \|\|/,
    kind: "outside",
    why: "how a registry writes that a token covers everything, or all names with a prefix; tokens are its own",
  },
  {
    file: "rules/authorization.ts",
    rules: ["matches"],
    change: /at <= 0/,
    kind: "equal",
    why: "a pattern without a version never equals a name with one",
  },
  {
    file: "rules/authorization.ts",
    rules: ["matches"],
    change: /resource\.version === undefined/,
    kind: "open",
    why: "whether authority over one release is enough to publish it",
  },
  {
    file: "rules/authorization.ts",
    rules: ["presentedToken"],
    kind: "open",
    why: "more than one space after the scheme; a header that is absent matches nothing anyway",
  },
  {
    file: "rules/authorization.ts",
    rules: ["isExpired", "covers"],
    kind: "unreached",
    why: "the states hook makes tokens that have expired or never do, each for one resource",
  },
  {
    file: "rules/finalize.ts",
    rules: ["findIntent", "belongsHere"],
    kind: "equal",
    why: "the route looks at the kind of the upload again, and every finalize has an id in its path",
  },
  {
    file: "rules/finalize.ts",
    rules: ["isExpired"],
    kind: "equal",
    why: "an upload that is marked as expired has a time in the past too; a millisecond decides",
  },
  {
    file: "rules/finalize.ts",
    rules: ["assertSize"],
    kind: "open",
    why: "bytes of another size than the declared one; where a digest is declared, it differs too",
  },
  {
    file: "rules/finalize.ts",
    rules: ["assertDigest"],
    kind: "open",
    why: "an upload without a declared digest; bytes are there by then",
  },
  {
    file: "rules/finalize.ts",
    rules: ["stateAfter"],
    kind: "open",
    why: "the state of an upload after a refused finalize, which no response shows",
  },
  {
    file: "rules/identity.ts",
    rules: ["isName"],
    kind: "equal",
    why: "a scope and a segment of the right lengths are never longer together; the two parts are looked at one by one",
  },
  {
    file: "rules/identity.ts",
    rules: ["isMediaType"],
    kind: "open",
    why: "which media types of artifacts a registry takes",
  },
  {
    file: "rules/identity.ts",
    rules: ["acceptsEncodedAt", "isPurlOf"],
    kind: "open",
    why: "whether `%40` in a path and `%2B` in a purl mean the same as `@` and `+`",
  },
  {
    file: "rules/render-trust.ts",
    rules: ["formatName", "verification", "trustUpdatedAt", "revision", "summaryArtifacts"],
    kind: "open",
    why: "members that may be absent, and whose values the text does not define",
  },
  {
    file: "rules/trust.ts",
    rules: ["findRelease", "acceptsAttachments"],
    kind: "open",
    why: "whether a tombstoned release takes attachments",
  },
  {
    file: "rules/trust.ts",
    rules: ["assertIntegrity", "parseFormat"],
    change: /typeof |isJsonObject|ProblemError\(""/,
    kind: "equal",
    why: "a value that is not a string or not an object is refused by the next rule in the same way",
  },
  {
    file: "rules/trust.ts",
    rules: ["parseFormat"],
    kind: "open",
    why: "which media types of artifacts a registry takes",
  },
  {
    file: "rules/trust.ts",
    rules: ["category"],
    kind: "open",
    why: "the categories of attachments, and which one a format has",
  },
  {
    file: "rules/trust.ts",
    rules: ["purlIn", "assertArtifact"],
    kind: "open",
    why: "what is read in an artifact; only one about another release has to be refused",
  },
  {
    file: "rules/trust.ts",
    rules: ["nextRevision"],
    kind: "open",
    why: "what a revision looks like",
  },
  {
    file: "rules/idempotency.ts",
    rules: ["headerKey", "bodyKey"],
    kind: "open",
    why: "whether an empty key is a key",
  },
  {
    file: "rules/idempotency.ts",
    rules: ["extent", "fingerprint"],
    kind: "open",
    why: "the scope of a key; the parts of the place are never ambiguous without a separator",
  },
  {
    file: "rules/idempotency.ts",
    rules: ["isRemembered", "once"],
    kind: "open",
    why: "whether a refusal is repeated to its key",
  },
  {
    file: "rules/publish.ts",
    rules: ["parseMediaType", "parseSize"],
    change: /typeof |false \|\|/,
    kind: "equal",
    why: "a value of another type fits none of the rules that follow",
  },
  {
    file: "rules/publish.ts",
    rules: ["parseSize"],
    kind: "open",
    why: "the largest size that a registry takes",
  },
  {
    file: "rules/unpublish.ts",
    rules: ["isGone"],
    kind: "open",
    why: "what a second `DELETE` answers",
  },
  {
    file: "archive/pack.ts",
    rules: "every",
    kind: "unreached",
    why: "archives that the server packs itself, for the releases that it starts with",
  },
  {
    file: "archive/unpack.ts",
    rules: "every",
    kind: "open",
    why: "the limits of archives and the times in them; entries that are not files are left out later",
  },
  {
    file: "archive/tree.ts",
    rules: "every",
    kind: "unreached",
    why: "trees of the releases that the server starts with",
  },
  {
    file: "rules/archive.ts",
    rules: "every",
    kind: "open",
    why: "the text names an archive transport profile and does not define it: an unusual tree may be refused, or normalized",
  },
  {
    file: "rules/dependencies.ts",
    rules: "every",
    kind: "open",
    why: "how a manifest declares dependencies, and which declarations are valid: the format belongs to the vendor",
  },
  {
    file: "rules/manifest.ts",
    rules: ["readComponents", "readContent", "read", "isWithin", "assertPermissions"],
    kind: "open",
    why: "what a manifest contains: the format belongs to the vendor",
  },
  {
    file: "rules/manifest.ts",
    rules: ["parse"],
    change: /catch \{\}/,
    kind: "equal",
    why: "a manifest that is not TOML has no name, which is refused in the same way",
  },
  {
    file: "rules/manifest-table.ts",
    rules: "every",
    kind: "open",
    why: "members of a manifest with wrong types: the format belongs to the vendor",
  },
  {
    file: "rules/transfer.ts",
    rules: "every",
    kind: "outside",
    why: "what an opaque address looks at, and the headers of downloads",
  },
  {
    file: "rules/version-order.ts",
    rules: "every",
    kind: "open",
    why: "which version is the latest, and the order of rows and items",
  },
  {
    file: "rules/integrity.ts",
    rules: ["line", "digest"],
    kind: "open",
    why: "how a tree is normalized, as long as equal trees have equal digests and others have others",
  },
  {
    file: "rules/visibility.ts",
    rules: ["isEmptyIndexKnown", "inSearch", "inDownload", "isWellFormed"],
    kind: "open",
    why: "the index of a volume without releases, what a search shows, old addresses of downloads, and 400 or 404 for a malformed name",
  },
  {
    file: "rules/visibility.ts",
    rules: ["attachments"],
    kind: "unreached",
    why: "only a choice hides attachments",
  },
  {
    file: "routes/publish.ts",
    rules: ["assertPath", "finalizeReleaseUpload"],
    kind: "equal",
    why: "an upload of the other kind is not found before",
  },
  {
    file: "routes/trust.ts",
    rules: "every",
    kind: "equal",
    why: "an upload of the other kind is not found before",
  },
  {
    file: "routes/publish.ts",
    rules: ["publishRelease"],
    kind: "unreached",
    why: "only a choice answers a second finalize with a success",
  },
  {
    file: "routes/publish.ts",
    rules: ["marksFailure"],
    kind: "open",
    why: "the state of an upload after a refused finalize",
  },
  {
    file: "routes/transfers.ts",
    rules: "every",
    kind: "outside",
    why: "opaque addresses: unknown ones, old ones, and how much memory all uploads share",
  },
  {
    file: "routes/route.ts",
    rules: "every",
    kind: "open",
    why: "400 or 404 for a malformed name",
  },
  {
    file: "routes/version-index.ts",
    rules: "every",
    kind: "open",
    why: "the index of a volume without rows",
  },
  {
    file: "rules/advisories.ts",
    rules: "every",
    kind: "open",
    why: "a filter of advisories that the text does not have",
  },
  {
    file: "rules/body.ts",
    rules: "every",
    kind: "open",
    why: "how long, how deep and how labelled a body may be; bytes that are not UTF-8 are not JSON either",
  },
  {
    file: "rules/problems.ts",
    rules: ["blank", "unexpected", "unknownPath", "unknownMethod"],
    kind: "outside",
    why: "requests outside every endpoint, which are only observed, and errors that never happen",
  },
  {
    file: "rules/render.ts",
    rules: ["intentState"],
    kind: "open",
    why: "the state in the response to a repeated create of an upload that has expired",
  },
  {
    file: "rules/render.ts",
    rules: ["externalDependency", "externalDependencies", "capabilities", "unpublished"],
    kind: "open",
    why: "members that may be absent, and documents whose form the text does not show",
  },
  {
    file: "rules/search.ts",
    rules: ["latest", "candidates", "order"],
    kind: "open",
    why: "which releases a search shows, which version is the latest, and the order of items",
  },
  {
    file: "rules/search.ts",
    rules: ["readWhole"],
    kind: "open",
    why: "which value of a repeated parameter counts; a text that is not a number is refused by the next comparison",
  },
  {
    file: "rules/respond.ts",
    rules: "every",
    kind: "open",
    why: "the header `Date`, and responses without a body, which a registry may send or not",
  },
];
