/** HAProxy, Varnish, Caddy, Apache and Squid. */
import type { GatewaySetup, Launch, Place, Program } from "./gateway.ts";
import { unharmed } from "./gateway.ts";

const haproxy: Program = { name: "HAProxy", command: "haproxy", package: "haproxy" };
const varnish: Program = { name: "Varnish", command: "varnishd", package: "varnish" };
const caddy: Program = { name: "Caddy", command: "caddy", package: "caddy" };
const apache: Program = { name: "Apache", command: "apache2", package: "apache2" };
const squid: Program = { name: "Squid", command: "squid", package: "squid" };

type Configure = (place: Place, text: string) => Launch;

/** Set-ups of one program: each is a text of its configuration. */
function setupsOf(
  program: Program,
  configure: Configure,
): (
  name: string,
  summary: string,
  text: string | ((place: Place) => string),
  more?: Partial<GatewaySetup>,
) => GatewaySetup {
  return (name, summary, text, more = {}) => ({
    name: `${program.name.toLowerCase()}-${name}`,
    program,
    summary,
    launch: (place) => configure(place, typeof text === "function" ? text(place) : text),
    decided: unharmed,
    ...more,
  });
}

const ofHaproxy = setupsOf(haproxy, ({ upstream, folder }, frontend) => ({
  files: {
    "haproxy.cfg": `global
  maxconn 512
  expose-experimental-directives
defaults
  mode http
  timeout connect 2s
  timeout client 30s
  timeout server 30s
frontend front
${frontend}
  default_backend registry
backend registry
  server one 127.0.0.1:${upstream}
`,
  },
  arguments: ["-db", "-f", `${folder}/haproxy.cfg`],
}));

const tlsOf = ({ port, tls }: Place, alpn: string): string =>
  `  bind 127.0.0.1:${port} ssl crt ${tls.both} alpn ${alpn}`;

export const haproxySetups: readonly GatewaySetup[] = [
  ofHaproxy("forwards", "forwards each request", ({ port }) => `  bind 127.0.0.1:${port}`, {
    isSample: true,
  }),
  ofHaproxy("tls-http2", "ends TLS and speaks HTTP/2", (place) => tlsOf(place, "h2,http/1.1"), {
    route: { scheme: "https" },
    depth: "standard",
  }),
  ofHaproxy("tls-http1", "ends TLS and speaks HTTP/1.1", (place) => tlsOf(place, "http/1.1"), {
    route: { scheme: "https" },
  }),
  ofHaproxy(
    "closes",
    "closes each connection after one request",
    ({ port }) => `  bind 127.0.0.1:${port}\n  option httpclose`,
  ),
  ofHaproxy(
    "compresses",
    "gzips documents",
    ({ port }) =>
      `  bind 127.0.0.1:${port}\n  compression algo gzip\n  compression type application/json application/problem+json`,
  ),
  ofHaproxy(
    "normalises-paths",
    "merges slashes and removes dots in paths",
    ({ port }) =>
      `  bind 127.0.0.1:${port}\n  http-request normalize-uri path-merge-slashes\n  http-request normalize-uri path-strip-dot\n  http-request normalize-uri path-strip-dotdot`,
  ),
  ofHaproxy(
    "limits-politely",
    "takes 40 requests a second, and answers the others with a problem and Retry-After",
    ({ port }) => `  bind 127.0.0.1:${port}
  stick-table type ip size 10 expire 10s store http_req_rate(1s)
  http-request track-sc0 src
  http-request return status 429 content-type application/problem+json hdr Retry-After 1 string '{"type":"http://127.0.0.1:${port}/problems/rate-limited","title":"Too many requests","status":429}' if { sc_http_req_rate(0) gt 40 }`,
  ),
  ofHaproxy(
    "no-backend",
    "answers 503 as HTML, since nothing is behind it",
    ({ port }) => `  bind 127.0.0.1:${port}\n  use_backend none if TRUE\nbackend none\nfrontend other`,
    { decided: { exitCode: 3, says: /503/ } },
  ),
];

const ofVarnish = setupsOf(varnish, ({ port, upstream, folder }, subroutines) => ({
  files: {
    "default.vcl": `vcl 4.1;
backend default { .host = "127.0.0.1"; .port = "${upstream}"; }
${subroutines}
`,
  },
  arguments: [
    "-F",
    "-n",
    `${folder}/work`,
    "-a",
    `127.0.0.1:${port}`,
    "-f",
    `${folder}/default.vcl`,
    "-s",
    "malloc,64m",
  ],
}));

export const varnishSetups: readonly GatewaySetup[] = [
  ofVarnish("passes", "caches nothing", "sub vcl_recv { return (pass); }", { depth: "standard" }),
  ofVarnish(
    "caches-briefly",
    "caches answers to reads for half a second",
    "sub vcl_backend_response { set beresp.ttl = 0.5s; set beresp.grace = 0s; }",
  ),
  ofVarnish("default", "caches answers to reads for two minutes, its default", "", {
    decided: { exitCode: 1 },
    depth: "standard",
  }),
];

const ofCaddy = setupsOf(caddy, ({ port, upstream, folder, tls }, text) => ({
  files: {
    Caddyfile: `{
  admin off
  auto_https off
  storage file_system ${folder}/storage
}
${text.replaceAll("ADDRESS", `127.0.0.1:${port}`).replaceAll("UPSTREAM", `127.0.0.1:${upstream}`).replaceAll("TLS", `tls ${tls.certificate} ${tls.key}`)}
`,
  },
  arguments: ["run", "--adapter", "caddyfile", "--config", `${folder}/Caddyfile`],
}));

