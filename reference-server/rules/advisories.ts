import type { Call } from "../call.ts";
import { ProblemError } from "../problem-error.ts";
import type { Advisory } from "../store.ts";

/** Security advisories (sections "Search advisories", "Get advisory"). */
export interface AdvisoryRules {
  /** The query parameter that asks for the advisories of one volume; the specification does not name any. */
  readonly volumeParameter: string;
  readonly readVolume: (call: Call) => string | undefined;
  readonly list: (call: Call) => readonly Advisory[];
  readonly find: (call: Call) => Advisory;
}

/** Advisories as the reference registry shows them, in the order in which they were published. */
export const advisoryRules: AdvisoryRules = {
  volumeParameter: "volume",
  readVolume: (call) => {
    const { advisories, identity } = call.rules;
    const volume = call.url.searchParams.get(advisories.volumeParameter) ?? undefined;
    if (volume !== undefined && !identity.isName(volume, call)) {
      throw new ProblemError("validation-failed", `${advisories.volumeParameter} is not a volume name`);
    }
    return volume;
  },
  list: (call) => {
    const { advisories, visibility } = call.rules;
    const volume = advisories.readVolume(call);
    return [...call.registry.store.advisories.values()].filter(
      (advisory) =>
        visibility.advisory(advisory.id, call) && (volume === undefined || advisory.volume === volume),
    );
  },
  find: (call) => {
    const advisory = call.registry.store.advisories.get(call.parameters["advisoryId"] ?? "");
    if (advisory === undefined || !call.rules.visibility.advisory(advisory.id, call)) {
      throw new ProblemError("not-found", "there is no such advisory");
    }
    return advisory;
  },
};
