import type { Answer } from "../answer.ts";
import type { Call, Submission } from "../call.ts";
import { saveIntent } from "../lookup.ts";
import { ProblemError } from "../problem-error.ts";
import { marksFailure } from "./publish.ts";
import { assertPath, type Route, volumePaths } from "./route.ts";

async function createTrustUpload(call: Call): Promise<Answer> {
  const { authorization, body: bodies, finalize, idempotency, render, respond, trust } = call.rules;
  const caller = authorization.authenticate(call);
  assertPath(call);
  authorization.authorize(caller, { name: call.name, version: call.version }, call);
  const body = await bodies.read(call);
  const submission: Submission = { call, caller, body, key: idempotency.keyOf(body, call) };
  return await finalize.oneAtATime(call, async () =>
    idempotency.once(submission, async () => {
      const release = trust.findRelease(call);
      const intent = trust.toIntent(submission, release);
      saveIntent(intent, call);
      return await Promise.resolve(respond.success(render.trustIntent(intent, release, call), call));
    }),
  );
}

async function finalizeTrustUpload(call: Call): Promise<Answer> {
  const { authorization, body: bodies, finalize, idempotency, render, respond, trust } = call.rules;
  const caller = authorization.authenticate(call);
  assertPath(call);
  authorization.authorize(caller, { name: call.name, version: call.version }, call);
  const body = await bodies.readOptional(call);
  const submission: Submission = { call, caller, body, key: idempotency.keyOf(body, call) };
  return await finalize.oneAtATime(call, async () =>
    idempotency.once(submission, async () => {
      const release = trust.findRelease(call);
      const intent = finalize.findIntent(call);
      if (intent.kind !== "trust") throw new ProblemError("not-found", "there is no such upload here");
      return await marksFailure(intent, call, async () => {
        finalize.assertIntent(intent, call);
        trust.assertArtifact(intent.bytes ?? new Uint8Array(), release, call);
        const attachment = trust.toAttachment(intent, call);
        const changed = trust.attach(release, attachment, call);
        finalize.close(intent, call);
        const answer = respond.success(render.trustFinalized({ intent, attachment }, changed, call), call);
        return await Promise.resolve(answer);
      });
    }),
  );
}

function getTrustSummary(call: Call): Answer {
  const { visibility, render, respond } = call.rules;
  return respond.success(render.summary(visibility.find(visibility.inTrust, call), call), call);
}

function getTrustDetail(call: Call): Answer {
  const { visibility, render, respond } = call.rules;
  return respond.success(render.detail(visibility.find(visibility.inTrust, call), call), call);
}

const volumes = "/api/v1/volumes";

/** The four operations below `/api/v1/volumes/…/{version}/trust`. */
export const trustRoutes: readonly Route[] = [
  ...volumePaths(
    { operation: "createTrustUpload", methods: ["POST"], handle: createTrustUpload },
    volumes,
    "/:version/trust/uploads",
  ),
  ...volumePaths(
    { operation: "finalizeTrustUpload", methods: ["POST"], handle: finalizeTrustUpload },
    volumes,
    "/:version/trust/uploads/:uploadId/finalize",
  ),
  ...volumePaths(
    { operation: "getTrustSummary", methods: ["GET"], handle: getTrustSummary },
    volumes,
    "/:version/trust/summary",
  ),
  ...volumePaths(
    { operation: "getTrustDetail", methods: ["GET"], handle: getTrustDetail },
    volumes,
    "/:version/trust/detail",
  ),
];
