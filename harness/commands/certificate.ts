/** `certificate`: a page about one verified report, to publish or to print. */
import { readFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import {
  type CertificateSource,
  describeCertificate,
  refuseCertificate,
  titleOf,
} from "../../reports/certificate.ts";
import { toShellWord } from "../../reports/curl.ts";
import { renderCertificate } from "../../reports/html/certificate-page.tsx";
import { toVisibleText } from "../../reports/visible-text.ts";
import type { Report } from "../../schemas/report.ts";
import { recordingFile } from "../recording/packed-recording.ts";
import { exitCodes } from "../verdict/verdicts.ts";
import { sha256 } from "../seed.ts";
import { type Command, UsageError } from "./command.ts";
import { writeNow } from "./destination.ts";
import { readReport } from "./read-report.ts";
import { certificateFile } from "./report-formats.ts";
import { keepHeapLean } from "./lean-heap.ts";
import { readErrata } from "./use-errata.ts";
import { readSet, setOption } from "./use-set.ts";
import { verifyAloud } from "./verify-aloud.ts";

export const certificateCommand: Command = {
  configure: (parser) =>
    parser
      .positional("dir", {
        type: "string",
        demandOption: true,
        describe: "Directory of the run: report.json and exchanges.ndjson",
      })
      .option("out", { type: "string", describe: `The page; by default ${certificateFile} in the directory` })
      .option("seed-chosen-by", {
        type: "string",
        describe: "Who chose the seed of the run, such as the name of a programme",
      })
      .option("allow-partial", {
        type: "boolean",
        default: false,
        describe: "Also certify a run that left requirements undecided; the page is marked as partial",
      })
      .option("errata", {
        type: "string",
        describe: "The errata that the run was made with, if they are not the package's",
      })
      .options(setOption("The requirement set that the run was made with, if it is not the newest")),
  run: async (options) => {
    keepHeapLean();
    const folder = String(options["dir"]);
    const claimed = refuseCertificate(await readReport(join(folder, "report.json")));
    // what the report says against itself needs no verification
    if (claimed !== undefined && !claimed.mayBePartial)
      return refuse(folder, claimed.reason, claimed.exitCode);
    const { report, differences } = await verifyAloud(folder, {
      errata: await readErrata(options),
      set: await readSet(options),
    });
    const [difference] = differences;
    if (difference !== undefined)
      return refuse(folder, `verify does not confirm it: ${difference}`, exitCodes.failed);
    const refusal = refuseCertificate(report);
    if (refusal !== undefined && !(refusal.mayBePartial && options["allow-partial"] === true)) {
      const hint = refusal.mayBePartial ? "; --allow-partial writes a page that is marked as partial" : "";
      return refuse(folder, `${refusal.reason}${hint}`, refusal.exitCode);
    }
    const page = typeof options["out"] === "string" ? options["out"] : join(folder, certificateFile);
    const source = await toCertificateSource(folder, report, {
      ...(options["seed-chosen-by"] === undefined ? {} : { seedChosenBy: toName(options, report) }),
      ...toVerifyOptions(options),
    });
    await writeNow(page, renderCertificate(source));
    process.stdout.write(
      toVisibleText(`${titleOf(report)}. ${describeCertificate(report)}`) +
        `\nWrote ${page}, which prints on one sheet A4\n`,
    );
    return exitCodes.conformant;
  },
};

function refuse(folder: string, reason: string, exitCode: number): number {
  process.stderr.write(`${toVisibleText(`No certificate for "${folder}": ${reason}`)}\n`);
  return exitCode;
}

/** @throws UsageError if nobody chose the seed */
function toName(options: Readonly<Record<string, unknown>>, { run }: Report): string {
  const name = String(options["seed-chosen-by"]).trim();
  if (run.seedChosenBy === "suite")
    throw new UsageError("Cannot use --seed-chosen-by: the suite drew the seed of this run at random");
  return name;
}

/** The options with which a reader has to call `verify`; a file has its name without its folder. */
export function toVerifyOptions(
  options: Readonly<Record<string, unknown>>,
): Pick<CertificateSource, "verifyOptions"> {
  const verifyOptions = ["errata", "set"].flatMap((name) => {
    const value = options[name];
    return typeof value === "string" ? [`--${name}`, toShellWord(basename(value))] : [];
  });
  return { verifyOptions };
}

/** What the certificate of a verified report needs from its directory. */
export async function toCertificateSource(
  folder: string,
  report: Report,
  more: Pick<CertificateSource, "seedChosenBy" | "verifyOptions"> = {},
): Promise<CertificateSource> {
  const files: [string, string][] = [];
  for (const name of ["report.json", recordingFile])
    files.push([name, sha256(await readFile(join(folder, name)))]);
  return { report, folder: basename(resolve(folder)), files, ...more };
}
