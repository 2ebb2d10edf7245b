import { isIPv6 } from "node:net";
import { describe, expect, test } from "vitest";
import { formats, type WireFormat } from "./compiled/wire.js";

const hex = "0123456789abcdef".repeat(4);
const a = (length: number): string => "a".repeat(length);

const accepted: Readonly<Record<WireFormat, readonly unknown[]>> = {
  scope: ["a", "0", "acme", "a-b-c", "0-9", a(64)],
  nameSegment: ["a", "0", "tools", "my-tools-2", a(128)],
  volumeName: ["tools", "@acme/tools", "@a/b", "@0/0", a(128), `@${a(64)}/${a(128)}`],
  version: [
    "0.0.0",
    "1.2.3",
    "10.20.30",
    "99999999999999999999999.999999999999999999.99999999999999999",
    "1.0.0-alpha",
    "1.0.0-alpha.1",
    "1.0.0-0.3.7",
    "1.0.0-x.7.z.92",
    "1.0.0-x-y-z.--",
    "1.0.0--",
    "1.0.0-0A",
    "1.0.0+001",
    "1.0.0+20130313144700",
    "1.0.0-beta+exp.sha.5114f85",
    "1.0.0+-",
    "1.0.0-rc.1+build.1",
    "1.0.0-0",
    "1.0.0-alpha0.valid",
    "1.0.0-00a",
    "1.0.0+0.build.1-rc.10000aaa-kk-0.1",
    `1.0.0-${a(5000)}`,
  ],
  releasePurl: [
    "pkg:volume/tools@1.0.0",
    "pkg:volume/%40acme/tools@1.0.0",
    "pkg:volume/tools@1.0.0-rc.1",
    "pkg:volume/tools@1.0.0+b.1",
    "pkg:volume/tools@1.0.0%2Bb.1",
    "pkg:volume/tools@1.0.0-a%2bb",
    `pkg:volume/%40${a(64)}/${a(128)}@1.0.0`,
  ],
  digest: [`sha256:${hex}`, `sha256:${"0".repeat(64)}`],
  timestamp: [
    "2026-11-21T09:00:00Z",
    "2026-11-21t09:00:00z",
    "2026-11-21 09:00:00Z",
    "2026-11-21T09:00:00+05:30",
    "2026-11-21T09:00:00-00:00",
    "2026-11-21T09:00:00.1Z",
    "2026-11-21T09:00:00.123456789012Z",
    "2024-02-29T00:00:00Z",
    "2000-02-29T00:00:00Z",
    "1990-12-31T23:59:60Z",
    "1990-12-31T15:59:60-08:00",
    "0001-01-01T00:00:00Z",
    "9999-12-31T23:59:59.999Z",
    "+010000-01-01T00:00:00.000Z",
    "2026-11-21T24:00:00Z",
    "2026-11-21T09:00:00",
    "2026-11-21T09:00Z",
    "2026-11-21T09Z",
    "2026-11-21T09:00:00,5Z",
    "2026-11-21T09:00.5Z",
    "2026-11-21T09:00:00+01",
    "20261121T090000Z",
    "20261121T0900+0100",
    "20261121T09",
    "20240229T000000Z",
    "2026-W47-6T09:00:00Z",
    "2026W476T090000Z",
    "2026-325T09:00:00Z",
    "2026325T090000Z",
    "2024-366T00:00:00Z",
    "2026-023T09:00:00Z",
    "2026023T090000Z",
    "2026-029T00:00:00Z",
  ],
  declarationKey: [
    `x-extdep-v1:sha256:${hex}`,
    `volume-extdep-v1:sha256:${hex}`,
    `Acme_2-extdep-v1:sha256:${hex}`,
  ],
  externalPurl: [
    "pkg:npm/left-pad",
    "pkg:npm/%40scope/name",
    "pkg:maven/org.apache/commons?type=jar&classifier=x",
    "pkg:generic/a?vcs_url=git@example.com:x",
    "pkg:NPM/x",
    "pkg:volumes/x",
    "pkg:golang/example.com/a/b",
    "pkg:volum/e",
    "pkg:c.d+e-f/x:y",
    "pkg:docker/library/a?x=%23",
  ],
  constraint: ["vers:npm/1.0.0", "vers:npm/>=1.0.0|<2.0.0", "vers:a.b-c1/*", "vers:N/é", "vers:npm//"],
  purpose: [
    "runtime",
    "build",
    "development",
    "test",
    "optional",
    "peer",
    "source",
    "documentation",
    "other",
    "com.example:lint",
    "a.b:c",
    "a-1.b-2.c-3:word",
    "com.example:two-words",
    "0.0:x1",
    "-.-:a",
  ],
  componentType: ["agent", "skill", "command", "tool", "hook", "mcp-server", "lsp-server"],
  uploadState: ["pending-upload", "uploading", "uploaded", "expired", "failed"],
  size: [0, 1, 2 ** 53, 1e21, 5.0],
  uri: [
    "https://a.example/b.tar.gz",
    "http://127.0.0.1:8080",
    "https://a.example",
    "https://a.example?x",
    "https://a#f",
    "urn:isbn:0451450523",
    "data:application/gzip;base64,H4sI+/8=",
    "file:///srv/a.tar.gz",
    "mailto:a@b.example",
    "ssh://git@github.com/a/b.git",
    "git+https://github.com/a/b.git#v1",
    "git://host/a",
    "about:blank",
    "x:",
    "http://[::1]:80/",
    "http://[2001:db8::7]/c=GB",
    "http://[::ffff:1.2.3.4]/",
    "http://[fe80::1%25en0]/",
    "http://[v1.x:y]/",
    "https://a/%2B%2f",
    "https://a/b;c=1,2@d:e!$&'()*+=",
    "https://u:p@host:/",
    "https:///a",
    "https:a/b",
    "https:/a//b",
    "https://a//b//c",
    "https://a/?q=/?:@",
    "https://999.999.999.999/",
    "HTTPS://A/",
    "https://a:99999/",
  ],
  uriReference: [
    "",
    "a",
    "/a/b",
    "../a?b#c",
    "//host/a",
    "?q",
    "#f",
    "./a:b",
    "a/b:c",
    "@acme/tools",
    "https://a/b",
    "urn:x",
    "%40acme",
    "//[::1]:80/a",
    ";p",
    "/a//b",
  ],
};

