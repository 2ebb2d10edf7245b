import { describe, expect, test } from "vitest";
import { type AddressGuard, createAddressGuard } from "./address-guard.ts";

const base = "https://registry.example";

async function resolve(guard: AddressGuard, url: string): Promise<Error | null> {
  const { hostname } = new URL(url);
  return await new Promise((done) => {
    guard.lookupFor(new URL(url))(hostname, { all: true }, (error) => done(error));
  });
}

describe("with a public base URL", () => {
  const guard = createAddressGuard([base], false);

  test.each([
    "http://127.0.0.1/x",
    "http://localhost/x",
    "http://[::1]:8080/",
    "http://[::ffff:127.0.0.1]/",
    "http://169.254.169.254/latest",
    "http://203.0.113.7/x",
    "http://a.localhost/",
    "http://0x7f.1/",
  ])("%s is refused", async (url) => {
    await expect(guard.assertAllowed(new URL(url))).rejects.toThrow(/private/);
  });

  // behind a proxy nobody but the proxy resolves the name
  test.each([
    "http://minio/x",
    "http://metadata.google.internal/computeMetadata/v1/",
    "https://files.corp./x",
    "http://printer.local/",
    "http://router.lan/",
    "http://nas.home.arpa/",
  ])("%s is refused before its name is resolved", async (url) => {
    await expect(guard.assertAllowed(new URL(url))).rejects.toThrow(/is a private name, and the base URL is/);
  });

  test.each([
    "https://registry.example/x",
    "https://uploads.example/x",
    "https://internal.example/x",
    "https://8.8.8.8/x",
  ])("%s is let through", async (url) => {
    await expect(guard.assertAllowed(new URL(url))).resolves.toBeUndefined();
  });

  test("a name that leads to a private address is refused when it is looked up", async () => {
    expect(String(await resolve(guard, "http://localhost/"))).toContain("private address");
  });
});

test.each([
  ["the base URL is private itself", ["http://127.0.0.1:8080"], false],
  ["the base URL is a private name", ["http://registry:8080"], false],
  ["the target allows it", [base], true],
] as const)("a private address is let through if %s", async (_reason, trusted, allowed) => {
  const guard = createAddressGuard(trusted, allowed);
  await expect(guard.assertAllowed(new URL("http://127.0.0.1:9001/x"))).resolves.toBeUndefined();
});

describe("with a states hook on loopback", () => {
  const guard = createAddressGuard([base, "http://localhost:9001/states"], false);

  test("the hook's origin is open to requests for states, also when its name is resolved", async () => {
    await expect(
      guard.assertAllowed(new URL("http://localhost:9001/states"), "state"),
    ).resolves.toBeUndefined();
    expect(await resolve(guard, "http://localhost:9001/states")).toBeNull();
  });

  test.each([
    ["another kind of request to the hook", "http://localhost:9001/states", "transferBytes"],
    ["another port", "http://localhost:9002/states", "state"],
    ["another scheme", "https://localhost:9001/states", "state"],
    ["the same address by another name", "http://127.0.0.1:9001/states", "state"],
  ])("%s is refused", async (_case, url, kind) => {
    await expect(guard.assertAllowed(new URL(url), kind)).rejects.toThrow(/private/);
  });

  test("another port is refused when its name is resolved, too", async () => {
    expect(String(await resolve(guard, "http://localhost:9002/"))).toContain("private address");
  });
});
