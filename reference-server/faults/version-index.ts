import { releasesOf } from "../lookup.ts";
import { isJsonObject } from "../json.ts";
import { type Change, onlyWhen, replaceRule, withBody } from "../rules/change.ts";
import type { Release, ReleaseState } from "../store.ts";
import type { Fault } from "./fault.ts";
import { closedToStrangers, foreignDigest, isCallOf, missingAs, withEachItem, withItems } from "./reading.ts";

/** Shows some of a volume's releases only. */
function showing(choose: (releases: readonly Release[]) => readonly Release[]): Change {
  return replaceRule("render", "index", (before) => (releases, call) => before(choose(releases), call));
}

function rowUrl(make: (release: Release, base: string) => string): Change {
  return onlyWhen(
    isCallOf("getVersionIndex"),
    replaceRule(
      "render",
      "releaseUrl",
      () => (release, call) => make(release, `${call.base}/api/v1/volumes`),
    ),
  );
}

/** Rows of releases in this state say that they are available. */
function hidingState(state: ReleaseState): Fault {
  return {
    name: `index-hides-that-a-version-is-${state}`,
    breaks: `version-index/row-of-a-version-that-is-${state}-says-so`,
    summary: `The row of a version that is ${state} says available`,
    change: replaceRule("render", "row", (before) => (release, call) => {
      const isHidden = release.status.state === state;
      return before(isHidden ? { ...release, status: { state: "available" } } : release, call);
    }),
  };
}

/** Rows of releases in this state lead nowhere. */
function deadUrl(state: ReleaseState): Fault {
  return {
    name: `index-url-of-a-version-that-is-${state}-leads-nowhere`,
    breaks: `version-index/release-url-of-a-version-that-is-${state}-leads-to-it`,
    summary: `The release.url of a version that is ${state} leads nowhere`,
    change: onlyWhen(
      isCallOf("getVersionIndex"),
      replaceRule("render", "releaseUrl", (before) => (release, call) => {
        const url = before(release, call);
        return release.status.state === state ? `${url}-gone` : url;
      }),
    ),
  };
}

