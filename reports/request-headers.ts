/** Headers that follow from the connection or from the body: they never say why a request is wrong. */
export const derivedHeaders: ReadonlySet<string> = new Set([
  "host",
  "connection",
  "content-length",
  "user-agent",
]);

/** Headers that the run draws for each request: they matter only where nothing else differs. */
export const drawnHeaders: ReadonlySet<string> = new Set(["accept", "accept-encoding", "accept-language"]);
