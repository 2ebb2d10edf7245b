import type { Operation } from "../../call.ts";
import { type Change, onlyWhen, replaceRule, withBody } from "../../rules/change.ts";
import type { FaultFile } from "../fault.ts";

/** A read with a token needs a token with authority over the volume, or over everything. */
function needingAuthority(operation: Operation): Change {
  return replaceRule("authorization", "assertMayRead", (before) => (call) => {
    before(call);
    const { authorization } = call.rules;
    if (call.operation !== operation || !call.request.headers.has("authorization")) return;
    const token = authorization.authenticate(call);
    if (!authorization.covers(token, { name: call.name }, call))
      throw authorization.forbidden("the token has no authority here", call);
  });
}

/** A read with a token needs one that may publish something. */
function needingPublishGrant(operation: Operation): Change {
  return replaceRule("authorization", "assertMayRead", (before) => (call) => {
    before(call);
    const { authorization } = call.rules;
    if (call.operation !== operation || !call.request.headers.has("authorization")) return;
    if (!authorization.authenticate(call).grants.includes("publish"))
      throw authorization.forbidden("the token is for trust uploads", call);
  });
}

/** A read with a token needs one that allows something. */
function needingAnyGrant(operation: Operation): Change {
  return replaceRule("authorization", "assertMayRead", (before) => (call) => {
    before(call);
    const { authorization } = call.rules;
    if (call.operation !== operation || !call.request.headers.has("authorization")) return;
    if (authorization.authenticate(call).grants.length === 0)
      throw authorization.forbidden("the token allows nothing", call);
  });
}

/** Faults in reads with a token of another caller. */
export const readsWithTokens: FaultFile = {
  "authentication/searches-need-no-authority": {
    "search-with-a-token-needs-authority": needingAuthority("searchVolumes"),
    "search-with-a-token-needs-the-grant-to-publish": needingPublishGrant("searchVolumes"),
  },
  "authentication/advisory-searches-need-no-authority": {
    "advisory-search-with-a-token-needs-authority": needingAuthority("searchAdvisories"),
    "advisory-search-with-a-token-needs-some-grant": needingAnyGrant("searchAdvisories"),
  },
  "authentication/capabilities-need-no-authority": {
    "capabilities-with-a-token-need-authority": needingAuthority("getCapabilities"),
    "capabilities-with-a-token-need-the-grant-to-publish": needingPublishGrant("getCapabilities"),
    "capabilities-with-a-token-need-some-grant": needingAnyGrant("getCapabilities"),
  },
  "authentication/release-reads-need-no-authority": {
    "metadata-with-a-token-needs-authority": needingAuthority("getRelease"),
    "metadata-of-scoped-volumes-with-a-token-need-authority": onlyWhen(
      ({ name }) => name.startsWith("@"),
      needingAuthority("getRelease"),
    ),
    "metadata-with-a-token-lacks-declarations": withBody("getRelease", (body, call) =>
      call.request.headers.has("authorization") ? { ...body, externalDependencies: undefined } : body,
    ),
    "index-with-a-token-needs-authority": needingAuthority("getVersionIndex"),
    "index-with-a-token-needs-some-grant": needingAnyGrant("getVersionIndex"),
    "metadata-with-a-token-needs-some-grant": needingAnyGrant("getRelease"),
    "metadata-with-a-token-needs-the-grant-to-publish": needingPublishGrant("getRelease"),
  },
  "authentication/trust-reads-need-no-authority": {
    "trust-summary-with-a-token-needs-authority": needingAuthority("getTrustSummary"),
    "trust-detail-with-a-token-needs-authority": needingAuthority("getTrustDetail"),
    "trust-detail-with-a-token-needs-some-grant": needingAnyGrant("getTrustDetail"),
    "trust-summary-with-a-token-needs-the-grant-to-publish": needingPublishGrant("getTrustSummary"),
    "trust-detail-with-a-token-lists-nothing": withBody("getTrustDetail", (body, call) =>
      call.request.headers.has("authorization") ? { ...body, attachments: [] } : body,
    ),
  },
};
