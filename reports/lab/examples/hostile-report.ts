import type { Exchange, Report, CaseResult } from "../../../schemas/report.ts";
import { exampleBaseUrl, toBody } from "./example-builder.ts";
import { failingReport } from "./example-report.ts";

/** Text that a registry might send to attack the readers of its report. */
export const hostileText: string = [
  "\u001b]0;owned\u0007\u001b[2J\u009b31m\u202Egnp.exe\u200B\u0000\uFFFF\uD800",
  '<script>globalThis.owned=true</script><img src=x onerror="globalThis.owned=true">',
  "</script></style></textarea><!--",
  "]]></system-out><testcase name='forged'/>]]>&amp;&#0;",
  "| a | b |\r\n\n# heading\n```\n~~~\n[link](javascript:alert(1)) ![i](https://evil.example/x.png) @octocat #1 www.evil.example",
  "::error::forged\n::add-mask::x",
  "##[error]forged ##vso[task.setvariable variable=PATH]x ##teamcity[buildStop]",
  "'; rm -rf ~; $(reboot) `reboot` \"",
].join(" ");

const spoil = (value: string): string => `${value} ${hostileText}`;

function spoilRequirement(requirement: CaseResult): CaseResult {
  const evidence = requirement.evidence.map((one) => {
    const { finding } = one;
    if (finding === undefined) return one;
    const { rule, expected, got } = finding;
    return Object.assign({}, one, {
      finding: { ...finding, rule: spoil(rule), expected: spoil(expected), got: spoil(got) },
    });
  });
  const { title, section, reason } = requirement;
  return {
    ...requirement,
    title: spoil(title),
    section: spoil(section),
    ...(reason === undefined ? {} : { reason: spoil(reason) }),
    evidence,
  };
}

function spoilExchange(exchange: Exchange): Exchange {
  const body = toBody(hostileText);
  const { method, url } = exchange.request;
  const status = exchange.response?.status;
  return {
    ...exchange,
    request: { method: spoil(method), url: spoil(url), headers: [[spoil("x-request"), hostileText]], body },
    ...(status === undefined
      ? {}
      : {
          response: {
            status,
            headers: [
              ["content-type", hostileText],
              [hostileText, "v"],
            ],
            body,
          },
        }),
    failure: hostileText,
  };
}

/** A report with {@link hostileText} in every text from a registry, a target file or the catalogue. */
export function hostileReport(): Report {
  const report = failingReport();
  return {
    ...report,
    target: {
      ...report.target,
      baseUrl: spoil(exampleBaseUrl),
      implementation: { name: spoil("acme"), version: spoil("2"), commit: spoil("c") },
    },
    cases: report.cases.map(spoilRequirement),
    checks: report.checks.map((check) =>
      Object.assign({}, check, {
        title: spoil(check.title),
        replay: spoil(check.replay),
        counterexample: { text: hostileText },
      }),
    ),
    observations: report.observations.map((observation) =>
      Object.assign({}, observation, {
        question: spoil(observation.question),
        answer: spoil(observation.answer),
      }),
    ),
    rootCauses: report.rootCauses.map((rootCause) =>
      Object.assign({}, rootCause, { cause: spoil(rootCause.cause) }),
    ),
    baseline: { file: spoil("baseline.json"), errors: [hostileText], accepted: 1 },
    left: [hostileText],
    exchanges: report.exchanges.map(spoilExchange),
  };
}
