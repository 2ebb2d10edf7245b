import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Check, Invariant, Observation, Untested } from "../harness/check.ts";
import type { CheckFile } from "../harness/check-file.ts";
import { faults } from "../reference-server/faults/index.ts";
import { sentencesOf } from "../harness/sentences.ts";
import { chapters } from "./index.ts";
import { anchors, endpoints } from "./specification.ts";

const requirements: readonly (Check | Invariant)[] = chapters.flatMap(({ checks, invariants = [] }) => [
  ...checks,
  ...invariants,
]);
const observations: readonly Observation[] = chapters.flatMap((chapter) => chapter.observations ?? []);
const untested: readonly Untested[] = chapters.flatMap((chapter) => chapter.untested ?? []);
const entries = [...requirements, ...observations, ...untested];
const folders = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((entry) =>
  entry.isDirectory(),
);

function covered(): ReadonlySet<string> {
  return new Set(entries.flatMap(({ covers = [] }) => covers));
}

describe("ids", () => {
  test("are unique", () => {
    const ids = entries.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  test("are a chapter and an outcome in words of lower-case letters", () => {
    expect(
      entries
        .map(({ id }) => id.replace("utf-8", "utf"))
        .filter((id) => !/^[a-z]+(?:-[a-z]+)*\/[a-z]+(?:-[a-z]+)*$/.test(id)),
    ).toEqual([]);
  });

  test("begin with the chapter that they stand in", () => {
    for (const chapter of chapters) {
      const { checks, invariants = [], observations: seen = [], untested: unseen = [] } = chapter;
      const strays = [...checks, ...invariants, ...seen, ...unseen].filter(
        ({ id }) => !id.startsWith(`${chapter.id}/`),
      );
      expect(strays.map(({ id }) => id)).toEqual([]);
    }
  });
});

describe("sentences", () => {
  const sentences = sentencesOf(chapters);

  test("are few enough to be read", () => {
    expect(sentences.length).toBeLessThanOrEqual(190);
  });

  test("have ids of their own, as checks have", () => {
    const ids = [
      ...chapters.flatMap(({ sentences: stated = [] }) => stated.map(({ id }) => id)),
      ...entries.map(({ id }) => id),
    ];
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(sentences.filter(({ id, chapter }) => !id.startsWith(`${chapter}/`))).toEqual([]);
  });

  test("that a chapter states have several cases", () => {
    const stated = sentences.filter(({ id }) => requirements.every((one) => one.id !== id));
    expect(stated.filter(({ cases }) => cases.length < 2).map(({ id }) => id)).toEqual([]);
  });

  test("hold every check and every rule for all responses once", () => {
    expect(sentences.flatMap(({ cases }) => cases.map(({ id }) => id)).toSorted()).toEqual(
      requirements.map(({ id }) => id).toSorted(),
    );
  });

  test("rest on others that there are, and never on themselves", () => {
    const known = new Map(sentences.map((one) => [one.id, one.restsOn]));
    const reach = (id: string, seen: readonly string[]): readonly string[] =>
      (known.get(id) ?? [`unknown ${id}`]).flatMap((next) =>
        seen.includes(next) ? [`circle at ${next}`] : [next, ...reach(next, [...seen, next])],
      );
    const wrong = sentences.flatMap(({ id }) => reach(id, [id]).filter((next) => !known.has(next)));
    expect(wrong).toEqual([]);
  });

  test("answer for an anchor of the specification", () => {
    expect(sentences.filter(({ covers }) => covers.length === 0).map(({ id }) => id)).toEqual([]);
  });
});

describe("chapters", () => {
  test("are the folders of suites, each listed once", () => {
    const withChapters = folders.filter(({ name }) =>
      readdirSync(`${import.meta.dirname}/${name}`).includes("chapter.ts"),
    );
    expect(chapters.map(({ id }) => id).toSorted()).toEqual(withChapters.map(({ name }) => name).toSorted());
  });

  test("end with what holds for every response", () => {
    expect(chapters.at(-1)?.id).toBe("every-response");
  });

  test("hold something each", () => {
    for (const { checks, invariants = [] } of chapters)
      expect(checks.length + invariants.length).toBeGreaterThan(0);
  });

  test("list every check file of their folders, and nothing else", async () => {
    const known = new Set(entries.map(({ id }) => id));
    const found = (await readCheckFiles()).flatMap(({ file }) => idsIn(file));
    expect(found.filter((id) => !known.has(id))).toEqual([]);
    expect(found.toSorted()).toEqual([...known].toSorted());
  });

  test("are made of files that each export one value, named as the file", async () => {
    const misnamed = (await readCheckFiles()).filter(
      ({ path, name }) => toCamelCase(path.split("/").at(-1)?.replace(".ts", "") ?? "") !== name,
    );
    expect(misnamed.map(({ path, name }) => `${path}: ${name}`)).toEqual([]);
  });

  test("hold a check where its id says: in the folder of its chapter", async () => {
    const strays = (await readCheckFiles()).flatMap(({ path, file }) =>
      idsIn(file).filter((id) => !path.startsWith(`${id.split("/")[0] ?? ""}/`)),
    );
    expect(strays).toEqual([]);
  });
});

interface FoundFile {
  /** Below `suites/`. */
  readonly path: string;
  /** Of the export. */
  readonly name: string;
  readonly file: CheckFile;
}

/** Every check file that the folders of the chapters hold, listed or not. */
async function readCheckFiles(): Promise<readonly FoundFile[]> {
  const paths = chapters.flatMap(({ id }) =>
    readdirSync(`${import.meta.dirname}/${id}`)
      .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
      .map((file) => `${id}/${file}`),
  );
  const found = await Promise.all(
    paths.map(async (path) => {
      const exported = (await import(/* @vite-ignore */ `${import.meta.dirname}/${path}`)) as object;
      return Object.entries(exported).flatMap(([name, file]: [string, unknown]) =>
        isCheckFile(file) ? [{ path, name, file }] : [],
      );
    }),
  );
  return found.flat();
}

function isCheckFile(value: unknown): value is CheckFile {
  return (
    typeof value === "object" &&
    value !== null &&
    "source" in value &&
    ["checks", "invariants", "observations", "untested"].some((kind) => kind in value)
  );
}

function idsIn({
  checks = [],
  invariants = [],
  observations = [],
  untested = [],
}: CheckFile): readonly string[] {
  return [...checks, ...invariants, ...observations, ...untested].map(({ id }) => id);
}

function toCamelCase(stem: string): string {
  return stem.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

describe("requirements", () => {
  test("state a rule and a place, in whole sentences", () => {
    for (const { id, rule, source, reading } of requirements) {
      expect([id, rule]).toEqual([id, expect.stringMatching(/^[A-Z"`].{10,}\.$/)]);
      expect([id, source]).toEqual([id, expect.stringMatching(/\S/)]);
      expect([id, reading ?? "None."]).toEqual([id, expect.stringMatching(/\.$/)]);
    }
  });

  test("are binding, and speak of operations", () => {
    for (const { id, level, operations } of requirements) {
      expect([id, level]).toEqual([id, expect.stringMatching(/^(?:must|should)$/)]);
      expect([id, operations.length > 0]).toEqual([id, true]);
    }
  });

  test("are all decided at standard depth, and only tried on further at a deeper one", () => {
    const late = chapters.flatMap(({ checks }) => checks).filter(({ from }) => from === "deep");
    expect(late.map(({ id }) => id)).toEqual([]);
  });

  test("speak of every operation", () => {
    const spokenOf = new Set(requirements.flatMap(({ operations }) => operations));
    expect(
      Object.keys(endpoints).filter((operation) => !spokenOf.has(operation as keyof typeof endpoints)),
    ).toEqual([]);
  });
});

describe("questions and untested rules", () => {
  test("are whole sentences", () => {
    for (const { id, question } of observations)
      expect([id, question]).toEqual([id, expect.stringMatching(/^[A-Z"`].*\?$/)]);
    for (const { id, rule, reason } of untested) {
      expect([id, rule]).toEqual([id, expect.stringMatching(/\.$/)]);
      expect([id, reason]).toEqual([id, expect.stringMatching(/\.$/)]);
    }
  });
});

describe("anchors of the specification", () => {
  test("are unique", () => {
    expect(new Set(anchors.map(({ id }) => id)).size).toBe(anchors.length);
  });

  test("are all that is covered", () => {
    const known = new Set(anchors.map(({ id }) => id));
    const unknown = entries.flatMap(({ id, covers = [] }) =>
      covers.filter((anchor) => !known.has(anchor)).map((anchor) => `${id}: ${anchor}`),
    );
    expect(unknown).toEqual([]);
  });

  test("are each answered for", () => {
    const answered = covered();
    const spokenOf = new Set(
      requirements.flatMap(({ operations }) => operations.map((operation) => `operation:${operation}`)),
    );
    expect(anchors.map(({ id }) => id).filter((id) => !answered.has(id) && !spokenOf.has(id))).toEqual([]);
  });

  test("name every member that the schemas describe, and no other", () => {
    const listed = anchors.map(({ id }) => id).filter((id) => id.startsWith("member:"));
    expect(listed.toSorted()).toEqual(schemaMembers().toSorted());
  });
});

describe("faults", () => {
  test("name requirements that there are", () => {
    const known = new Set(requirements.map(({ id }) => id));
    expect(
      faults.filter(({ breaks }) => !known.has(breaks)).map(({ name, breaks }) => `${name}: ${breaks}`),
    ).toEqual([]);
  });

  test("break every requirement", () => {
    const broken = new Set(faults.map(({ breaks }) => breaks));
    expect(requirements.map(({ id }) => id).filter((id) => !broken.has(id))).toEqual([]);
  });
});

type Schema = Readonly<Record<string, unknown>>;

/** Where the schema of each resource is: its file, and the definition in it. */
const resources: Readonly<Record<string, string>> = {
  "release-metadata": "release-metadata#",
  "version-status": "release-metadata#versionStatus",
  "distribution-hosted": "release-metadata#hostedArchive",
  "distribution-git": "release-metadata#gitSource",
  "external-dependency": "release-metadata#externalDependency",
  "release-upload-intent": "release-upload-intent#",
  "upload-instruction": "release-upload-intent#uploadInstructions",
  "trust-upload-intent": "trust-upload-intent#",
  "trust-attachment": "trust-attachment#",
  "format-object": "trust-attachment#format",
  "trust-summary": "trust-summary#",
  "trust-detail": "trust-detail#",
  "version-index": "version-index#",
  "version-index-row": "version-index#row",
  "search-result": "search-result#",
  "search-item": "search-result#item",
  advisory: "advisory#",
  "advisory-list": "advisory-list#",
  "create-release-request": "create-release-upload-request#",
  "create-trust-request": "create-trust-upload-request#",
  "finalize-release-result": "finalize-release-result#",
  "finalize-trust-request": "finalize-trust-request#",
  "finalize-trust-result": "finalize-trust-result#",
  problem: "problem#",
};

function readSchema(place: string): Schema {
  const [file = "", definition = ""] = place.split("#");
  const whole = JSON.parse(
    readFileSync(`${import.meta.dirname}/../schemas/wire/${file}.schema.json`, "utf8"),
  ) as Schema;
  return definition === "" ? whole : ((whole["$defs"] as Schema)[definition] as Schema);
}

/** The place that a reference in a file leads to. */
function toPlace(reference: string, file: string): string {
  const [path = "", pointer = ""] = reference.split("#");
  return `${path === "" ? file : path.replace(".schema.json", "")}#${pointer.split("/").at(-1) ?? ""}`;
}

function schemaMembers(): readonly string[] {
  const own = new Set(Object.values(resources));
  function walk(schema: Schema, file: string, prefix: string): readonly string[] {
    const reference = schema["$ref"];
    if (typeof reference === "string") {
      const place = toPlace(reference, file);
      const isElsewhere = own.has(place) || place.startsWith("formats#") || place.endsWith("#distribution");
      return isElsewhere ? [] : walk(readSchema(place), place.split("#")[0] ?? "", prefix);
    }
    if (typeof schema["items"] === "object") return walk(schema["items"] as Schema, file, prefix);
    return Object.entries((schema["properties"] ?? {}) as Readonly<Record<string, Schema | boolean>>).flatMap(
      ([name, member]) => [
        `${prefix}${name}`,
        ...(typeof member === "boolean" ? [] : walk(member, file, `${prefix}${name}.`)),
      ],
    );
  }
  return Object.entries(resources).flatMap(([resource, place]) =>
    walk(readSchema(place), place.split("#")[0] ?? "", "").map((name) => `member:${resource}.${name}`),
  );
}
