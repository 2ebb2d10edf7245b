import { expect, test } from "vitest";
import { ProxyError, readProxies } from "./proxies.ts";

test.each([
  ["127.0.0.1:3128", "http://127.0.0.1:3128"],
  ["proxy:3128", "http://proxy:3128"],
  ["somebody:word@proxy:3128", "http://somebody:word@proxy:3128"],
  ["http://proxy", "http://proxy"],
  ["https://proxy:3128/", "https://proxy:3128/"],
  ["socks5://proxy:1080", "socks5://proxy:1080"],
])("%s is the proxy %s", (value, expected) => {
  expect(readProxies({ HTTP_PROXY: value })).toEqual({ httpProxy: expected });
});

test.each(["nonsense", "http://", "ftp://proxy:21", "somebody:word@proxy", "proxy:99999"])(
  "%s names no proxy, and is not repeated",
  (value) => {
    expect(() => readProxies({ https_proxy: value })).toThrow(ProxyError);
    expect(() => readProxies({ https_proxy: value })).toThrow(
      "Cannot use the proxy that https_proxy names: expected HOST:PORT or http://HOST:PORT",
    );
  },
);

test("the variable in small letters comes first, and an empty one names none", () => {
  expect(readProxies({ http_proxy: "a:1", HTTP_PROXY: "nonsense" })).toEqual({ httpProxy: "http://a:1" });
  expect(readProxies({ http_proxy: "", HTTP_PROXY: "nonsense", HTTPS_PROXY: " " })).toEqual({});
});
