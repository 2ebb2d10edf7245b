import type { TomlTable } from "smol-toml";

/** A TOML table. */
export type Table = TomlTable;

function member(table: Table, key: string): unknown {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

function isTable(value: unknown): value is Table {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

/** The string under `key`; a `TypeError` if it is not a string, or absent without a `fallback`. */
export function readText(table: Table, key: string, fallback?: string): string {
  const value = member(table, key) ?? fallback;
  if (typeof value === "string") return value;
  throw new TypeError(`"${key}" is not a string`);
}

/** The list of strings under `key`, empty if absent; a `TypeError` if it is anything else. */
export function readStrings(table: Table, key: string): readonly string[] {
  const value = member(table, key) ?? [];
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) return value;
  throw new TypeError(`"${key}" is not a list of strings`);
}

/** The table under `key`, empty if absent; a `TypeError` if it is anything else. */
export function readTable(table: Table, key: string): Table {
  const value = member(table, key) ?? {};
  if (isTable(value)) return value;
  throw new TypeError(`"${key}" is not a table`);
}

/** The list of tables under `key`, empty if absent; a `TypeError` if it is anything else. */
export function readList(table: Table, key: string): readonly Table[] {
  const value = member(table, key) ?? [];
  if (Array.isArray(value) && value.every((item) => isTable(item))) return value;
  throw new TypeError(`"${key}" is not a list of tables`);
}
