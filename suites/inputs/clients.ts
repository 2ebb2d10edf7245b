/** The `User-Agent` of clients of other kinds. Each names the suite, so that an operator finds its requests. */
export const userAgents = {
  browser: "Mozilla/5.0 (compatible; volume-registry-conformance)",
  packageManager: "npm/10.9.0 node/v22.11.0 linux x64 (volume-registry-conformance)",
  script: "python-requests/2.32.3 (volume-registry-conformance)",
} as const;

/** The media types of a browser that opens a page. JSON is one of them. */
export const browserAccept = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
