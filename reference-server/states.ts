import { timingSafeEqual } from "node:crypto";
import type { Context, Hono } from "hono";
import { toAdvisory } from "./advisory-document.ts";
import type { Registry } from "./call.ts";
import { isJsonObject, type Json, type JsonObject } from "./json.ts";
import { saveIntent, saveRelease } from "./lookup.ts";
import { newIdentifier } from "./random.ts";
import type { Intent, Release, ReleaseState } from "./store.ts";
import type { Action, Token } from "./tokens.ts";

/** The header that a states request must have: the hook issues tokens, so other users of the machine must not reach it. */
export const statesHeader = "x-states-secret";

/** The header that says for which run of the suite a state is. */
const runHeader = "conformance-run";

class StateError extends Error {
  override readonly name: string = "StateError";
}

/** The hook cannot set up the state yet. */
class NotYet extends StateError {
  override readonly name = "NotYet";
}

/** @param runId the run of the suite that asks; `undefined` if it does not say */
type State = (parameters: JsonObject, registry: Registry, runId?: string) => JsonObject;

function readText(parameters: JsonObject, name: string): string {
  const value = parameters[name];
  if (typeof value === "string") return value;
  throw new StateError(`Cannot set up state: "${name}" is not a string`);
}

function findRelease(parameters: JsonObject, registry: Registry): Release {
  const name = readText(parameters, "name");
  const version = readText(parameters, "version");
  const release = registry.store.volumes.get(name)?.get(registry.rules.identity.versionKey(version));
  if (release === undefined) throw new StateError(`Cannot set up state: no release "${name}" ${version}`);
  if (registry.rules.visibility.toStatesHook(release, registry)) return release;
  throw new NotYet(`Cannot set up state yet: release "${name}" ${version} is being published`);
}

function findIntent(parameters: JsonObject, registry: Registry): Intent {
  const uploadId = readText(parameters, "uploadId");
  const intent = registry.store.intents.get(uploadId);
  if (intent !== undefined) return intent;
  throw new StateError(`Cannot set up state: no upload "${uploadId}"`);
}

function keep(release: Release, registry: Registry): JsonObject {
  saveRelease(release, { registry, rules: registry.rules });
  return {};
}

const actions: readonly string[] = ["publish", "unpublish", "trust"];
const conditions: readonly string[] = ["valid", "expired", "revoked", "rate-limited"];
const releaseStates: readonly string[] = ["available", "yanked", "tombstoned", "blocked", "unavailable"];

function issueToken(parameters: JsonObject, registry: Registry, runId?: string): JsonObject {
  const grants = parameters["grants"] ?? [];
  if (
    !Array.isArray(grants) ||
    !grants.every((grant: Json) => typeof grant === "string" && actions.includes(grant))
  ) {
    throw new StateError(`Cannot set up state: "grants" is not a list of ${actions.join(", ")}`);
  }
  const condition = readText({ condition: "valid", ...parameters }, "condition");
  if (!conditions.includes(condition)) {
    throw new StateError(`Cannot set up state: "condition" is not one of ${conditions.join(", ")}`);
  }
  const issue = (): string =>
    registry.tokens.issue({
      subject: `states-${newIdentifier(registry.random, 6)}`,
      grants: grants as readonly Action[],
      resources: [readText({ resource: "*", ...parameters }, "resource")],
      expiresAt: condition === "expired" ? registry.clock.now() - 1000 : undefined,
      isRevoked: condition === "revoked",
      isRateLimited: condition === "rate-limited",
      ...(runId === undefined ? {} : { runId }),
    });
  return { token: registry.rules.authorization.tokenOfHook(parameters, registry, issue) };
}

/** Ends a token that the hook gave, so that it was used before. */
function endToken(
  parameters: JsonObject,
  registry: Registry,
  toChange: (now: number) => Partial<Token>,
): JsonObject {
  const endedAt = registry.clock.now();
  if (registry.tokens.change(readText(parameters, "token"), { ...toChange(endedAt), endedAt })) return {};
  throw new StateError("Cannot set up state: there is no such token");
}

function setStatus(parameters: JsonObject, registry: Registry): JsonObject {
  const release = findRelease(parameters, registry);
  const state = readText(parameters, "state");
  if (!releaseStates.includes(state)) {
    throw new StateError(`Cannot set up state: "${state}" is not one of ${releaseStates.join(", ")}`);
  }
  const reason = parameters["reason"] === undefined ? undefined : readText(parameters, "reason");
  return keep({ ...release, status: { state: state as ReleaseState, reason } }, registry);
}

