import { quoteForShell } from "../curl.ts";
import {
  type AcceptedStatus,
  type Assertion,
  describeReproduction,
  joinLiterals,
  type JsonPath,
  type Reproduction,
  type Step,
  type Template,
} from "./reproduction.ts";

/** A script for bash with curl and jq: 0 if the registry answers right, 1 if not, 2 if a step before could not be done. */
export function renderShellTest(reproduction: Reproduction): string {
  const { environment, steps, assertion, expected } = reproduction;
  const lines = [
    "#!/usr/bin/env bash",
    ...describeReproduction(reproduction).map((line) => `# ${line}`.trimEnd()),
    "# Needs curl and jq. Exit code 0: right; 1: the cause is there; 2: a request before it failed.",
    "set -u",
    ...environment.map(({ name, standard }) =>
      standard === undefined
        ? `: "\${${name}:?is not set}"`
        : `: "\${${name}:=${standard.replaceAll(/["$`\\}]/gu, String.raw`\$&`)}}"`,
    ),
    "folder=$(mktemp -d)",
    `trap 'rm -rf "$folder"' EXIT`,
    ...(steps.some(({ mustSucceed }) => mustSucceed)
      ? [
          `needs_success() { case $status in 2*) ;; *) echo "A request before it answered $status: $1" >&2; exit 2 ;; esac; }`,
        ]
      : []),
    ...steps.flatMap((step, index) => [
      "",
      ...renderStep(step, index),
      ...(step.mayConclude ? [`if ${renderAssertion(assertion)}; then echo 'Right'; exit 0; fi`] : []),
    ]),
    "",
    `if ${renderAssertion(assertion)}; then`,
    "  echo 'Right'",
    "else",
    `  echo ${quoteForShell(`The cause is there: expected ${expected}, got status`)} "$status"`,
    `  head -c 2000 "$folder/body"; echo`,
    "  exit 1",
    "fi",
  ];
  return `${lines.join("\n")}\n`;
}

function renderStep(
  { title, method, url, headers, body, mustSucceed, saves }: Step,
  index: number,
): string[] {
  const words = [
    `curl --silent --show-error --globoff --path-as-is --output "$folder/body" --dump-header "$folder/head"`,
    `--write-out '%{http_code}'`,
    `--request ${quoteForShell(method)} --url ${toWord(url)}`,
    ...headers.map(([name, value]) => `--header ${toWord([`${name}: `, ...value])}`),
    ...(body === undefined
      ? method === "POST"
        ? ["--header 'Content-Length: 0'"]
        : []
      : "text" in body
        ? [`--data-binary ${toWord(body.text)}`]
        : ["--data-binary @-"]),
    // curl adds one of its own to a body
    ...(body !== undefined && headers.every(([name]) => name.toLowerCase() !== "content-type")
      ? ["--header 'Content-Type:'"]
      : []),
  ];
  const before = body !== undefined && "base64" in body ? `printf %s '${body.base64}' | base64 -d | ` : "";
  return [
    `# ${index + 1}. ${title}`,
    `status=$(${before}${words.join(" \\\n  ")})`,
    ...(mustSucceed ? [`needs_success ${quoteForShell(title)}`] : []),
    ...saves.map(
      ({ variable, path }) => `${variable}=$(jq -r ${quoteForShell(toFilter(path))} "$folder/body")`,
    ),
  ];
}

/** Text as one word of a shell. */
function toWord(template: Template): string {
  const pieces = joinLiterals(template).map((piece) =>
    typeof piece === "string" ? quoteForShell(piece) : `"$${piece.variable}"`,
  );
  return pieces.join("") || "''";
}

function toFilter(path: JsonPath): string {
  return `getpath(${JSON.stringify(path)})`;
}

function renderAssertion(assertion: Assertion): string {
  if ("anyOf" in assertion) {
    const statuses = assertion.anyOf.map(renderStatus).join(" || ");
    return assertion.kind === "status" ? statuses : `! { ${statuses}; }`;
  }
  if (assertion.kind === "media-type")
    return `grep -qi ${quoteForShell(`^content-type: *${assertion.mediaType.replaceAll(/[.+*]/gu, String.raw`\$&`).replaceAll(String.raw`\+`, "[+]")}`)} "$folder/head"`;
  if (assertion.kind === "object") return `jq -e 'type == "object"' "$folder/body" >/dev/null`;
  if (assertion.kind === "contains")
    return `jq -e --argjson value ${toWord(assertion.json)} '[.. | strings] | any(. == $value)' "$folder/body" >/dev/null`;
  const filter = toFilter(assertion.path);
  if (assertion.kind === "present")
    return `jq -e ${quoteForShell(`${filter} != null`)} "$folder/body" >/dev/null`;
  if (assertion.kind === "matches")
    return `jq -e ${quoteForShell(`${filter} | strings | test(${JSON.stringify(assertion.pattern)})`)} "$folder/body" >/dev/null`;
  const operator = assertion.kind === "equal" ? "==" : "!=";
  return `jq -e --argjson value ${toWord(assertion.json)} ${quoteForShell(`${filter} ${operator} $value`)} "$folder/body" >/dev/null`;
}

function renderStatus({ from, to, slug }: AcceptedStatus): string {
  const status =
    from === to ? `[ "$status" = ${from} ]` : `[ "$status" -ge ${from} ] && [ "$status" -le ${to} ]`;
  if (slug === undefined) return from === to ? status : `{ ${status}; }`;
  const filter = `.type | tostring | endswith(${JSON.stringify(`/${slug}`)})`;
  return `{ ${status} && jq -e ${quoteForShell(filter)} "$folder/body" >/dev/null; }`;
}
