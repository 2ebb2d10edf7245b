/** The ids of actors: a check or a set-up, with its form of names and the mark of the other half at its end. */

/** The check or set-up behind an actor: its id without the form, and without the mark of the other half. */
export function toCheckId(actor: string): string {
  return actor.replace(/\.(?:scoped|unscoped)(?:\.crossed)?$/, "");
}