const refused: Readonly<Record<WireFormat, readonly unknown[]>> = {
  scope: ["", "-a", "a-", "a--b", "A", "a_b", "a.b", "@a", "a/b", "é", "a ", " a", "a\n", a(65), "-", "--"],
  nameSegment: ["", "-a", "a-", "a--b", "Tools", "a_b", "a.b", "@a/b", "a b", "a\n", "ａ", a(129)],
  volumeName: [
    "",
    "@acme",
    "acme/tools",
    "@acme/",
    "@/tools",
    "@acme//tools",
    "@ac--me/tools",
    "@acme-/tools",
    "@-acme/tools",
    "@acme/to--ols",
    "@acme/tools-",
    "@acme/-tools",
    "@@acme/tools",
    "@acme/a/b",
    "%40acme/tools",
    "@Acme/tools",
    a(129),
    `@${a(65)}/a`,
    `@${a(64)}/${a(129)}`,
    "tools\n",
    "@acme/tools@1",
  ],
  version: [
    "",
    "1",
    "1.2",
    "1.2.3.4",
    "01.2.3",
    "1.02.3",
    "1.2.03",
    "v1.2.3",
    "1.2.3-",
    "1.2.3+",
    "1.2.3-01",
    "1.2.3-a..b",
    "1.2.3-a.01",
    "1.2.3-a.",
    "1.2.3-.a",
    "1.2.3+a..b",
    "1.2.3+a+b",
    "1.2.3+.a",
    "1.2.3+a.",
    "1.2.3-é",
    "1.2.3_a",
    "1.2.3\n",
    " 1.2.3",
    "1.2.3 ",
    "-1.2.3",
    "1.2.-3",
    "^1.2.3",
    "1.x.0",
    "1.2.3-0.01+b",
    "1.2.3-+b",
    "١.٢.٣",
    "1.2.3-a%b",
  ],
  releasePurl: [
    "pkg:volume/tools",
    "pkg:volume/@acme/tools@1.0.0",
    "pkg:volume/acme/tools@1.0.0",
    "pkg:volume/tools@1.0",
    "pkg:npm/tools@1.0.0",
    "pkg:Volume/tools@1.0.0",
    "pkg:volume/tools@1.0.0?a=b",
    "pkg:volume/tools@1.0.0#a",
    "pkg:volume/%40acme%2Ftools@1.0.0",
    "pkg:volume/Tools@1.0.0",
    "pkg:volume/to--ols@1.0.0",
    "pkg:volume/tools%401.0.0",
    "pkg://volume/tools@1.0.0",
    "pkg:volume/tools@01.0.0",
    "pkg:volume/%40a--b/c@1.0.0",
    "pkg:volume/tools@1.0.0%2B",
    `pkg:volume/${a(129)}@1.0.0`,
    `pkg:volume/%40${a(65)}/a@1.0.0`,
    "pkg:volume/tools@1.0.0%2Ba%2Bb",
  ],
  digest: [
    "",
    hex,
    `sha256:${hex.toUpperCase()}`,
    `SHA256:${hex}`,
    `sha256:${hex.slice(1)}`,
    `sha256:${hex}0`,
    `sha512:${hex}${hex}`,
    `sha256:${hex}\n`,
  ],
  timestamp: [
    "",
    "2026-11-21",
    "09:00:00Z",
    "1763715600",
    "Sat, 21 Nov 2026 09:00:00 GMT",
    "tomorrow",
    "2026-11-21T",
    "2026-13-01T00:00:00Z",
    "2026-00-01T00:00:00Z",
    "2026-11-31T00:00:00Z",
    "2026-11-00T00:00:00Z",
    "2026-02-30T00:00:00Z",
    "2026-02-29T00:00:00Z",
    "1900-02-29T00:00:00Z",
    "20260229T000000Z",
    "20261131T000000Z",
    "2026-366T00:00:00Z",
    "2026-367T00:00:00Z",
    "2026-11-21T25:00:00Z",
    "2026-11-21T24:00:01Z",
    "2026-11-21T09:60:00Z",
    "2026-11-21T09:00:61Z",
    "2026-11-21T09:00:00+24:00",
    "2026-11-21T09:00:00.Z",
    "2026-11-21T09:00:00Z ",
    " 2026-11-21T09:00:00Z",
    "2026-11-21T09:00:00Z\n",
    "2026-11-21T9:00:00Z",
    "2026/11/21T09:00:00Z",
    "26-11-21T09:00:00Z",
    "2026-11-21T090000Z",
    "2026-W54-1T00:00:00Z",
    "2026-W47-8T00:00:00Z",
    "2026-11-21T09:00:00 UTC",
    "2026-11-21 09:00:00",
    "٢026-11-21T09:00:00Z",
    "-2026-11-21T09:00:00Z",
    1763715600,
    1763715600000,
  ],
  declarationKey: [
    "",
    `extdep-v1:sha256:${hex}`,
    `-extdep-v1:sha256:${hex}`,
    `x-extdep-v2:sha256:${hex}`,
    `x-extdep-v1:${hex}`,
    `x-extdep-v1:sha256:${hex.toUpperCase()}`,
    `x-extdep-v1:sha256:${hex}0`,
    `x y-extdep-v1:sha256:${hex}`,
  ],
  externalPurl: [
    "",
    "npm/left-pad",
    "pkg:npm",
    "pkg:npm/",
    "pkg:/left-pad",
    "pkg:volume/tools",
    "pkg:Volume/tools",
    "pkg:npm/left-pad@1.0.0",
    "pkg:npm/@scope/name",
    "pkg:npm/a#sub",
    "pkg:npm/a?x=1#sub",
    "pkg:npm/a b",
    "PKG:npm/a",
    "pkg://npm/a",
    "pkg:1npm/a",
    "pkg:npm/é",
    "pkg:n%70m/a",
    "pkg:npm/a\n",
    "pkg:npm/?x=1",
  ],
  constraint: [
    "",
    "npm/1.0.0",
    "vers:npm",
    "vers:npm/",
    "vers:/1",
    "vers:1npm/1",
    "vers:npm/1 2",
    "vers:n_m/1",
    "VERS:npm/1",
    "vers:npm/1\n",
  ],
  purpose: [
    "",
    "Runtime",
    "prod",
    "example:lint",
    "com.example:",
    "com.example:Lint",
    "Com.example:lint",
    ".com:lint",
    "com.:lint",
    "com..example:lint",
    "com.example:a:b",
    "com.example:a b",
    "com_x.example:lint",
    ":lint",
    "runtime ",
    "com.example:1",
  ],
  componentType: ["", "Agent", "plugin", "mcp_server"],
  uploadState: ["", "pending", "done", "Uploaded"],
  size: [-1, 0.5, "0", Number.NaN],
  uri: [
    "",
    "a",
    "/a",
    "//host/a",
    "git@github.com:a/b.git",
    "C:\\a",
    "https://a/ b",
    "https://a/é",
    "https://é/",
    "1http://a",
    "https://a/%",
    "https://a/%2",
    "https://a/%zz",
    "https://a/[b]",
    "https://[::1",
    "https://[:::1]/",
    "https://[1.2.3.4]/",
    "https://a:b/",
    "https://a/<b>",
    'https://a/"b"',
    "https://a/{b}",
    "https://a/b|c",
    "https://a/^",
    "https://a/`",
    "https://a/\\",
    "https://a#b#c",
    "https://u@v@host/",
    "https://a/\n",
    ":a",
    "https://[v1.]/",
    "https://a/\u0000",
    "://a",
  ],
  uriReference: [
    "a b",
    "é",
    "1:b",
    "a@b:c",
    ":a",
    "%",
    "%4",
    "<a>",
    "a\\b",
    "[a]",
    "#a#b",
    "a\n",
    "//a:b/",
    "a|b",
  ],
};

