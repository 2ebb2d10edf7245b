import { expect, test } from "vitest";
import { createLedger } from "../ledger.ts";
import { check, invariant, requirementOf, runMadeUp } from "../run/made-up-run.test.fixture.ts";

test.each([
  ["token:outsider", '"tokens.outsider", or a states hook ("states.url"),'],
  ["state:release-purged", 'a states hook ("states.url") with the state "release-purged"'],
  ["release:yanked", '"fixtures.yanked", or a states hook ("states.url"),'],
  ["release:externalDependencies", '"fixtures.externalDependencies", or a states hook ("states.url"),'],
  ["advisory", '"fixtures.advisory", or a states hook ("states.url"),'],
  ["manifest:permissionEscalation", '"archive.manifests.permissionEscalation"'],
  ["exclusive", '"exclusive": true'],
  ["search.componentTypeParam", '"search.componentTypeParam"'],
] as const)("%s is named where it is missing", async (need, key) => {
  const report = await runMadeUp({ chapter: { checks: [check("a/one", { needs: [need] })] } });
  expect(requirementOf(report, "a/one")).toMatchObject({
    verdict: "skipped",
    reason: `needs ${key} in the target file`,
    notOffered: false,
  });
});

const release = { name: "conf-x", version: "1.0.0" };
const manifest = { template: "", expect: [] };
test.each([
  ["token:outsider", { tokens: { outsider: "a-token-of-nobody" } }],
  ["release:yanked", { fixtures: { yanked: release } }],
  ["release:externalDependencies", { fixtures: { externalDependencies: release } }],
  [
    "release:externalDependencies",
    { archive: { manifestPath: "m", isBuiltIn: false, manifests: { externalDependencies: manifest } } },
  ],
  ["advisory", { fixtures: { advisory: { id: "A-1" } } }],
  [
    "manifest:semanticallyInvalid",
    { archive: { manifestPath: "m", isBuiltIn: false, manifests: { semanticallyInvalid: manifest } } },
  ],
  ["exclusive", { exclusive: true }],
  ["search.componentTypeParam", { search: { componentTypeParam: "type", advisoryParams: {} } }],
  ["expired-intent", {}],
] as const)("%s is met by %j", async (need, target) => {
  const report = await runMadeUp({ chapter: { checks: [check("a/one", { needs: [need] })] }, target });
  expect(requirementOf(report, "a/one").verdict).toBe("passed");
});

test("a form of names that the target does not offer is the reason, before what else is missing", async () => {
  const needs = ["token:publisher", "release:blocked"] as const;
  const report = await runMadeUp({
    chapter: { checks: [check("a/one", { forms: "unscoped", needs })] },
    target: { tokens: { publisher: "a-token-of-nobody" }, namespace: { scope: "conformance" } },
  });
  expect(requirementOf(report, "a/one").reason).toBe('needs "namespace.prefix" in the target file');
});

test("a feature that is not offered skips what speaks of it", async () => {
  const features = { unpublish: true, trust: false, advisories: true, search: true };
  const one = check("a/one", { operations: ["searchVolumes", "getTrustDetail"] });
  const rule = invariant("a/rule", () => "not-applicable", { operations: ["getTrustSummary"] });
  const report = await runMadeUp({
    chapter: { checks: [one, check("a/two")], invariants: [rule] },
    target: { features },
  });
  const off = {
    verdict: "skipped",
    reason: 'the target declares "features.trust" as not offered',
    notOffered: true,
  };
  expect(requirementOf(report, "a/one")).toMatchObject(off);
  expect(requirementOf(report, "a/rule")).toMatchObject(off);
  expect(report.target.notOffered).toEqual(["trust"]);
  expect(report.verdict).toBe("conformant");
});

test.each([
  [["searchVolumes", "getTrustDetail"], "passed"],
  [["createTrustUpload", "getTrustDetail"], "skipped"],
] as const)("what judges the whole run by %j needs one of them: %s", async (operations, verdict) => {
  const features = { unpublish: true, trust: false, advisories: true, search: true };
  const ledgers = [createLedger(() => [])];
  const one = check("a/one", { operations, last: true, ledgers });
  const report = await runMadeUp({ chapter: { checks: [one] }, target: { features } });
  expect(requirementOf(report, "a/one").verdict).toBe(verdict);
});
