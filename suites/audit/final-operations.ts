/** Operations on releases in every state, at the end of the run, when no other check needs them any more. */
import type { CheckFile } from "../../harness/check-file.ts";
import type { Form, Tools } from "../../harness/check.ts";
import { type Answer, isSuccess, slugOf, textAt } from "../../harness/exchange/answer.ts";
import { type ReleaseName, toForm, toFullName, toVolume } from "../../harness/exchange/volume.ts";
import type { ReadableRelease, UploadIntent } from "../../harness/given/given.ts";
import { describeAnswer } from "../../harness/expect/expect.ts";
import { undefinedIfSkipped } from "../../harness/outcome.ts";
import { expectArchiveIfFetchable } from "../situations/download.ts";
import { eventuallyEach, type Poll } from "../situations/first-at-once.ts";
import { expectConflict, tryToPublish } from "../situations/publication.ts";
import { memberOfRow, hasRowsWithoutVersion, rowOf, stateIn } from "../situations/version-index.ts";
import { openBooks } from "./books.ts";
import { ledger } from "./ledger.ts";
import type { Timeline } from "./timelines.ts";

const states = ["yanked", "blocked", "tombstoned", "unavailable"] as const;

/** States of a release that clients do not get. */
const hidden = ["blocked", "unavailable"] as const;

/** The releases of the run that a hook put into a state, and that nothing has changed since, by name: those with most changes first. */
function releasesIn(tools: Tools, state: string): readonly Timeline[] {
  return [...openBooks(tools).timelines.values()]
    .filter(({ name, published, changes }) => {
      const isState = changes.at(-1)?.to === state && changes.every(({ to }) => to !== "unpublished");
      return published !== undefined && isState && tools.given.isOwnVolume(name);
    })
    .toSorted((a, b) => b.changes.length - a.changes.length || (a.name < b.name ? -1 : 1));
}

/** One release in this state: of the first form in every other state, so that both forms occur. */
function releaseIn(tools: Tools, state: (typeof states)[number]): ReadableRelease | undefined {
  const found = releasesIn(tools, state);
  const form: Form = states.indexOf(state) % 2 === 0 ? "unscoped" : "scoped";
  const one = found.find(({ name }) => toForm(toVolume(name)) === form) ?? found[0];
  return one === undefined ? undefined : toReadable(one);
}

function toReadable({ name, version, published, changes }: Timeline): ReadableRelease {
  return {
    volume: toVolume(name),
    version,
    integrity: textAt(published?.answered, "release", "integrity") ?? "",
    purl: textAt(published?.answered, "release", "purl") ?? "",
    sinceMs: Math.max(...[published, ...changes].map((one) => one?.endedAtMs ?? 0)),
  };
}

/** A release that is not available. */
interface InState {
  readonly state: (typeof states)[number];
  readonly release: ReadableRelease;
}

/** An earlier try whose answer was lost may have been applied: what is answered then is as good. */
const anyAnswer = { isResent: true } as const;

/**
 * Every write that needs no further release. What they answer is open, and judged by other checks. None depends on another, so each
 * step is taken for all of them at once.
 */
