/** Index rows agree with the exact metadata of their versions. */
import type { CheckFile } from "../../harness/check-file.ts";
import type { Tools } from "../../harness/check.ts";
import { type Answer, isSuccess, listAt, textAt } from "../../harness/exchange/answer.ts";
import { toFullName } from "../../harness/exchange/volume.ts";
import type { ReadableRelease } from "../../harness/given/given.ts";
import { readMetadataOnce } from "../situations/release-metadata.ts";
import { fetchSigned, mayBeSigned } from "../situations/short-lived-address.ts";
import {
  memberOfRow,
  expectRow,
  givenVolumeWithVersions,
  readIndexOnce,
  readRichestIndex,
  rowOf,
  stateIn,
} from "../situations/version-index.ts";

const source = "Resources, Version index row; What the service does, rule 3";

/** The exact metadata of a row's version; blocked if it cannot be read. */
async function givenMetadata({ given }: Tools): Promise<Answer> {
  const { answer } = await readMetadataOnce(given);
  if (isSuccess(answer)) return answer;
  throw given.blocked(`GET metadata of the row's version answered ${answer.status}`, answer);
}

/** The resolved `release.url` of a row, which is an HTTP URL. */
export function expectAddress({ expect, resolve }: Tools, reference: string, index: Answer): string {
  const url = resolve(reference, index) ?? "";
  expect.that(/^https?:/.test(url), {
    expected: "a release.url that resolves to an HTTP URL",
    got: `"${reference}"`,
    answer: index,
  });
  return url;
}

/** The metadata at the address of a row; of an address that was signed for a short time, a new read of the index gives another. */
export async function fetchByRow(tools: Tools, url: string, release: ReadableRelease): Promise<Answer> {
  const { registry, eventually, now, resolve } = tools;
  const readAgain = async (): Promise<string | undefined> => {
    const index = await eventually(() => registry.getVersionIndex(release.volume), {
      since: { sinceMs: now() },
      until: (found) => rowOf(found, release.version) !== undefined,
    });
    const reference = textAt(rowOf(index, release.version), "release", "url");
    return reference === undefined ? undefined : resolve(reference, index);
  };
  const fetchAt = (address: string, isFresh: boolean): Promise<Answer> =>
    registry.fetchLocator(address, "getRelease", { isFresh });
  // an index that is behind may give an address whose time is over, too
  const patience = mayBeSigned(url) ? { since: { sinceMs: now() }, until: isSuccess } : { since: release };
  return await eventually(() => fetchSigned(fetchAt, url, readAgain), patience);
}

export const agreement: CheckFile = {
  source,
  operations: ["getVersionIndex", "getRelease"],
  checks: [
    {
      id: "version-index/rows-have-the-integrity-of-their-release",
      of: "version-index/rows-agree-with-the-metadata",
      rule: "Where a `GET` index row has `integrity`, it equals `integrity` in that version's release metadata.",
      covers: ["member:version-index-row.integrity"],
      async run(tools) {
        const metadata = await givenMetadata(tools);

        const { release, answer } = await readIndexOnce(tools.given);

        const row = expectRow(tools, answer, release.version);
        const integrity = textAt(row, "integrity");
        if (integrity === undefined) return;
        const expected = tools.expect.text(metadata, "integrity");
        tools.expect.equal(integrity, expected, {
          what: "the integrity in the index row",
          ...memberOfRow(answer, release.version, "/integrity"),
        });
      },
    },
    {
      id: "version-index/rows-of-one-volume-keep-their-integrity",
      of: "version-index/rows-agree-with-the-metadata",
      rule: "With several versions in `GET` index, each row's `integrity`, if present, equals the one that `POST` finalize returned for that version.",
      operations: ["getVersionIndex"],
      needs: ["token:publisher"],
      covers: ["member:version-index-row.integrity"],
      from: "standard",
      async run(tools) {
        const { releases, answer } = await givenVolumeWithVersions(tools.given);

        for (const release of releases) {
          const row = expectRow(tools, answer, release.version);
          const integrity = textAt(row, "integrity");
          const about = {
            what: `the integrity in the index row of ${release.version}`,
            ...memberOfRow(answer, release.version, "/integrity"),
          };
          if (integrity !== undefined && release.integrity !== "")
            tools.expect.equal(integrity, release.integrity, about);
        }
      },
    },
    {
      id: "version-index/rows-have-the-state-of-their-release",
      of: "version-index/rows-agree-with-the-metadata",
      rule: "Where a `GET` index row has `status.state`, it equals `status.state` in that version's release metadata.",
      covers: ["member:version-index-row.status"],
      async run(tools) {
        const metadata = await givenMetadata(tools);

        const { release, answer } = await readIndexOnce(tools.given);

        const row = expectRow(tools, answer, release.version);
        const state = stateIn(row);
        if (state === undefined) return;
        const expected = tools.expect.text(metadata, "status", "state");
        tools.expect.equal(state, expected, {
          what: "the state in the index row",
          ...memberOfRow(answer, release.version, "/status/state"),
        });
      },
    },
    {
      id: "version-index/rows-of-one-volume-keep-their-state",
      of: "version-index/rows-agree-with-the-metadata",
      rule: "With several published versions in `GET` index, each row's `status.state`, if present, is `available`.",
      source: `${source}; States and transitions: finalize release upload succeeds`,
      operations: ["getVersionIndex"],
      needs: ["token:publisher"],
      covers: ["member:version-index-row.status", "transition:release-finalize"],
      from: "standard",
      async run(tools) {
        const { releases, answer } = await givenVolumeWithVersions(tools.given);

        for (const { version } of releases) {
          const state = stateIn(expectRow(tools, answer, version)) ?? "available";
          tools.expect.equal(state, "available", {
            what: `the state in the index row of ${version}`,
            ...memberOfRow(answer, version, "/status/state"),
          });
        }
      },
    },
    {
      id: "version-index/release-url-leads-to-the-metadata",
      of: "version-index/release-urls-lead-to-their-metadata",
      owns: [
        "every-response/release-metadata-is-well-formed",
        "problems/statuses-carry-their-problems",
        "every-response/problem-types-are-of-the-closed-set",
        "every-response/error-bodies-are-json-objects",
      ],
      rule: "`GET` of a row's `release.url` returns the metadata of that row's version, and no two rows have the same `release.url`.",
      source: "Resources, Version index row: release",
      reading:
        "The text says only that `release.url` is a string. We accept a relative reference and resolve it against the URL of the index (RFC 3986).",
      covers: ["member:version-index-row.release", "member:version-index-row.release.url", "question:12"],
      async run(tools) {
        const { expect, given, depth } = tools;
        const { release, answer } =
          depth === "quick" ? await readIndexOnce(given) : await readRichestIndex(given);
        const row = expectRow(tools, answer, release.version);
        const references = listAt(answer.body, "items").flatMap((one) => textAt(one, "release", "url") ?? []);
        const duplicates = references.filter((reference, index) => references.indexOf(reference) !== index);
        expect.equal(duplicates, [], { what: "the release.url values that several rows have", answer });

        const reference = textAt(row, "release", "url");
        if (reference === undefined) return;
        const url = expectAddress(tools, reference, answer);
        const metadata = await fetchByRow(tools, url, release);
        expect.success(metadata);
        const expected = {
          name: toFullName(release.volume),
          version: release.version,
          integrity: textAt(row, "integrity"),
        };
        for (const [member, value] of Object.entries(expected)) {
          const about = { what: `the ${member} in the metadata at release.url`, answer: metadata };
          if (value !== undefined) expect.equal(textAt(metadata.body, member), value, about);
        }
      },
    },
  ],
};
