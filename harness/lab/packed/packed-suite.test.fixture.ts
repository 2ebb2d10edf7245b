/** The packed suite, installed into an empty folder without any registry: its run-time dependencies are those of this clone. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const root = join(import.meta.dirname, "../../..");

export interface PackedSuite {
  /** An empty project with the suite in its `node_modules`. */
  readonly folder: string;
  /** The archive that `npm pack` made. */
  readonly archive: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly remove: () => void;
}

interface LockedPackage {
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly peer?: boolean;
}

/** Packs and installs the suite. `npm run build` comes first. */
export function installPackedSuite(): PackedSuite {
  const folder = mkdtempSync(join(tmpdir(), "conformance-packed-"));
  const packs = join(folder, ".packs");
  mkdirSync(packs);
  execFileSync("npm", ["pack", "--ignore-scripts", "--silent", "--pack-destination", packs], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const archive = join(packs, readdirSync(packs)[0] ?? "");
  const installed = join(folder, "node_modules/volume-registry-conformance");
  mkdirSync(installed, { recursive: true });
  execFileSync("tar", ["-xzf", archive, "--strip-components=1", "-C", installed]);
  for (const name of runTimePackages()) {
    const place = join(folder, "node_modules", name);
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(join(root, "node_modules", name), place);
  }
  const bins = join(folder, "node_modules/.bin");
  mkdirSync(bins);
  const { bin } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8")) as {
    readonly bin: Readonly<Record<string, string>>;
  };
  for (const [name, script] of Object.entries(bin)) {
    execFileSync("chmod", ["+x", join(installed, script)]);
    symlinkSync(`../volume-registry-conformance/${script}`, join(bins, name));
  }
  const clean = Object.entries(process.env).filter(
    ([name]) => !/^(?:CI|GITHUB_.*|CONFORMANCE_.*|VITEST.*|npm_.*|NODE_ENV)$/u.test(name),
  );
  return {
    folder,
    archive,
    environment: {
      ...Object.fromEntries(clean),
      PATH: `${bins}:${process.env["PATH"] ?? ""}`,
      NO_COLOR: "1",
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The outermost packages that the suite needs when it runs. */
function runTimePackages(): readonly string[] {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
    readonly packages: Readonly<Record<string, LockedPackage>>;
  };
  return Object.entries(packages)
    .filter(([path, { dev, devOptional, peer }]) => path !== "" && !dev && !devOptional && !peer)
    .map(([path]) => path.replace("node_modules/", ""))
    .filter((name) => !name.includes("/node_modules/"));
}