function addGitRelease(parameters: JsonObject, registry: Registry): JsonObject {
  const repository = readText(parameters, "repository");
  const ref = readText(parameters, "ref");
  const tree = [
    { path: "README.md", kind: "file", bytes: Buffer.from(`${repository} ${ref}\n`), modifiedAt: 0 },
  ] as const;
  return keep(
    {
      name: readText(parameters, "name"),
      version: readText(parameters, "version"),
      integrity: registry.rules.integrity.digest(tree, { registry, rules: registry.rules }),
      status: { state: "available" },
      source: { kind: "git", repository, ref },
      description: "A release in a git repository",
      role: "component",
      providers: [],
      components: [],
      dependencies: {},
      externalDependencies: [],
      tree,
      publishedAt: registry.clock.now(),
      attachments: [],
      revision: 0,
      isInconsistent: false,
    },
    registry,
  );
}

/** Also after some were taken back, none that another advisory has. */
function newAdvisoryId({ store }: Registry): string {
  for (let number = store.advisories.size + 1; ; number += 1) {
    const id = `VRA-2026-${String(number).padStart(4, "0")}`;
    if (!store.advisories.has(id)) return id;
  }
}

function addAdvisory(parameters: JsonObject, registry: Registry, runId?: string): JsonObject {
  const id = newAdvisoryId(registry);
  const volume = readText(parameters, "volume");
  const isWithdrawn = parameters["withdrawn"] === true;
  registry.store.advisories.set(
    id,
    toAdvisory({ id, volume, publishedAt: registry.clock.now(), isWithdrawn }),
  );
  if (runId !== undefined) {
    const own = registry.store.advisoriesOfRuns.get(runId) ?? [];
    registry.store.advisoriesOfRuns.set(runId, [...own, id]);
  }
  return { id };
}

/** Takes back the tokens and advisories that were made for the run. */
function endRun(parameters: JsonObject, registry: Registry): JsonObject {
  const runId = readText(parameters, "runId");
  const { advisories, advisoriesOfRuns } = registry.store;
  registry.tokens.forget(runId);
  for (const id of advisoriesOfRuns.get(runId) ?? []) advisories.delete(id);
  advisoriesOfRuns.delete(runId);
  return {};
}

function purge(parameters: JsonObject, registry: Registry): JsonObject {
  const name = readText(parameters, "name");
  const version = readText(parameters, "version");
  const { volumes, intents, replays } = registry.store;
  volumes.get(name)?.delete(registry.rules.identity.versionKey(version));
  if (volumes.get(name)?.size === 0) volumes.delete(name);
  for (const [uploadId, intent] of intents) {
    if (intent.name === name && intent.version === version) intents.delete(uploadId);
  }
  // A stored answer about the release would be a trace of it.
  for (const [place, { answer }] of replays) {
    const text = JSON.stringify(answer.body);
    if (text.includes(`"${name}"`) && text.includes(`"${version}"`)) replays.delete(place);
  }
  return {};
}

const states: Readonly<Record<string, State>> = {
  token: issueToken,
  "token-revoked": (parameters, registry) => endToken(parameters, registry, () => ({ isRevoked: true })),
  "token-expired": (parameters, registry) =>
    endToken(parameters, registry, (now) => ({ expiresAt: now - 1 })),
  "release-status": setStatus,
  "git-release": addGitRelease,
  "intent-expired": (parameters, registry) => {
    const intent = findIntent(parameters, registry);
    saveIntent({ ...intent, expiresAt: Math.min(intent.createdAt, registry.clock.now() - 1) }, { registry });
    return {};
  },
  "intent-failed": (parameters, registry) => {
    saveIntent({ ...findIntent(parameters, registry), state: "failed" }, { registry });
    return {};
  },
  advisory: addAdvisory,
  "release-purged": purge,
  inconsistent: (parameters, registry) =>
    keep({ ...findRelease(parameters, registry), isInconsistent: true }, registry),
  "run-ended": endRun,
};

/** The names of the states that the hook can set up. */
export const stateNames: readonly string[] = Object.keys(states);

/** Adds the states hook to an app at `path`, for requests that carry `secret` in `statesHeader`. */
export function addStates(app: Hono, registry: Registry, secret: string): void {
  app.post(`${registry.addresses.basePath}/states`, async (context) => {
    const given = Buffer.from(context.req.header(statesHeader) ?? "");
    const expected = Buffer.from(secret);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
      return context.json(
        { error: `Cannot set up state: the header "${statesHeader}" is wrong or absent` },
        403,
      );
    }
    return await answerState(context, registry);
  });
}

async function answerState(context: Context, registry: Registry): Promise<Response> {
  try {
    const body: unknown = await context.req.json();
    if (!isJsonObject(body)) throw new StateError("Cannot set up state: the body is not a JSON object");
    const name = readText(body, "state");
    const state = Object.hasOwn(states, name) ? states[name] : undefined;
    if (state === undefined)
      return context.json({ error: `Cannot set up state: "${name}" is not offered` }, 404);
    const parameters = body["params"] ?? {};
    if (!isJsonObject(parameters)) throw new StateError('Cannot set up state: "params" is not a JSON object');
    return context.json(state(parameters, registry, context.req.header(runHeader)));
  } catch (error) {
    if (error instanceof StateError || error instanceof SyntaxError)
      return context.json({ error: error.message }, error instanceof NotYet ? 409 : 400);
    throw error;
  }
}
