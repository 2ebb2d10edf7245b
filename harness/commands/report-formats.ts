/** The report formats: their file names and their renderers, loaded when needed. */
import type { Report } from "../../schemas/report.ts";

export type ReportFormat = "json";

interface FormatEntry {
  readonly file: string;
  readonly render: (report: Report) => Promise<string>;
}

export const formats: Readonly<Record<ReportFormat, FormatEntry>> = {
  json: { file: "report.json", render: async (report) => (await import("../../reports/json.ts")).renderJson(report) },
};

export function isFormat(text: string): text is ReportFormat {
  return Object.hasOwn(formats, text);
}
