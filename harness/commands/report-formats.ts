/** The report formats: their file names and their renderers, loaded when needed. */
import type { Report } from "../../schemas/report.ts";

interface FormatEntry {
  /** The file's name in the directory of all reports. */
  readonly file: string;
  /** True if it is not in that directory: only `--report` writes it. */
  readonly onDemand?: true;
  readonly load: () => Promise<(report: Report) => string>;
}

/** Beside the report that it is about, unless it was put elsewhere. */
export const certificateFile = "certificate.html";

export type ReportFormat = "json" | "junit" | "html" | "markdown" | "har" | "badge" | "ctrf" | "intoto";

export const formats: Readonly<Record<ReportFormat, FormatEntry>> = {
  json: { file: "report.json", load: async () => (await import("../../reports/json.ts")).renderJson },
  junit: { file: "junit.xml", load: async () => (await import("../../reports/junit.ts")).renderJunit },
  html: {
    file: "report.html",
    load: async () => (await import("../../reports/html/html-report.tsx")).renderHtml,
  },
  markdown: {
    file: "report.md",
    load: async () => (await import("../../reports/markdown.ts")).renderMarkdown,
  },
  har: {
    file: "exchanges.har",
    onDemand: true,
    load: async () => (await import("../../reports/har.ts")).renderHar,
  },
  badge: { file: "badge.svg", load: async () => (await import("../../reports/badge.ts")).renderBadge },
  ctrf: { file: "ctrf.json", load: async () => (await import("../../reports/ctrf.ts")).renderCtrf },
  intoto: {
    file: "test-result.intoto.json",
    load: async () => (await import("../../reports/intoto.ts")).renderInToto,
  },
};

export function isFormat(text: string): text is ReportFormat {
  return Object.hasOwn(formats, text);
}
