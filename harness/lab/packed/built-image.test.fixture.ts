/**
 * The image of `harness/commands/ci/Containerfile`, with the builder that this machine has. Docker builds the whole file. buildah builds
 * its last part without any registry: the installed package is the packed suite, and the base image is this machine's Node in an empty
 * file system, with no shell and a user that is not root, as in the real one.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { PackedSuite } from "./packed-suite.test.fixture.ts";

const root = join(import.meta.dirname, "../../..");
const file = "harness/commands/ci/Containerfile";

export interface BuiltImage {
  /** What the image prints with these arguments. */
  readonly print: (args: readonly string[]) => string;
  /** A container with these arguments, in the network of this machine. */
  readonly start: (args: readonly string[]) => ChildProcess;
  readonly remove: () => void;
}

/** Builds the image. Undefined where this machine has no builder that works. */
export function buildImage(suite: PackedSuite): BuiltImage | undefined {
  if (succeeds("docker", ["info"])) return buildWithDocker();
  const isRoot = process.getuid?.() === 0;
  return isRoot && succeeds("buildah", ["--version"]) ? buildWithBuildah(suite) : undefined;
}

function succeeds(command: string, args: readonly string[]): boolean {
  try {
    execFileSync(command, args, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

function buildWithDocker(): BuiltImage {
  const tag = `registry-conformance-test-${process.pid}`;
  execFileSync("docker", ["build", "--file", file, "--tag", tag, "."], { cwd: root, stdio: "ignore" });
  const run = ["run", "--rm", "--network", "host", tag];
  return {
    print: (args) => execFileSync("docker", [...run, ...args], { encoding: "utf8", stdio: "pipe" }),
    start: (args) => spawn("docker", [...run, ...args], { stdio: ["ignore", "pipe", "ignore"] }),
    remove: () => void execFileSync("docker", ["image", "rm", "--force", tag], { stdio: "ignore" }),
  };
}

/** What a builder says of an image, as far as it is read here. */
interface Inspected {
  readonly OCIv1: { readonly config: { readonly Entrypoint: readonly string[]; readonly User: string } };
}

function buildWithBuildah(suite: PackedSuite): BuiltImage {
  const folder = mkdtempSync(join(tmpdir(), "conformance-image-"));
  const store = ["--root", join(folder, "root"), "--runroot", join(folder, "run"), "--storage-driver", "vfs"];
  const buildah = (...args: readonly string[]): string =>
    execFileSync("buildah", [...store, ...args], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  const build = (tag: string, text: string, ...args: readonly string[]): void => {
    writeFileSync(join(folder, "Containerfile"), text);
    const isolated = ["bud", "--isolation", "chroot", "--pull-never"];
    buildah(...isolated, "--file", join(folder, "Containerfile"), "--tag", tag, ...args, folder);
  };
  const text = readFileSync(join(root, file), "utf8");
  const last = text.slice(text.lastIndexOf("FROM "));
  const [, base = ""] = /^FROM (\S+)/u.exec(last) ?? [];
  copyNode(join(folder, "base"));
  build(base, "FROM scratch\nCOPY base /\nUSER 65532\nWORKDIR /home/nonroot\n");
  const installed = join(folder, "installed");
  copyInstalled(suite, join(installed, "app/node_modules"));
  build("localhost/suite", last, "--build-context", `build=${installed}`);
  const { config } = (JSON.parse(buildah("inspect", "--type", "image", "localhost/suite")) as Inspected)
    .OCIv1;
  const container = buildah("from", "--pull-never", "localhost/suite").trim();
  const run = [...store, "run", "--isolation", "chroot", container, "--", ...config.Entrypoint];
  return {
    print: (args) => execFileSync("buildah", [...run, ...args], { encoding: "utf8", stdio: "pipe" }),
    start: (args) => spawn("buildah", [...run, ...args], { stdio: ["ignore", "pipe", "ignore"] }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Copies the installed suite. Its dependencies are links to those of this clone; the commands stay links. */
function copyInstalled({ folder }: PackedSuite, into: string): void {
  const from = join(folder, "node_modules");
  cpSync(from, into, { recursive: true, dereference: true });
  rmSync(join(into, ".bin"), { recursive: true });
  cpSync(join(from, ".bin"), join(into, ".bin"), { recursive: true, verbatimSymlinks: true });
}

/** Copies this Node, at the place where the base image has it, and the libraries that it loads. */
function copyNode(into: string): void {
  const node = realpathSync(process.execPath);
  const loaded = execFileSync("ldd", [node], { encoding: "utf8" }).match(/(?<=\s)\/\S+/gu) ?? [];
  const copies = [[node, "/nodejs/bin/node"], ...loaded.map((library) => [library, library])] as const;
  for (const [from = "", to = ""] of copies) {
    mkdirSync(join(into, dirname(to)), { recursive: true });
    cpSync(realpathSync(from), join(into, to));
  }
}
