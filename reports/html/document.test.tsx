import { expect, test } from "vitest";
import { toHtml } from "./document.ts";

test("a page has no character that a file cannot hold or nobody sees, and keeps lines", () => {
  const html = toHtml(<pre>{"a\u0000b \ud800 \u202e\ntwo & lines"}</pre>);

  expect(html).toBe("<pre>a\\x00b \\u{d800} \\u{202e}\ntwo &amp; lines</pre>");
  expect(Buffer.from(html).toString()).toBe(html);
});
