/** The sentences of this chapter that have more than one case. */
import type { Sentence } from "../../harness/check.ts";

export const sentences: readonly Sentence[] = [
  {
    id: "finalize/only-finalized-uploads-are-visible",
    rule: "An upload that is open or was refused shows nowhere: no metadata, no row and no attachment.",
    source: "States and transitions; What the service does",
    restsOn: ["finalize/uploads-are-found-under-their-own-path-only"],
  },
  {
    id: "finalize/valid-uploads-are-published",
    rule: "A finalize of a valid upload answers 201 and publishes the release.",
    source: "States and transitions; Finalize release upload",
  },
  {
    id: "finalize/results-name-their-upload-and-release",
    rule: "The result of a finalize has the id of its upload, the identity of its release and a `detailUrl`.",
    source: "Finalize release upload, Finalize trust attachment upload, response bodies",
    restsOn: ["idempotency/keys-never-return-something-else"],
  },
  {
    id: "finalize/results-have-a-hosted-distribution",
    rule: "The release in a finalize's result has a `dist` of a hosted archive.",
    source: "Finalize release upload; Release metadata, distribution object",
  },
  {
    id: "finalize/detail-urls-lead-to-what-was-made",
    level: "should",
    rule: "The `detailUrl` of a finalize leads to the release or to the trust detail that it made.",
    source: "Finalize release upload, Finalize trust attachment upload, response bodies: detailUrl",
  },
  {
    id: "finalize/bytes-are-needed",
    rule: "A finalize before the bytes of its upload have arrived answers 400 `missing-uploaded-bytes`.",
    source: "Errors, rule 2",
  },
  {
    id: "finalize/bytes-have-their-declared-digest",
    rule: "A finalize of bytes whose digest is not the declared one answers 400 `digest-mismatch`.",
    source: "States and transitions, finalize failure conditions; Errors, digest-mismatch",
  },
  {
    id: "finalize/uploads-are-found-under-their-own-path-only",
    rule: "A finalize under the path of another volume, form, version or kind of upload, or of an upload that does not exist, is refused.",
    source: "Finalize release upload; Finalize trust attachment upload; Errors, not-found",
  },
  {
    id: "finalize/upload-ids-are-matched-by-letter-case",
    level: "should",
    rule: "A finalize whose upload id has another letter case answers 404 `not-found`.",
    source: "Finalize release upload; Finalize trust attachment upload; Errors, not-found",
    covers: ["slug:not-found", "member:release-upload-intent.uploadId"],
  },
  {
    id: "finalize/expired-uploads-cannot-be-finalized",
    rule: "A finalize after the upload's `expiresAt` answers 410 `upload-expired`.",
    source: "Errors, rule 2; States and transitions, finalize failure conditions",
  },
  {
    id: "finalize/expired-uploads-stay-expired",
    level: "should",
    rule: "Bytes that arrive after an upload has expired or failed do not make it usable again: its finalize is refused.",
    source: "Errors, rule 2; States and transitions, finalize failure conditions",
    restsOn: ["finalize/expired-uploads-cannot-be-finalized", "finalize/failed-uploads-cannot-be-finalized"],
  },
  {
    id: "finalize/failed-uploads-cannot-be-finalized",
    rule: "A finalize of an upload in state `failed` answers 409 `invalid-upload-state`.",
    source: "Errors, rule 2; States and transitions, finalize failure conditions",
  },
  {
    id: "finalize/uploads-take-effect-once",
    rule: "An upload takes effect once: a second finalize, one at the same time, or bytes that come later make nothing and change nothing.",
    source: "Errors, rule 2; States and transitions",
    restsOn: ["histories/concurrent-operations-have-an-order"],
  },
  {
    id: "finalize/archives-are-gzipped-tar-files",
    rule: "A finalize of bytes that are no whole gzip stream with a tar archive in it is refused.",
    source: "Errors, invalid-archive; What the service does, rule 6",
  },
  {
    id: "finalize/manifest-problems-are-named",
    level: "should",
    rule: "A finalize of an archive whose manifest is absent, empty, malformed or states what its format forbids answers 400 `invalid-manifest`.",
    source: "Errors, table of slugs: invalid-manifest",
    covers: ["slug:invalid-manifest"],
    restsOn: ["finalize/manifests-can-be-read"],
  },
  {
    id: "finalize/manifests-can-be-read",
    rule: "A finalize of an archive whose manifest is malformed, or states what its format forbids, is refused.",
    source: "Errors, invalid-manifest",
  },
  {
    id: "finalize/manifests-name-their-release",
    rule: "A finalize of an archive whose manifest names another volume, scope or version answers 409 `identity-mismatch`.",
    source: "Errors, identity-mismatch; Finalize release upload",
  },
  {
    id: "finalize/archives-hold-a-file-tree",
    level: "should",
    rule: "A finalize of an archive with entries outside its tree, absolute paths, links that leave it, devices or equal paths answers 400 `invalid-archive`.",
    source: "Errors, invalid-archive; What the service does, rule 4",
  },
];
