import type { JsonObject } from "../json.ts";
import type { Call } from "../call.ts";
import { type Change, replaceRule, withProblem, withProblemBody, without } from "../rules/change.ts";
import type { Choice, Variation } from "./choice.ts";

function based(base: (call: Call) => string, summary: string): Variation {
  return { summary, change: replaceRule("problems", "base", () => base) };
}

function labelled(type: string): Variation {
  return {
    summary: `Content-Type: ${type}`,
    change: replaceRule("problems", "mediaType", () => () => type),
  };
}

function instance(summary: string, make: (call: Call) => string | undefined): Variation {
  return { summary, change: replaceRule("problems", "instance", () => make) };
}

function titled(summary: string, title: (slug: string) => string): Variation {
  return { summary, change: replaceRule("problems", "title", () => title) };
}

const extended = (body: JsonObject, call: Call): JsonObject => ({
  ...body,
  requestId: `request-${call.ordinal}`,
  errors: [{ pointer: "#/version", detail: "see the documentation" }],
  documentation: "https://docs.example/problems",
  retryable: false,
});

const localised: Change = withProblem("every", (answer) => ({
  ...answer,
  headers: { ...answer.headers, "content-language": "ja" },
}));

/** Problem documents. */
export const problemChoices: readonly Choice[] = [
  {
    name: "problem-base",
    question: "What is the problem-type namespace?",
    default: "below",
    values: {
      elsewhere: based(() => "https://errors.example/volume-registry/v0", "Problem types on another host"),
      urn: based(() => "urn:volume-registry:problem", "Problem types as URNs"),
      host: based(() => "https://errors.example", "Problem types right below another host"),
      deep: based(
        (call) => `${call.base}/api/v1/documentation/problem-types`,
        "Problem types deep below the base",
      ),
    },
  },
  {
    name: "problem-label",
    question: "How is application/problem+json written?",
    default: "plain",
    values: {
      charset: labelled("application/problem+json; charset=utf-8"),
      "mixed-case": labelled("Application/Problem+JSON"),
    },
  },
  {
    name: "odd-characters",
    question: "Who rejects NUL, invalid UTF-8 and invalid percent-encoding in a path?",
    default: "the-registry",
    values: {
      "in-front": {
        summary: "A proxy, with its own error page",
        change: replaceRule("respond", "toResponse", (before) => (answer, call) => {
          if (!/%(?:00|FF|zz)/.test(call.url.href)) return before(answer, call);
          const headers = { "content-type": "text/html" };
          return new Response("<h1>400 Bad Request</h1>", { status: 400, headers });
        }),
      },
      "in-front-all-controls": {
        summary: "A proxy, which rejects every control character and invisible character too",
        change: replaceRule("respond", "toResponse", (before) => (answer, call) => {
          const refused = /%(?:[01][0-9A-F]|7F|FF|zz|E2%80%8B)/i;
          if (!refused.test(call.url.pathname + call.url.search)) return before(answer, call);
          return new Response("Bad Request", { status: 400, headers: { "content-type": "text/plain" } });
        }),
      },
    },
  },
  {
    name: "problem-members",
    question: "Which members does a problem have?",
    default: "detail-and-instance",
    values: {
      minimal: {
        summary: "Only type, title and status",
        change: withProblemBody("every", (body) => without(without(body, "detail"), "instance")),
      },
      extended: {
        summary: "The five members, and extension members",
        change: withProblemBody("every", extended),
      },
      "empty-detail": {
        summary: "An empty detail",
        change: withProblemBody("every", (body) => ({ ...body, detail: "" })),
      },
    },
  },
  {
    name: "problem-instance",
    question: "What is the instance of a problem?",
    default: "path",
    values: {
      absolute: instance("An absolute URL", (call) => `${call.base}/occurrences/${call.ordinal}`),
      urn: instance("A URN", (call) => `urn:volume-registry:occurrence:${call.ordinal}`),
      relative: instance("A relative reference", (call) => `occurrences/${call.ordinal}?full=1`),
      fragment: instance("A fragment", (call) => `#occurrence-${call.ordinal}`),
      absent: instance("None", () => undefined),
    },
  },
  {
    name: "problem-title",
    question: "What is the title of a problem?",
    default: "english",
    values: {
      slug: titled("The slug", (slug) => slug),
      same: titled("The same for all", () => "Error"),
      japanese: {
        summary: "In another language",
        change: (rules) =>
          replaceRule("problems", "title", () => () => "リクエストを処理できません")(localised(rules)),
      },
    },
  },
];
