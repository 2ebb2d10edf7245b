/** Vectors of digests, timestamps, declaration keys and purls of external dependencies: written by hand. */
import { sha256 } from "../../seed.ts";
import { toVectors, type VectorSet } from "./vector.ts";

const digest = sha256("");
const hex = digest.slice("sha256:".length);

const digests: VectorSet = {
  name: "digests",
  subject: "a digest",
  source: "Resources and their fields, Shared formats",
  vectors: toVectors("digest", [
    {
      result: "valid",
      reason: "`sha256:` and 64 lowercase hex characters",
      values: [digest, `sha256:${"0".repeat(64)}`, `sha256:${"f".repeat(64)}`, sha256("a volume")],
    },
    { result: "invalid", reason: "uppercase hex characters", values: [`sha256:${hex.toUpperCase()}`] },
    { result: "invalid", reason: "an uppercase prefix", values: [`SHA256:${hex}`] },
    { result: "invalid", reason: "no prefix", values: [hex] },
    {
      result: "invalid",
      reason: "another algorithm",
      values: [`sha512:${hex}`, `sha512:${hex}${hex}`, `md5:${hex.slice(32)}`],
    },
    {
      result: "invalid",
      reason: "not 64 characters",
      values: [`sha256:${hex.slice(1)}`, `sha256:${hex}0`, "sha256:"],
    },
    {
      result: "invalid",
      reason: "a character that is not hex",
      values: [`sha256:g${hex.slice(1)}`, `sha256:${hex.slice(1)} `],
    },
    { result: "invalid", reason: "something after it", values: [`${digest}\n`, `${digest} `] },
    { result: "invalid", reason: "another separator", values: [`sha256-${hex}`, `sha256=${hex}`] },
    {
      result: "invalid",
      reason: "base64 in place of hex",
      values: [`sha256:${Buffer.from(hex, "hex").toString("base64")}`],
    },
    { result: "invalid", reason: "empty", values: [""] },
  ]),
};

const timestamps: VectorSet = {
  name: "timestamps",
  subject: "a timestamp",
  source: "Resources and their fields, Shared formats; RFC 3339, ISO 8601",
  vectors: toVectors("timestamp", [
    {
      result: "valid",
      reason: "a date-time of RFC 3339",
      values: [
        "2026-01-31T12:00:00Z",
        "2026-01-31T12:00:00.123456789Z",
        "2026-01-31T12:00:00+05:30",
        "2026-01-31T12:00:00-00:00",
        "2024-02-29T23:59:59Z",
        "2016-12-31T23:59:60Z",
        "0001-01-01T00:00:00Z",
        "2026-01-31t12:00:00z",
      ],
    },
    {
      result: "open",
      reason: "ISO 8601 has this form and RFC 3339 does not; the specification names both",
      values: [
        "20260131T120000Z",
        "2026-W05-6T12:00:00Z",
        "2026-031T12:00:00Z",
        "2026-01-31T12:00Z",
        "2026-01-31T12:00:00,5Z",
        "2026-01-31T12:00:00",
      ],
    },
    {
      result: "invalid",
      reason: "a day that the month does not have",
      values: ["2026-02-29T12:00:00Z", "2026-04-31T12:00:00Z", "2026-01-32T12:00:00Z"],
    },
    {
      result: "invalid",
      reason: "a month that the year does not have",
      values: ["2026-13-01T12:00:00Z", "2026-00-01T12:00:00Z"],
    },
    {
      result: "invalid",
      reason: "an hour, minute or second that the day does not have",
      values: [
        "2026-01-31T25:00:00Z",
        "2026-01-31T12:60:00Z",
        "2026-01-31T12:00:61Z",
        "2026-01-31T24:00:01Z",
      ],
    },
    {
      result: "invalid",
      reason: "an offset that does not exist",
      values: ["2026-01-31T12:00:00+24:00", "2026-01-31T12:00:00+05:60"],
    },
    { result: "invalid", reason: "no time", values: ["2026-01-31", "2026-01-31T"] },
    { result: "invalid", reason: "no date", values: ["12:00:00Z", "T12:00:00Z"] },
    {
      result: "invalid",
      reason: "another notation",
      values: [
        "1769860800",
        "Sat, 31 Jan 2026 12:00:00 GMT",
        "31.01.2026 12:00",
        "2026/01/31T12:00:00Z",
        "now",
        "",
      ],
    },
    {
      result: "invalid",
      reason: "something before or after it",
      values: [" 2026-01-31T12:00:00Z", "2026-01-31T12:00:00Z\n", "2026-01-31T12:00:00Z[UTC]"],
    },
  ]),
};

