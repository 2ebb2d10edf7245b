/** What a compiled validator is. The validators themselves are made by `compile.mjs` into `compiled/`. */

/** One thing that is wrong with a document, as ajv reports it. */
export interface SchemaError {
  /** JSON pointer to the value that is wrong, or to the object that lacks or has too many members. */
  readonly instancePath: string;
  /** The schema's file (where it is another one) and the place in it. */
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
  /** The schema that holds the keyword; only in errors of the target and baseline files. */
  readonly parentSchema?: Readonly<Record<string, unknown>>;
}

/** Says whether a document is as its schema wants it; `errors` belongs to the last call. */
export interface Validate {
  (data: unknown): boolean;
  errors?: null | readonly SchemaError[];
}
