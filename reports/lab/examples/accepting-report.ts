import type { Report } from "../../../schemas/report.ts";
import { toBody } from "./example-builder.ts";
import { failingReport } from "./example-report.ts";

const id = "publish/negative-size-is-refused";

/** A report with one cause: a size of -1 was accepted, and a set-up of the same check had sent a right size. */
export function acceptingReport(): Report {
  const report = failingReport();
  const causes = (report.causes ?? []).filter(({ breaks }) => breaks === id);
  const exchanges = report.exchanges.map((exchange) => {
    if (exchange.id === `${id}#1`) return { ...exchange, actor: "given/upload" };
    if (exchange.id !== causes[0]?.exchange) return exchange;
    const text = exchange.request.body?.text?.replace("314", "-1") ?? "";
    const body = { ...toBody(text), digest: `sha256:${"f".repeat(64)}` };
    return { ...exchange, request: { ...exchange.request, body } };
  });
  return { ...report, exchanges, causes };
}
