import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Report } from "../schemas/report.ts";
import { launchChromium } from "./lab/examples/chromium.ts";
import { exampleReport } from "./lab/examples/example-builder.ts";
import {
  conformantReport,
  failingReport,
  interruptedReport,
  partialReport,
  undecidedReport,
} from "./lab/examples/example-report.ts";
import { hostileReport } from "./lab/examples/hostile-report.ts";
import { invariantReport } from "./lab/examples/invariant-report.ts";
import { renderJunit } from "./junit.ts";

interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly text: string;
  readonly children: readonly XmlElement[];
}

/** Parses the text with a browser's XML parser, which is independent of the writer. */
async function parseXml(page: Page, xml: string): Promise<XmlElement> {
  const script = `(xml) => {
    const toTree = (element) => ({
      name: element.nodeName,
      attributes: Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value])),
      text: [...element.childNodes].filter((node) => node.nodeType !== 1).map((node) => node.nodeValue).join(""),
      children: [...element.children].map(toTree),
    });
    const parsed = new DOMParser().parseFromString(xml, "application/xml");
    if (parsed.querySelector("parsererror")) throw new Error(parsed.documentElement.textContent);
    return toTree(parsed.documentElement);
  }`;
  return await page.evaluate<XmlElement>(`(${script})(${JSON.stringify(xml)})`);
}

interface ElementRule {
  /** Attribute names to whether they must be there. */
  readonly attributes: Readonly<Record<string, boolean>>;
  readonly children: readonly string[];
}

/**
 * The published schemas, as far as a writer meets them, each as one table: Jenkins' junit-10.xsd (xunit plugin) allows the
 * root `testsuites`, Surefire's surefire-test-report.xsd 3.0.2 has one `testsuite` a file and orders its children.
 */
const jenkins: Readonly<Record<string, ElementRule>> = {
  testsuites: {
    attributes: { name: false, time: false, tests: false, failures: false, errors: false },
    children: ["testsuite"],
  },
  testsuite: {
    attributes: {
      name: true,
      tests: true,
      failures: true,
      errors: true,
      skipped: false,
      time: false,
      timestamp: false,
      group: false,
      hostname: false,
      id: false,
      package: false,
      file: false,
      log: false,
      url: false,
    },
    children: ["testsuite", "properties", "testcase", "system-out", "system-err"],
  },
  properties: { attributes: {}, children: ["property"] },
  property: { attributes: { name: true, value: true }, children: [] },
  testcase: {
    attributes: { name: true, time: false, classname: false, group: false },
    children: ["skipped", "error", "failure", "system-out", "system-err"],
  },
  failure: { attributes: { message: false, type: false }, children: [] },
  error: { attributes: { message: false, type: false }, children: [] },
  skipped: { attributes: { message: false, type: false }, children: [] },
  "system-out": { attributes: {}, children: [] },
};

const surefireSuite: ElementRule = {
  attributes: {
    name: true,
    tests: true,
    failures: true,
    errors: true,
    skipped: true,
    time: false,
    timestamp: false,
    version: false,
    flakes: false,
    group: false,
  },
  children: ["properties", "testcase"],
};

const surefireCase: ElementRule = {
  attributes: { name: true, time: true, classname: false, group: false, timestamp: false },
  children: ["failure", "skipped", "error", "system-out", "system-err"],
};

const surefire: Readonly<Record<string, ElementRule>> = {
  ...jenkins,
  testsuite: surefireSuite,
  testcase: surefireCase,
};

function breaches(element: XmlElement, schema: Readonly<Record<string, ElementRule>>): readonly string[] {
  const rule = schema[element.name];
  if (rule === undefined) return [`unknown element ${element.name}`];
  const names = Object.keys(element.attributes);
  return [
    ...names
      .filter((name) => !Object.hasOwn(rule.attributes, name))
      .map((name) => `${element.name} has ${name}`),
    ...Object.entries(rule.attributes)
      .filter(([name, required]) => required && !names.includes(name))
      .map(([name]) => `${element.name} lacks ${name}`),
    ...element.children
      .filter((child) => !rule.children.includes(child.name))
      .map((child) => `${element.name} holds ${child.name}`),
    ...element.children.flatMap((child) => breaches(child, schema)),
  ];
}

function isInOrder(element: XmlElement, order: readonly string[]): boolean {
  const places = element.children.map((child) => order.indexOf(child.name));
  return places.every((place, index) => index === 0 || place >= (places[index - 1] ?? 0));
}

function casesOf(root: XmlElement): readonly XmlElement[] {
  return root.children.flatMap((suite) => suite.children.filter((child) => child.name === "testcase"));
}

function outcomeOf(testCase: XmlElement): string {
  return testCase.children.find((child) => child.name !== "system-out")?.name ?? "passed";
}

const outcomes = {
  failed: "failure",
  errored: "error",
  blocked: "error",
  skipped: "skipped",
  warned: "passed",
  passed: "passed",
};

const reports: Readonly<Record<string, () => Report>> = {
  conformant: conformantReport,
  failing: failingReport,
  partial: partialReport,
  interrupted: interruptedReport,
  undecided: undecidedReport,
  hostile: hostileReport,
};

// a browser on a busy machine takes its time
vi.setConfig({ testTimeout: 60_000 });

let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await launchChromium();
  page = await browser.newPage();
}, 60_000);

afterAll(async () => {
  await browser.close();
});

