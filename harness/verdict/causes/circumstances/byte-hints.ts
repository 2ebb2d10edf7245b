/** Where to look if bytes are those of another upload, or if a member has a wrong value. */

export const comparedHint: string =
  "Check whether all bytes that arrive are compared with the declared digest, also the second ones";

export const keptHint: string =
  "Check under which key uploaded bytes are kept: it has to be of the upload, and not of its release";

export const memberHint: string = "Find the code that fills this member";
