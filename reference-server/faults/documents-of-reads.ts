import { textMember } from "../json.ts";
import { withBody, without } from "../rules/change.ts";
import { type Flaw, rendering, setting, toFaults } from "./document-flaw.ts";
import type { Fault } from "./fault.ts";

const flaws: readonly Flaw[] = [
  [
    "search-items-are-keyed",
    "search-results-are-well-formed",
    "The items of a search are an object",
    setting("searchVolumes", "items", {}),
  ],
  [
    "search-lacks-items",
    "search-results-are-well-formed",
    "A search without hits has no items",
    withBody("searchVolumes", (body) =>
      Array.isArray(body["items"]) && body["items"].length === 0 ? without(body, "items") : body,
    ),
  ],
  [
    "search-total-is-text",
    "search-results-are-well-formed",
    "The total of a search is a text",
    withBody("searchVolumes", (body) => ({ ...body, total: textMember(body, "total") })),
  ],
  [
    "search-limit-is-nought",
    "search-results-are-well-formed",
    "The limit of a search says 0",
    setting("searchVolumes", "limit", 0),
  ],
  [
    "search-offset-is-null",
    "search-results-are-well-formed",
    "The offset of a search is null",
    setting("searchVolumes", "offset", null),
  ],
  [
    "search-providers-are-text",
    "search-results-are-well-formed",
    "The providers of an item are one text",
    rendering("searchItem", (item) => ({ ...item, providers: "everyone" })),
  ],
  [
    "search-component-type-is-new",
    "search-results-are-well-formed",
    "An item has a component of the type plugin",
    rendering("searchItem", (item) => ({ ...item, components: [{ type: "plugin", name: "x" }] })),
  ],
  [
    "index-is-a-list",
    "version-indexes-are-well-formed",
    "Rows of the index are keyed by version",
    withBody("getVersionIndex", (body) => ({ ...body, items: { rows: body["items"] } })),
  ],
  [
    "row-status-is-text",
    "version-indexes-are-well-formed",
    "The status of a row is a text",
    rendering("row", (row) => ({ ...row, status: "available" })),
  ],
  [
    "row-integrity-is-bare",
    "version-indexes-are-well-formed",
    "The integrity of a row lacks its algorithm",
    rendering("row", (row) => ({ ...row, integrity: textMember(row, "integrity").slice(7) })),
  ],
  [
    "row-release-is-text",
    "version-indexes-are-well-formed",
    "The release of a row is a text",
    rendering("row", (row) => ({ ...row, release: "/releases/1" })),
  ],
  [
    "row-dependencies-are-list",
    "version-indexes-are-well-formed",
    "The dependencies of a row are a list",
    rendering("row", (row) => ({ ...row, dependencies: [] })),
  ],
  [
    "advisories-are-a-list",
    "advisory-lists-are-well-formed",
    "The list of advisories has no items",
    withBody("searchAdvisories", (body) => ({ advisories: body["items"] })),
  ],
  [
    "advisory-id-is-text",
    "advisory-lists-are-well-formed",
    "The id of an advisory is a text",
    rendering("advisory", (one) => ({ ...one, id: "VRA-1" })),
  ],
  [
    "advisory-published-is-number",
    "advisory-lists-are-well-formed",
    "published is a number",
    rendering("advisory", (one) => ({ ...one, published: 1_800_000_000 })),
  ],
  [
    "advisory-aliases-are-text",
    "advisory-lists-are-well-formed",
    "The aliases of an advisory are a text",
    rendering("advisory", (one) => ({ ...one, id: { local: "VRA-1", aliases: "CVE-2026-1" } })),
  ],
];

/** Documents of searches, indexes and advisories that are not as the tables have them. */
export const documentsOfReads: readonly Fault[] = toFaults(flaws);
