import type { Call } from "../../call.ts";
import type { Intent } from "../../store.ts";
import { asSqlPattern } from "./look-alikes.ts";

/** Finds an upload by an id that is not its own. */
type FindUpload = (intents: readonly Intent[], kind: Intent["kind"], call: Call) => Intent | undefined;

function findingWhere(isAlike: (id: string, sent: string) => boolean): FindUpload {
  return (intents, kind, call) =>
    intents.find(
      (intent) =>
        intent.kind === kind &&
        intent.name === call.name &&
        (kind === "release" || intent.version === call.version) &&
        isAlike(intent.uploadId, call.parameters["uploadId"] ?? ""),
    );
}

export const findByStart: FindUpload = findingWhere((id, sent) => sent.length > 8 && id.startsWith(sent));

export const findByPattern: FindUpload = findingWhere((id, sent) => asSqlPattern(sent, id));

export const findInAnyCase: FindUpload = findingWhere((id, sent) => id.toLowerCase() === sent.toLowerCase());

/** The id in which each letter has the other case. */
export const findInOtherCase: FindUpload = findingWhere(
  (id, sent) =>
    id ===
    sent.replaceAll(/[a-z]/gi, (letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    ),
);