async function tryWrites(tools: Tools, found: readonly InState[]): Promise<void> {
  const { given, registry, target, depth } = tools;
  const requests: (InState & Pick<UploadIntent, "archive" | "requestBody">)[] = [];
  for (const one of found) {
    const archive = await given.archive(one.release);
    requests.push({ ...one, archive, requestBody: given.createBody(one.release.version, archive) });
  }
  const opened = await Promise.all(
    requests.map(({ release, requestBody }) =>
      registry.createReleaseUpload(release.volume, requestBody, anyAnswer),
    ),
  );
  for (const [place, { state, release, archive, requestBody }] of requests.entries()) {
    const answer = opened[place];
    // a version that was unpublished may be free again
    if (answer === undefined || !isSuccess(answer) || state === "tombstoned") continue;
    const { volume, version } = release;
    const upload = given.intentOf({ volume, version, archive, requestBody }, answer);
    if (isSuccess(await given.offerBytes(upload, archive.bytes)))
      await registry.finalizeReleaseUpload(upload);
  }
  if (!target.features.trust) return;
  const trust = found.map(({ state, release }) => {
    const { volume, version } = release;
    const artifact = given.artifact();
    return { state, about: { volume, version, artifact, requestBody: given.trustBody(release, artifact) } };
  });
  const created = await Promise.all(
    trust.map(({ about }) => registry.createTrustUpload(about, about.requestBody, anyAnswer)),
  );
  const accepted = trust.flatMap(({ state, about }, place) => {
    const answer = created[place];
    return answer !== undefined && isSuccess(answer) ? [{ state, about, answer }] : [];
  });
  const some = accepted.filter(({ state }) => depth === "deep" || state === "yanked" || state === "blocked");
  for (const { about, answer } of some) {
    const upload = given.trustIntentOf(about, answer);
    const transfer = await given.offerBytes(upload, about.artifact);
    if (isSuccess(transfer)) await registry.finalizeTrustUpload(upload, { idempotencyKey: given.key() });
  }
}

/** The index of each volume, by its name. */
async function readIndexes(
  { registry }: Tools,
  found: readonly InState[],
): Promise<ReadonlyMap<string, Answer>> {
  const volumes = new Map(found.map(({ release: { volume } }) => [toFullName(volume), volume]));
  const read = [...volumes].map(
    async ([name, volume]) => [name, await registry.getVersionIndex(volume)] as const,
  );
  return new Map(await Promise.all(read));
}

/** True if the index has a row for the release, or one that does not say its version. */
function hasRow(index: Answer, { version }: ReleaseName): boolean {
  return rowOf(index, version) !== undefined || hasRowsWithoutVersion(index);
}

