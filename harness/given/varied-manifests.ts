/**
 * Manifests made from those of the target file, whose format the text leaves to the registry: each further entry is a copy of one that
 * the registry knows, with other values. There is none where the manifest is no TOML, or has no such entry.
 */
import { parse, stringify, type TomlTable, type TomlValue } from "smol-toml";
import type { ExpectedDependency, ManifestTemplate } from "../target-file/target.ts";

/** Version ranges of the `vers` syntax without their scheme, each with a purpose: all that the text lists, and one of a namespace. */
const variants = [
  ["!=1.0.1", "build"],
  [">=1.0.0|!=1.5.0|<2.0.0", "development"],
  ["<2.0.0", "test"],
  [">1.0.0", "optional"],
  ["<=1.0.0", "peer"],
  ["1.0.0|2.0.0|3.0.0", "source"],
  ["<1.0.0|>=2.0.0", "documentation"],
  ["*", "other"],
  ["1.0.0", "runtime"],
  [">=1.0.0", "org.example.conformance:checking"],
] as const;

/** Added to the names of copies. */
const suffixes = ["-a", "-b"] as const;

/** Which of a component and its copies a declaration names; the declarations take turns. */
const choices: readonly (readonly number[])[] = [[1], [2], [0, 1], [1, 2], [0, 2], [0, 1, 2], [0]];

/**
 * The manifest with ten more declarations, each of another purl, with another range and another purpose. Where a declaration names
 * components, there are two more of these, and each declaration names others.
 */
export function withFurtherDeclarations({
  template,
  expect,
}: ManifestTemplate): ManifestTemplate | undefined {
  const manifest = read(template);
  if (manifest === undefined) return undefined;
  const lists = listsIn(manifest);
  const model = findModel(lists, expect);
  if (model === undefined) return undefined;
  const { list, entry, declared, scheme } = model;
  const naming = copyNamed(entry, lists);

  const own = expect.map((one): ExpectedDependency => {
    const written = list.find((other) => hasValue(other, one.purl) && hasValue(other, one.constraint));
    const components = naming === undefined ? [] : textsIn(written?.[naming.member]);
    return components.length === 0 ? one : { components, ...one };
  });
  const further = variants.map(([range, purpose], place): ExpectedDependency => ({
    purl: declared.purl.replace(/(?=\?|$)/, `-${place + 1}`),
    constraint: `${scheme}${range}`,
    purpose: hasValue(entry, declared.purpose) ? purpose : declared.purpose,
    ...(naming === undefined ? {} : { components: choose(naming.names, place) }),
  }));
  for (const one of further) {
    const values = new Map([
      [declared.purl, one.purl],
      [declared.constraint, one.constraint],
      [declared.purpose, one.purpose],
    ]);
    list.push(copyEntry(entry, values, { [naming?.member ?? ""]: [...(one.components ?? [])] }));
  }
  return { template: stringify(manifest), expect: [...own, ...further] };
}

/**
 * The manifest whose component asks for too much, between two components that ask for nothing more than their volume may: copies of the
 * one in a manifest that the registry takes.
 * @param harmless the manifest that the registry takes
 */
export function amongHarmlessComponents(escalating: string, harmless: string): string | undefined {
  const manifest = read(escalating);
  const taken = read(harmless);
  if (manifest === undefined || taken === undefined) return undefined;
  const lists = listsIn(manifest);
  for (const { path, list: known } of listsIn(taken)) {
    const [copied] = known;
    const list = lists.find((one) => one.path === path)?.list;
    const name = copied?.["name"];
    if (list === undefined || copied === undefined || typeof name !== "string") continue;
    const [first, last] = suffixes.map((suffix) => ({ ...copied, name: `${name}${suffix}` }));
    if (first !== undefined) list.unshift(first);
    if (last !== undefined) list.push(last);
    return stringify(manifest);
  }
  return undefined;
}

/** Undefined for a manifest in another format. */
function read(template: string): TomlTable | undefined {
  try {
    return parse(template);
  } catch {
    return undefined;
  }
}

/** An array of tables. What is put into it is in the manifest. */
interface List {
  /** The keys that lead to it. */
  readonly path: string;
  readonly list: TomlTable[];
}

function listsIn(table: TomlTable, path = ""): readonly List[] {
  return Object.entries(table).flatMap(([key, value]): readonly List[] => {
    const own = `${path}/${key}`;
    if (Array.isArray(value))
      return value.length > 0 && value.every(isTable) ? [{ path: own, list: value }] : [];
    return isTable(value) ? listsIn(value, own) : [];
  });
}

function isTable(value: TomlValue | undefined): value is TomlTable {
  return typeof value === "object" && !Array.isArray(value) && !(value instanceof Date);
}

/** Members that look like any other value may be wrong: a copy then declares what was not meant, and the registry refuses it. */
function hasValue(entry: TomlTable, value: string): boolean {
  return Object.values(entry).includes(value);
}

function textsIn(value: TomlValue | undefined): readonly string[] {
  const texts = Array.isArray(value) ? value : [];
  return texts.filter((one) => typeof one === "string");
}

interface Model extends Pick<List, "list"> {
  readonly entry: TomlTable;
  readonly declared: ExpectedDependency;
  /** `vers:<scheme>/` */
  readonly scheme: string;
}

/** An entry that is known to become a declaration. */
function findModel(lists: readonly List[], expect: readonly ExpectedDependency[]): Model | undefined {
  for (const declared of expect) {
    const scheme = /^vers:[^/]+\//.exec(declared.constraint)?.[0];
    for (const { list } of lists) {
      const entry = list.find((one) => hasValue(one, declared.purl) && hasValue(one, declared.constraint));
      if (entry !== undefined && scheme !== undefined) return { list, entry, declared, scheme };
    }
  }
  return undefined;
}

/**
 * Copies the component that an entry names first, where its names are a list.
 * @returns the member with the list, and the names of the component and its copies
 */
function copyNamed(
  entry: TomlTable,
  lists: readonly List[],
): { readonly member: string; readonly names: readonly string[] } | undefined {
  for (const [member, value] of Object.entries(entry)) {
    const [name] = textsIn(value);
    if (name === undefined) continue;
    for (const { list } of lists) {
      const named = list.find((one) => one["name"] === name);
      if (named === undefined) continue;
      const copies = suffixes.map((suffix) => `${name}${suffix}`);
      list.push(...copies.map((copy) => ({ ...named, name: copy })));
      return { member, names: [name, ...copies] };
    }
  }
  return undefined;
}

function choose(names: readonly string[], place: number): readonly string[] {
  return (choices[place % choices.length] ?? []).flatMap((index) => names[index] ?? []);
}

/** The entry with other values, and with some members of its own if it has them. */
function copyEntry(entry: TomlTable, values: ReadonlyMap<string, string>, members: TomlTable): TomlTable {
  return Object.fromEntries(
    Object.entries(entry).map(([key, value]) => [
      key,
      members[key] ?? (typeof value === "string" ? (values.get(value) ?? value) : value),
    ]),
  );
}
