/** nginx: the gateway that most registries have in front. */
import type { GatewaySetup, Launch, Place, Program } from "./gateway.ts";
import { unharmed } from "./gateway.ts";

const nginx: Program = { name: "nginx", command: "nginx", package: "nginx-light" };

interface Parts {
  /** Directives of the http block. */
  readonly http?: string;
  /** Directives of the server block. */
  readonly server?: string;
  /** Directives of the location that forwards. */
  readonly location?: string;
  /** In place of the location that forwards. */
  readonly locations?: string;
  readonly listen?: string;
}

function configure({ port, upstream, folder }: Place, parts: Parts): Launch {
  const { http = "", server = "", location = "", listen = "" } = parts;
  const forward = `location / { proxy_pass http://registry; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $http_host; ${location} }`;
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(" ");
  const text = `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
events { worker_connections 512; }
http {
  access_log off; ${paths} client_max_body_size 64m; ${http}
  upstream registry { server 127.0.0.1:${upstream}; keepalive 16; }
  server { listen 127.0.0.1:${port} ${listen}; ${server} ${parts.locations ?? forward} }
}
`;
  return { files: { "nginx.conf": text }, arguments: ["-p", folder, "-c", `${folder}/nginx.conf`] };
}

function setup(
  name: string,
  summary: string,
  parts: Parts | ((place: Place) => Parts),
  more: Partial<GatewaySetup> = {},
): GatewaySetup {
  return {
    name: `nginx-${name}`,
    program: nginx,
    summary,
    launch: (place) => configure(place, typeof parts === "function" ? parts(place) : parts),
    decided: unharmed,
    ...more,
  };
}

const withTls = ({ tls }: Place): string =>
  `ssl_certificate ${tls.certificate}; ssl_certificate_key ${tls.key};`;

/** A problem as the registry would write it. */
const problemPage = ({ port }: Place, status: number, slug: string): string =>
  `{"type":"http://127.0.0.1:${port}/problems/${slug}","title":"Too many requests","status":${status}}`;