const listingFaults: readonly Fault[] = [
  {
    name: "index-needs-a-token",
    breaks: "version-index/answers-anonymous-callers",
    summary: "The index answers 401 to a caller without a token",
    change: closedToStrangers("getVersionIndex"),
  },
  {
    name: "index-rows-under-another-name",
    breaks: "version-index/answers-anonymous-callers",
    summary: "The index answers its items as versions",
    change: withBody("getVersionIndex", ({ items, ...body }) => ({ ...body, versions: items })),
  },
  {
    name: "index-never-lists-anything",
    breaks: "version-index/lists-a-published-version",
    summary: "The index of every volume is empty",
    change: showing(() => []),
  },
  {
    name: "index-never-lists-scoped-volumes",
    breaks: "version-index/lists-a-published-version",
    summary: "The index of every scoped volume is empty",
    change: onlyWhen(
      ({ form }) => form === "scoped",
      showing(() => []),
    ),
  },
  {
    name: "index-lists-the-newest-only",
    breaks: "version-index/keeps-earlier-versions",
    summary: "The index lists the version published last",
    change: showing((releases) => releases.slice(-1)),
  },
  {
    name: "index-lists-the-first-only",
    breaks: "version-index/keeps-earlier-versions",
    summary: "The index lists the version published first",
    change: showing((releases) => releases.slice(0, 1)),
  },
  {
    name: "index-leaves-out-prereleases",
    breaks: "version-index/keeps-earlier-versions",
    summary: "The index has no rows for prereleases",
    change: showing((releases) => releases.filter(({ version }) => !version.includes("-"))),
  },
  {
    name: "index-leaves-out-lower-versions",
    breaks: "version-index/keeps-earlier-versions",
    summary: "The index has no row for a version below the first that was published",
    change: showing((releases) => releases.filter(({ version }) => version >= (releases[0]?.version ?? ""))),
  },
  {
    name: "index-repeats-a-row",
    breaks: "version-index/lists-each-version-once",
    summary: "The first row stands at the end again",
    change: withItems("getVersionIndex", (rows) => [...rows, ...rows.slice(0, 1)]),
  },
  {
    name: "index-repeats-rows-of-prereleases",
    breaks: "version-index/lists-each-version-once",
    summary: "Prereleases are listed twice",
    change: showing((releases) => [...releases, ...releases.filter(({ version }) => version.includes("-"))]),
  },
  {
    name: "index-lists-a-version-nobody-published",
    breaks: "version-index/lists-nothing-else",
    summary: "The index has a row for the next version",
    change: withItems("getVersionIndex", (rows) => [
      ...rows,
      ...rows.slice(0, 1).map((row) => ({ ...row, version: "1.0.1" })),
    ]),
  },
  {
    name: "index-lists-another-volume-too",
    breaks: "version-index/lists-nothing-else",
    summary: "The index of a volume lists the versions of the catalogue's first one too",
    change: replaceRule(
      "render",
      "index",
      (before) => (releases, call) =>
        before([...releases, ...releasesOf("@atelier/lantern", call).slice(0, 1)], call),
    ),
  },
  {
    name: "index-ends-after-two-rows",
    breaks: "version-index/keeps-earlier-versions",
    summary: "The index lists two versions at most",
    change: showing((releases) => releases.slice(0, 2)),
  },
  {
    name: "index-of-unknown-volume-is-invalid",
    breaks: "version-index/unknown-volume-has-no-rows",
    summary: "The index of an unknown volume answers 400 validation-failed",
    change: missingAs("getVersionIndex", "validation-failed"),
  },
  {
    name: "index-of-unknown-volume-conflicts",
    breaks: "version-index/unknown-volume-has-no-rows",
    summary: "The index of an unknown volume answers 409 inconsistent-registry-state",
    change: missingAs("getVersionIndex", "inconsistent-registry-state"),
  },
];

