import type { Chapter } from "../../harness/check.ts";
import { toChapter } from "../../harness/check-file.ts";
import { sentences } from "./sentences.ts";
import { yankedVersions } from "./yanked-versions.ts";
import { bodies } from "./bodies.ts";
import { digest } from "./digest.ts";
import { echo } from "./echo.ts";
import { intents } from "./intents.ts";
import { mediaType } from "./media-type.ts";
import { observations } from "./observations.ts";
import { validRequests } from "./valid-requests.ts";
import { pathIdentity } from "./path-identity.ts";
import { size } from "./size.ts";
import { transfer } from "./transfer.ts";
import { versionMember } from "./version-member.ts";
import { versions } from "./versions.ts";

export const publish: Chapter = toChapter({
  id: "publish",
  title: "Creating a release upload and sending its bytes",
  sentences,
  files: [
    validRequests,
    echo,
    intents,
    transfer,
    pathIdentity,
    versionMember,
    mediaType,
    digest,
    size,
    bodies,
    versions,
    yankedVersions,
    observations,
  ],
});