describe.each(Object.keys(accepted) as WireFormat[])("%s", (name) => {
  test.each(accepted[name])("accepts %j", (value) => {
    expect(formats[name](value)).toBe(true);
  });

  test.each(refused[name])("refuses %j", (value) => {
    expect(formats[name](value)).toBe(false);
  });

  test.each([null, undefined, true, [], {}, name === "size" ? "1" : 1])(
    "refuses %j, which has another type",
    (value) => {
      expect(formats[name](value)).toBe(false);
    },
  );

  test("judges texts of megabytes at once, and never runs out of stack", () => {
    const pieces = ["a", "a-", "a.", "a/", "0", "-", "%20", ":", "@a", "1.0.0-a."];
    const heads = [
      "",
      "1.0.0-",
      "1.0.0+",
      "https://x/",
      "pkg:npm/",
      "pkg:volume/a@1.0.0-",
      "vers:a/",
      "com.a",
      "@a/",
      "2026-11-21T09:00:00.1",
    ];
    for (const head of heads) {
      for (const piece of pieces) expect(() => formats[name](head + piece.repeat(300_000))).not.toThrow();
    }
  });
});

/** The expression that the SemVer 2.0.0 specification suggests (semver.org), with groups that do not capture. */
const semver =
  /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-(?:(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\+(?:[0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*))?$/;

/** Every text of up to `length` characters of an alphabet. */
function texts(alphabet: string, length: number): readonly string[] {
  if (length === 0) return [""];
  const shorter = texts(alphabet, length - 1);
  return [
    ...shorter,
    ...shorter
      .filter((text) => text.length === length - 1)
      .flatMap((text) => Array.from(alphabet, (letter) => text + letter)),
  ];
}

describe("agreement with others", () => {
  test("versions and purls follow SemVer's own expression for every short suffix", () => {
    const versions = texts("01a-.+", 6).map((text) => `1.0.0${text}`);
    const expected = versions.filter((version) => semver.test(version));
    expect(versions.filter(formats.version)).toEqual(expected);
    expect(versions.filter((version) => formats.releasePurl(`pkg:volume/a@${version}`))).toEqual(expected);
  });

  test("names follow the rules in words for every short text", () => {
    const all = texts("a0-A", 6);
    const expected = all.filter(
      (text) =>
        /^[a-z0-9-]+$/.test(text) && !text.includes("--") && !text.startsWith("-") && !text.endsWith("-"),
    );
    expect(all.filter(formats.scope)).toEqual(expected);
    expect(all.filter(formats.nameSegment)).toEqual(expected);
    expect(all.filter(formats.volumeName)).toEqual(expected);
    expect(all.filter((text) => formats.volumeName(`@${text}/b`))).toEqual(expected);
    expect(all.filter((text) => formats.volumeName(`@b/${text}`))).toEqual(expected);
  });

  test.each(["1900", "2000", "2023", "2024", "2100"])(
    "dates of %s are those of the calendar in every form",
    (year) => {
      const pad = (part: number): string => String(part).padStart(2, "0");
      const days = Array.from(
        { length: 13 * 33 },
        (_, index) => [pad(Math.floor(index / 33)), pad(index % 33)] as const,
      );
      const exists = ([month, day]: (typeof days)[number]): boolean => {
        const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
        return !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(day);
      };
      const expected = days.filter(exists);
      expect(days.filter(([month, day]) => formats.timestamp(`${year}-${month}-${day}T09:00:00Z`))).toEqual(
        expected,
      );
      expect(days.filter(([month, day]) => formats.timestamp(`${year}-${month}-${day}T09:00`))).toEqual(
        expected,
      );
      expect(days.filter(([month, day]) => formats.timestamp(`${year}${month}${day}T0900`))).toEqual(
        expected,
      );
    },
  );

  test("IPv6 hosts are those that Node knows", () => {
    const parts = ["", "0", "ffff", "12345", "1.2.3.4", "g"];
    const join = (heads: readonly string[]): readonly string[] =>
      heads.flatMap((head) => parts.map((part) => `${head}:${part}`));
    const addresses = [
      ...join(join(join(parts))),
      ...join(["1:2:3:4:5:6", "1:2:3:4:5:6:7", "::2:3:4:5:6:7", "1:2:3:4:5:6:7:8"]),
    ];
    expect(addresses.filter((address) => formats.uri(`http://[${address}]/`))).toEqual(
      addresses.filter((address) => isIPv6(address)),
    );
  });
});
