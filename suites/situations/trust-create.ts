/** A valid trust create request, of which a check changes one thing: of another release and with another key in each check. */
import type { Tools } from "../../harness/check.ts";
import type { Given, PublishedRelease } from "../../harness/given/given.ts";
import type { RequestOptions } from "../../harness/api/registry.ts";
import type { Answer } from "../../harness/exchange/answer.ts";
import { undefinedIfNotPossible } from "../../harness/outcome.ts";
import { deriveNumber } from "../../harness/seed.ts";
import { attachedRelease, busyRelease, openIntent } from "./attached-release.ts";
import { releaseFoundByPlus } from "./build-metadata.ts";

/** The request, as it is valid. */
export interface TrustCreate {
  readonly release: PublishedRelease;
  readonly body: Readonly<Record<string, unknown>>;
  /** Sends the request with this body. After other writes to its volume, the release may not be found for a while. */
  readonly send: (body: unknown, options?: RequestOptions) => Promise<Answer>;
}

/** Available releases of the run. The shared one is the first of its volume, and has nothing attached. */
const kinds: readonly ((given: Given) => Promise<PublishedRelease>)[] = [
  async (given) => (await attachedRelease(given)).release,
  (given) => given.sharedRelease(),
  releaseFoundByPlus,
  busyRelease,
];

/** Where its idempotency key is. */
const keys = ["header", "none", "body"] as const;

/**
 * The request. What is refused does not depend on the release or the key, so both are drawn for each reason, and differ between the forms.
 * The check is blocked if the registry refuses the valid request.
 * @param reason what the check changes
 * @param turn the place of what is tried, so that one check meets each kind of release
 */
export async function trustCreateFor(
  {
    given,
    registry,
    depth,
    eventually,
    now,
  }: Pick<Tools, "given" | "registry" | "depth" | "eventually" | "now">,
  reason: string,
  turn = 0,
): Promise<TrustCreate> {
  const { requestBody } = await openIntent(given);
  const shared = await given.sharedRelease();
  const sending =
    (release: PublishedRelease, own: RequestOptions): TrustCreate["send"] =>
    async (body, options) =>
      await eventually(() => registry.createTrustUpload(release, body, { ...own, ...options }), {
        since: { sinceMs: now() },
        until: ({ status }) => status !== 404,
      });
  if (depth === "quick") return { release: shared, body: requestBody, send: sending(shared, {}) };
  const draw = deriveNumber(reason) + turn + (given.half === "first" ? 2 : 0);
  const toRelease = kinds[draw % kinds.length];
  const release = (toRelease && (await undefinedIfNotPossible(() => toRelease(given)))) ?? shared;
  const place = keys[draw % keys.length];
  const key = { idempotencyKey: given.key() };
  return {
    release,
    body: { ...given.trustBody(release, given.artifact()), ...(place === "body" ? key : {}) },
    send: sending(release, place === "header" ? key : {}),
  };
}
