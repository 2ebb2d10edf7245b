import type { Chapter } from "../../harness/check.ts";
import { toChapter } from "../../harness/check-file.ts";
import { closedObjects } from "./closed-objects.ts";
import { conditionalRequests } from "./conditional-requests.ts";
import { contentCodings } from "./content-codings.ts";
import { credentials } from "./credentials.ts";
import { documents } from "./documents.ts";
import { endpointProblems } from "./endpoint-problems.ts";
import { gateways } from "./gateways.ts";
import { headerFields } from "./header-fields.ts";
import { json } from "./json.ts";
import { members } from "./members.ts";
import { pathIdentity } from "./path-identity.ts";
import { problemDocuments } from "./problem-documents.ts";
import { repeatedItems } from "./repeated-items.ts";
import { searchPages } from "./search-pages.ts";
import { successStatuses } from "./success-statuses.ts";
import { wholeResponses } from "./whole-responses.ts";

export const everyResponse: Chapter = toChapter({
  id: "every-response",
  title: "Rules for every response",
  files: [
    successStatuses,
    conditionalRequests,
    contentCodings,
    wholeResponses,
    json,
    problemDocuments,
    endpointProblems,
    gateways,
    credentials,
    headerFields,
    closedObjects,
    documents,
    repeatedItems,
    searchPages,
    pathIdentity,
    members,
  ],
});