export const nginxSetups: readonly GatewaySetup[] = [
  setup(
    "forwards",
    "forwards each request over connections that it keeps",
    {},
    { isSample: true, depth: "standard" },
  ),
  setup("unbuffered", "forwards bodies as they come, both ways", {
    location: "proxy_buffering off; proxy_request_buffering off;",
  }),
  setup("compresses", "gzips documents and problems", {
    http: "gzip on; gzip_min_length 1; gzip_proxied any; gzip_types application/json application/problem+json;",
  }),
  setup(
    "tls-http2",
    "ends TLS and speaks HTTP/2",
    (place) => ({ listen: "ssl http2", server: withTls(place) }),
    { route: { scheme: "https" }, isSample: true },
  ),
  setup("tls-http1", "ends TLS and speaks HTTP/1.1", (place) => ({ listen: "ssl", server: withTls(place) }), {
    route: { scheme: "https" },
  }),
  setup(
    "http2-forced-to-1",
    "speaks HTTP/2, and the run asks for HTTP/1.1",
    (place) => ({ listen: "ssl http2", server: withTls(place) }),
    { route: { scheme: "https", options: ["--http1"] } },
  ),
  setup(
    "http2-goaway",
    "closes each HTTP/2 connection after 20 requests",
    (place) => ({ listen: "ssl http2", server: withTls(place), http: "keepalive_requests 20;" }),
    { route: { scheme: "https" } },
  ),
  setup("closes-often", "closes each connection after three requests", { http: "keepalive_requests 3;" }),
  setup("normalises-paths", "decodes and normalises paths before it forwards them", {
    locations:
      "location / { proxy_pass http://registry/; proxy_http_version 1.1; proxy_set_header Host $http_host; }",
  }),
  setup(
    "limits-politely",
    "takes 40 requests a second, and answers the others with a problem and Retry-After",
    (place) => ({
      http: "limit_req_zone $binary_remote_addr zone=all:1m rate=40r/s; limit_req_status 429;",
      server: `location @limited { internal; default_type application/problem+json; add_header Retry-After 1 always; return 429 '${problemPage(place, 429, "rate-limited")}'; }`,
      location: "limit_req zone=all burst=10 nodelay; error_page 429 = @limited;",
    }),
  ),
  setup(
    "limits-as-html",
    "takes 40 requests a second, and answers the others with 429 as HTML",
    {
      http: "limit_req_zone $binary_remote_addr zone=all:1m rate=40r/s; limit_req_status 429;",
      location: "limit_req zone=all burst=10 nodelay;",
    },
    {
      decided: {
        exitCode: 1,
        failed: ["every-response/errors-are-problem-json"],
        says: /came from nginx\S* as text\/html/,
      },
    },
  ),
  setup(
    "limits-with-503",
    "takes 40 requests a second, and answers the others with 503 as HTML, its default",
    {
      http: "limit_req_zone $binary_remote_addr zone=all:1m rate=40r/s;",
      location: "limit_req zone=all burst=10 nodelay;",
    },
    {
      decided: {
        exitCode: 0,
        warned: ["every-response/gateways-forward-every-request"],
        says: /came from nginx\S* as text\/html/,
      },
      isSample: true,
    },
  ),
  setup(
    "own-404-page",
    "puts its own HTML page in place of each 404",
    { location: "proxy_intercept_errors on; error_page 404 /missing.html;" },
    {
      decided: {
        exitCode: 1,
        failed: ["every-response/errors-are-problem-json"],
        says: /came from nginx\S* as text\/html/,
      },
    },
  ),
  setup(
    "always-503",
    "answers everything with 503 as HTML: maintenance",
    { locations: "location / { return 503; }" },
    { decided: { exitCode: 3, says: /came from nginx\S* as text\/html \(status 503\)/ } },
  ),
  setup(
    "maintenance",
    "answers everything with 503 and asks to come back in ten minutes",
    { locations: "location / { add_header Retry-After 600 always; return 503; }" },
    { decided: { exitCode: 3, says: /Retry-After: 600/ }, isSample: true },
  ),
  setup(
    "redirects",
    "redirects every request to another origin",
    { locations: "location / { return 301 https://registry.test$request_uri; }" },
    { decided: { exitCode: 3, says: /https:\/\/registry\.test/ } },
  ),
  setup(
    "login-page",
    "redirects every request to a login page",
    {
      locations:
        "location / { return 302 /login?next=$request_uri; } location /login { default_type text/html; return 200 '<h1>Log in</h1>'; }",
    },
    { decided: { exitCode: 3, says: /login/ } },
  ),
  setup(
    "drops-authorization",
    "takes the Authorization header off",
    { location: 'proxy_set_header Authorization "";' },
    { decided: { exitCode: 3, says: /publisher/ } },
  ),
  setup(
    "small-bodies",
    "takes bodies of at most 1 MiB, its default, and refuses others as HTML",
    { server: "client_max_body_size 1m;" },
    { depth: "standard" },
  ),
  setup("caches-briefly", "caches answers to reads for a second", (place) => ({
    http: `proxy_cache_path ${place.folder}/cache keys_zone=all:1m;`,
    location:
      "proxy_cache all; proxy_cache_valid any 1s; proxy_ignore_headers Cache-Control Expires Set-Cookie Vary; proxy_cache_key $request_uri;",
  })),
  setup(
    "caches-long",
    "caches answers to reads for an hour, whatever they say",
    (place) => ({
      http: `proxy_cache_path ${place.folder}/cache keys_zone=all:1m;`,
      location:
        "proxy_cache all; proxy_cache_valid any 1h; proxy_ignore_headers Cache-Control Expires Set-Cookie Vary; proxy_cache_key $request_uri;",
    }),
    { decided: { exitCode: 1 }, depth: "standard" },
  ),
  setup("adds-headers", "adds security headers, a cookie and its own Server", {
    location:
      'add_header Strict-Transport-Security "max-age=63072000" always; add_header X-Auth-Content-Type "application/json" always; add_header Set-Cookie "session=abcdef0123456789; HttpOnly" always; add_header X-Request-Id $request_id always;',
  }),
  setup("below-a-path", "serves the registry below a path", {}, { route: { basePath: "/packages" } }),
];
