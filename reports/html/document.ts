import { createHash } from "node:crypto";
import type { JSX } from "hono/jsx/jsx-runtime";
import { renderJsonLine } from "../json-text.ts";
import { toVisibleText } from "../visible-text.ts";
import { style } from "./style.ts";

/** The parts of a page. Everything is inlined: the file works from a disk and sends no requests. */
export interface HtmlPage {
  readonly title: string;
  readonly body: JSX.Element;
  /** Runs after the page is parsed; the page must be readable without it. */
  readonly script?: string;
  /** Data for the script, by the id of its block. */
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
  if (element instanceof Promise) throw new TypeError("Cannot render page: a component is asynchronous");
  return element.toString();
}

function renderDataLine(value: unknown): string {
  return renderJsonLine(value).replaceAll("<", "\\u003c");
}

/** A block with JSON. Text of a registry in it cannot end the block. */
function renderDataBlock(id: string, value: unknown): string {
  // one entry at a time: all at once, thousands of exchanges would be in memory three times over
  const json = Array.isArray(value)
    ? `[${value.map((entry: unknown) => renderDataLine(entry)).join(",")}]`
    : renderDataLine(value);
  return `<script type="application/json" id="${escapeHtml(id)}">${json}</script>`;
}

function renderPolicy(script: string | undefined): string {
  const scripts = script === undefined ? "'none'" : hashForPolicy(script);
  return `default-src 'none'; style-src ${hashForPolicy(style)}; script-src ${scripts}; base-uri 'none'; form-action 'none'`;
}

/**
 * An HTML document with its style and script inlined. The content security policy allows only these two, by their hashes. It
 * blocks other scripts and the network, so that text of a registry has no effect even if an escape is missing.
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
