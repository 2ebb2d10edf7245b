/** The context of a set-up: one actor's view of the run. */
import type { Depth } from "../../schemas/report.ts";
import type { Form, Half } from "../vocabulary.ts";
import { Blocked, Skipped } from "../outcome.ts";
import { type Answer, isSuccess, slugOf } from "../exchange/answer.ts";
import { createRegistry } from "../api/create-registry.ts";
import type { Registry } from "../api/registry.ts";
import { type Actor, createActor, pause, type Session, toPollWait } from "../api/session.ts";
import { deriveNumber, deriveWord, sha256 } from "../seed.ts";
import type { ReleaseName, Volume } from "../exchange/volume.ts";
import type { StatesHook } from "../target-file/states.ts";
import type { Target } from "../target-file/target.ts";
import type { Tokens } from "../target-file/tokens.ts";
import { expiredMeanwhile } from "./expired-meanwhile.ts";
import type { Eventually } from "./given.ts";

/** What is the same for every actor of a run. */
export interface RunContext {
  readonly session: Session;
  readonly target: Target;
  readonly states: StatesHook;
  readonly tokens: Tokens;
  /** A short word that is in every name this run makes. */
  readonly runId: () => string;
  /** The moment the run started, in milliseconds since 1970, by our own clock. */
  readonly startedAtMs: number;
  readonly seed: number;
  readonly depth: Depth;
  /** True if the run only reads. */
  readonly readOnly: boolean;
  /** True if the run only reads what an earlier one published. */
  readonly isVisit: boolean;
  /** Whether the first read of the first release missed it: such a registry shows its states hook a release late too. */
  readonly lag: { isSeen: boolean };
  /** The keys of the set-ups that were asked for, each with the store that it is kept in. */
  readonly setUpKeys: Map<string, object>;
}

/** One actor of a run. */
export interface GivenContext {
  readonly run: RunContext;
  readonly actor: Actor;
  readonly registry: Registry;
  readonly form: Form;
  readonly half: Half;
  /** Counts the names this actor has made. */
  readonly counter: { value: number };
  /**
   * True for a scenario that keeps its set-ups where it restarts: a set-up, since others are made of the same ones, and a check of the
   * end of the run, since it judges what others did with them.
   */
  readonly keepsSetUps?: boolean;
  /** The restart of the check that a set-up is built for. */
  readonly restart?: Restart;
}

interface Restart {
  /** Different for each restart of each check. */
  readonly id: string;
  /** Added to the last number of versions. */
  readonly distance: number;
}

interface RestartContext extends Pick<GivenContext, "keepsSetUps" | "restart"> {
  readonly actor: Pick<Actor, "id" | "restarts">;
}

export function createContext(
  run: RunContext,
  actorId: string,
  form: Form,
  half: Half = halfOf(form),
): GivenContext {
  const actor = createActor(run.session, actorId);
  return {
    run,
    actor,
    form,
    half,
    registry: createRegistry(run.session, actor, run.tokens.of),
    counter: { value: 0 },
  };
}

/** The half that a form of names tries where it is not crossed. */
export function halfOf(form: Form): Half {
  return form === "scoped" ? "first" : "second";
}

/** The half that a scenario tries, where it asks: then the other one would differ. */
export function askHalf({ actor, half }: Pick<GivenContext, "actor" | "half">): Half {
  actor.usesHalf = true;
  return half;
}

/** What the id of an actor ends with: its form, and whether it tries the half of the other form. */
export function toSuffix({ form, half }: Pick<GivenContext, "form" | "half">): string {
  return half === halfOf(form) ? `.${form}` : `.${form}.crossed`;
}

/** @throws Skipped if the target has no namespace for names of the form */
export function assertNamespace(
  form: Form,
  { namespace }: Pick<Target, "namespace">,
): NonNullable<Target["namespace"]> {
  if (namespace === undefined) throw new Skipped('needs "namespace" in the target file');
  const key = form === "scoped" ? "scope" : "prefix";
  if (namespace[key] === undefined) throw new Skipped(`needs "namespace.${key}" in the target file`);
  return namespace;
}

/** A volume name within the target's namespace that is unique across runs. */
export function freshVolume(context: GivenContext): Volume {
  const namespace = assertNamespace(context.form, context.run.target);
  const label = toLabel(context.actor.id);
  const count = (context.counter.value += 1);
  // the first name is the beginning of the others, so that a registry which compares only the beginning is noticed
  const number = count === 1 ? "1" : `1${count}`;
  const segment = `${namespace.prefix ?? "conf"}-${context.run.runId()}-${label}-${number}`;
  return context.form === "scoped" ? { scope: namespace.scope ?? "", segment } : { segment };
}

/** The restart of a check that a context belongs to, if any: its own, or that of the check that a set-up is built for. */
export function restartOf({
  actor: { id, restarts },
  keepsSetUps,
  restart,
}: RestartContext): Restart | undefined {
  if (keepsSetUps === true || restarts === 0) return restart;
  // checks may use one volume, so that they are far from each other
  return { id: `${id} ${restarts}`, distance: 1_000 * (1 + (deriveNumber(id) % 1_000)) + restarts };
}

/**
 * The version, or, after a restart, one that nobody has tried yet, since a lost request may have been applied. All versions of a check
 * that restarts move by the same distance, so that their order stays. In a set-up that restarts, `1.2.0-rc.10` becomes `1.2.0-rc.10.1`:
 * another set-up of the same volume may have `1.2.0-rc.11`. The build metadata stays: a registry may read over it.
 */
