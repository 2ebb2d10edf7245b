/** Two reference servers that behave alike, in a process of their own, for measuring what talks to them. */
import { seededRandom } from "../../reference-server/random.ts";
import { startReferenceServer } from "../../reference-server/server.ts";

const targets = [];
for (let index = 0; index < 2; index++) {
  const tokens = { publisher: "benchmark-publisher", outsider: "benchmark-outsider" };
  targets.push(
    (await startReferenceServer({ states: true, random: seededRandom("benchmark"), tokens })).target,
  );
}
process.send?.(targets);
