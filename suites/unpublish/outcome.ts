/** What unpublishing does to the version itself. */
import type { Check } from "../../harness/check.ts";
import { isSuccess, listAt, textAt, valueAt } from "../../harness/registry/answer.ts";
import { secondUnpublish } from "./second-unpublish.ts";
import { acceptedUnpublish, isGone, stateSaid, unpublishedVersion } from "./unpublished-version.ts";

const about: Pick<Check, "level" | "operations" | "needs" | "forms"> = {
  level: "should",
  operations: ["unpublishVersion"],
  needs: ["token:publisher"],
  forms: "unscoped",
};

export const publishersMayUnpublish: Check = {
  ...about,
  id: "unpublish/publishers-may-unpublish",
  level: "must",
  rule: "Unpublishing an existing version by a token that may do so is accepted.",
  source: "Unpublish a version",
  reading:
    "Status and body are not stated, so any in the 200s is a success. The path is stated for unscoped names only.",
  covers: ["operation:unpublishVersion", "gap:endpoints/7", "rule:service/1", "rule:authentication/6"],
  async run({ given, expect }) {
    const { answer } = await unpublishedVersion(given);

    expect.success(answer);
  },
};

export const versionsStopBeingAvailable: Check = {
  ...about,
  id: "unpublish/versions-stop-being-available",
  rule: "A version that was unpublished stops being available within the settling time: it is not found, or in another state.",
  source: "Unpublish a version: accepted or tombstoned",
  reading:
    "Which state follows is not said. A request that is only accepted may take until the target's settling time is over.",
  operations: ["unpublishVersion", "getRelease"],
  covers: ["gap:transitions/2", "question:14"],
  async run(tools) {
    const { given, expect, depth } = tools;
    const first = await acceptedUnpublish(given);
    const later = depth === "quick" ? [] : [await secondUnpublish(tools.given)];

    for (const { after } of [first, ...later]) {
      expect.that(isGone(after), {
        expected: "404 not-found, or a state other than available",
        got: stateSaid(after),
        answer: after,
      });
    }
  },
};

export const indexStopsCallingVersionsAvailable: Check = {
  ...about,
  id: "unpublish/the-index-stops-calling-versions-available",
  rule: "The version index does not list a version that was unpublished as available once the settling time is over.",
  source: "Unpublish a version: accepted or tombstoned; Version index row",
  reading:
    "Whether the row stays with another state or goes is not said; a row without a status says nothing.",
  operations: ["unpublishVersion", "getVersionIndex"],
  covers: ["question:14"],
  from: "standard",
  async run({ given, registry, settle, expect }) {
    const unpublished = await acceptedUnpublish(given);
    const { version, volume } = unpublished.release;

    const index = await settle(
      unpublished,
      () => registry.getVersionIndex(volume),
      (answer) => isSuccess(answer) && rowState(answer.body, version) !== "available",
    );

    expect.success(index);
    expect.that(rowState(index.body, version) !== "available", {
      expected: "no row, or another state",
      got: "available",
      answer: index,
    });
  },
};

function rowState(body: unknown, version: string): string | undefined {
  const row = listAt(body, "items").find((item) => textAt(item, "version") === version);
  return textAt(row, "status", "state");
}

export const tombstonesKeepTheirIdentity: Check = {
  ...about,
  id: "unpublish/tombstones-keep-their-identity",
  rule: "Metadata of an unpublished version that can still be read has the name, version, purl and integrity that it had.",
  source: "Release metadata: name, version, purl, integrity",
  reading: "Whether it can be read is not said; what it says is still said of the same file tree.",
  operations: ["unpublishVersion", "getRelease"],
  covers: ["question:14"],
  from: "standard",
  async run({ given, expect }) {
    const { release, after } = await acceptedUnpublish(given);

    expect.that(isSuccess(after) || isGone(after), {
      expected: "metadata, or 404 not-found",
      got: stateSaid(after),
      answer: after,
    });
    if (!isSuccess(after)) return;
    for (const member of ["name", "version", "purl", "integrity"]) {
      expect.equal(valueAt(after.body, member), valueAt(release.answer.body, "release", member), {
        what: member,
        answer: after,
      });
    }
  },
};
