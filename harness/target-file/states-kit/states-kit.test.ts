/** Each skeleton of the states kit, run where its language is installed. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";

const secret = "a-secret-of-the-tests";

const skeletons: readonly (readonly [language: string, command: readonly string[]])[] = [
  ["Node", [process.execPath, "states-hook.mjs"]],
  ["Python", ["python3", "states_hook.py"]],
  ["Go", ["go", "run", "states_hook.go"]],
  ["Java", ["java", "StatesHook.java"]],
];

function isInstalled([program = ""]: readonly string[]): boolean {
  try {
    execFileSync(program, [program === "go" ? "version" : "--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

function start(
  [program = "", ...args]: readonly string[],
  environment: Readonly<Record<string, string>>,
): ChildProcess {
  return spawn(program, args, {
    cwd: import.meta.dirname,
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], PORT: "0", ...environment },
    stdio: ["ignore", "pipe", "ignore"],
    detached: true,
  });
}

/** The address that the hook prints. */
async function addressOf(hook: ChildProcess): Promise<string> {
  let printed = "";
  for await (const chunk of hook.stdout ?? []) {
    printed += String(chunk);
    const address = /http:\S+(?=\s)/u.exec(printed)?.[0];
    if (address !== undefined) return address;
  }
  throw new Error(`no address in "${printed}"`);
}

async function ask(url: string, state: string, headers: Readonly<Record<string, string>>): Promise<number> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ state, params: { uploadId: "x" } }),
  });
  await response.json();
  return response.status;
}

const installed = skeletons.filter(([, command]) => isInstalled(command));

test.each(installed)(
  "the skeleton for %s offers nothing yet, refuses strangers, and does not start in production",
  { timeout: 120_000 },
  async (_language, command) => {
    const hook = start(command, { STATES_SECRET: secret });
    try {
      const url = await addressOf(hook);
      expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/states$/u);
      expect(await ask(url, "intent-expired", { "x-states-secret": secret })).toBe(501);
      expect(await ask(url, "no-such-state", { "x-states-secret": secret })).toBe(501);
      expect(await ask(url, "intent-expired", {})).toBe(403);
      expect(await ask(url, "intent-expired", { "x-states-secret": `${secret}x` })).toBe(403);
    } finally {
      // `go run` starts the program as a process of its own
      if (hook.pid !== undefined) process.kill(-hook.pid, "SIGKILL");
      await once(hook, "close");
    }
    for (const environment of [
      { STATES_SECRET: secret, APP_ENV: "production" },
      { STATES_SECRET: "short" },
    ]) {
      const [code] = (await once(start(command, environment), "exit")) as [number];
      expect(code).toBe(1);
    }
  },
);
