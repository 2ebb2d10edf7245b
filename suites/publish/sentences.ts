/** The sentences of this chapter that have more than one case. */
import type { Sentence } from "../../harness/check.ts";

export const sentences: readonly Sentence[] = [
  {
    id: "publish/valid-requests-open-an-upload",
    rule: "A create with valid members answers 201 with an upload, whatever its JSON looks like and up to the greatest size.",
    source: "Create release upload intent; Create trust attachment upload intent",
  },
  {
    id: "publish/parameters-of-the-media-type-are-accepted",
    level: "should",
    rule: "A write whose `Content-Type` has a `charset` parameter is accepted.",
    source: "What the service does, rule 2; RFC 9110 section 8.3.1",
    covers: ["rule:service/2"],
  },
  {
    id: "publish/intents-repeat-their-request",
    rule: "The intent repeats what was asked for: target or subject, digest, size, media type or format, and key.",
    source: "Release upload intent; Trust attachment upload intent",
  },
  {
    id: "publish/fresh-uploads-are-open",
    rule: "The `state` of a fresh upload is neither `expired` nor `failed`.",
    source: "Release upload intent, Trust attachment upload intent: state",
  },
  {
    id: "publish/fresh-uploads-expire-in-the-future",
    level: "should",
    rule: "The `expiresAt` of a fresh upload lies in the future.",
    source: "Release upload intent, Trust attachment upload intent: expiresAt",
  },
  {
    id: "publish/each-upload-has-its-own-id",
    rule: "No two uploads, of releases or of trust artifacts, have the same id.",
    source: "Release upload intent, Trust attachment upload intent: uploadId",
  },
  {
    id: "publish/instructions-can-be-followed",
    rule: "Bytes that are sent as the upload's instruction says are taken.",
    source: "What the service does, rule 6; Release upload intent, Trust attachment upload intent: upload",
    restsOn: [
      "every-response/release-upload-intents-are-well-formed",
      "every-response/trust-upload-intents-are-well-formed",
    ],
  },
  {
    id: "publish/members-have-their-types-and-bounds",
    rule: "A create with a member of a wrong type, a malformed digest or format, or a size that is negative or a fraction is refused.",
    source: "Create release upload intent, Create trust attachment upload intent: body; Limits",
  },
  {
    id: "publish/archives-are-declared-as-gzip",
    rule: "`POST` create with a `mediaType` other than `application/gzip` is refused.",
    source: "Limits, upload media type; What the service does, rule 6",
  },
  {
    id: "publish/members-are-taken-literally",
    level: "should",
    rule: "A create with upper-case hex digits, a digest without its prefix, a size in a string, a null or a key of another type is refused.",
    source:
      "Create release upload intent, Create trust attachment upload intent: body; Shared formats, digest",
  },
  {
    id: "publish/sizes-are-taken-or-too-large",
    rule: "A create with a huge `declaredSize` is accepted, or answers 413 `payload-too-large`.",
    source: "Limits; Create release upload intent, Create trust attachment upload intent: declaredSize",
  },
  {
    id: "publish/bodies-are-json-objects",
    rule: "A write whose body is not a JSON object is refused.",
    source: "What the service does, rule 2; Errors, validation-failed",
  },
  {
    id: "publish/bodies-are-utf-8-and-objects",
    level: "should",
    rule: "A write whose body is not UTF-8, or a trust finalize whose body is JSON but not an object, is refused.",
    source: "What the service does, rule 2; RFC 8259 section 8.1",
    covers: ["rule:service/2"],
  },
  {
    id: "publish/versions-are-never-reused",
    rule: "`POST` create for a version that is or was published answers 409 `version-conflict`, and for any other it never does.",
    source: "Errors, version-conflict; Create release upload intent",
  },
  {
    id: "publish/unused-versions-are-accepted",
    rule: "A further version can be published, however near it is to one that exists or was yanked.",
    source: "What the service does; Errors, version-conflict",
  },
  {
    id: "publish/versions-of-refused-uploads-stay-free",
    level: "should",
    rule: "A version whose upload was refused or has expired can be published by a new upload.",
    source: "Create release upload intent; Errors, table of slugs: version-conflict, upload-expired",
  },
];
