import type { Registry } from "./call.ts";
import { toAdvisory } from "./advisory-document.ts";
import { toTree } from "./archive/tree.ts";
import { saveRelease } from "./lookup.ts";
import { newIdentifier } from "./random.ts";
import type { ExternalDependency, Release, ReleaseState } from "./store.ts";

/** A release by name and version. */
export interface FixtureRelease {
  readonly name: string;
  readonly version: string;
}

/** Releases of the seeded catalogue in states that the API cannot reach, as a target file names them. */
export interface Fixtures {
  readonly yanked: FixtureRelease;
  readonly tombstoned: FixtureRelease;
  readonly blocked: FixtureRelease;
  readonly unavailable: FixtureRelease;
  readonly git: FixtureRelease;
  readonly externalDependencies: FixtureRelease;
  readonly advisory: { readonly id: string };
}

/** The fixtures of every reference server. */
export const fixtures: Fixtures = {
  yanked: { name: "@atelier/lantern", version: "1.1.0" },
  tombstoned: { name: "@atelier/lantern", version: "0.9.0" },
  blocked: { name: "@atelier/lantern", version: "1.2.0" },
  unavailable: { name: "tidepool", version: "0.3.0" },
  git: { name: "@atelier/loom", version: "2.0.0" },
  externalDependencies: { name: "tidepool", version: "1.0.0" },
  advisory: { id: "VRA-2026-0001" },
};

interface Seed {
  readonly name: string;
  readonly version: string;
  readonly state?: ReleaseState;
  readonly type: string;
  readonly isGit?: boolean;
  readonly externalDependencies?: readonly ExternalDependency[];
}

const day = 86_400_000;

const seeds: readonly Seed[] = [
  { ...fixtures.tombstoned, state: "tombstoned", type: "agent" },
  { name: "@atelier/lantern", version: "1.0.0", type: "agent" },
  { ...fixtures.yanked, state: "yanked", type: "agent" },
  { ...fixtures.blocked, state: "blocked", type: "agent" },
  { ...fixtures.git, type: "tool", isGit: true },
  { ...fixtures.unavailable, state: "unavailable", type: "skill" },
  {
    ...fixtures.externalDependencies,
    type: "skill",
    externalDependencies: [
      {
        purl: "pkg:npm/left-pad",
        constraint: "vers:npm/>=1.0.0|<2.0.0",
        purpose: "runtime",
        components: ["main"],
      },
      {
        purl: "pkg:deb/debian/curl?arch=amd64",
        constraint: "vers:deb/7.88.1",
        purpose: "build",
        components: [],
      },
      {
        purl: "pkg:generic/weather-tables",
        constraint: "vers:generic/*",
        purpose: "org.example.tables:refresh",
        components: [],
      },
    ],
  },
  { name: "tidepool", version: "1.1.0-rc.1", type: "skill" },
  { name: "quill", version: "3.2.1+build.5", type: "command" },
  { name: "@atelier/bell", version: "0.1.0", type: "hook" },
  { name: "@atelier/harbor", version: "4.0.0", type: "mcp-server" },
  { name: "signpost", version: "1.0.0", type: "lsp-server" },
];

/** Fills an empty registry with a small catalogue. */
export function seedCatalogue(registry: Registry): void {
  const now = registry.clock.now();
  for (const [index, seed] of seeds.entries()) {
    saveRelease(toRelease(seed, now - (seeds.length - index) * day, registry), {
      registry,
      rules: registry.rules,
    });
  }
  registry.store.writtenAt.clear();
  const volume = fixtures.yanked.name;
  for (const advisory of [
    toAdvisory({ id: fixtures.advisory.id, volume, publishedAt: now - 2 * day, isWithdrawn: false }),
    toAdvisory({ id: "VRA-2026-0002", volume: "tidepool", publishedAt: now - day, isWithdrawn: true }),
  ]) {
    registry.store.advisories.set(advisory.id, advisory);
  }
}

function toRelease(seed: Seed, publishedAt: number, registry: Registry): Release {
  const { dialect } = registry.rules.manifest;
  const tree = toTree({
    [dialect.path]: `[${dialect.volume}]\nname = "${seed.name}"\nversion = "${seed.version}"\n`,
    "README.md": `# ${seed.name}\n`,
  });
  return {
    name: seed.name,
    version: seed.version,
    integrity: registry.rules.integrity.digest(tree, { registry, rules: registry.rules }),
    status: {
      state: seed.state ?? "available",
      reason: seed.state === undefined ? undefined : "seeded for tests",
    },
    source:
      seed.isGit === true
        ? {
            kind: "git",
            repository: "https://git.example/atelier/loom.git",
            ref: `refs/tags/v${seed.version}`,
          }
        : { kind: "hosted", downloadId: newIdentifier(registry.random, 18) },
    description: `The ${seed.name} volume of the seeded catalogue`,
    role: "component",
    providers: ["reference"],
    components: [{ type: seed.type, name: "main" }],
    dependencies: {},
    externalDependencies: seed.externalDependencies ?? [],
    tree,
    publishedAt,
    attachments: [],
    revision: 0,
    isInconsistent: false,
  };
}
