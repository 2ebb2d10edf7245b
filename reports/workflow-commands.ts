/** Keeps text of a registry from being obeyed by a CI service that reads commands from a log. */

/**
 * GitHub and Gitea obey a line that begins with `::` after white space; GitHub, Azure Pipelines and TeamCity obey `##[…]`,
 * `##vso[…]` and `##teamcity[…]`, wherever in a line they are.
 */
const atLineStart = /^((?:\s|\p{Cc}\[[\d;]*m)*):(?=:)/gmu;
const anywhere = /##(?=[a-z]*\[)/giu;

/** The text with the first character of each command as an escape such as `\x3a`. A second application changes nothing. */
export function withoutCommands(text: string): string {
  return text.replaceAll(atLineStart, "$1\\x3a").replaceAll(anywhere, "#\\x23");
}

/** The JSON with an escape in each command: its value stays the same. No line of JSON begins with `::`. */
export function withoutCommandsInJson(json: string): string {
  return json.replaceAll(anywhere, "#\\u0023");
}
