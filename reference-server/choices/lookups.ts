import type { Call } from "../call.ts";
import { findRelease, releasesOf } from "../lookup.ts";
import { allOf, type Change, type Operations, replaceRule, withAnswer } from "../rules/change.ts";
import { ProblemError } from "../problem-error.ts";
import type { Choice } from "./choice.ts";

/** The release that a malformed version stands for: `latest`, or the version without its `v` or with its missing numbers. */
function aliased(call: Call): string | undefined {
  const { identity, search } = call.rules;
  if (identity.isVersion(call.version, call)) return undefined;
  if (call.version === "latest") return search.latest(releasesOf(call.name, call), call)?.version;
  const numbers = call.version.replace(/^v/, "");
  return [numbers, `${numbers}.0`, `${numbers}.0.0`].find(
    (version) => findRelease(call.name, version, call) !== undefined,
  );
}

/** The name that a malformed name stands for: in lower case, and without what a name cannot have. */
function cleanName(call: Call): string | undefined {
  if (call.rules.identity.isName(call.name, call)) return undefined;
  const name = call.name
    .toLowerCase()
    .replaceAll(/[._-]+(?=\/|$)/g, "")
    .replaceAll(/^-+/g, "");
  return releasesOf(name, call).length > 0 ? name : undefined;
}

function hasLiteralPlus({ url, version }: Call): boolean {
  return version.includes("+") && url.pathname.includes(`/${version}`);
}

function notFound(): never {
  throw new ProblemError("not-found", "there is no such release");
}

/** A `+` in a path stands for a blank, as in a form; a version with build metadata has `%2B` there, also in addresses of releases. */
const plusIsBlank: Change = allOf(
  replaceRule(
    "render",
    "releaseUrl",
    (before) => (release, call) =>
      before({ ...release, version: release.version.replaceAll("+", "%2B") }, call),
  ),
  replaceRule("visibility", "isWellFormed", (before) => (call) => !hasLiteralPlus(call) && before(call)),
  replaceRule(
    "trust",
    "findRelease",
    (before) => (call) => (hasLiteralPlus(call) ? notFound() : before(call)),
  ),
  replaceRule("unpublish", "find", (before) => (call) => (hasLiteralPlus(call) ? notFound() : before(call))),
);

const versionAliases: Change = replaceRule("visibility", "find", (before) => (isVisible, call) => {
  const version = aliased(call);
  return before(isVisible, version === undefined ? call : { ...call, version });
});

const nameAliases: Change = allOf(
  replaceRule("visibility", "find", (before) => (isVisible, call) => {
    const name = cleanName(call);
    return before(isVisible, name === undefined ? call : { ...call, name });
  }),
  replaceRule("selection", "forCall", (before) => (call, rules) => {
    const changed = before(call, rules);
    const name = cleanName({ ...call, rules: changed });
    if (call.operation !== "getVersionIndex" || name === undefined) return changed;
    const { visibility, render } = changed;
    return {
      ...changed,
      visibility: { ...visibility, isEmptyIndexKnown: () => true },
      render: {
        ...render,
        index: (_rows, now) => render.index(releasesOf(name, now), now),
      },
    };
  }),
);

const reads: Operations = ["getRelease", "getVersionIndex", "getTrustSummary", "getTrustDetail"];

function redirectingTo(status: number): Change {
  return withAnswer(reads, (answer, call) => {
    const name = cleanName(call);
    const named = { ...call, name: name ?? call.name };
    const version = aliased(named);
    if (answer.status !== 404 || (name === undefined && version === undefined)) return answer;
    const start = call.operation === "getVersionIndex" ? "/api/v1/index/volumes" : "/api/v1/volumes";
    const tail = /\/trust\/(?:summary|detail)$/.exec(call.url.pathname)?.[0] ?? "";
    const release = call.version === "" ? named.name : `${named.name}/${version ?? call.version}`;
    return { status, headers: { location: `${call.base}${start}/${release}${tail}` } };
  });
}

/** Reads under a path that names no volume or no version. */
export const lookupChoices: readonly Choice[] = [
  {
    name: "plus-in-paths",
    question: "How is the + of build metadata written in a path?",
    default: "literal, or as %2B",
    values: {
      encoded: {
        summary: "As %2B only",
        skips: [
          "version-index/lists-each-build",
          "download/builds-have-their-own-files",
          "trust/versions-with-build-metadata-take-attachments",
          "trust/attachments-stay-with-their-build",
          "unpublish/other-builds-stay-available",
        ],
        change: plusIsBlank,
      },
    },
  },
  {
    name: "malformed-reads",
    question: "What does a read with a malformed name or version answer?",
    default: "not-found",
    values: {
      "version-aliases": {
        summary: "The release that `latest`, `v1.0.0` or `1.0` is an alias of",
        change: versionAliases,
      },
      "name-aliases": { summary: "The volume whose name is the same in lower case", change: nameAliases },
      "redirect-301": { summary: "A redirect to the well-formed path", change: redirectingTo(301) },
      "redirect-308": { summary: "A permanent redirect to the well-formed path", change: redirectingTo(308) },
    },
  },
];