const agreementFaults: readonly Fault[] = [
  {
    name: "index-integrity-is-another",
    breaks: "version-index/rows-have-the-integrity-of-their-release",
    summary: "Rows have an integrity of their own",
    change: withEachItem("getVersionIndex", (row) => ({ ...row, integrity: foreignDigest })),
  },
  {
    name: "index-integrity-is-that-of-the-first-row",
    breaks: "version-index/rows-of-one-volume-keep-their-integrity",
    summary: "All rows of a volume have the integrity of the first",
    change: withItems("getVersionIndex", (rows) =>
      rows.map((row) => ({ ...row, integrity: rows[0]?.["integrity"] })),
    ),
  },
  {
    name: "index-state-is-another",
    breaks: "version-index/rows-have-the-state-of-their-release",
    summary: "Rows of available versions say yanked",
    change: withEachItem("getVersionIndex", (row) => ({ ...row, status: { state: "yanked" } })),
  },
  {
    name: "index-state-of-later-rows-is-another",
    breaks: "version-index/rows-of-one-volume-keep-their-state",
    summary: "All rows but the first say yanked",
    change: withItems("getVersionIndex", (rows) =>
      rows.map((row, place) => (place === 0 ? row : { ...row, status: { state: "yanked" } })),
    ),
  },
  {
    name: "index-state-of-prereleases-is-another",
    breaks: "version-index/rows-of-one-volume-keep-their-state",
    summary: "Rows of prereleases say unavailable",
    change: withEachItem("getVersionIndex", (row) =>
      typeof row["version"] === "string" && row["version"].includes("-")
        ? { ...row, status: { state: "unavailable" } }
        : row,
    ),
  },
  {
    name: "index-url-of-the-second-row-is-the-first-one",
    breaks: "version-index/release-url-leads-to-the-metadata",
    summary: "The release.url of the second row leads to the first one's version",
    change: withItems("getVersionIndex", (rows) =>
      rows.map((row, place) => (place === 1 ? { ...row, release: rows[0]?.["release"] } : row)),
    ),
  },
  {
    name: "index-url-of-a-prerelease-is-that-of-its-release",
    breaks: "version-index/release-url-leads-to-the-metadata",
    summary: "The release.url of a prerelease's row lacks the prerelease",
    change: rowUrl(({ name, version }, base) => `${base}/${name}/${version.replace(/-.*$/, "")}`),
  },
  {
    name: "index-url-leads-to-the-first-version",
    breaks: "version-index/release-url-leads-to-the-metadata",
    summary: "The release.url of every row leads to the first one's version",
    change: withItems("getVersionIndex", (rows) =>
      rows.map((row) => ({ ...row, release: rows[0]?.["release"] })),
    ),
  },
  {
    name: "index-url-leads-nowhere",
    breaks: "version-index/release-url-leads-to-the-metadata",
    summary: "The release.url of every row lacks the version",
    change: rowUrl(({ name }, base) => `${base}/${name}`),
  },
  {
    name: "index-url-leads-to-the-trust-summary",
    breaks: "version-index/release-url-leads-to-the-metadata",
    summary: "The release.url of every row leads to the trust summary",
    change: rowUrl(({ name, version }, base) => `${base}/${name}/${version}/trust/summary`),
  },
  {
    name: "index-url-forgets-the-scope",
    breaks: "version-index/release-url-leads-to-the-metadata",
    summary: "The release.url of a scoped volume's row lacks the scope",
    change: rowUrl(({ name, version }, base) => `${base}/${name.replace(/^@[^/]*\//, "")}/${version}`),
  },
  {
    name: "index-url-is-a-bare-name",
    breaks: "version-index/release-url-leads-to-the-metadata",
    summary: "The release.url of every row is relative to the base address, not to the index",
    change: rowUrl(({ name, version }) => `api/v1/volumes/${name}/${version}`),
  },
  hidingState("yanked"),
  hidingState("blocked"),
  hidingState("tombstoned"),
  hidingState("unavailable"),
  deadUrl("yanked"),
  deadUrl("blocked"),
  deadUrl("tombstoned"),
  deadUrl("unavailable"),
  {
    name: "index-lists-a-yanked-version-alone",
    breaks: "version-index/lists-versions-beside-a-yanked-one",
    summary: "The index of a volume with a yanked version lists no other",
    change: showing((releases) => {
      const yanked = releases.filter(({ status }) => status.state === "yanked");
      return yanked.length > 0 ? yanked : releases;
    }),
  },
  {
    name: "index-calls-all-versions-beside-a-yanked-one-yanked",
    breaks: "version-index/lists-versions-beside-a-yanked-one",
    summary: "Every row of a volume with a yanked version is yanked",
    change: showing((releases) =>
      releases.some(({ status }) => status.state === "yanked")
        ? releases.map((release) => ({ ...release, status: { state: "yanked" } }))
        : releases,
    ),
  },
  {
    name: "index-leaves-out-git-releases",
    breaks: "version-index/row-of-a-git-release-agrees-with-its-metadata",
    summary: "The index has no rows for releases in git",
    change: showing((releases) => releases.filter(({ source }) => source.kind !== "git")),
  },
  {
    name: "index-integrity-of-git-releases-is-another",
    breaks: "version-index/row-of-a-git-release-agrees-with-its-metadata",
    summary: "The row of a release in git has an integrity of its own",
    change: replaceRule("render", "row", (before) => (release, call) => {
      const row = before(release, call);
      return release.source.kind === "git" ? { ...row, integrity: foreignDigest } : row;
    }),
  },
  {
    name: "index-status-is-kept-from-publication",
    breaks: "version-index/row-of-a-version-that-is-yanked-says-so",
    summary: "Rows tell the state that the version was published in",
    change: withEachItem("getVersionIndex", (row) =>
      isJsonObject(row["status"]) ? { ...row, status: { ...row["status"], state: "available" } } : row,
    ),
  },
];

/** Broken version indexes. */
export const versionIndexFaults: readonly Fault[] = [...listingFaults, ...agreementFaults];
