/** Reads the report of a run. */
import { readFile } from "node:fs/promises";
import type { Report } from "../../schemas/report.ts";
import { report as isReport } from "../../schemas/compiled/report.js";
import { describeFileError, UsageError } from "./command.ts";

/** @throws UsageError if the file cannot be read */
export async function readText(file: string): Promise<string> {
  return await readFile(file, "utf8").catch((error: unknown) => {
    throw new UsageError(`Cannot read "${file}": ${describeFileError(error)}`, { cause: error });
  });
}

/** @throws UsageError if the file is not a `report.json` of this version */
export async function readReport(file: string): Promise<Report> {
  const text = await readText(file);
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`Cannot read "${file}": it is not valid JSON`, { cause: error });
  }
  if (!isReport(content)) {
    const error = isReport.errors?.[0];
    throw new UsageError(
      `Cannot read "${file}": it is not a conformance report (${error?.instancePath ? `"${error.instancePath}"` : "it"} ${error?.message ?? "is wrong"})`,
    );
  }
  return content as Report;
}
