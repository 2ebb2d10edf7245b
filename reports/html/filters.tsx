import type { JSX } from "hono/jsx/jsx-runtime";
import type { Report } from "../../schemas/report.ts";
import { titleOfChapter } from "../chapter-words.ts";
import { toChapters } from "../chapters.ts";
import { verdictOrder } from "../conclusion.ts";
import { VerdictBadge } from "./verdict-badge.tsx";

interface Choice {
  readonly name: string;
  readonly label: string;
  readonly any: string;
  readonly values: readonly string[];
  /** What a value is called. */
  readonly toTitle?: (value: string) => string;
}

function Select({ name, label, any, values, toTitle = (value) => value }: Choice): JSX.Element {
  return (
    <label class="field">
      <span>{label}</span>
      <select name={name}>
        <option value="">{any}</option>
        {values.map((value) => (
          <option value={value}>{toTitle(value)}</option>
        ))}
      </select>
    </label>
  );
}

/** The filter of the requirements: by verdict, level, chapter, operation and words. Hidden without JavaScript. */
export function Filters({ report }: { readonly report: Report }): JSX.Element {
  const levels = [...new Set(report.requirements.map((requirement) => requirement.level))];
  const operations = [
    ...new Set(report.requirements.flatMap((requirement) => requirement.operations)),
  ].toSorted();
  const chapters = toChapters(report).map((chapter) => chapter.name);
  return (
    <form
      id="filters"
      data-total={report.requirements.length}
      class="filters with-script"
      role="search"
      aria-label="Filter requirements"
    >
      <fieldset>
        <legend>Verdict</legend>
        {verdictOrder
          .filter((verdict) => report.counts[verdict] > 0)
          .map((verdict) => (
            <label class="toggle">
              <input type="checkbox" name="verdict" value={verdict} />
              <VerdictBadge verdict={verdict} />
            </label>
          ))}
      </fieldset>
      <div class="fields">
        <label class="field wide">
          <span>
            Search <kbd>/</kbd>
          </span>
          <input
            type="search"
            name="words"
            autocomplete="off"
            spellcheck={false}
            placeholder="id, rule, status, …"
          />
        </label>
        <Select name="level" label="Level" any="all levels" values={levels} />
        <Select
          name="chapter"
          label="Chapter"
          any="all chapters"
          values={chapters}
          toTitle={titleOfChapter}
        />
        <Select name="operation" label="Operation" any="all operations" values={operations} />
        <button type="reset">Reset</button>
      </div>
      <p class="filter-status">
        <output id="shown" for="filters">
          {report.requirements.length} requirements
        </output>
        <button type="button" id="open-all">
          Open all shown
        </button>
        <button type="button" id="close-all">
          Close all shown
        </button>
      </p>
    </form>
  );
}