export const caddySetups: readonly GatewaySetup[] = [
  ofCaddy("forwards", "forwards each request", "http://ADDRESS {\n  reverse_proxy UPSTREAM\n}", {
    depth: "standard",
  }),
  ofCaddy(
    "compresses",
    "packs answers with zstd or gzip",
    "http://ADDRESS {\n  encode zstd gzip\n  reverse_proxy UPSTREAM\n}",
  ),
  ofCaddy(
    "tls-http2",
    "ends TLS and speaks HTTP/2",
    "https://ADDRESS {\n  TLS\n  reverse_proxy UPSTREAM\n}",
    {
      route: { scheme: "https" },
    },
  ),
  ofCaddy(
    "own-error-pages",
    "puts its own HTML page in place of each 404",
    'http://ADDRESS {\n  reverse_proxy UPSTREAM {\n    @missing status 404\n    handle_response @missing {\n      header Content-Type text/html\n      respond "<h1>Missing</h1>" 404\n    }\n  }\n}',
    { decided: { exitCode: 1, failed: ["every-response/errors-are-problem-json"] } },
  ),
  ofCaddy("basic-auth", "wants Basic credentials for every request", "http://ADDRESS {\n  respond 401\n}", {
    decided: { exitCode: 3, says: /401/ },
  }),
];

const ofApache = setupsOf(apache, ({ port, folder }, directives) => ({
  files: {
    "apache.conf": `ServerName localhost
ServerRoot ${folder}
PidFile ${folder}/apache.pid
Listen 127.0.0.1:${port}
ErrorLog ${folder}/error.log
LoadModule mpm_event_module /usr/lib/apache2/modules/mod_mpm_event.so
LoadModule authz_core_module /usr/lib/apache2/modules/mod_authz_core.so
LoadModule proxy_module /usr/lib/apache2/modules/mod_proxy.so
LoadModule proxy_http_module /usr/lib/apache2/modules/mod_proxy_http.so
LoadModule headers_module /usr/lib/apache2/modules/mod_headers.so
LoadModule deflate_module /usr/lib/apache2/modules/mod_deflate.so
LoadModule filter_module /usr/lib/apache2/modules/mod_filter.so
LoadModule ssl_module /usr/lib/apache2/modules/mod_ssl.so
LoadModule http2_module /usr/lib/apache2/modules/mod_http2.so
ProxyPreserveHost On
${directives}
`,
  },
  arguments: ["-X", "-f", `${folder}/apache.conf`],
}));

const onward = ({ upstream }: Place): string =>
  `AllowEncodedSlashes NoDecode\nProxyPass / http://127.0.0.1:${upstream}/ nocanon`;

export const apacheSetups: readonly GatewaySetup[] = [
  ofApache("forwards", "forwards each request as it is written", onward, { depth: "standard" }),
  ofApache(
    "canonical",
    "writes paths anew and refuses encoded slashes, its default",
    ({ upstream }) => `ProxyPass / http://127.0.0.1:${upstream}/`,
  ),
  ofApache(
    "compresses",
    "gzips documents and problems",
    (place) => `${onward(place)}
SetOutputFilter DEFLATE`,
  ),
  ofApache(
    "tls-http2",
    "ends TLS and speaks HTTP/2",
    (place) => `${onward(place)}
Protocols h2 http/1.1
SSLEngine on
SSLCertificateFile ${place.tls.certificate}
SSLCertificateKeyFile ${place.tls.key}`,
    { route: { scheme: "https" } },
  ),
  ofApache(
    "own-error-pages",
    "puts its own HTML page in place of each error",
    (place) => `${onward(place)}\nProxyErrorOverride On`,
    { decided: { exitCode: 1, failed: ["every-response/errors-are-problem-json"] } },
  ),
];

const ofSquid = setupsOf(squid, ({ port, folder }, directives) => ({
  files: {
    hosts: "127.0.0.1 registry.test\n",
    "squid.conf": `pid_filename none
hosts_file ${folder}/hosts
cache_log ${folder}/cache.log
access_log none
cache_store_log none
coredump_dir ${folder}
cache deny all
shutdown_lifetime 0 seconds
visible_hostname localhost
logfile_rotate 0
netdb_filename none
pinger_enable off
${directives.replaceAll("PORT", String(port))}
`,
  },
  // a name of its own, since programs of one name share memory
  arguments: ["-N", "-n", `c${port}`, "-f", `${folder}/squid.conf`],
}));

const proxied: GatewaySetup["route"] = { isForwardProxy: true };

export const squidSetups: readonly GatewaySetup[] = [
  ofSquid(
    "forward-proxy",
    "is the forward proxy of the run, without CONNECT",
    "http_port 127.0.0.1:PORT\nhttp_access allow all",
    {
      route: proxied,
      depth: "standard",
    },
  ),
  ofSquid(
    "refuses",
    "refuses every request as a forward proxy",
    "http_port 127.0.0.1:PORT\nhttp_access deny all",
    {
      route: proxied,
      decided: { exitCode: 3, says: /came from squid\S* as text\/html .*X-Squid-Error: ERR_ACCESS_DENIED/ },
    },
  ),
  ofSquid(
    "accelerates",
    "stands in front as an accelerator",
    ({ upstream }) =>
      `http_port 127.0.0.1:PORT accel no-vhost defaultsite=127.0.0.1:PORT\ncache_peer 127.0.0.1 parent ${upstream} 0 no-query originserver no-digest login=PASSTHRU name=registry\nhttp_access allow all\nnever_direct allow all`,
  ),
];
