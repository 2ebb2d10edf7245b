import { expect, test } from "vitest";
import { isPrivateAddress, isPrivateName } from "./private-addresses.ts";

test.each([
  "127.0.0.1",
  "10.1.2.3",
  "172.31.255.255",
  "192.168.0.1",
  "169.254.169.254",
  "100.64.0.1",
  "192.0.2.1",
  "198.51.100.1",
  "203.0.113.1",
  "0.0.0.0",
  "::1",
  "fe80::1",
  "fe80::1%eth0",
  "fd00::1",
  "2001:db8::1",
  "3fff::1",
  "::ffff:10.0.0.1",
  "::ffff:a00:1",
  "::10.0.0.1",
  "::ffff:0:10.0.0.1",
  "64:ff9b::10.0.0.1",
  "2002:a00:1::1",
  "2607:f8b0::5efe:a00:1",
  "2607:f8b0:0:1:200:5efe:a00:1",
])("%s is a private address", (address) => expect(isPrivateAddress(address)).toBe(true));

test.each([
  "8.8.8.8",
  "172.32.0.1",
  "192.169.0.1",
  "203.0.114.1",
  "2607:f8b0::1",
  "::ffff:8.8.8.8",
  "::ffff:808:808",
  "registry.example",
])("%s is not a private address", (address) => expect(isPrivateAddress(address)).toBe(false));

test.each(["localhost", "a.localhost", "minio", "MINIO.", "files.internal", "a.b.corp", "nas.home.arpa"])(
  "%s is a private name",
  (name) => expect(isPrivateName(name)).toBe(true),
);

test.each(["registry.example", "internal.example", "local.example.", "arpa.example"])(
  "%s is not a private name",
  (name) => expect(isPrivateName(name)).toBe(false),
);
