import { expect, test } from "vitest";
import { describeChallenge } from "./tunnel.ts";

const [plain, withCredentials] = [
  new URL("http://proxy.test:3128"),
  new URL("http://me:secret@proxy.test:3128"),
];

test.each([
  ["without credentials", plain, undefined, /requires a user name and a password/],
  ["without credentials", plain, 'Basic realm="a"', /requires a user name and a password/],
  [
    "with wrong credentials",
    withCredentials,
    'Digest realm="a", Basic realm="b"',
    /does not accept the user name/,
  ],
  [
    "that speaks another scheme",
    withCredentials,
    "Negotiate, NTLM",
    /asks for Negotiate or NTLM, and this suite has Basic only/,
  ],
])("a proxy %s that answers 407 is told with what it wants", (_case, proxy, challenge, words) => {
  const told = describeChallenge(proxy, challenge);
  expect(told).toMatch(words);
  expect(told).not.toContain("secret");
});