const declarationKeys: VectorSet = {
  name: "declaration-keys",
  subject: "an external dependency declaration key",
  source: "Resources and their fields, Shared formats",
  vectors: toVectors("declaration-key", [
    {
      result: "valid",
      reason: "a short word, `-extdep-v1:sha256:` and 64 lowercase hex characters",
      values: [
        `volume-extdep-v1:${digest}`,
        `pkg-extdep-v1:${digest}`,
        `x-extdep-v1:sha256:${"0".repeat(64)}`,
      ],
    },
    {
      result: "open",
      reason: "the specification does not name the prefix; this one is not a lowercase word",
      values: [`Volume-extdep-v1:${digest}`, `a.b-extdep-v1:${digest}`, `two-words-extdep-v1:${digest}`],
    },
    { result: "invalid", reason: "no prefix", values: [`extdep-v1:${digest}`, `-extdep-v1:${digest}`] },
    {
      result: "invalid",
      reason: "another version",
      values: [`volume-extdep-v2:${digest}`, `volume-extdep:${digest}`],
    },
    {
      result: "invalid",
      reason: "not a digest",
      values: [
        `volume-extdep-v1:${hex}`,
        `volume-extdep-v1:sha256:${hex.slice(1)}`,
        `volume-extdep-v1:sha256:${hex.toUpperCase()}`,
        `volume-extdep-v1:sha512:${hex}`,
      ],
    },
    {
      result: "invalid",
      reason: "something before or after it",
      values: [` volume-extdep-v1:${digest}`, `volume-extdep-v1:${digest}\n`],
    },
    { result: "invalid", reason: "empty", values: [""] },
  ]),
};

const externalPurls: VectorSet = {
  name: "external-purls",
  subject: "the purl of an external dependency declaration",
  source: "Resources and their fields, external dependency declaration",
  vectors: toVectors("external-purl", [
    {
      result: "valid",
      reason: "a type that is not `volume`, and a path",
      values: [
        "pkg:npm/left-pad",
        "pkg:npm/%40scope/name",
        "pkg:maven/org.example/library",
        "pkg:golang/example.org/module/v2",
      ],
    },
    {
      result: "valid",
      reason: "with qualifiers",
      values: ["pkg:deb/debian/curl?arch=amd64", "pkg:maven/org.example/library?type=jar&classifier=sources"],
    },
    {
      result: "invalid",
      reason: "the type is `volume`",
      values: ["pkg:volume/name", "pkg:volume/%40scope/name"],
    },
    {
      result: "invalid",
      reason: "the path has an `@`, such as that of a version",
      values: ["pkg:npm/left-pad@1.0.0", "pkg:npm/@scope/name"],
    },
    { result: "invalid", reason: "the path has a `#`", values: ["pkg:npm/left-pad#src"] },
    { result: "invalid", reason: "no path", values: ["pkg:npm", "pkg:npm/"] },
    { result: "invalid", reason: "no `pkg:`", values: ["npm/left-pad", "http://example.org/left-pad", ""] },
    { result: "invalid", reason: "white space", values: ["pkg:npm/left pad", "pkg:npm/left-pad\n"] },
  ]),
};

export const valueVectors: readonly VectorSet[] = [digests, timestamps, declarationKeys, externalPurls];
