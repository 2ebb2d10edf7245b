/** The states that a registry's states hook may offer, as `list states` shows them. */
import type { StateName } from "../vocabulary.ts";

export const stateCatalogue: readonly {
  readonly name: StateName;
  readonly params: string;
  readonly result: string;
}[] = [
  {
    name: "token",
    params:
      'grants: list of "publish", "unpublish", "trust" (may be empty); resource: "*", "@scope", a volume name or name@version; condition: "valid", "expired", "revoked" or "rate-limited"',
    result: '{ "token": "…" }; a request with a rate-limited token is answered 429 on any endpoint',
  },
  {
    name: "token-revoked",
    params: "token: one that the state token gave",
    result: "{}; the token is revoked from now on",
  },
  {
    name: "token-expired",
    params: "token: one that the state token gave",
    result: "{}; the token has expired",
  },
  {
    name: "release-status",
    params: "name, version, state, optional reason",
    result: "{}; the existing release is now in that state",
  },
  {
    name: "git-release",
    params: "name, version, repository, ref",
    result: '{}; a release whose dist.source is "git"',
  },
  {
    name: "intent-expired",
    params: "uploadId",
    result: "{}; the release or trust intent is past its expiresAt",
  },
  { name: "intent-failed", params: "uploadId", result: '{}; the intent is in state "failed"' },
  {
    name: "advisory",
    params: "volume, optional withdrawn: true",
    result: '{ "id": "…" }; an advisory that affects that volume',
  },
  {
    name: "release-purged",
    params: "name, version",
    result: "{}; every trace of that release is removed, so the same identity can be published again",
  },
  {
    name: "inconsistent",
    params: "name, version",
    result: "{}; index, metadata and trust data of that release can no longer be reconciled",
  },
  {
    name: "run-ended",
    params: "runId: the header Conformance-Run of all requests of that run",
    result: "{}; the hook may take back the tokens and advisories that it made for the run",
  },
];
