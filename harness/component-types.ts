/** The types that a component may have: the allowed values of the filter of a search. */
export const everyComponentType: readonly string[] = [
  "agent",
  "skill",
  "command",
  "tool",
  "hook",
  "mcp-server",
  "lsp-server",
];
