import type { Chapter } from "../../harness/check.ts";
import { toChapter } from "../../harness/check-file.ts";
import { sentences } from "./sentences.ts";
import { authority } from "./authority.ts";
import { credentials } from "./credentials.ts";
import { foreignTokens } from "./foreign-tokens.ts";
import { authorizationHeader } from "./authorization-header.ts";
import { readsWithTokens } from "./reads-with-tokens.ts";
import { repeatedRequests } from "./repeated-requests.ts";
import { invalidRequests } from "./invalid-requests.ts";
import { resources } from "./resources.ts";
import { limitedTokens } from "./limited-tokens.ts";
import { refusedRequests } from "./refused-requests.ts";
import { endedTokens } from "./ended-tokens.ts";
import { statesHook } from "./states-hook.ts";

export const authentication: Chapter = toChapter({
  id: "authentication",
  title: "Authentication and authorization",
  sentences,
  files: [
    credentials,
    foreignTokens,
    authorizationHeader,
    invalidRequests,
    repeatedRequests,
    authority,
    resources,
    limitedTokens,
    refusedRequests,
    readsWithTokens,
    endedTokens,
    statesHook,
  ],
});
