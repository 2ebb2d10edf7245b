import { copyScript } from "./copy-script.ts";
import { exchangeScript } from "./exchange-script.ts";
import { filterScript } from "./filter-script.ts";
import { linkScript } from "./link-script.ts";
import { themeScript } from "./theme-script.ts";

/**
 * The script of the report's page, in the browser's JavaScript. It is text and not a module of ours because it is inlined as it
 * stands: the page has to work from a disk, where modules cannot be loaded. Its parts share one scope, in this order. It makes
 * elements and sets their text; it never writes markup.
 */
export const reportScript: string = [
  "(() => {",
  '"use strict";',
  'document.documentElement.classList.add("has-script");',
  themeScript,
  copyScript,
  exchangeScript,
  filterScript,
  linkScript,
  "})();",
].join("\n");
