import { expect, test } from "vitest";
import { createRedaction } from "../recording/redaction.ts";
import { createTrafficSecrets } from "./traffic-secrets.ts";

test.each([
  ["each cookie", "Cookie", "theme=dark-and-quiet; sid=4f9a8c1e77d0", ["4f9a8c1e77d0"]],
  [
    "the password of Basic",
    "Authorization",
    `Basic ${Buffer.from("acme:correct-horse-9").toString("base64")}`,
    ["correct-horse-9"],
  ],
  ["a bearer token", "authorization", "Bearer 77aa88bb99cc", ["77aa88bb99cc"]],
])("%s is found in a response, too", (_name, field, value, secrets) => {
  const redaction = createRedaction();
  const hidden = createTrafficSecrets(redaction).hide({
    method: "GET",
    url: "https://r.test/api/v1/search",
    headers: [[field, value]],
  });
  for (const secret of secrets) {
    expect(JSON.stringify(hidden)).not.toContain(secret);
    expect(redaction.text(`you sent ${secret}.`)).not.toContain(secret);
  }
});
