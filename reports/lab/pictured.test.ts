/** README's picture and the sample report are of this suite. `npm run screenshot` makes both anew. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packageFolder } from "../../harness/package-file.ts";
import { defaultRunOptions } from "../../harness/plan/run-plan.ts";
import { select } from "../../harness/plan/selection.ts";
import { chapters } from "../../suites/index.ts";
import {
  certifyFaulty,
  describeSample,
  digestFiles,
  type Pictured,
  picturedFault,
  picturedFile,
  sampled,
  sampleFile,
} from "./pictured.ts";

const read = (file: string): string => readFileSync(join(packageFolder(), file), "utf8");
const pictured = JSON.parse(read(picturedFile)) as Pictured;

test("what is written of the picture and of the sample is about these files", async () => {
  expect(pictured.digests).toEqual(await digestFiles());
});

test("the picture shows as many requirements as a run has", () => {
  const { requirements } = select(chapters, defaultRunOptions);
  expect(pictured.requirements).toBe(requirements.length);
});

test("the sample is non-conformant, with the cause and the requirements of today", async () => {
  const sample = describeSample(await certifyFaulty(sampled));
  expect(sample).toMatchObject({ verdict: "non-conformant", causes: [expect.stringContaining("digest")] });
  expect(pictured.sample).toEqual(sample);
  expect(read(sampleFile)).toContain("<title>non-conformant: reference-server");
});

test("the run of the picture has one cause, and nothing but it fails", async () => {
  const { causes = [], counts } = await certifyFaulty();
  expect(causes.map(({ breaks }) => breaks)).toEqual(["finalize/bytes-have-the-declared-digest"]);
  expect(counts.failed).toBe(1);
});

test("README shows the command of the picture", () => {
  expect(read("README.md")).toContain(
    `npx volume-registry-conformance run --reference --fault ${picturedFault} `,
  );
});
