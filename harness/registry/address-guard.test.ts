import { describe, expect, test } from "vitest";
import { createAddressGuard, isPrivateAddress } from "./address-guard.ts";

describe("a private address", () => {
  test.each([
    "127.0.0.1",
    "10.1.2.3",
    "172.31.255.255",
    "192.168.0.1",
    "169.254.169.254",
    "100.64.0.1",
    "::1",
    "fe80::1",
    "fd00::1",
    "::ffff:10.0.0.1",
    "0.0.0.0",
  ])("is %s", (address) => expect(isPrivateAddress(address)).toBe(true));
  test.each(["8.8.8.8", "172.32.0.1", "192.169.0.1", "2001:db8::1", "::ffff:8.8.8.8", "registry.example"])(
    "is not %s",
    (address) => expect(isPrivateAddress(address)).toBe(false),
  );
});

describe("with a public base URL", () => {
  const guard = createAddressGuard(["https://registry.example"], false);

  test.each([
    "http://127.0.0.1/x",
    "http://localhost/x",
    "http://[::1]:8080/",
    "http://169.254.169.254/latest",
    "http://a.localhost/",
  ])("%s is refused", (url) => {
    expect(() => guard.assertAllowed(new URL(url))).toThrow(/private address/);
  });

  test.each(["https://registry.example/x", "https://uploads.example/x", "https://203.0.113.7/x"])(
    "%s is let through",
    (url) => {
      expect(() => guard.assertAllowed(new URL(url))).not.toThrow();
    },
  );

  test("a name that leads to a private address is refused when it is looked up", async () => {
    const error = await new Promise((resolve) => {
      guard.lookup("localhost", { all: true }, (reason) => resolve(reason));
    });
    expect(String(error)).toContain("private address");
  });
});

test.each([
  ["the base URL is private itself", ["http://127.0.0.1:8080"], false],
  ["the target allows it", ["https://registry.example"], true],
  ["the states hook lies there", ["https://registry.example", "http://127.0.0.1:9001/states"], false],
] as const)("a private address is let through where %s", (_reason, trusted, allowed) => {
  const guard = createAddressGuard(trusted, allowed);
  expect(() => guard.assertAllowed(new URL("http://127.0.0.1:9001/x"))).not.toThrow();
});
