/** External dependency declarations: what a manifest declares is what metadata lists. */
import type { Check, Observation, Tools } from "../../harness/check.ts";
import { type Answer, listAt, textAt } from "../../harness/registry/answer.ts";
import { readDeclaringOnce } from "./reading.ts";

const source = "Release metadata, external dependency declaration";

/** The declarations of a release that is known to have some. */
async function expectDeclarations(
  tools: Tools,
): Promise<{ readonly answer: Answer; readonly declared: readonly unknown[] }> {
  const { answer } = await readDeclaringOnce(tools.given);
  tools.expect.success(answer);
  const declared = tools.expect.list(answer, "externalDependencies");
  tools.expect.that(declared.length > 0, { expected: "at least one declaration", got: "none", answer });
  return { answer, declared };
}

export const declaredDependenciesAreListed: Check = {
  id: "release-metadata/declared-dependencies-are-listed",
  level: "must",
  rule: "Each external dependency that the manifest declares is listed with its purl, constraint and purpose.",
  source: "Release metadata: externalDependencies, derived from the release manifest",
  reading:
    "Which declarations a manifest makes is known from the target file, since the manifest's format is not part of the text.",
  operations: ["getRelease"],
  needs: ["release:externalDependencies"],
  covers: [
    "member:release-metadata.externalDependencies",
    "member:external-dependency.purl",
    "member:external-dependency.constraint",
    "member:external-dependency.purpose",
  ],
  async run(tools) {
    const { expected } = await tools.given.releaseWithDependencies();
    const { answer, declared } = await expectDeclarations(tools);

    for (const { purl, constraint, purpose } of expected) {
      const found = declared.filter((one) => textAt(one, "purl") === purl);
      const got = found.map((one) => ({
        constraint: textAt(one, "constraint"),
        purpose: textAt(one, "purpose"),
      }));
      tools.expect.that(
        got.some((one) => one.constraint === constraint && one.purpose === purpose),
        {
          expected: `${purl} declared with ${constraint} for ${purpose}`,
          got: got.length === 0 ? "no declaration of it" : JSON.stringify(got),
          answer,
        },
      );
    }
  },
};

export const everyDeclarationHasItsMembers: Check = {
  id: "release-metadata/every-declaration-has-its-members",
  level: "must",
  rule: "Every declaration has a key, a purl, a constraint and a purpose, and no two are the same.",
  source,
  operations: ["getRelease"],
  needs: ["release:externalDependencies"],
  from: "standard",
  covers: [
    "member:external-dependency.declarationKey",
    "member:external-dependency.components",
    "format:declaration-key",
  ],
  async run(tools) {
    const { answer, declared } = await expectDeclarations(tools);

    const members = ["declarationKey", "purl", "constraint", "purpose"];
    for (const one of declared) {
      const absent = members.filter((member) => textAt(one, member) === undefined);
      tools.expect.equal(absent, [], {
        what: `what the declaration of ${textAt(one, "purl") ?? "something"} lacks`,
        answer,
      });
    }
    const distinct = new Set(declared.map((one) => JSON.stringify(one)));
    tools.expect.equal(distinct.size, declared.length, {
      what: "the number of different declarations",
      answer,
    });
  },
};

export const declarationKeysDiffer: Check = {
  id: "release-metadata/declaration-keys-differ",
  level: "should",
  rule: "Different declarations of a release have different keys.",
  source: `${source}: declarationKey; items unique`,
  reading:
    "The text calls it a key and says nothing else of it; two declarations with one key could not be told apart.",
  operations: ["getRelease"],
  needs: ["release:externalDependencies"],
  from: "standard",
  covers: ["member:external-dependency.declarationKey"],
  async run(tools) {
    const { answer, declared } = await expectDeclarations(tools);

    const keys = declared.map((one) => textAt(one, "declarationKey")).filter((key) => key !== undefined);
    tools.expect.equal(new Set(keys).size, keys.length, { what: "the number of different keys", answer });
  },
};

export const declarationsStayTheSame: Check = {
  id: "release-metadata/declarations-stay-the-same",
  level: "must",
  rule: "Two reads of one release list the same declarations with the same keys.",
  source: "Release metadata: externalDependencies, derived from the release manifest",
  operations: ["getRelease"],
  needs: ["release:externalDependencies"],
  from: "standard",
  covers: ["member:external-dependency.declarationKey"],
  async run(tools) {
    const { registry, given, expect, settle } = tools;
    const first = await expectDeclarations(tools);
    const { release } = await readDeclaringOnce(given);

    const answer = await settle(release, () => registry.getRelease(release));

    expect.success(answer);
    const again = expect.list(answer, "externalDependencies");
    expect.equal(sorted(again), sorted(first.declared), {
      what: "the declarations of a second read",
      answer,
    });
  },
};

function sorted(declared: readonly unknown[]): readonly string[] {
  return declared.map((one) => listOfMembers(one)).toSorted();
}

function listOfMembers(declaration: unknown): string {
  const members = ["declarationKey", "purl", "constraint", "purpose"].map(
    (member) => textAt(declaration, member) ?? "",
  );
  return [...members, ...listAt(declaration, "components").map(String).toSorted()].join(" ");
}

export const declarationKeyPrefix: Observation = {
  id: "release-metadata/declaration-key-prefix",
  question: "Which word do the keys of declarations start with?",
  source: "Resources, Shared formats: external dependency declaration key",
  operations: ["getRelease"],
  needs: ["release:externalDependencies"],
  from: "standard",
  covers: ["question:22"],
  async observe({ given }) {
    const { answer } = await readDeclaringOnce(given);

    const [first] = listAt(answer.body, "externalDependencies");
    const prefix = textAt(first, "declarationKey")?.split("-extdep-")[0];
    return prefix === undefined ? "No key was seen" : `"${prefix}"`;
  },
};
