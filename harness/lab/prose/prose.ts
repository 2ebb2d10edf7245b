import type { Phrase } from "./word-list.ts";

/** Inline code counts as one word and is not searched: it quotes names and values. */
function withoutCode(text: string): string {
  return text.replaceAll(/`[^`]*`/gu, "CODE");
}

/** What a text has from a list, each as `"phrase": write …`. */
export function findPhrases(text: string, list: readonly Phrase[]): readonly string[] {
  const prose = withoutCode(text);
  return list.flatMap(({ pattern, instead }) => {
    const found = pattern.exec(prose)?.[0];
    return found === undefined ? [] : [`"${found}": write ${instead}`];
  });
}

/** The sentences of a text that have more words than a maximum. */
export function findLongSentences(text: string, maxWords: number): readonly string[] {
  return withoutCode(text)
    .split(/(?<=[.!?]["')]?)\s+(?=["'(A-Z0-9]|[a-z]+:)/u)
    .map((sentence) => ({
      sentence,
      words: sentence.split(/\s+/u).filter((word) => /\w/u.test(word)).length,
    }))
    .filter(({ words }) => words > maxWords)
    .map(({ sentence, words }) => `${words} words, at most ${maxWords}: "${sentence.slice(0, 60)}…"`);
}

/** An id as the words it is made of. */
export function toWords(id: string): string {
  return id.replaceAll(/[/-]/gu, " ");
}

/** The paragraphs, list items and table cells of a Markdown document, each on one line, without code blocks and comments. */
export function toParagraphs(markdown: string): readonly string[] {
  return markdown
    .replaceAll(/^( *)(`{3,}|~{3,})[^]*?^\1\2 *$/gmu, "\n")
    .replaceAll(/<!--[^]*?-->/gu, "\n")
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/gu, "$1")
    .replaceAll("**", "")
    .replaceAll(/^#+ .*$/gmu, "\n$&\n")
    .replaceAll(/^(?=\s*(?:[-*] |\d+\. |\|))/gmu, "\n")
    .split(/\n\s*\n/u)
    .flatMap((block) => (/^\s*\|/u.test(block) ? block.split("|") : [block]))
    .map((text) => text.replaceAll(/\s+/gu, " ").trim())
    .filter((text) => /[a-z]/iu.test(text));
}

/** The names that a source declares: variables, functions, types and members. */
export function findDeclaredNames(source: string): readonly string[] {
  const declaration =
    /\b(?:const|let|function|class|interface|type|readonly)\s+([A-Za-z]\w*)|^\s+([A-Za-z]\w*)\??(?=:|\()/gmu;
  return [...new Set([...source.matchAll(declaration)].map(([, named, member]) => named ?? member ?? ""))];
}
