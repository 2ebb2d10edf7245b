import { ProblemError } from "../problem-error.ts";
import { type Change, replaceRule, without } from "../rules/change.ts";
import type { Choice, Variation } from "./choice.ts";

function paging(summary: string, limit: number): Variation {
  return { summary, change: replaceRule("search", "defaultLimit", () => limit) };
}

/** Another publisher adds a volume with every so many searches. */
function publishingMeanwhile(searchesEach: number): Change {
  return replaceRule("search", "candidates", (before) => {
    let searches = 0;
    return (call) => {
      const known = before(call);
      const [model] = known;
      searches += 1;
      if (model === undefined) return known;
      const published = Array.from({ length: Math.floor(searches / searchesEach) }, (_, index) => ({
        ...model,
        name: `aa-published-by-another-${index}`,
      }));
      return [...known, ...published];
    };
  });
}

/** Requirements that need a registry to which nobody else writes. */
const judgedAlone: readonly string[] = [
  "search/paging-returns-each-volume-once",
  "search/paging-reaches-the-total",
  "search/total-does-not-depend-on-the-page",
  "search/total-counts-the-matches-of-the-filter",
  "search/filter-finds-every-volume-of-its-type",
  "search/pages-are-slices-of-one-list",
  "search/last-pages-end-with-the-list",
  "search/filtered-pages-are-slices-of-the-matches",
];

/** Catalogue search. */
export const searchChoices: readonly Choice[] = [
  {
    name: "search-default-limit",
    question: "What is the default page size?",
    default: "20",
    values: {
      "1": paging("One item", 1),
      "100": paging("A hundred items", 100),
    },
  },
  {
    name: "search-used-limit",
    question: "Can the page size be smaller than the requested limit?",
    default: "as-asked",
    values: {
      "at-most-5": {
        summary: "At most five items, and the answer states that limit",
        skips: [
          "search/latest-version-was-published",
          "search/conditional-searches-notice-a-change",
          "search/filter-finds-a-type-that-a-page-shows",
        ],
        change: replaceRule("search", "usedLimit", () => (limit) => Math.min(limit, 5)),
      },
    },
  },
  {
    name: "search-window",
    question: "How far does the offset reach?",
    default: "any",
    values: {
      "10000": {
        summary: "Ten thousand items; beyond answers 400 validation-failed",
        change: replaceRule("search", "readQuery", (before) => (call) => {
          const query = before(call);
          if (query.offset + query.limit > 10_000)
            throw new ProblemError("validation-failed", "the offset is beyond the search window");
          return query;
        }),
      },
    },
  },
  {
    name: "search-order",
    question: "In which order are search results?",
    default: "name",
    values: {
      "newest-first": {
        summary: "The newest first",
        change: replaceRule(
          "search",
          "order",
          () => (hits) =>
            hits.toSorted(
              (left, right) => right.publishedAt - left.publishedAt || (left.name < right.name ? 1 : -1),
            ),
        ),
      },
      "reversed-name": {
        summary: "By name, descending",
        change: replaceRule("search", "order", (before) => (hits, call) => before(hits, call).toReversed()),
      },
    },
  },
  {
    name: "search-items",
    question: "Which members does a search result have?",
    default: "all",
    values: {
      "name-only": {
        summary: "Its name",
        skips: [
          "audit/latest-versions-are-the-highest-or-the-newest",
          "search/latest-version-was-published",
          "search/filter-shows-only-its-type",
          "search/filter-accepts-several-types",
          "search/filter-finds-a-type-that-a-page-shows",
        ],
        change: replaceRule("render", "searchItem", () => ({ name }) => ({ name })),
      },
      "no-components": {
        summary: "All but components",
        skips: [
          "search/filter-shows-only-its-type",
          "search/filter-accepts-several-types",
          "search/filter-finds-a-type-that-a-page-shows",
        ],
        change: replaceRule(
          "render",
          "searchItem",
          (before) => (release, call) => without(before(release, call), "components"),
        ),
      },
      "untyped-components": {
        summary: "Components with only their names",
        skips: [
          "search/filter-shows-only-its-type",
          "search/filter-accepts-several-types",
          "search/filter-finds-a-type-that-a-page-shows",
        ],
        change: replaceRule("render", "searchItem", (before) => (release, call) => ({
          ...before(release, call),
          components: release.components.map(({ name }) => ({ name })),
        })),
      },
      empty: {
        summary: "Empty texts and lists",
        change: replaceRule("render", "searchItem", (before) => (release, call) => ({
          ...before(release, call),
          description: "",
          role: "",
          providers: [],
        })),
      },
      unicode: {
        summary: "A description in several scripts, with markup and control characters",
        change: replaceRule("render", "searchItem", (before) => (release, call) => ({
          ...before(release, call),
          description: 'Ω≈ç√ 日本語 \u202Eمرحبا\u202C 🧪\u0000\u0007<script>alert("x")</script>',
        })),
      },
    },
  },
  {
    name: "search-latest",
    question: "Which version is a volume's latest?",
    default: "highest-stable",
    values: {
      newest: {
        summary: "The one published last",
        change: replaceRule("search", "latest", () => (releases) => releases.at(-1)),
      },
      "without-build": {
        summary: "The highest stable one, shown without its build metadata",
        change: replaceRule("render", "searchItem", (before) => (release, call) => {
          const item = before(release, call);
          const { latestVersion } = item;
          if (typeof latestVersion !== "string") return item;
          return { ...item, latestVersion: latestVersion.replace(/\+.*$/, "") };
        }),
      },
    },
  },
  {
    name: "search-writers",
    question: "Does anyone else publish during the run?",
    default: "nobody",
    values: {
      often: {
        summary: "Every third search finds one more volume",
        target: (target) => ({ ...target, exclusive: false }),
        skips: [...judgedAlone, "consistency/searches-do-not-depend-on-the-client"],
        change: publishingMeanwhile(3),
      },
      rarely: {
        summary: "Every fortieth search finds one more volume",
        target: (target) => ({ ...target, exclusive: false }),
        skips: judgedAlone,
        change: publishingMeanwhile(40),
      },
    },
  },
  {
    name: "search-shows",
    question: "Which releases does search show?",
    default: "available",
    values: {
      "yanked-too": {
        summary: "Yanked ones too",
        change: replaceRule(
          "visibility",
          "inSearch",
          (before) => (release, call) => before(release, call) || release.status.state === "yanked",
        ),
      },
    },
  },
  {
    name: "search-role",
    question: "Which roles do search results have?",
    default: "component",
    values: {
      other: {
        summary: "Roles that the specification does not show",
        change: replaceRule("render", "searchItem", (before) => (release, call) => ({
          ...before(release, call),
          role: "application-bundle",
        })),
      },
    },
  },
];