export function untriedVersion(context: RestartContext, version: string): string {
  const { actor, keepsSetUps } = context;
  const [, core = version, build = ""] = /^([^+]*)(\+.*)?$/.exec(version) ?? [];
  const moved = moveVersion(core, restartOf(context)?.distance ?? 0);
  return `${inSetUp(moved, keepsSetUps === true ? actor.restarts : 0)}${build}`;
}

function moveVersion(version: string, distance: number): string {
  if (distance === 0) return version;
  const moved = version.replace(/\d+$/, (last) => String(Number(last) + distance));
  return moved === version ? `${version}.${distance}` : moved;
}

function inSetUp(version: string, restarts: number): string {
  if (restarts === 0) return version;
  return version.includes("-") ? `${version}.${restarts}` : moveVersion(version, restarts);
}

/** A text that is unique in this run, already in its first characters. */
export function uniqueText(context: GivenContext, what: string): string {
  const count = (context.counter.value += 1);
  return `${what}-${context.run.runId()}-${toLabel(context.actor.id)}-${count}`;
}

/** An idempotency key that is unique in this run: a UUID (RFC 9562, version 8), since a registry may take no other text. */
export function uniqueKey(context: GivenContext): string {
  const digits = sha256(uniqueText(context, "key")).slice("sha256:".length);
  return [
    // in both cases, so that a registry which changes the case is noticed
    `C${digits.slice(1, 8).toUpperCase()}`,
    digits.slice(8, 12),
    `8${digits.slice(13, 16)}`,
    `a${digits.slice(17, 20)}`,
    digits.slice(20, 32),
  ].join("-");
}

function toLabel(actorId: string): string {
  const words = actorId
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replace(/^given-/, "");
  // the word at the end makes two long ids different that are cut to the same beginning
  return `${words.slice(0, 48).replaceAll(/^-+|-+$/g, "")}-${deriveWord(4, actorId)}`;
}

/**
 * The answer, if it is a success.
 * @throws Blocked with the root cause otherwise; after an upload that expired while the run waited, the set-up restarts
 */
export function succeeded(
  { form, run }: Pick<GivenContext, "form" | "run">,
  answer: Answer,
  what: string,
): Answer {
  if (isSuccess(answer)) return answer;
  const slug = slugOf(answer);
  const expired = expiredMeanwhile(run, answer);
  const cause = `${what} (${form}) answered ${answer.status}${slug === undefined ? "" : ` (${slug})`}`;
  throw new Blocked(expired ?? cause, {
    exchange: answer.exchange.id,
    status: answer.status,
    slug,
    isTransient: expired !== undefined,
  });
}

/**
 * Minimum number of polls before a change counts as not visible, even if `settleMs` was over before the first poll. A late
 * check may be the first to poll, and caches and replicas in a row often update only when they are requested.
 */
const minPolls = 5;

/** After this many polls, a change is late: then the wait for it is told. */
const slowPolls = 5;

/** What `Eventually` does, for one actor. `limits.settleMs` starts at `since.sinceMs`, in milliseconds from the run's start. */
export async function eventually(
  context: GivenContext,
  request: Parameters<Eventually>[0],
  { since, until = isVisible }: Parameters<Eventually>[1],
): Promise<Answer> {
  const { settleMs } = context.run.target.limits;
  let nowMs = 0;
  for (let polls = 1; ; polls++) {
    const answer = await request();
    nowMs = Math.max(nowMs, answer.endedAtMs);
    // others may have changed the volume meanwhile
    const changedMs = context.run.session.lastWrites.before(answer) ?? 0;
    const remaining = Math.max(since.sinceMs, changedMs) + settleMs - nowMs;
    if (until(answer) || (remaining <= 0 && polls >= minPolls)) return answer;
    const wait = toPollWait(polls - 1);
    const milliseconds = remaining > 0 ? Math.min(wait, remaining + 1) : wait;
    const ownWait = { fromMs: nowMs, milliseconds };
    await pause(context.run.session, context.actor, ownWait, {
      reason: 'at most for a change to become visible ("limits.settleMs")',
      milliseconds: polls < slowPolls ? 0 : Math.max(0, remaining),
    });
    nowMs += milliseconds;
  }
}

/** Waits until a registry that shows writes late shows a new release: its states hook may not find it earlier. */
export async function shown(context: GivenContext, release: ReleaseName): Promise<void> {
  if (!context.run.lag.isSeen) return;
  const since = { sinceMs: context.actor.nowMs };
  await eventually(context, () => context.registry.getRelease(release), { since });
}

/** Waits until `limits.settleMs` is over for what was written at `sinceMs`, in milliseconds from the run's start. */
export async function settled(
  { run, actor }: GivenContext,
  { sinceMs }: { readonly sinceMs: number },
): Promise<void> {
  const remaining = sinceMs + run.target.limits.settleMs - actor.nowMs;
  if (remaining < 0) return;
  await pause(
    run.session,
    actor,
    { fromMs: actor.nowMs, milliseconds: remaining + 1 },
    {
      reason: 'for changes to become visible ("limits.settleMs")',
      milliseconds: remaining,
    },
  );
}

/** False for an answer that is allowed before a change is visible (`not-found`, `inconsistent-registry-state`). */
export function isVisible(answer: Answer): boolean {
  return answer.status !== 404 && answer.status !== 409;
}
