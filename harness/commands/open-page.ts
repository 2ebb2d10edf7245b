/** `--open`: opens the page of a run in the browser of this machine. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { UsageError } from "./command.ts";

const openers: Readonly<Record<string, readonly string[]>> = {
  darwin: ["open"],
  win32: ["cmd", "/c", "start", ""],
};

/** @throws UsageError if the run writes no page */
export function assertHtml(files: readonly string[], directory: string | undefined): void {
  if (directory !== undefined || files.some((word) => /^html:.*\.html$/u.test(word))) return;
  throw new UsageError(
    "Cannot use --open: no HTML report is written; add --report html:report.html or leave out --report",
  );
}

/** A page that cannot be opened changes nothing about the run. */
export async function openPage(file: string): Promise<void> {
  const [opener = "", ...words] = openers[process.platform] ?? ["xdg-open"];
  const child = spawn(opener, [...words, file], { detached: true, stdio: "ignore" });
  try {
    await once(child, "spawn");
    child.unref();
  } catch {
    process.stderr.write(`Cannot open ${file}: "${opener}" could not be started\n`);
  }
}
