/** Real gateways and object stores, as vendors put them in front of a registry. */

/** A program that stands in front, and the Debian package that has it. */
export interface Program {
  readonly name: string;
  readonly command: string;
  /** The Debian package. */
  readonly package: string;
}

/** Where a gateway listens, what is behind it, and a folder for its files. */
export interface Place {
  /** A free port of loopback. */
  readonly port: number;
  /** The port of the registry, on loopback. */
  readonly upstream: number;
  readonly folder: string;
  /** Files with the certificate of loopback: the chain, the key, and both in one. */
  readonly tls: { readonly certificate: string; readonly key: string; readonly both: string };
}

/** How a program is started. */
export interface Launch {
  /** Configuration files by name; they are written into the folder. */
  readonly files: Readonly<Record<string, string>>;
  /** Arguments of the command, which stays in the foreground. */
  readonly arguments: readonly string[];
}

/** How the suite reaches the registry. */
export interface Route {
  /** `https` with the authority of the tests; `http` by default. */
  readonly scheme?: "http" | "https";
  /** The program is a forward proxy, and the base URL is the registry's own. */
  readonly isForwardProxy?: boolean;
  /** The base URL that is given, where it is not the program's root. */
  readonly basePath?: string;
  /** More options of `run`. */
  readonly options?: readonly string[];
}

/** The outcome that is decided before the run. */
export interface DecidedOutcome {
  /** The exit code of the run. */
  readonly exitCode: number;
  /** Ids of requirements that fail, in order; none by default. */
  readonly failed?: readonly string[];
  /** Ids of requirements that are warned about; not compared where absent. */
  readonly warned?: readonly string[];
  /** What the terminal says. */
  readonly says?: RegExp;
}

/** A gateway with a configuration, and what comes of a run through it. */
export interface GatewaySetup {
  readonly name: string;
  readonly program: Program;
  /** In one sentence, for the table. */
  readonly summary: string;
  readonly launch: (place: Place) => Launch;
  readonly route?: Route;
  readonly decided: DecidedOutcome;
  /** The whole suite by default, at depth quick. */
  readonly depth?: "quick" | "standard";
  /** True for the few that CI runs. */
  readonly isSample?: boolean;
}

/** A run without a failure; what the target does not offer is skipped as its file says. */
export const unharmed: DecidedOutcome = { exitCode: 0 };
