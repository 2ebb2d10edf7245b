/** External dependency declarations: release metadata lists what the manifest declares. */
import type { CheckFile } from "../../harness/check-file.ts";
import type { Tools } from "../../harness/check.ts";
import { type Answer, listAt, textAt, valueAt } from "../../harness/exchange/answer.ts";
import { isSameJson } from "../../harness/expect/expect.ts";
import type { ExpectedDependency } from "../../harness/target-file/target.ts";
import { readDeclaringOnce, readFurther } from "../situations/release-metadata.ts";

const source = "Release metadata, external dependency declaration";

/** The declarations of a release that has at least one. */
async function expectDeclarations(
  tools: Tools,
): Promise<{ readonly answer: Answer; readonly declared: readonly unknown[] }> {
  const { answer } = await readDeclaringOnce(tools.given);
  tools.expect.success(answer);
  const declared = tools.expect.list(answer, "externalDependencies");
  tools.expect.that(declared.length > 0, {
    expected: "at least one external dependency declaration",
    got: "an empty array",
    answer,
  });
  return { answer, declared };
}

/** More purls of missing declarations are not told. */
const maxMissing = 4;

/** Asserts that the metadata list these declarations. */
function expectDeclared({ expect }: Tools, answer: Answer, expected: readonly ExpectedDependency[]): void {
  const declared = listAt(answer.body, "externalDependencies");
  const shown = new Set(declared.map((declaration) => textAt(declaration, "purl")));
  const missing = expected.flatMap(({ purl }) => (shown.has(purl) ? [] : [purl]));
  const lacks = `${declared.length} declarations, where ${missing.length} of ${expected.length} are missing: ${missing.slice(0, maxMissing).join(", ")}`;
  for (const { purl, constraint, purpose } of expected) {
    const found = declared.filter((declaration) => textAt(declaration, "purl") === purl);
    const got = found.map((declaration) => ({
      constraint: textAt(declaration, "constraint"),
      purpose: textAt(declaration, "purpose"),
    }));
    expect.that(
      found.some((declaration) => isDeclaration(declaration, { constraint, purpose })),
      {
        expected: `a declaration of ${purl} with constraint ${constraint} and purpose ${purpose}`,
        got: got.length === 0 ? lacks : JSON.stringify(got),
        ...(got.length === 0 ? { wanted: { item: purl } } : {}),
        answer,
      },
    );
  }
}

/** True for the range and the purpose of an expected declaration; its `purl` is compared before. */
function isDeclaration(
  shown: unknown,
  { constraint, purpose }: Pick<ExpectedDependency, "constraint" | "purpose">,
): boolean {
  return textAt(shown, "constraint") === constraint && textAt(shown, "purpose") === purpose;
}

/** What is shown of a declaration: those of its `purl`, and of several the ones that are it. A manifest may declare a `purl` twice. */
function shownOf(expected: ExpectedDependency, declared: readonly unknown[]): readonly unknown[] {
  const ofPurl = declared.filter((one) => textAt(one, "purl") === expected.purl);
  const same = ofPurl.filter((one) => isDeclaration(one, expected));
  return same.length > 0 || ofPurl.length > 1 ? same : ofPurl;
}

function toSortedTexts(declared: readonly unknown[]): readonly string[] {
  return declared.map((declaration) => toText(declaration)).toSorted();
}

function toText(declaration: unknown): string {
  const members = ["declarationKey", "purl", "constraint", "purpose"].map(
    (member) => textAt(declaration, member) ?? "",
  );
  return [...members, ...listAt(declaration, "components").map(String).toSorted()].join(" ");
}

