/** What it means that a variant was not published. */
import { Blocked, Skipped } from "../../harness/outcome.ts";
import { noRenewal, type Renewal } from "./renewal.ts";

/** Problems with which a registry may refuse links. The text does not give the archive profile. */
const linkRefusals: ReadonlySet<string> = new Set(["invalid-archive", "validation-failed"]);

/** True for a response that may refuse the link of an archive. The byte store may do that in its own words. */
function mayRefuseLink({ status = 0, slug }: Blocked): boolean {
  return slug === undefined ? status >= 400 && status <= 499 : linkRefusals.has(slug);
}

/** True if the upload of the variant before, which was refused, holds the version. */
function isHeld(renewal: Renewal, { slug }: Blocked): boolean {
  return renewal.mayBeHeld() && slug === "version-conflict";
}

/**
 * The result where a variant was not published: the response that refused its link, or the error. Undefined if the archive
 * profile does not allow the tree.
 * @throws Skipped where no identity can be published twice: there is no series
 */
export function afterRefusal(
  renewal: Renewal,
  error: unknown,
  hasLink: boolean,
): { readonly refused: Blocked } | { readonly error: unknown } | undefined {
  if (error instanceof Skipped) throw error;
  if (hasLink && error instanceof Blocked && (mayRefuseLink(error) || isHeld(renewal, error))) {
    renewal.noteRefused();
    return { refused: error };
  }
  if (renewal.mayBeRefused() && error instanceof Blocked && !error.isTransient) throw new Skipped(noRenewal);
  if (error instanceof Blocked && error.slug === "invalid-archive") {
    // the text does not give the archive profile
    renewal.noteRefused();
    return undefined;
  }
  return { error };
}
