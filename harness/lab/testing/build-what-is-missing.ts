/**
 * Runs before the tests. The validators are compiled and the faults are listed and the report's script is bundled anew, since the tests load them and their
 * sources may have changed. Built and recorded files are made only if they are missing (`npm ci --ignore-scripts`): the tests that
 * start the command line use them, and `npm run build` renews them.
 */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../../..");

export function setup(): void {
  const script = join(root, "schemas/compile.mjs");
  execFileSync(process.execPath, [script], { cwd: root, stdio: "inherit" });
  const lister = join(root, "reference-server/faults/list-files.mjs");
  execFileSync(process.execPath, [lister], { cwd: root, stdio: "inherit" });
  const bundler = join(root, "reports/html/bundle-script.mjs");
  execFileSync(process.execPath, [bundler], { cwd: root, stdio: "inherit" });
  if (!existsSync(join(root, "dist/harness/cli.js"))) {
    const compiler = join(root, "node_modules/typescript/bin/tsc");
    execFileSync(process.execPath, [compiler], { cwd: root, stdio: "inherit" });
    execFileSync(process.execPath, [script, "--into-dist"], { cwd: root, stdio: "inherit" });
  }
  if (!existsSync(join(root, "dist/bundle"))) {
    const script = join(root, "harness/bundle.mjs");
    execFileSync(process.execPath, [script], { cwd: root, stdio: "inherit" });
  }
  if (existsSync(join(root, "dist/recorded"))) return;
  const recorder = join(root, "dist/harness/lab/generated/write-recorded.js");
  execFileSync(process.execPath, [recorder], { cwd: root, stdio: "inherit" });
}
