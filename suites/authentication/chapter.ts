import type { Chapter } from "../../harness/check.ts";
import { toChapter } from "../../harness/check-file.ts";
import { authority } from "./authority.ts";
import { credentials } from "./credentials.ts";
import { authorizationHeader } from "./authorization-header.ts";
import { repeatedRequests } from "./repeated-requests.ts";
import { resources } from "./resources.ts";
import { refusedRequests } from "./refused-requests.ts";
import { statesHook } from "./states-hook.ts";

export const authentication: Chapter = toChapter({
  id: "authentication",
  title: "Authentication and authorization",
  files: [
    credentials,
    authorizationHeader,
    repeatedRequests,
    authority,
    resources,
    refusedRequests,
    statesHook,
  ],
});
