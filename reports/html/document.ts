import { createHash } from "node:crypto";
import type { JSX } from "hono/jsx/jsx-runtime";
import { renderJsonLine } from "../json.ts";
import { toVisibleText } from "../visible-text.ts";
import { style } from "./style.ts";

/** What makes a page of ours: everything is inlined, so that the file works from a disk and sends nothing anywhere. */
export interface HtmlPage {
  readonly title: string;
  readonly body: JSX.Element;
  /** Runs once the page is read; the page must make sense without. */
  readonly script?: string;
  /** What the script reads, by the id of the block that holds it. */
  readonly data?: Readonly<Record<string, unknown>>;
}

function escapeHtml(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
  };
  return toVisibleText(text).replace(/[&<>"]/gu, (character) => entities[character] ?? character);
}

function hashForPolicy(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

function toHtml(element: JSX.Element): string {
  if (element instanceof Promise)
    throw new TypeError("Cannot render page: got an asynchronous component, expected synchronous ones");
  return element.toString();
}

/** JSON that no HTML parser can mistake for the end of its block, whatever the registry sent. */
function renderDataBlock(id: string, value: unknown): string {
  const json = renderJsonLine(value).replaceAll("<", "\\u003c");
  return `<script type="application/json" id="${escapeHtml(id)}">${json}</script>`;
}

function renderPolicy(script: string | undefined): string {
  const scripts = script === undefined ? "'none'" : hashForPolicy(script);
  return `default-src 'none'; style-src ${hashForPolicy(style)}; script-src ${scripts}; base-uri 'none'; form-action 'none'`;
}

/**
 * A whole HTML document with its style and script inside. Its content security policy allows those two by their hashes and
 * nothing else: no network, no other script, so that a registry's text that slipped through would still do nothing.
 */
export function renderDocument({ title, body, script, data }: HtmlPage): string {
  const blocks = Object.entries(data ?? {}).map(([id, value]) => renderDataBlock(id, value));
  return [
    "<!doctype html>",
    '<html lang="en">',
    "<head>",
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${renderPolicy(script)}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="referrer" content="no-referrer">',
    `<title>${escapeHtml(title)}</title>`,
    `<style>${style}</style>`,
    "</head>",
    `<body>${toHtml(body)}`,
    ...blocks,
    ...(script === undefined ? [] : [`<script>${script}</script>`]),
    "</body>",
    "</html>",
    "",
  ].join("\n");
}
