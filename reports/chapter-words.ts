/** What the chapters are called, and what it means to users of a registry that all of one passed. */

interface ChapterWords {
  /** As in the catalogue; a test compares them. */
  readonly title: string;
  readonly passed: string;
}

const chapterWords: Readonly<Record<string, ChapterWords>> = {
  identity: {
    title: "Names, versions and formats",
    passed:
      "The registry accepts every name and version that the grammar allows, and refuses malformed ones.",
  },
  search: {
    title: "Search",
    passed: "Search finds what was published, and its pages neither lose nor repeat a volume.",
  },
  "version-index": {
    title: "Version index",
    passed: "The version index lists each version of a volume with its state.",
  },
  "release-metadata": {
    title: "Release metadata",
    passed: "Anybody can read the complete metadata of each release, and it stays the same.",
  },
  download: {
    title: "Download of release archives",
    passed: "A download has exactly the files that were uploaded.",
  },
  publish: {
    title: "Creating a release upload and sending its bytes",
    passed: "Valid requests open an upload, and invalid ones get the problem that the specification names.",
  },
  finalize: {
    title: "Finalizing a release upload",
    passed: "A release appears only after its bytes have arrived and match what was declared.",
  },
  integrity: {
    title: "Integrity of releases",
    passed: "The integrity of a release follows from its files alone, however they were packed.",
  },
  trust: {
    title: "Trust attachments, summary and detail",
    passed: "Trust documents stay attached to the release that they are about, byte by byte.",
  },
  advisories: { title: "Security advisories", passed: "Anybody can list and read security advisories." },
  capabilities: {
    title: "Capability metadata",
    passed: "Capability metadata has the form that the specification names.",
  },
  unpublish: {
    title: "Unpublishing a version",
    passed: "Unpublishing removes one version, and leaves all others as they were.",
  },
  consistency: {
    title: "Agreement between index, metadata and trust data",
    passed: "Index, metadata and trust data of a release agree.",
  },
  authentication: {
    title: "Authentication and authorization",
    passed: "Only a token with authority can write, and everybody can read.",
  },
  idempotency: {
    title: "Idempotency keys",
    passed: "A request that is repeated with its key has no second effect.",
  },
  problems: {
    title: "Problems and their statuses",
    passed: "Every refusal has the status and the problem that clients can rely on.",
  },
  histories: {
    title: "Sequences and concurrent requests",
    passed: "Requests at the same time leave the registry as if one had come after the other.",
  },
  audit: {
    title: "The whole run: every read agrees with every write",
    passed: "At the end of the run, every read agreed with every write.",
  },
  "every-response": {
    title: "Rules for every response",
    passed: "Every response was well-formed, matched its schema and showed no token.",
  },
};

/** The title of a chapter; its name if it is not one of this suite. */
export function titleOfChapter(name: string): string {
  return chapterWords[name]?.title ?? name;
}

/** What users of the registry can rely on if all requirements of a chapter passed. */
export function sentenceOfChapter(name: string): string | undefined {
  return chapterWords[name]?.passed;
}
