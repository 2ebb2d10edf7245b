/** What the help of each command has beside its options. */
import type { CommandHelp } from "./help.ts";

/** By the name of the command. A command that is not here has its options alone. */
export const helpPages: Readonly<Record<string, CommandHelp>> = {
  run: {
    certifies: true,
    groups: {
      "The registry": ["target", "base-url", "ca", "http1", "reference", "fault", "choice"],
      "What runs": [
        "profile",
        "only",
        "skip",
        "depth",
        "soak",
        "seed",
        "failed-from",
        "max-failures",
        "errata",
        "set",
        "list",
      ],
      "How it runs": ["shard", "repeat", "concurrency", "rate", "timeout", "read-only", "keep", "watch"],
      "The verdict": ["strict", "baseline", "update-baseline"],
      "What is written": ["out", "report", "open", "quiet", "color", "no-color"],
    },
    examples: [
      ["run --target conformance.target.mjs", "certify the registry of a target file"],
      ["run --base-url https://registry.example --depth quick", "a quick look that only reads"],
      [
        "run --target conformance.target.mjs --only finalize --only 'trust/*digest*'",
        "a chapter, and ids that match",
      ],
      [
        "run --target conformance.target.mjs --failed-from conformance-report/report.json",
        "again what did not pass",
      ],
      [
        "run --target conformance.target.mjs --report junit:junit.xml --report json:-",
        "reports to a file and to the output",
      ],
      ["run --target conformance.target.mjs --watch src", "again after each change of a file"],
    ],
  },
  fix: {
    certifies: true,
    groups: {
      "The registry": ["target", "base-url", "ca", "http1"],
      "What runs": ["profile", "only", "skip", "depth", "seed", "failed-from", "errata", "set", "watch"],
      "How it runs": ["concurrency", "rate", "timeout", "read-only", "keep"],
      "The verdict": ["strict", "baseline"],
      "What is written": ["out", "quiet", "color", "no-color"],
    },
    examples: [
      ["fix --target conformance.target.mjs --watch src", "run everything, then one cause at a time"],
      [
        "fix --target conformance.target.mjs --watch src --failed-from conformance-report/report.json",
        "begin with what failed in a report",
      ],
    ],
  },
  revisit: {
    certifies: true,
    groups: {
      "The registry": ["target", "base-url", "ca", "http1"],
      "What is read": ["profile", "only", "skip", "errata", "set"],
      "How it runs": ["concurrency", "rate", "timeout"],
      "The verdict": ["strict", "baseline", "update-baseline"],
      "What is written": ["out", "report", "open", "quiet", "color", "no-color"],
    },
    examples: [
      ["run --target conformance.target.mjs --keep --out before", "first: publish, and leave it there"],
      ["revisit before --target conformance.target.mjs", "later: is everything as it was?"],
    ],
  },
  list: {
    examples: [
      ["list requirements --chapter finalize --level must digest", "of a chapter, with a word"],
      ["list checks --operation getAdvisory", "what speaks of one operation"],
      ["list choices --json", "legal variations of the reference server"],
    ],
  },
  explain: {
    examples: [
      ["explain finalize/bytes-have-arrived", "one requirement"],
      ["explain unpublish", "a chapter"],
      ["explain search --report conformance-report/report.json", "with the evidence of a run"],
      ["explain finalize/bytes-have-arrived --as python > test_bytes.py", "a cause as a test of its own"],
    ],
  },
  verify: { examples: [["verify conformance-report", "is the report what the recorded exchanges give?"]] },
  certificate: {
    examples: [
      ["certificate certified", "write certified/certificate.html, to read or to print on one sheet"],
      ['certificate certified --seed-chosen-by "the programme"', "and name who chose the seed"],
      ["certificate certified --allow-partial", "also if some requirements were not decided"],
    ],
  },
  merge: {
    certifies: true,
    examples: [["merge shard-1 shard-2 shard-3", "after run --shard 1/3 --seed 7 --out shard-1, and so on"]],
  },
  judge: {
    certifies: true,
    examples: [
      ["judge traffic.har", "judge what a browser or a proxy has recorded"],
      ["judge traffic.har --base-url https://registry.example", "if the file has several registries"],
      ["judge conformance-report/exchanges.ndjson", "judge the exchanges of a run again"],
    ],
  },
  proxy: {
    certifies: true,
    examples: [
      ["proxy --to https://registry.example --port 8080", "give clients http://127.0.0.1:8080"],
      ["proxy --to https://registry.example --rate 20 --profile read", "at most 20 requests per second"],
    ],
  },
  site: {
    examples: [
      ["site acme-1.0 acme-1.1 other-2.0 --out site", "two implementations, one of them with history"],
      ["site runs/* --allow-unverified", "also with reports of earlier suites"],
    ],
  },
  annotate: {
    examples: [
      ["annotate new.md --diff old.md --report a.json", "a comment for a pull request on the text"],
      [
        "annotate spec.md --report a.json --report b.json --ballot ballot.md",
        "the open questions as a ballot",
      ],
      ["annotate spec.md --report conformance-report/report.json", "write annotated.html"],
      [
        "annotate spec.md --report a.json --report b.json --holes holes.md --implementation-report report.md",
        "with the documents that a standards body asks for",
      ],
    ],
  },
  compare: {
    examples: [
      ["compare old/report.json new/report.json", "what changed"],
      ["compare a.json b.json c.json --html matrix.html", "implementations side by side"],
    ],
  },
  init: {
    examples: [
      ["init --base-url https://registry.example", "write conformance.target.mjs, after a few reads"],
      ["init --from-har traffic.har", "learn addresses, namespace and manifest from recorded traffic"],
    ],
  },
  serve: {
    examples: [
      ["serve --port 8080 --write-target conformance.target.json", "a registry to try the suite on"],
      ["serve --fault missing-bytes-are-an-invalid-state", "with a broken rule"],
    ],
  },
  states: {
    examples: [
      ["states scaffold python --target conformance.target.mjs", "a hook to fill in, beside the target file"],
      ["states check http://127.0.0.1:9001/states", "which states a hook offers"],
      [
        "states check http://127.0.0.1:9001/states --base-url http://127.0.0.1:8080",
        "whether each state has its effect, and what it unlocks",
      ],
    ],
  },
  completion: { examples: [["completion bash >> ~/.bashrc", "for bash; also zsh and fish"]] },
  selftest: {
    examples: [
      ["selftest --only 'missing-*'", "is each of these faults detected?"],
      ["selftest --changed", "is everything detected that my change can affect?"],
    ],
  },
};