export const externalDependencies: CheckFile = {
  source: "Release metadata: externalDependencies, derived from the release manifest",
  operations: ["getRelease"],
  needs: ["release:externalDependencies"],
  from: "standard",
  checks: [
    {
      id: "release-metadata/declared-dependencies-are-listed",
      of: "release-metadata/dependencies-are-those-declared",
      rule: "`GET` metadata lists each external dependency that the manifest declares, with the same `purl`, `constraint` and `purpose`.",
      reading:
        "The text does not give the format of the manifest. We take the expected declarations from the target file.",
      covers: [
        "member:release-metadata.externalDependencies",
        "member:external-dependency.purl",
        "member:external-dependency.constraint",
        "member:external-dependency.purpose",
      ],
      from: "quick",
      async run(tools) {
        const { expected } = await tools.given.releaseWithDependencies();
        expectDeclared(tools, (await expectDeclarations(tools)).answer, expected);

        const { further = [] } = tools.target.archive.manifests.externalDependencies ?? {};
        for (const [place, { template, expect }] of further.entries()) {
          const { answer } = await readFurther(tools.given, place, template);
          tools.expect.success(answer);
          expectDeclared(tools, answer, expect);
        }
      },
    },
    {
      id: "release-metadata/declared-components-are-listed",
      of: "release-metadata/dependencies-are-those-declared",
      rule: "In `GET` metadata, the `components` of each external dependency are those that its declaration names.",
      reading:
        "The text does not give the format of the manifest. We judge this if the target file says what to expect, or if another declaration of the manifest shows exactly the names in it. An absent member is right.",
      covers: ["member:external-dependency.components"],
      async run(tools) {
        const { expected } = await tools.given.releaseWithDependencies();
        const { answer, declared } = await expectDeclarations(tools);
        const stated = tools.target.archive.manifests.externalDependencies?.expect ?? [];
        const rows = expected.flatMap((one) => {
          const { purl, components } = one;
          const shown = shownOf(one, declared).filter((other) => valueAt(other, "components") !== undefined);
          if (components === undefined || shown.length === 0) return [];
          const wanted = components.toSorted();
          const lists = shown.map((other) => listAt(other, "components").map(String).toSorted());
          return [{ purl, wanted, got: lists.find((got) => isSameJson(got, wanted)) ?? lists[0] ?? [] }];
        });
        const isStated = stated.some(({ components }) => components !== undefined);
        const isWritten = rows.some(
          ({ purl, wanted, got }) =>
            wanted.join(" ") === got.join(" ") && stated.some((one) => one.purl === purl),
        );
        if (!isStated && !isWritten)
          throw tools.given.nothingToJudge("no declaration is known to name its components");

        for (const { purl, wanted, got } of rows) {
          const source = rows.find((one) => one.purl !== purl && isSameJson(one.wanted, got));
          const instead = source === undefined ? "" : `, which shows those of ${source.purl},`;
          const what = `the components of the declaration of ${purl}${instead}`;
          tools.expect.equal(got, wanted, { what, answer });
        }
      },
    },
    {
      id: "release-metadata/every-declaration-has-its-members",
      of: "release-metadata/dependencies-are-those-declared",
      owns: ["every-response/release-metadata-is-well-formed"],
      rule: "In `GET` metadata, every external dependency has `declarationKey`, `purl`, `constraint` and `purpose`, and no two are equal.",
      source,
      covers: [
        "member:external-dependency.declarationKey",
        "member:external-dependency.components",
        "format:declaration-key",
      ],
      async run(tools) {
        const { answer, declared } = await expectDeclarations(tools);

        const members = ["declarationKey", "purl", "constraint", "purpose"];
        for (const declaration of declared) {
          const missing = members.filter((member) => textAt(declaration, member) === undefined);
          tools.expect.equal(missing, [], {
            what: `the missing members in the declaration of ${textAt(declaration, "purl") ?? "an unknown purl"}`,
            answer,
          });
        }
        const distinct = new Set(declared.map((declaration) => JSON.stringify(declaration)));
        tools.expect.equal(distinct.size, declared.length, {
          what: "the number of distinct declarations",
          answer,
        });
      },
    },
    {
      id: "release-metadata/declaration-keys-differ",
      level: "should",
      rule: "In `GET` metadata, no two external dependencies have the same `declarationKey`.",
      source: `${source}: declarationKey; items unique`,
      reading:
        "The text does not say that `declarationKey` is unique. We read a key as one that identifies a single declaration of a release.",
      covers: ["member:external-dependency.declarationKey"],
      async run(tools) {
        const { answer, declared } = await expectDeclarations(tools);

        const keys = declared
          .map((declaration) => textAt(declaration, "declarationKey"))
          .filter((key) => key !== undefined);
        tools.expect.equal(new Set(keys).size, keys.length, { what: "the number of distinct keys", answer });
      },
    },
    {
      id: "release-metadata/declarations-stay-the-same",
      of: "release-metadata/dependencies-are-those-declared",
      rule: "Two `GET` metadata requests for one release return the same external dependencies with the same keys.",
      covers: ["member:external-dependency.declarationKey"],
      async run(tools) {
        const { registry, given, expect, eventually } = tools;
        const first = await expectDeclarations(tools);
        const { release } = await readDeclaringOnce(given);

        const answer = await eventually(() => registry.getRelease(release), { since: release });

        expect.success(answer);
        const second = expect.list(answer, "externalDependencies");
        expect.equal(toSortedTexts(second), toSortedTexts(first.declared), {
          what: "the declarations in the second response",
          wanted: { again: true },
          answer,
        });
      },
    },
  ],
  observations: [
    {
      id: "release-metadata/declaration-key-prefix",
      question: "Which prefix does `declarationKey` have?",
      source: "Resources, Shared formats: external dependency declaration key",
      covers: ["question:22"],
      async observe({ given }) {
        const { answer } = await readDeclaringOnce(given);

        const [first] = listAt(answer.body, "externalDependencies");
        const prefix = textAt(first, "declarationKey")?.split("-extdep-")[0];
        return prefix === undefined ? "No declarationKey was found" : `"${prefix}"`;
      },
    },
  ],
};
