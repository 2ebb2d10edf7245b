import { expect, test } from "vitest";
import { startReferenceServer } from "../../reference-server/server.ts";
import { isSameJson } from "../expect/expect.ts";
import { certify } from "../index.ts";
import { withAbout } from "./read-about.ts";
import type { ExchangeRecord } from "./recorder.ts";

/** An exchange as an earlier version recorded it. */
function withoutAbout({ about: _about, ...exchange }: ExchangeRecord): ExchangeRecord {
  return exchange;
}

test(
  "what the senders of a run say of its requests is what is read from their addresses and headers",
  { timeout: 120_000 },
  async () => {
    const server = await startReferenceServer({ states: true });
    const lines: string[] = [];
    await certify({ target: { ...server.target }, seed: 11, writeLine: (line) => lines.push(line) });
    await server.close();
    const exchanges = lines.slice(1).map((line) => JSON.parse(line) as ExchangeRecord);
    const different = exchanges.flatMap((one) => {
      const said = one.about;
      // a check may write the header with a token of its own
      const written = said?.credential === "other" ? { credential: "other" } : {};
      const read = { ...withAbout(withoutAbout(one), server.baseUrl).about, ...written };
      return isSameJson(read, said) ? [] : [{ url: one.request.url, read, said }];
    });
    expect(exchanges.length).toBeGreaterThan(1500);
    expect(different).toEqual([]);
  },
);
