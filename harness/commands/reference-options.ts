/** The faults and choices of the bundled server, and why it could not start. */
import { choices } from "../../reference-server/choices/index.ts";
import { faults } from "../../reference-server/faults/index.ts";
import { suggest } from "../target-file/nearest.ts";
import { toWords, UsageError } from "./command.ts";

/** @throws UsageError if a fault is unknown */
export function toFaults(value: unknown): readonly string[] {
  const names = toWords(value);
  const known = faults.map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new UsageError(`Cannot break "${unknown}": no such fault${suggest(unknown, known)}`);
  return names;
}

/**
 * `NAME=VALUE` pairs as an object.
 * @throws UsageError if a choice or a value is unknown
 */
export function toChoices(value: unknown): Readonly<Record<string, string>> {
  const chosen = new Map<string, string>();
  for (const pair of toWords(value)) {
    const at = pair.indexOf("=");
    if (at < 1) throw new UsageError(`Cannot read choice "${pair}": expected NAME=VALUE`);
    const [name, answer] = [pair.slice(0, at), pair.slice(at + 1)];
    if (chosen.has(name)) throw new UsageError(`Cannot choose "${name}" twice: it has one answer at a time`);
    assertIsChoice(name, answer);
    chosen.set(name, answer);
  }
  return Object.fromEntries(chosen);
}

function assertIsChoice(name: string, answer: string): void {
  const choice = choices.find((one) => one.name === name);
  if (choice === undefined) {
    const known = choices.map((one) => one.name);
    throw new UsageError(`Cannot choose "${name}": no such choice${suggest(name, known)}`);
  }
  const answers = [choice.default, ...Object.keys(choice.values)];
  if (!answers.includes(answer)) {
    throw new UsageError(
      `Cannot choose "${name}=${answer}": expected one of ${answers.join(", ")}${suggest(answer, answers)}`,
    );
  }
}

const listenReasons: Readonly<Record<string, string>> = {
  EACCES: "this user may not listen on that port",
  EADDRINUSE: "the port is already in use",
  EADDRNOTAVAIL: "this machine has no such address",
  ENOTFOUND: "no such host",
};

/** Why the bundled server did not start: the address is not available. */
export function toStartError(error: unknown): UsageError {
  const {
    code = "",
    address,
    hostname,
    port,
    message,
  } = error as NodeJS.ErrnoException & {
    readonly address?: string;
    readonly hostname?: string;
    readonly port?: number;
  };
  const reason = listenReasons[code];
  const place = [address ?? hostname, port].filter((part) => part !== undefined).join(":");
  return new UsageError(reason === undefined ? message : `Cannot listen on ${place}: ${reason}`, {
    cause: error,
  });
}