export const finalOperations: CheckFile = {
  source: "States and transitions: release status states; Release metadata: dist",
  operations: ["getRelease", "getVersionIndex"],
  needs: ["token:publisher", "state:release-status"],
  from: "standard",
  checks: [
    {
      id: "audit/writes-do-not-change-states",
      of: "release-metadata/states-change-by-their-own-events-only",
      rule: "After `POST` create and trust create for a release that is not available, `GET` metadata and index still show its state, or hide it.",
      reading:
        "The text does not say which writes are allowed for such a release, so any response to them passes. None of them is described as a change of the state.",
      operations: [
        "createReleaseUpload",
        "createTrustUpload",
        "finalizeTrustUpload",
        "getRelease",
        "getVersionIndex",
      ],
      forms: "none",
      last: "together",
      ledgers: [ledger],
      async run(tools) {
        const { given, registry, expect, now } = tools;
        const found = states.flatMap((state) => {
          const release = releaseIn(tools, state);
          return release === undefined ? [] : [{ state, release }];
        });
        if (found.length === 0) throw given.nothingToJudge("the run put no release into another state");
        await tryWrites(tools, found);
        const since = { sinceMs: now() };
        for (const { release } of found) await given.settled(release);
        const reads = await eventuallyEach(
          tools,
          ...found.map(({ release }): Poll => [
            () => registry.getRelease(release),
            // a volume that is being written is not consistent yet
            { since, until: (answer) => slugOf(answer) !== "inconsistent-registry-state" },
          ]),
        );
        const indexes = await readIndexes(tools, found);
        for (const [place, { state, release }] of found.entries()) {
          const [metadata, index] = [reads[place], indexes.get(toFullName(release.volume))];
          if (metadata === undefined || index === undefined) continue;
          if (isSuccess(metadata)) {
            expect.equal(textAt(metadata.body, "status", "state"), state, {
              what: "`status.state` in the metadata",
              wanted: { member: "state" },
              answer: metadata,
            });
          } else expect.problem(metadata, "not-found", "authorization-failed");
          const shown = stateIn(rowOf(index, release.version)) ?? state;
          expect.equal(shown, state, {
            what: "`status.state` in the index row",
            ...memberOfRow(index, release.version, "/status/state"),
          });
        }
      },
    },
    {
      id: "audit/hidden-releases-can-be-asked-to-be-unpublished",
      of: "problems/unusual-requests-cause-no-server-error",
      owns: ["every-response/endpoints-never-answer-server-errors"],
      rule: "`DELETE` of a blocked and of an unavailable release never answers 5xx, and `GET` metadata does not show them as `available` afterwards.",
      source: "Unpublish a version; Errors, table of slugs",
      reading:
        "The text does not say in which states a release can be unpublished. So any success and any refusal passes, but no server error.",
      operations: ["unpublishVersion"],
      forms: "unscoped",
      last: true,
      ledgers: [ledger],
      async run(tools) {
        const { given, registry, expect } = tools;
        const found = hidden.flatMap((state) => {
          const one = releasesIn(tools, state).find(({ name }) => toForm(toVolume(name)) === tools.form);
          return one === undefined ? [] : toReadable(one);
        });
        if (found.length === 0) throw given.nothingToJudge("the run has hidden no release");
        const answers = await Promise.all(found.map((release) => registry.unpublishVersion(release)));
        const reads = await Promise.all(found.map((release) => registry.getRelease(release)));
        for (const [place, answer] of answers.entries()) {
          const metadata = reads[place];
          expect.that(answer.status < 500, {
            expected: "a status below 500",
            wanted: { otherStatus: true },
            got: describeAnswer(answer),
            answer,
          });
          if (metadata === undefined || !isSuccess(metadata)) continue;
          expect.that(textAt(metadata.body, "status", "state") !== "available", {
            expected: "`status.state` to be another one than `available`",
            got: "available",
            wanted: { member: "state" },
            answer: metadata,
          });
        }
      },
    },
    {
      id: "audit/restored-releases-are-available-again",
      of: "release-metadata/states-change-by-their-own-events-only",
      rule: "After a yanked release is made available again, `GET` metadata and index show `available`, its `dist` downloads, and `POST` create or finalize refuses its version.",
      operations: [
        "getRelease",
        "getVersionIndex",
        "transferBytes",
        "createReleaseUpload",
        "finalizeReleaseUpload",
      ],
      reading:
        "The text does not say how a state changes. What it says of an available release holds again, however it became available.",
      forms: "unscoped",
      last: true,
      ledgers: [ledger],
      async run(tools) {
        const { given, registry, expect, now } = tools;
        const yanked = releasesIn(tools, "yanked").find(({ name }) => toForm(toVolume(name)) === tools.form);
        if (yanked === undefined) throw given.nothingToJudge("the run yanked no release");
        const release = toReadable(yanked);
        const state = { name: toFullName(release.volume), version: release.version, state: "available" };
        const changed = await undefinedIfSkipped(() => given.state("release-status", state));
        if (changed === undefined) throw given.nothingToJudge("the hook does not make releases available");
        const since = { sinceMs: now() };

        const isShown = (answer: Answer): boolean => textAt(answer.body, "status", "state") === "available";
        const isInIndex = (answer: Answer): boolean =>
          hasRow(answer, release) && (stateIn(rowOf(answer, release.version)) ?? "available") === "available";
        const [metadata, index] = await eventuallyEach(
          tools,
          [() => registry.getRelease(release), { since, until: isShown }],
          [() => registry.getVersionIndex(release.volume), { since, until: isInIndex }],
        );

        expect.success(metadata);
        expect.equal(textAt(metadata.body, "status", "state"), "available", {
          what: "`status.state`",
          wanted: { member: "state" },
          answer: metadata,
        });
        expect.that(hasRow(index, release), {
          expected: `a row for ${release.version}`,
          wanted: { item: release.version },
          got: `${index.status} without that row`,
          answer: index,
        });
        expect.equal(stateIn(rowOf(index, release.version)) ?? "available", "available", {
          what: "`status.state` in the index row",
          ...memberOfRow(index, release.version, "/status/state"),
        });
        await expectArchiveIfFetchable(tools, { ...release, ...since }, metadata);
        await expectConflict(tools, await tryToPublish(given, registry, release));
      },
    },
  ],
};
