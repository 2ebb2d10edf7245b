import type { Answer } from "../answer.ts";
import type { Call, Submission } from "../call.ts";
import { saveIntent, saveRelease } from "../lookup.ts";
import { ProblemError } from "../problem-error.ts";
import type { Intent, ReleaseIntent } from "../store.ts";
import { assertPath, type Route, volumePaths } from "./route.ts";

async function createReleaseUpload(call: Call): Promise<Answer> {
  const { authorization, body: bodies, finalize, idempotency, publish, render, respond } = call.rules;
  const caller = authorization.authenticate(call);
  const name = publish.parseName(call);
  authorization.authorize(caller, { name }, call);
  const body = await bodies.read(call);
  const submission: Submission = { call, caller, body, key: idempotency.keyOf(body, call) };
  return await finalize.oneAtATime(call, async () =>
    idempotency.once(submission, async () => {
      const intent = publish.toIntent(submission);
      authorization.authorize(caller, { name, version: intent.version }, call);
      publish.assertVersionFree(name, intent.version, call);
      saveIntent(intent, call);
      return await Promise.resolve(respond.success(render.intent(intent, call), call));
    }),
  );
}

async function finalizeReleaseUpload(call: Call): Promise<Answer> {
  const { authorization, finalize, idempotency } = call.rules;
  const caller = authorization.authenticate(call);
  assertPath(call);
  authorization.authorize(caller, { name: call.name }, call);
  const submission: Submission = { call, caller, body: {}, key: idempotency.keyOf({}, call) };
  return await finalize.oneAtATime(call, async () =>
    idempotency.once(submission, async () => {
      const intent = finalize.findIntent(call);
      if (intent.kind !== "release") throw new ProblemError("not-found", "there is no such upload here");
      authorization.authorize(caller, intent, call);
      return await marksFailure(intent, call, async () => await publishRelease(intent, call));
    }),
  );
}

async function publishRelease(intent: ReleaseIntent, call: Call): Promise<Answer> {
  const { finalize, publish, render, respond } = call.rules;
  const repeated = intent.isFinalized ? finalize.repeat(intent, call) : undefined;
  if (repeated !== undefined) return repeated;
  finalize.assertIntent(intent, call);
  publish.assertVersionFree(intent.name, intent.version, call);
  const content = await finalize.parseArchive(intent, call);
  const release = finalize.toRelease(intent, content, call);
  saveRelease(release, call);
  finalize.close(intent, call);
  return respond.success(render.finalized(intent, release, call), call);
}

/** Does the work of a finalize, and keeps the intent in the state that an error leaves it in. */
export async function marksFailure(intent: Intent, call: Call, work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProblemError) {
      const kept = call.registry.store.intents.get(intent.uploadId) ?? intent;
      saveIntent({ ...kept, state: call.rules.finalize.stateAfter(error.slug, kept, call) }, call);
    }
    throw error;
  }
}

/** `POST /api/v1/volumes/…` and `POST …/uploads/{uploadId}/finalize`. */
export const publishRoutes: readonly Route[] = [
  ...volumePaths(
    { operation: "createReleaseUpload", methods: ["POST"], handle: createReleaseUpload },
    "/api/v1/volumes",
    "",
  ),
  ...volumePaths(
    { operation: "finalizeReleaseUpload", methods: ["POST"], handle: finalizeReleaseUpload },
    "/api/v1/volumes",
    "/uploads/:uploadId/finalize",
  ),
];
