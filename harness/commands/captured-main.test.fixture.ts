/** The commands as a test calls them: in this process, with what they print. */
import { vi } from "vitest";
import { main } from "./main.ts";

/** Runs a command line. Nothing reaches the terminal. */
export async function runMain(
  ...args: readonly string[]
): Promise<{ readonly code: number; readonly output: string }> {
  const written: string[] = [];
  const spies = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, "write").mockImplementation((chunk) => {
      written.push(String(chunk));
      return true;
    }),
  );
  try {
    return { code: await main(args, "0.0.0"), output: written.join("") };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
