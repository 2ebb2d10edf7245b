import { createHash } from "node:crypto";
import type { Call } from "../call.ts";
import { toCanonicalJson } from "../json.ts";
import type { Component, ExternalDependency } from "../store.ts";
import { readList, readStrings, readText, type Table } from "./manifest-table.ts";

/** External dependency declarations (section "Release metadata"). */
export interface DependencyRules {
  readonly purposes: readonly string[];
  readonly isExternalPurl: (text: string, call: Call) => boolean;
  readonly isConstraint: (text: string, call: Call) => boolean;
  readonly isPurpose: (text: string, call: Call) => boolean;
  readonly readExternalDependencies: (
    table: Table,
    components: readonly Component[],
    call: Call,
  ) => readonly ExternalDependency[];
  /** The prefix before `-extdep-v1`. */
  readonly keyPrefix: string;
  readonly declarationKey: (dependency: ExternalDependency, call: Call) => string;
}

/** Declarations as the reference registry defines them. */
export const dependencyRules: DependencyRules = {
  purposes: [
    "runtime",
    "build",
    "development",
    "test",
    "optional",
    "peer",
    "source",
    "documentation",
    "other",
  ],
  isExternalPurl: (text) => /^pkg:(?!volume\/)[a-z][a-z0-9.+-]*\/[^@#?\s]+(?:\?[^#\s]+)?$/.test(text),
  isConstraint: (text) => /^vers:[A-Za-z][A-Za-z0-9.-]*\/\S+$/.test(text),
  isPurpose: (text, call) =>
    call.rules.manifest.purposes.includes(text) || /^[a-z0-9-]+(?:\.[a-z0-9-]+)+:[a-z]+$/.test(text),
  readExternalDependencies: (table, components, call) => {
    const { manifest } = call.rules;
    const keys = new Set<string>();
    return readList(table, manifest.dialect.externalDependencies).map((entry) => {
      const dependency: ExternalDependency = {
        purl: readText(entry, "purl"),
        constraint: readText(entry, "constraint"),
        purpose: readText(entry, "purpose", "runtime"),
        components: readStrings(entry, "components"),
      };
      if (!manifest.isExternalPurl(dependency.purl, call))
        throw manifest.invalid("a purl is malformed", call);
      if (!manifest.isConstraint(dependency.constraint, call))
        throw manifest.invalid("a constraint is malformed", call);
      if (!manifest.isPurpose(dependency.purpose, call))
        throw manifest.invalid("a purpose is malformed", call);
      const isDeclared = (name: string): boolean => components.some((component) => component.name === name);
      if (
        !dependency.components.every(isDeclared) ||
        new Set(dependency.components).size < dependency.components.length
      ) {
        throw manifest.invalid("a dependency names an undeclared component, or one twice", call);
      }
      const key = manifest.declarationKey(dependency, call);
      if (keys.has(key)) throw manifest.invalid("a dependency is declared twice", call);
      keys.add(key);
      return dependency;
    });
  },
  keyPrefix: "volume",
  declarationKey: ({ purl, constraint, purpose, components }, call) => {
    const text = toCanonicalJson({ purl, constraint, purpose, components: components.toSorted() });
    return `${call.rules.manifest.keyPrefix}-extdep-v1:sha256:${createHash("sha256").update(text).digest("hex")}`;
  },
};
