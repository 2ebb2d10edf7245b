import { ProblemError } from "../problem-error.ts";
import { allOf, type Change, replaceRule } from "../rules/change.ts";
import type { Choice } from "./choice.ts";

/** The checks of declared sizes: they have nothing to judge if every size opens an upload. */
const ofSizes = [
  "publish/the-largest-size-is-accepted",
  "publish/sizes-above-the-largest-are-refused",
  "publish/huge-sizes-are-taken-or-too-large",
  "trust/huge-sizes-are-taken-or-too-large",
] as const;

const anyDeclaredSize: Change = allOf(
  replaceRule("publish", "largestArchive", () => Number.MAX_VALUE),
  replaceRule("publish", "largestArtifact", () => Number.MAX_VALUE),
);

function assertSmall(size: number): void {
  if (size > 65_536) throw new ProblemError("payload-too-large", "there are more than 64 KiB");
}

/** How large an upload may be. */
export const uploadSizeChoices: readonly Choice[] = [
  {
    name: "size-limit",
    question: "How large may an archive be?",
    default: "32-mebibytes",
    values: {
      none: {
        summary: "Any declared size opens an intent",
        skips: ofSizes,
        change: anyDeclaredSize,
      },
      "1-mebibyte": {
        summary: "A mebibyte, for archives and trust artifacts",
        skips: ["download/keeps-large-trees"],
        change: allOf(
          replaceRule("publish", "largestArchive", () => 1_048_576),
          replaceRule("publish", "largestArtifact", () => 1_048_576),
        ),
      },
      "64-kibibytes": {
        summary: "64 KiB, for archives and trust artifacts",
        skips: ["download/keeps-large-trees"],
        change: allOf(
          replaceRule("publish", "largestArchive", () => 65_536),
          replaceRule("publish", "largestArtifact", () => 65_536),
        ),
      },
      "64-kibibytes-at-transfer": {
        summary: "64 KiB, looked at when the bytes arrive",
        skips: [...ofSizes, "download/keeps-large-trees"],
        change: allOf(
          anyDeclaredSize,
          replaceRule("transfer", "assertBytes", (before) => (intent, bytes, call) => {
            assertSmall(bytes.byteLength);
            before(intent, bytes, call);
          }),
        ),
      },
      "64-kibibytes-at-finalize": {
        summary: "64 KiB, looked at by finalize before anything else of the bytes",
        skips: [...ofSizes, "download/keeps-large-trees"],
        change: allOf(
          anyDeclaredSize,
          replaceRule("finalize", "assertBytes", (before) => (intent, call) => {
            before(intent, call);
            assertSmall(intent.bytes?.byteLength ?? 0);
          }),
        ),
      },
    },
  },
];