describe.each(Object.entries(reports))("renderJunit of a %s report", (_name, makeReport) => {
  it("keeps to the schema that Jenkins publishes", async () => {
    const root = await parseXml(page, renderJunit(makeReport()));

    expect(root.name).toBe("testsuites");
    expect(breaches(root, jenkins)).toEqual([]);
    for (const suite of root.children) expect(suite.attributes["time"]).toMatch(/^[0-9]*(\.[0-9]*)?$/u);
  });

  it("keeps each suite to the schema that Surefire publishes", async () => {
    const root = await parseXml(page, renderJunit(makeReport()));

    for (const suite of root.children) {
      expect(breaches(suite, surefire)).toEqual([]);
      expect(isInOrder(suite, surefireSuite.children)).toBe(true);
      expect(suite.attributes["timestamp"]).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/u);
    }
    for (const testCase of casesOf(root)) {
      expect(isInOrder(testCase, surefireCase.children)).toBe(true);
      expect(Number(testCase.attributes["time"])).toBeGreaterThanOrEqual(0);
    }
  });

  it("has one case for each requirement, with the outcome its verdict has", async () => {
    const report = makeReport();
    const root = await parseXml(page, renderJunit(report));

    const cases = casesOf(root).filter(
      (testCase) => !/^(?:baseline|run)$/u.test(testCase.attributes["classname"] ?? ""),
    );
    expect(cases.map((testCase) => [testCase.attributes["name"], outcomeOf(testCase)])).toEqual(
      report.cases.map(({ id, verdict }) => [id, outcomes[verdict]]),
    );
  });

  it("has correct counts", async () => {
    const root = await parseXml(page, renderJunit(makeReport()));
    const count = (cases: readonly XmlElement[], outcome: string): number =>
      cases.filter((testCase) => outcomeOf(testCase) === outcome).length;

    for (const suite of [...root.children, root]) {
      const cases =
        suite === root ? casesOf(root) : suite.children.filter((child) => child.name === "testcase");
      expect(Number(suite.attributes["tests"])).toBe(cases.length);
      expect(Number(suite.attributes["failures"])).toBe(count(cases, "failure"));
      expect(Number(suite.attributes["errors"])).toBe(count(cases, "error"));
    }
  });

  it("is red if the exit code is not 0", async () => {
    const report = makeReport();
    const root = await parseXml(page, renderJunit(report));

    const red = casesOf(root).some((testCase) => /failure|error/u.test(outcomeOf(testCase)));
    expect(red).toBe(report.exitCode !== 0);
  });
});

describe("renderJunit", () => {
  it("gives level, section and verdict of each requirement as properties of its suite", async () => {
    const root = await parseXml(page, renderJunit(failingReport()));
    const suite = root.children.find((child) => child.attributes["name"] === "finalize");
    const properties = suite?.children.find((child) => child.name === "properties")?.children ?? [];
    const valueOf = (name: string): string | undefined =>
      properties.find((property) => property.attributes["name"] === name)?.attributes["value"];

    expect(valueOf("finalize/bytes-have-arrived level")).toBe("must");
    expect(valueOf("finalize/bytes-have-arrived section")).toBe("Errors, rule 2");
    expect(valueOf("finalize/bytes-have-arrived verdict")).toBe("failed");
    expect(valueOf("verdict")).toBe("non-conformant");
  });

  it("shows expected and received values and the repeat command of a failure", async () => {
    const root = await parseXml(page, renderJunit(failingReport()));
    const failure = casesOf(root).find((one) => one.attributes["name"] === "finalize/bytes-have-arrived")
      ?.children[0];

    expect(failure?.attributes["message"]).toBe(
      'got 500 with body "Internal Server Error", expected 400 with problem missing-uploaded-bytes',
    );
    expect(failure?.text).toContain("expected: 400 with problem missing-uploaded-bytes");
    expect(failure?.text).toContain('got: 500 with body "Internal Server Error"');
    expect(failure?.text).toContain(
      "repeat: npx volume-registry-conformance run --only 'finalize/bytes-have-arrived' --seed 42",
    );
  });

  it("counts the time of a check once, and none for a rule checked on the exchanges of others", () => {
    const id = "every-response/no-server-error";
    const xml = renderJunit(invariantReport());
    const own = invariantReport().checks.find((check) => check.id === id)?.durationMs ?? 0;

    expect(xml).toMatch(new RegExp(`name="${id}" classname="${id}" time="${own / 1000}"`, "u"));
  });

  it("adds an error to a partial run with only skipped cases", async () => {
    const skipped = exampleReport({
      outcomes: { "search/offset-is-echoed": { verdict: "skipped", reason: "no seed" } },
      verdict: "partial",
      exitCode: 4,
    });
    const root = await parseXml(page, renderJunit(skipped));
    const last = casesOf(root).at(-1);

    expect(last?.attributes["name"]).toBe("run/verdict");
    expect(last?.children[0]?.attributes["message"]).toBe("PARTIAL: 45 passed; not decided: 1 skipped");
  });

  it("is not green if no check ran", async () => {
    const nothing = exampleReport({ requirements: [], verdict: "undecided", exitCode: 3 });
    const root = await parseXml(page, renderJunit(nothing));

    expect(root.attributes["errors"]).toBe("1");
  });

  it("has a failure for each baseline error", async () => {
    const root = await parseXml(page, renderJunit(failingReport()));

    expect(casesOf(root).at(-1)?.attributes["name"]).toBe("baseline/entry-1");
    expect(outcomeOf(casesOf(root).at(-1) as XmlElement)).toBe("failure");
  });

  it("prevents that text of a registry becomes XML, and escapes control characters", async () => {
    const xml = renderJunit(hostileReport());
    const root = await parseXml(page, xml);

    expect(casesOf(root).filter((testCase) => testCase.attributes["name"] === "forged")).toEqual([]);
    // eslint-disable-next-line no-control-regex
    expect(xml).not.toMatch(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|[\uD800-\uDFFF]/u);
    expect(xml).toContain("\\x1b]0;owned");
  });
});
