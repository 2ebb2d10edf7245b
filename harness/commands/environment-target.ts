/** A target without a file: `CONFORMANCE_TOKEN` and `CONFORMANCE_NAMESPACE` beside the base URL. */
import { UsageError } from "./command.ts";

const tokenVariable = "CONFORMANCE_TOKEN";
const namespaceVariable = "CONFORMANCE_NAMESPACE";

export interface EnvironmentTarget {
  /** As in a target file, with the name of the variable in place of the token. */
  readonly content: object;
  /** What the run uses, without the value of any secret. */
  readonly remarks: readonly string[];
}

/** @throws UsageError if the namespace is not a scope, a prefix or both */
export function readEnvironmentTarget(
  environment: Readonly<Record<string, string | undefined>>,
): EnvironmentTarget {
  const namespace = toNamespace(environment[namespaceVariable] ?? "");
  const hasToken = (environment[tokenVariable] ?? "").trim() !== "";
  const names = [
    ...(namespace?.scope === undefined ? [] : [`@${namespace.scope}/*`]),
    ...(namespace?.prefix === undefined ? [] : [`${namespace.prefix}-*`]),
  ];
  const remark =
    namespace === undefined
      ? `${tokenVariable} is set without ${namespaceVariable}: nothing is published`
      : `The publisher token is that of ${tokenVariable}; it publishes ${names.join(" and ")}`;
  return {
    content: {
      ...(namespace === undefined ? {} : { namespace }),
      ...(hasToken ? { tokens: { publisher: `\${${tokenVariable}}` } } : {}),
    },
    remarks: hasToken ? [remark] : [],
  };
}

interface Namespace {
  readonly scope?: string;
  readonly prefix?: string;
}

/** @param text a scope (`@conformance`, `@conformance/*`), a prefix (`conf`, `conf-*`), or both with a space or comma between them */
function toNamespace(text: string): Namespace | undefined {
  const words = text.split(/[\s,]+/u).filter((word) => word !== "");
  if (words.length === 0) return undefined;
  const scopes = words
    .filter((word) => word.startsWith("@"))
    .map((word) => word.slice(1).replace(/\/\*?$/u, ""));
  const prefixes = words.filter((word) => !word.startsWith("@")).map((word) => word.replace(/-\*?$/u, ""));
  const isName = [...scopes, ...prefixes].every((word) => /^[a-z\d](?:[a-z\d-]*[a-z\d])?$/u.test(word));
  if (scopes.length > 1 || prefixes.length > 1 || !isName)
    throw new UsageError(
      `Cannot use ${namespaceVariable} "${text}": expected a scope such as @conformance, a prefix such as conf, or both`,
    );
  const [scope, prefix] = [scopes[0], prefixes[0]];
  return { ...(scope === undefined ? {} : { scope }), ...(prefix === undefined ? {} : { prefix }) };
}
