/**
 * The run of README's picture, and the smaller one of the sample report to click. Both are in the repository, so that they can get old.
 * CI notices: `pictured.json` has the digests of both files and what they show, and `pictured.test.ts` compares that with this suite.
 * It compares verdict, causes and requirements. Styles and numbers of requests change with most commits: a release makes both files anew.
 */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { certify, type CertifyOptions } from "../../harness/index.ts";
import { packageFolder } from "../../harness/package-file.ts";
import { startReferenceServer } from "../../reference-server/server.ts";
import type { Report } from "../../schemas/report.ts";

export const pictureFile = "reports/screenshot.webp";
export const sampleFile = "reports/sample-report.html";
export const picturedFile = "reports/lab/pictured.json";

/** README names it as the server with one defect: the picture shows what that command gives. */
export const picturedFault = "digest-never-compared";

/** What the report to click is about: it is part of the package, which has to stay small. */
export const sampled: RunSize = { depth: "quick", only: ["publish", "finalize"] };

type RunSize = Pick<CertifyOptions, "depth" | "only">;

/** What is in the two files. */
export interface Pictured {
  /** SHA-256 of each file. */
  readonly digests: Readonly<Record<string, string>>;
  /** Requirements of the run in the picture. */
  readonly requirements: number;
  readonly sample: Pick<Report, "verdict" | "counts"> & {
    /** A sentence each. */
    readonly causes: readonly string[];
    /** Ids. */
    readonly requirements: readonly string[];
  };
}

/**
 * Certifies the reference server with the fault.
 * @throws Error if the run does not show the fault as one cause
 */
export async function certifyFaulty(size: RunSize = {}): Promise<Report> {
  const server = await startReferenceServer({ states: true, faults: [picturedFault] });
  try {
    const report = await certify({
      target: { ...server.target },
      seed: 7,
      cleanUp: false,
      // what other checks sent meanwhile would be among what was sent before
      concurrency: 1,
      targetArguments: `--reference --fault ${picturedFault}`,
      ...size,
    });
    const { verdict, causes = [] } = report;
    if (verdict !== "non-conformant" || causes.length !== 1)
      throw new Error(
        `Cannot picture the fault "${picturedFault}": the run is ${verdict} with ${causes.length} causes, expected non-conformant with 1`,
      );
    return report;
  } finally {
    await server.close();
  }
}

/** What the sample shows, as `pictured.json` has it. */
export function describeSample({ verdict, counts, causes = [], requirements }: Report): Pictured["sample"] {
  return {
    verdict,
    counts,
    causes: causes.map(({ sentence }) => sentence),
    requirements: requirements.map(({ id }) => id),
  };
}

/** SHA-256 of the picture and of the sample. */
export async function digestFiles(): Promise<Pictured["digests"]> {
  const digests = [pictureFile, sampleFile].map(async (file) => {
    const content = await readFile(join(packageFolder(), file));
    return [file, createHash("sha256").update(content).digest("hex")] as const;
  });
  return Object.fromEntries(await Promise.all(digests));
}
