/** Versions that a comparison which is not exact takes for one another. */

/** Versions of one volume. A registry may want that they rise. */
type Trio = readonly [lowest: string, middle: string, highest: string];

const long = "1.0.0-alpha.beta.gamma.delta.epsilon.zeta.eta";

/** Set-ups that need several versions of a volume publish these, so that a mix-up of two of them is noticed. */
export const lookAlikes: Readonly<Record<"letters" | "parts" | "numbers" | "beginnings", Trio>> = {
  /** Equal without letter case; as a pattern, in which a dot stands for any character; or with hyphens in place of dots. */
  letters: ["1.0.0-RC.1", "1.0.0-RC-1", "1.0.0-rc.1"],
  /** The first one is the beginning of the second and the end of the third. */
  parts: ["1.4.1", "1.4.10", "11.4.1"],
  /** The same numbers in 32 bits. */
  numbers: ["1.1.0", "1.4294967297.0", "1.8589934593.0"],
  /** Equal in their first 44 characters; the first one is the beginning of the others. */
  beginnings: [`${long}.1`, `${long}.10`, `${long}.11`],
};

/** Look like the versions of `letters` and `beginnings`, of which one is the beginning of it. No set-up publishes them beside those. */
export const absentLookAlikes: Readonly<Record<"letters" | "beginnings", string>> = {
  letters: "1.0.0-rc-1",
  beginnings: `${long}.100`,
};
