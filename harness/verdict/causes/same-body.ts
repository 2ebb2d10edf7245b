/** Finds another search that had the same body: where a search is wrongly accepted, what tells the two apart was not used. */
import type { Exchange } from "../../../schemas/report.ts";

/** The query of the first earlier search with the same body; undefined for anything but a search. */
export function findSearchOfSameBody(
  { operation, request, response, startedAtMs }: Exchange,
  exchanges: readonly Exchange[],
): string | undefined {
  const digest = response?.body?.digest;
  if (operation !== "searchVolumes" || digest === undefined) return undefined;
  const found = exchanges.find(
    (one) =>
      one.operation === operation &&
      one.startedAtMs < startedAtMs &&
      one.request.url !== request.url &&
      one.response?.body?.digest === digest,
  );
  return found === undefined ? undefined : (/\?[^#]*/u.exec(found.request.url)?.[0] ?? "");
}
