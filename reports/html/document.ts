import { createHash } from "node:crypto";
import type { JSX } from "hono/jsx/jsx-runtime";
import { toVisibleLines, toVisibleText } from "../visible-text.ts";
import { type PackedBlock, packValue } from "./packed-block.ts";
import { style } from "./style.ts";

/** The parts of a page. Everything is inlined: the file works from a disk and sends no requests. */
export interface HtmlPage {
  readonly title: string;
  readonly body: JSX.Element;
  /** Stands at the top of each printed page. */
  readonly runningHead: string;
  /** Runs after the page is parsed; the page must be readable without it. */
  readonly script?: string;
  /** Data for the script. */
  readonly blocks?: readonly PackedBlock[];
  /** The style of this page alone, after the style of every page. */
  readonly ownStyle?: string;
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

/** A text as a CSS string: each character that is not a letter, a digit or a space is a numeric escape. */
function toCssString(text: string): string {
  const escaped = toVisibleText(text).replace(
    /[^A-Za-z0-9 ]/gu,
    // a space ends an escape, and is no part of the text
    (character) => `\\${(character.codePointAt(0) ?? 0).toString(16).padStart(6, "0")} `,
  );
  return `"${escaped}"`;
}

const maxRunningHead = 90;

function renderPageRule(runningHead: string): string {
  const head = Array.from(runningHead).slice(0, maxRunningHead).join("");
  const font = "font: 8pt sans-serif; color: #545e6b;";
  return `@page { margin: 18mm 14mm 16mm;
  @top-left { content: ${toCssString(head)}; ${font} }
  @bottom-right { content: "Page " counter(page) " of " counter(pages); ${font} } }`;
}

function hashForPolicy(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/** A component as HTML. What a file cannot hold, such as half of a character, and what nobody sees is an escape in it. */
export function toHtml(element: JSX.Element): string {
  if (element instanceof Promise) throw new TypeError("Cannot render page: a component is asynchronous");
  return toVisibleLines(element.toString());
}

function renderBlock({ name, value }: PackedBlock): string {
  return `<script type="application/octet-stream" data-packed="${escapeHtml(name)}">${packValue(value)}</script>`;
}

function renderPolicy(styles: string, script: string | undefined): string {
  const scripts = script === undefined ? "'none'" : hashForPolicy(script);
  return `default-src 'none'; style-src ${hashForPolicy(styles)}; script-src ${scripts}; base-uri 'none'; form-action 'none'`;
}

/**
 * An HTML document with its style and script inlined. The content security policy allows only these two, by their hashes. It
 * blocks other scripts and the network, so that text of a registry has no effect even if an escape is missing.
 */
export function renderDocument({
  title,
  body,
  runningHead,
  script,
  blocks = [],
  ownStyle = "",
}: HtmlPage): string {
  const styles = `${style}\n${ownStyle}${renderPageRule(runningHead)}`;
  return [
    "<!doctype html>",
    '<html lang="en">',
    "<head>",
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${renderPolicy(styles, script)}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="referrer" content="no-referrer">',
    `<title>${escapeHtml(title)}</title>`,
    `<style>${styles}</style>`,
    "</head>",
    `<body>${toHtml(body)}`,
    ...blocks.map(renderBlock),
    ...(script === undefined ? [] : [`<script>${script}</script>`]),
    "</body>",
    "</html>",
    "",
  ].join("\n");
}
