import { type Context, Hono } from "hono";
import type { Answer } from "./answer.ts";
import type { Call, Registry } from "./call.ts";
import { ProblemError } from "./problem-error.ts";
import { advisoryRoutes } from "./routes/advisories.ts";
import { capabilityRoutes } from "./routes/capabilities.ts";
import { publishRoutes } from "./routes/publish.ts";
import { releaseRoutes } from "./routes/releases.ts";
import type { Route } from "./routes/route.ts";
import { searchRoutes } from "./routes/search.ts";
import { transferRoutes } from "./routes/transfers.ts";
import { trustRoutes } from "./routes/trust.ts";
import { versionIndexRoutes } from "./routes/version-index.ts";

/** Every path of the registry. */
export const routes: readonly Route[] = [
  ...searchRoutes,
  ...versionIndexRoutes,
  ...releaseRoutes,
  ...publishRoutes,
  ...trustRoutes,
  ...advisoryRoutes,
  ...capabilityRoutes,
  ...transferRoutes,
];

/** What is told of errors that no rule threw; the client learns nothing of them. */
export type ErrorListener = (error: unknown) => void;

/** The registry as a web application: each route turned into a call, each call into a response. */
export function createApp(registry: Registry, onError: ErrorListener): Hono {
  const app = new Hono();
  const { basePath } = registry.addresses;
  const answer = async (
    context: Context,
    route: Pick<Route, "operation" | "form" | "handle">,
  ): Promise<Response> => {
    registry.store.answered += 1;
    const call = toCall(context, registry, route);
    return call.rules.respond.toResponse(await answerCall(call, route.handle, onError), call);
  };
  const allowed = new Map<string, string[]>();
  for (const route of routes) {
    app.on([...route.methods], `${basePath}${route.path}`, async (context) => await answer(context, route));
    allowed.set(route.path, [...(allowed.get(route.path) ?? []), ...route.methods]);
  }
  for (const [path, methods] of allowed) {
    app.all(`${basePath}${path}`, async (context) => {
      const handle = (call: Call): Answer => call.rules.problems.unknownMethod(methods, call);
      return await answer(context, { operation: "unknown", form: "none", handle });
    });
  }
  app.notFound(async (context) => {
    const handle = (call: Call): Answer => call.rules.problems.unknownPath(call);
    return await answer(context, { operation: "unknown", form: "none", handle });
  });
  return app;
}

async function answerCall(call: Call, handle: Route["handle"], onError: ErrorListener): Promise<Answer> {
  const { limiter, authorization, problems, respond } = call.rules;
  try {
    limiter.assertWithinLimit(call);
    if (call.request.method === "GET") authorization.assertMayRead(call);
    return respond.finish(await handle(call), call);
  } catch (error) {
    if (error instanceof ProblemError) return respond.finish(problems.toAnswer(error, call), call);
    onError(error);
    return problems.unexpected(call);
  }
}

function toCall(context: Context, registry: Registry, route: Pick<Route, "operation" | "form">): Call {
  const request = context.req.raw;
  const url = new URL(request.url);
  const base = registry.addresses.base ?? `${url.origin}${registry.addresses.basePath}`;
  const parameters: Readonly<Record<string, string>> = context.req.param();
  const { scope, segment = "", version = "" } = parameters;
  const call: Call = {
    registry,
    rules: registry.rules,
    operation: route.operation,
    form: route.form,
    request,
    url,
    base,
    bytesBase: registry.addresses.bytes ?? base,
    parameters,
    name: scope === undefined ? segment : `${scope}/${segment}`,
    version,
    now: registry.clock.now(),
    ordinal: registry.store.answered,
  };
  // An encoded `@` that the rules do not take leaves a name that no volume can have.
  const isEncoded = route.form === "scoped" && /\/%40[^/]*\/[^/]+/.test(url.pathname);
  const rules = registry.rules.selection.forCall(call, registry.rules);
  const name = isEncoded && !rules.identity.acceptsEncodedAt(call) ? "%40" : call.name;
  return { ...call, rules, name };
}
