import type { Dialect } from "./rules/manifest.ts";

/** A manifest template: TOML with `{{name}}`, `{{segment}}` and `{{version}}` to be filled in. */
export interface ManifestTemplates {
  readonly minimal: string;
  readonly externalDependencies: {
    readonly template: string;
    readonly expect: readonly {
      readonly purl: string;
      readonly constraint: string;
      readonly purpose: string;
    }[];
  };
  readonly permissionEscalation: string;
  readonly semanticallyInvalid: string;
}

/** Templates in a dialect of the manifest format. */
export function toManifestTemplates(dialect: Dialect): ManifestTemplates {
  const volume = `[${dialect.volume}]
name = "{{name}}"
version = "{{version}}"
description = "A volume of the conformance suite"
`;
  const component = `
[[${dialect.components}]]
type = "skill"
name = "greeter"
`;
  const expected = [
    { purl: "pkg:npm/left-pad", constraint: "vers:npm/>=1.0.0|<2.0.0", purpose: "runtime" },
    {
      purl: "pkg:pypi/requests?extension=socks",
      constraint: "vers:pypi/2.31.0",
      purpose: "org.example:packaging",
    },
  ];
  const declared = expected.map(
    ({ purl, constraint, purpose }) => `
[[${dialect.externalDependencies}]]
purl = "${purl}"
constraint = "${constraint}"
purpose = "${purpose}"
components = ["greeter"]
`,
  );
  return {
    minimal: volume + component,
    externalDependencies: { template: volume + component + declared.join(""), expect: expected },
    permissionEscalation: `${volume}
[${dialect.permissions}]
network = ["api.example"]
${component}
[${dialect.components}.${dialect.permissions}]
network = ["api.example", "anywhere.example"]
`,
    semanticallyInvalid: `${volume}
[[${dialect.components}]]
type = "starship"
name = "greeter"
`,
  };
}
