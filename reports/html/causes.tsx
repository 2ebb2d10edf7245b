import type { JSX } from "hono/jsx/jsx-runtime";
import type { Cause, Lookalike } from "../../schemas/report.ts";
import { causeWords, renderLookalike, verdictOfCause } from "../cause-list.ts";
import { formatCount, formatCounted } from "../measures.ts";
import { AcceptedRequest, ExchangeInShort } from "./cause-evidence.tsx";
import { Command } from "./command.tsx";
import type { HtmlIndex } from "./html-index.ts";
import { Prose } from "./prose.tsx";

/** This many causes are open, and this many are listed; a link leads to the requirements of the others. */
const maxOpen = 6;
const maxListed = 25;
const maxLinks = 6;

function Links({
  label,
  ids,
}: {
  readonly label: string;
  readonly ids: readonly string[];
}): JSX.Element | null {
  if (ids.length === 0) return null;
  const more = ids.length - maxLinks;
  return (
    <div>
      <dt>{label}</dt>
      <dd class="links">
        {ids.slice(0, maxLinks).map((id) => (
          <a href={`#${id}`}>{id}</a>
        ))}
        {more > 0 ? <span class="quiet">and {formatCount(more)} more</span> : null}
      </dd>
    </div>
  );
}

/** The cases that a cause breaks, the one that shows it best first. */
function brokenBy({ breaks, explains }: Cause): readonly string[] {
  return breaks === undefined ? explains : [breaks, ...explains];
}

/** `breaks 2 cases, blocks 3 cases; seen in 4 exchanges`. */
function describeReach(cause: Cause): string {
  const broken = brokenBy(cause).length;
  const blocked = cause.blocks.length;
  const reach = [
    ...(broken > 0 ? [`breaks ${formatCounted(broken, "case")}`] : []),
    ...(blocked > 0 ? [`blocks ${formatCounted(blocked, "case")}`] : []),
  ].join(", ");
  const seen = cause.count === 0 ? [] : [`seen in ${formatCounted(cause.count, "exchange")}`];
  return [...(reach === "" ? [] : [reach]), ...seen].join("; ");
}

/** What the cause looks like, among the faults of the reference server: apart from what was seen. */
function Guesses({ looksLike }: { readonly looksLike: readonly Lookalike[] }): JSX.Element | null {
  if (looksLike.length === 0) return null;
  return (
    <details class="guess">
      <summary>A guess: looks like {formatCounted(looksLike.length, "bundled fault")}</summary>
      <ul>
        {looksLike.map((one) => (
          <li>
            <Prose text={renderLookalike(one)} />
          </li>
        ))}
      </ul>
    </details>
  );
}

interface CauseProps {
  readonly cause: Cause;
  readonly index: HtmlIndex;
  readonly open: boolean;
}

function CauseItem({ cause, index, open }: CauseProps): JSX.Element {
  const place = cause.exchange === undefined ? undefined : index.placeOf.get(cause.exchange);
  const verdict = verdictOfCause(cause, index.cases);
  return (
    <li>
      <details class={`cause ${verdict}`} id={`cause-${cause.id}`} open={open}>
        <summary>
          <h3>
            <span class={`badge ${verdict}`}>{causeWords[verdict]}</span> <Prose text={cause.sentence} />
          </h3>
          <span class="quiet">{describeReach(cause)}</span>
        </summary>
        <div class="cause-body">
          <AcceptedRequest cause={cause} index={index} />
          {cause.when === undefined ? null : (
            <p class="when">
              <Prose text={cause.when.join("; ")} />
            </p>
          )}
          {cause.likewise === undefined ? null : (
            <p class="quiet">
              Likewise: <Prose text={cause.likewise.join("; ")} />
            </p>
          )}
          {cause.before === undefined ? null : (
            <>
              <p class="quiet">Sent before:</p>
              <ol class="before">
                {cause.before.map((step) => (
                  <li>
                    <Prose text={step} />
                  </li>
                ))}
              </ol>
            </>
          )}
          {cause.hint === "" ? null : (
            <p class="hint">
              <Prose text={cause.hint} />
            </p>
          )}
          <Guesses looksLike={cause.looksLike ?? []} />
          <dl class="facts">
            <Links label="Breaks" ids={brokenBy(cause)} />
            <Links label="Blocks" ids={cause.blocks} />
            {cause.operations.length === 0 ? null : (
              <div>
                <dt>Operations</dt>
                <dd>{cause.operations.join(", ")}</dd>
              </div>
            )}
          </dl>
          {place === undefined ? null : (
            <div class="exchanges" data-exchanges={String(place)} data-first={String(place)} />
          )}
          {verdict === "warned" ? null : <ExchangeInShort cause={cause} index={index} />}
          <Command label={`Repeat ${cause.id}`} text={cause.repeat} repeats />
          <p class="actions with-script">
            <button type="button" data-copy-link={`cause-${cause.id}`}>
              Copy link
            </button>
            <button type="button" data-copy-issue>
              Copy as issue
            </button>
          </p>
        </div>
      </details>
    </li>
  );
}

/** The causes of failures and of blocked requirements, the largest first, as the report orders them. */
export function Causes({
  causes,
  index,
}: {
  readonly causes: readonly Cause[];
  readonly index: HtmlIndex;
}): JSX.Element | null {
  if (causes.length === 0) return null;
  const more = causes.length - maxListed;
  return (
    <section aria-labelledby="causes">
      <h2 id="causes">
        Causes <span class="quiet">({formatCount(causes.length)})</span>
      </h2>
      <ul class="causes">
        {causes.slice(0, maxListed).map((cause, place) => (
          <CauseItem cause={cause} index={index} open={place < maxOpen} />
        ))}
      </ul>
      {more > 0 ? <p class="quiet">{formatCounted(more, "more cause")}: see report.json</p> : null}
    </section>
  );
}
