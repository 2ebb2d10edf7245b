import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const folder = new URL("../../../.github/workflows/", import.meta.url);
const workflows = readdirSync(folder).map((name) => [name, read(name)] as const);

function read(name: string): string {
  return readFileSync(new URL(name, folder), "utf8");
}

/** The lines of one job, without comments. */
function jobOf(workflow: string, job: string): string {
  const from = workflow.indexOf(`\n  ${job}:\n`);
  const rest = workflow.slice(from + 1);
  const to = rest.slice(1).search(/\n {2}[a-z]/u);
  return (to === -1 ? rest : rest.slice(0, to + 1)).replaceAll(/ #.*$/gmu, "");
}

test.each(workflows)("%s names each action by its commit", (_name, workflow) => {
  const actions = workflow.match(/uses: .+/gu) ?? [];
  expect(actions.length).toBeGreaterThan(0);
  for (const action of actions) expect(action).toMatch(/^uses: [\w/-]+@[\da-f]{40} # v\d/u);
});

describe("the publish workflow", () => {
  const workflow = read("publish.yml");

  test("knows no token", () => {
    expect(workflow).not.toMatch(/secrets\.|_TOKEN|_authToken/u);
  });

  test("runs code of the repository and its dependencies only where there is no right to publish", () => {
    expect(jobOf(workflow, "pack")).toMatch(/\.ci\/run/u);
    expect(jobOf(workflow, "pack")).not.toMatch(/id-token|: write/u);
  });

  test("publishes the archive that was tested, by its digest and without scripts", () => {
    const publish = jobOf(workflow, "publish");
    expect(publish).toMatch(/id-token: write/u);
    expect(publish).toMatch(/sha256sum --check/u);
    expect(publish).toMatch(/npm publish package\.tgz --ignore-scripts/u);
    expect(publish).not.toMatch(/actions\/checkout|npm (?:ci|install|run|exec)|npx|\.ci\//u);
  });
});
