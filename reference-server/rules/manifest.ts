import { parse } from "smol-toml";
import type { Tree, TreeFile } from "../archive/tree.ts";
import type { Call } from "../call.ts";
import { ProblemError } from "../problem-error.ts";
import type { Component, ExternalDependency, Intent } from "../store.ts";
import { type DependencyRules, dependencyRules } from "./dependencies.ts";
import { readList, readStrings, readTable, readText, type Table } from "./manifest-table.ts";

/** What each kind of permission allows, by kind. */
export type Permissions = Readonly<Record<string, readonly string[]>>;

/** A valid manifest (behaviour.md, "Manifest"). */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly role: string;
  readonly providers: readonly string[];
  readonly components: readonly Component[];
  readonly dependencies: Readonly<Record<string, string>>;
  readonly externalDependencies: readonly ExternalDependency[];
  readonly permissions: Permissions;
  /** The permissions of each component, in the order of `components`. */
  readonly componentPermissions: readonly Permissions[];
}

/** The names of a manifest's tables. */
export interface Dialect {
  readonly path: string;
  readonly volume: string;
  readonly components: string;
  readonly dependencies: string;
  readonly externalDependencies: string;
  readonly permissions: string;
}

/** The manifest format, which the specification leaves to the registry. */
export interface ManifestRules extends DependencyRules {
  readonly dialect: Dialect;
  readonly componentTypes: readonly string[];
  readonly find: (tree: Tree, call: Call) => TreeFile;
  readonly parse: (bytes: Uint8Array, call: Call) => Table;
  readonly readComponents: (table: Table, call: Call) => readonly Component[];
  readonly readPermissions: (table: Table, call: Call) => Permissions;
  readonly readContent: (table: Table, call: Call) => Manifest;
  /** The error for a manifest that breaks the format. */
  readonly invalid: (detail: string, call: Call) => ProblemError;
  readonly read: (tree: Tree, call: Call) => Manifest;
  /** Name and version of the manifest are those of the intent. */
  readonly assertIdentity: (manifest: Manifest, intent: Intent, call: Call) => void;
  /** Whether a component's permissions stay within the volume's, the `boundary`. */
  readonly isWithin: (permissions: Permissions, boundary: Permissions, call: Call) => boolean;
  readonly assertPermissions: (manifest: Manifest, call: Call) => void;
}

/** The format of the reference registry. */
export const manifestRules: ManifestRules = {
  ...dependencyRules,
  dialect: {
    path: "volume.toml",
    volume: "volume",
    components: "components",
    dependencies: "dependencies",
    externalDependencies: "external-dependencies",
    permissions: "permissions",
  },
  componentTypes: ["agent", "skill", "command", "tool", "hook", "mcp-server", "lsp-server"],
  find: (tree, call) => {
    const file = tree.find(({ path }) => path === call.rules.manifest.dialect.path);
    if (file === undefined) throw new ProblemError("invalid-archive", "the archive has no manifest");
    return file;
  },
  parse: (bytes, call) => {
    try {
      return parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    } catch {
      throw call.rules.manifest.invalid("the manifest is not TOML", call);
    }
  },
  readComponents: (table, call) => {
    const { manifest, identity } = call.rules;
    return readList(table, manifest.dialect.components).map((entry) => {
      const component = { type: readText(entry, "type"), name: readText(entry, "name") };
      if (!manifest.componentTypes.includes(component.type)) {
        throw manifest.invalid(`"${component.type}" is not a component type`, call);
      }
      if (!identity.isSegment(component.name, call)) {
        throw manifest.invalid(`"${component.name}" is not a component name`, call);
      }
      return component;
    });
  },
  readPermissions: (table, call) => {
    const permissions = readTable(table, call.rules.manifest.dialect.permissions);
    return Object.fromEntries(Object.keys(permissions).map((kind) => [kind, readStrings(permissions, kind)]));
  },
  readContent: (table, call) => {
    const { manifest } = call.rules;
    const { dialect } = manifest;
    const volume = readTable(table, dialect.volume);
    const dependencies = readTable(table, dialect.dependencies);
    const components = manifest.readComponents(table, call);
    return {
      name: readText(volume, "name"),
      version: readText(volume, "version"),
      description: readText(volume, "description", ""),
      role: readText(volume, "role", "component"),
      providers: readStrings(volume, "providers"),
      components,
      dependencies: Object.fromEntries(
        Object.keys(dependencies).map((name) => [name, readText(dependencies, name)]),
      ),
      externalDependencies: manifest.readExternalDependencies(table, components, call),
      permissions: manifest.readPermissions(table, call),
      componentPermissions: readList(table, dialect.components).map((entry) =>
        manifest.readPermissions(entry, call),
      ),
    };
  },
  invalid: (detail) => new ProblemError("invalid-manifest", detail),
  read: (tree, call) => {
    const { manifest } = call.rules;
    const table = manifest.parse(manifest.find(tree, call).bytes, call);
    try {
      return manifest.readContent(table, call);
    } catch (error) {
      if (error instanceof TypeError) throw manifest.invalid(error.message, call);
      throw error;
    }
  },
  assertIdentity: (manifest, intent) => {
    if (manifest.name !== intent.name || manifest.version !== intent.version) {
      throw new ProblemError("identity-mismatch", "the manifest names another release than the upload");
    }
  },
  isWithin: (permissions, boundary) =>
    Object.entries(permissions).every(([kind, values]) => {
      const permitted = Object.hasOwn(boundary, kind) ? boundary[kind] : undefined;
      return values.every((value) => permitted?.includes(value) === true);
    }),
  assertPermissions: (manifest, call) => {
    for (const [index, permissions] of manifest.componentPermissions.entries()) {
      if (!call.rules.manifest.isWithin(permissions, manifest.permissions, call)) {
        const name = manifest.components[index]?.name ?? "";
        throw new ProblemError(
          "permission-escalation",
          `component "${name}" asks for more than its volume has`,
        );
      }
    }
  },
};
