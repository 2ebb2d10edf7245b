import { spawnSync } from "node:child_process";
import { array, assert, property, string } from "fast-check";
import { describe, expect, it } from "vitest";
import type { Exchange } from "../schemas/report.ts";
import { quoteForShell, toCurl, toShellWord } from "./curl.ts";
import { hostileText } from "./lab/examples/hostile-report.ts";

/** Lets a real shell read the command, with `curl` replaced by a function that writes its arguments and input. */
function runInShell(command: string): { readonly words: readonly string[]; readonly input: string } {
  const script = `curl() { printf '%s\\0' "$@"; if [ ! -t 0 ]; then printf 'INPUT:'; cat; fi; }\n${command}\n`;
  const { stdout, stderr, status } = spawnSync("bash", ["-c", script], {
    encoding: "utf8",
    input: "",
    env: { PATH: process.env["PATH"], PUBLISHER_TOKEN: "the token", LC_ALL: "C.UTF-8" },
  });
  if (status !== 0) throw new Error(`Cannot run command: ${stderr}`);
  const [words = "", input = ""] = stdout.split("INPUT:");
  return { words: words.split("\0").slice(0, -1), input };
}

function request(change: Partial<Exchange["request"]>): Exchange {
  return {
    id: "a#1",
    actor: "a",
    operation: "getRelease",
    request: { method: "GET", url: "https://registry.example/v", headers: [], ...change },
    startedAtMs: 0,
    durationMs: 1,
  };
}

const always = ["--include", "--globoff", "--path-as-is"];

describe("toCurl", () => {
  it("sends the same request, with secrets taken from variables", () => {
    const command = toCurl(
      request({
        method: "POST",
        headers: [
          ["authorization", "Bearer ~redacted.publisher~"],
          ["content-type", "application/json"],
          ["content-length", "13"],
          ["x-empty", ""],
        ],
        body: { size: 13, digest: "sha256:0", text: '{"it\'s":"$1"}' },
      }),
    );

    expect(runInShell(command).words).toEqual([
      ...always,
      "--request",
      "POST",
      "--url",
      "https://registry.example/v",
      "--header",
      "authorization: Bearer the token",
      "--header",
      "content-type: application/json",
      "--header",
      "x-empty;",
      "--data-raw",
      '{"it\'s":"$1"}',
    ]);
    expect(command).toContain("'authorization: Bearer '\"$PUBLISHER_TOKEN\"");
  });

  it("pipes a body that is not text", () => {
    const body = { size: 3, digest: "sha256:0", base64: Buffer.from("abc").toString("base64") };
    const { words, input } = runInShell(toCurl(request({ method: "PUT", body })));

    expect(words.slice(-2)).toEqual(["--data-binary", "@-"]);
    expect(input).toBe("abc");
  });

  it("has a comment if a body was not kept whole", () => {
    const body = { size: 5000, digest: "sha256:0", text: "a", cutAt: 1 };

    expect(toCurl(request({ method: "POST", body }))).toMatch(/^# only the first 1 of 5000 bytes/u);
  });

  it("sends a HEAD with the option that curl has for it", () => {
    expect(runInShell(toCurl(request({ method: "HEAD" }))).words).toContain("--head");
  });

  it("quotes text of a registry, without control characters", () => {
    const text = hostileText.replaceAll("\u0000", "").replaceAll("\ud800", "");
    const command = toCurl(
      request({ url: text, headers: [["x", text]], body: { size: 9, digest: "sha256:0", text } }),
    );

    expect(runInShell(command).words).toEqual([
      ...always,
      "--url",
      text,
      "--header",
      `x: ${text}`,
      "--data-raw",
      text,
    ]);
    expect(command.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });
});

describe("quoteForShell", () => {
  it("makes one word with the value of the text", () => {
    assert(
      property(
        array(string({ unit: "grapheme", maxLength: 40 }), { minLength: 1, maxLength: 200, size: "max" }),
        (texts) => {
          const wanted = texts.map((text) => text.replaceAll("\u0000", ""));
          expect(runInShell(`curl ${wanted.map(quoteForShell).join(" ")}`).words).toEqual(wanted);
        },
      ),
      // each run starts a shell, so a few of many words
      { numRuns: 5 },
    );
  });

  it("derives the variable from the name of the secret", () => {
    expect(quoteForShell("~redacted.publish-only~")).toBe('"$PUBLISH_ONLY_TOKEN"');
    expect(quoteForShell("a~redacted.2~b")).toBe("'a'\"$SECRET_2_TOKEN\"'b'");
  });
});

describe("toShellWord", () => {
  it("quotes only what a shell would not read as one word", () => {
    expect(["target.json", "http://127.0.0.1:1/a", "--only", "a=b"].map(toShellWord)).toEqual([
      "target.json",
      "http://127.0.0.1:1/a",
      "--only",
      "a=b",
    ]);
    const odd = ["my target.json", "a;b", "$HOME", "*", "~", "", "it's"];
    expect(odd.map(toShellWord)).toEqual(odd.map(quoteForShell));
  });
});
