import type { Chapter } from "../../harness/check.ts";
import * as bodies from "./bodies.ts";
import * as digest from "./digest.ts";
import * as echo from "./echo.ts";
import * as intents from "./intents.ts";
import * as mediaType from "./media-type.ts";
import * as observations from "./observations.ts";
import * as opening from "./opening.ts";
import { bodyNeverOverridesThePath } from "./path-identity.ts";
import * as size from "./size.ts";
import { bytesAreTakenAsInstructed, instructionsAreOpaque } from "./transfer.ts";
import * as versionMember from "./version-member.ts";
import * as versions from "./versions.ts";

export const publish: Chapter = {
  id: "publish",
  title: "Opening a release upload and sending its bytes",
  checks: [
    ...Object.values(opening),
    ...Object.values(echo),
    ...Object.values(intents),
    bytesAreTakenAsInstructed,
    bodyNeverOverridesThePath,
    ...Object.values(versionMember),
    ...Object.values(mediaType),
    ...Object.values(digest),
    ...Object.values(size),
    ...Object.values(bodies),
    ...Object.values(versions),
  ],
  observations: Object.values(observations),
  untested: [instructionsAreOpaque],
};
