/** A version with build metadata: published, and read. */
import { type Situation, situation } from "../../harness/given/situation.ts";
import { type Publication, tryToPublish } from "./publication.ts";
import type { Given, PublishedRelease } from "../../harness/given/given.ts";
import { type Answer, isSuccess, listAt, textAt } from "../../harness/exchange/answer.ts";
import type { Tools } from "../../harness/check.ts";
import { type ReleaseName, toVolumePath } from "../../harness/exchange/volume.ts";

/** A mixed-case version with build metadata that has leading zeros, in one half of a prerelease. */
function toBuildVersion({ half }: Given): string {
  return `1.20.3${half === "first" ? "-0rC.1" : ""}+Build.007.a-B`;
}

/** Publishes a version with build metadata, which several requirements judge, and returns the response to each step. */
export const publishBuildMetadata: Situation<Publication> = situation(
  "identity/build-release",
  async ({ given, registry }) => {
    await given.sharedRelease();
    return await tryToPublish(given, registry, { version: toBuildVersion(given) });
  },
);

/**
 * A release whose version has build metadata.
 * @throws Blocked if the registry rejects such a version
 */
export async function releaseWithBuildMetadata(given: Given): Promise<PublishedRelease> {
  const { release, finalized, transfer, created } = await publishBuildMetadata(given);
  if (release !== undefined) return release;
  const last = finalized ?? transfer ?? created;
  throw given.blocked("publishing a version with build metadata failed", last);
}

/** Its metadata and the index of its volume, read until they are visible or the time for that is over. */
export const readBuildOnce: Situation<{
  readonly release: PublishedRelease;
  readonly metadata: Answer;
  readonly index: Answer;
}> = situation("identity/build-reads", async ({ given, registry, eventually }) => {
  const release = await releaseWithBuildMetadata(given);
  const metadata = await eventually(() => readWithPlus({ registry }, release), { since: release });
  const index = await eventually(() => registry.getVersionIndex(release.volume), {
    since: release,
    until: (answer) => versionsOf(answer).length > 0,
  });
  return { release, metadata, index };
});

/**
 * The release, for requests with a literal `+` in their path.
 * @throws Blocked if the registry finds it only where the `+` is encoded
 */
export async function releaseFoundByPlus(given: Given): Promise<PublishedRelease> {
  const { release, metadata } = await readBuildOnce(given);
  if (isSuccess(metadata) && !metadata.exchange.request.url.includes("%2B")) return release;
  throw given.blocked("a version with a literal `+` in the path is not found", metadata);
}

/** The versions in the rows of a version index; undefined for a row without a version. */
export function versionsOf(index: Answer): readonly (string | undefined)[] {
  return listAt(index.body, "items").map((row) => textAt(row, "version"));
}

/**
 * Reads release metadata of a version with build metadata. A path may contain a literal `+` (RFC 3986 section 3.3), but a
 * registry may require `%2B`, so both are tried.
 */
export async function readWithPlus(
  { registry }: Pick<Tools, "registry">,
  release: ReleaseName,
): Promise<Answer> {
  const literal = await registry.getRelease(release);
  return literal.status === 404 ? await readWithEncodedPlus({ registry }, release) : literal;
}

/** Reads release metadata with each `+` of the version sent as `%2B`. */
async function readWithEncodedPlus(
  { registry }: Pick<Tools, "registry">,
  { volume, version }: ReleaseName,
): Promise<Answer> {
  const path = `/api/v1/volumes/${toVolumePath(volume)}/${version.replaceAll("+", "%2B")}`;
  return await registry.request({ method: "GET", path, operation: "getRelease" });
}

/** A read of a path that is spelled in another way, and what it should be equal to. */
export interface Spelled {
  readonly plain: Answer;
  readonly spelled: Answer;
  /** The response where the `+` of the version is percent-encoded. */
  readonly encoded: Answer;
  /** Reads the same path with only one part spelled in the other way. */
  readonly parts: Readonly<Record<string, () => Promise<Answer>>>;
}

/** The text with its first character, which is a letter or a digit, percent-encoded. */
function encodeFirst(text: string): string {
  return `%${text.charCodeAt(0).toString(16).toUpperCase()}${text.slice(1)}`;
}

/**
 * Reads the metadata with the first character of the name and of the version encoded, and with `%2b` where the registry takes `%2B`:
 * the same path by RFC 3986, section 6.2.2. Requested once per form.
 */
export const readSpelledOnce: Situation<Spelled> = situation(
  "identity/spelled",
  async ({ given, registry, eventually }) => {
    const { release, metadata } = await readBuildOnce(given);
    const { volume, version } = release;
    const plainName = toVolumePath(volume);
    const at = plainName.lastIndexOf("/") + 1;
    const name = `${plainName.slice(0, at)}${encodeFirst(plainName.slice(at))}`;
    const read = async (ofName: string, ofVersion: string, plus: string): Promise<Answer> => {
      const path = `/api/v1/volumes/${ofName}/${ofVersion.replaceAll("+", plus)}`;
      return await registry.request({ method: "GET", path, operation: "getRelease" });
    };
    const toParts = (plus: string): Spelled["parts"] => ({
      "with an encoded letter in the name": () => read(name, version, plus),
      "with an encoded digit in the version": () => read(plainName, encodeFirst(version), plus),
      "with `%2b` in place of `%2B`": () => read(plainName, version, plus.toLowerCase()),
    });
    const first = await read(name, encodeFirst(version), "%2b");
    if (isSuccess(first))
      return {
        plain: isSuccess(metadata) ? metadata : first,
        spelled: first,
        encoded: first,
        parts: toParts("%2B"),
      };
    const encoded = await readWithEncodedPlus({ registry }, release);
    const [plain, plus] = isSuccess(encoded) ? ([encoded, "%2B"] as const) : ([metadata, "+"] as const);
    // one of several servers may be behind
    const spelled = await eventually(() => read(name, encodeFirst(version), plus.toLowerCase()), {
      since: release,
      until: isSuccess,
    });
    return { plain, spelled, encoded, parts: toParts(plus) };
  },
);
