import type { JSX } from "hono/jsx/jsx-runtime";
import {
  type CertificateSource,
  describeCertificate,
  describeDepth,
  describeErrata,
  describeSeed,
  isWhole,
  listLimits,
  refuseCertificate,
  renderAgainCommand,
  renderVerifyCommand,
  titleOf,
} from "../certificate.ts";
import { isNotOffered } from "../conclusion.ts";
import { renderSubject } from "../subjects.ts";
import { formatCounted } from "../measures.ts";
import { CommandText } from "./command.tsx";
import { renderDocument } from "./document.ts";
import { certificateStyle } from "./style/certificate-style.ts";
import { toShortText } from "../visible-text.ts";
import { VerdictSummaryBadge } from "./verdict-badge.tsx";
import { toVisibleTexts } from "./visible-report.ts";

/** A longer value would not leave the page on one sheet. */
const maxCharacters = 64;

function Fact({ name, value }: { readonly name: string; readonly value: string | undefined }): JSX.Element {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {value === undefined ? <span class="quiet">not stated</span> : toShortText(value, maxCharacters)}
      </dd>
    </div>
  );
}

/** What was tested, by what, and how. */
function Facts({ source }: { readonly source: CertificateSource }): JSX.Element {
  const { suite, target, run } = source.report;
  const { implementation } = target;
  return (
    <section aria-labelledby="tested">
      <h2 id="tested">What was tested, and by what</h2>
      <dl>
        <Fact name="Implementation" value={implementation?.name} />
        <Fact name="Version" value={implementation?.version} />
        <Fact name="Commit" value={implementation?.commit} />
        <Fact name="Base URL" value={target.baseUrl} />
        <Fact name="Date" value={run.startedAt.replace("T", " ").replace(/(?:\.\d+)?Z$/u, " UTC")} />
        <Fact name="Specification" value={suite.specification} />
        <Fact name="Depth" value={describeDepth(source.report)} />
        <Fact name="Seed" value={describeSeed(source)} />
        <Fact name="Suite" value={`${suite.name} ${suite.version}`} />
        <Fact name="Requirement set" value={run.set?.name} />
        <Fact name="Errata" value={describeErrata(source.report)} />
        <Fact
          name="Warnings"
          value={run.strict ? "count as failures (--strict)" : "do not count as failures"}
        />
      </dl>
    </section>
  );
}

function Profiles({ source }: { readonly source: CertificateSource }): JSX.Element {
  return (
    <section aria-labelledby="parts">
      <h2 id="parts">Parts of the API</h2>
      <ul class="profiles">
        {source.report.profiles.map((profile) => (
          <li>
            {profile.name}{" "}
            {isNotOffered(source.report, profile) ? (
              "(not offered)"
            ) : (
              <VerdictSummaryBadge verdict={profile.verdict} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Limits({ source }: { readonly source: CertificateSource }): JSX.Element {
  const { report } = source;
  const limits = listLimits(report);
  const questions = report.observations.length;
  return (
    <section aria-labelledby="limits">
      <h2 id="limits">What was not decided</h2>
      <ul class="limits">
        {limits.length === 0 ? <li>Nothing: each requirement of the set was decided.</li> : null}
        {limits.map((limit) => (
          <li>{limit}</li>
        ))}
        {questions === 0 ? null : (
          <li>
            Not judged: {formatCounted(questions, "question")} that the specification leaves open. The report
            has the answers.
          </li>
        )}
      </ul>
    </section>
  );
}

/** What identifies the checks, the requirements and the published files. */
function Digests({ source }: { readonly source: CertificateSource }): JSX.Element {
  const { suite, run } = source.report;
  const digests = [
    ...source.files,
    ["Last exchange", run.exchangesDigest] as const,
    ["Suite", suite.digest] as const,
    ...(run.set === undefined ? [] : [["Requirement set", run.set.digest] as const]),
  ];
  return (
    <dl class="digests">
      {digests.map(([name, digest]) => (
        <div>
          <dt>{name}</dt>
          <dd class="mono">{digest}</dd>
        </div>
      ))}
    </dl>
  );
}

function Check({ source }: { readonly source: CertificateSource }): JSX.Element {
  return (
    <section aria-labelledby="check">
      <h2 id="check">Check it yourself</h2>
      <p>With the directory of the run, offline. It confirms the verdict from the recorded exchanges:</p>
      <pre>
        <CommandText text={renderVerifyCommand(source)} />
      </pre>
      <p>With access to the registry and a target file, the same checks with the same random values:</p>
      <pre>
        <CommandText text={renderAgainCommand(source)} />
      </pre>
      <Digests source={source} />
    </section>
  );
}

function Body({
  source,
  exchanges,
}: {
  readonly source: CertificateSource;
  readonly exchanges: number;
}): JSX.Element {
  const { report } = source;
  const whole = isWhole(report);
  return (
    <main class={`certificate ${whole ? "passed" : "blocked"}`}>
      <header>
        <p class="eyebrow">Package Registry HTTP API {report.suite.specification}</p>
        <h1>{whole ? "Certificate of conformance" : "Partial certificate"}</h1>
        <p class="of">{toShortText(renderSubject(report), maxCharacters)}</p>
        <p class="statement">{describeCertificate(report)}</p>
        {whole ? null : (
          <p class="partial-note">
            This is not a certificate of conformance: {refuseCertificate(report)?.reason}.
          </p>
        )}
      </header>
      <Profiles source={source} />
      <Limits source={source} />
      <Facts source={source} />
      <Check source={source} />
      <footer>
        Made from a verified report: {formatCounted(exchanges, "recorded exchange")}, judged again offline,
        gave this verdict. Verification cannot show who made the recording.
      </footer>
    </main>
  );
}

/**
 * A certificate as one HTML page without a script, which prints on one sheet A4.
 * @param source its report has to be verified; the same source gives the same page
 */
export function renderCertificate(source: CertificateSource): string {
  const visible = toVisibleTexts({ ...source, report: { ...source.report, exchanges: [], checks: [] } });
  const title = titleOf(visible.report);
  return renderDocument({
    title,
    body: <Body source={visible} exchanges={source.report.exchanges.length} />,
    runningHead: title,
    ownStyle: certificateStyle,
  });
}
