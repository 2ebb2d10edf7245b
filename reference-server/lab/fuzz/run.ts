/** `npm run fuzz -- --inputs 100000 --seed 1`: fuzzes the reference registry in a small heap and prints the figures. */
import { parseArgs } from "node:util";
import { fuzz } from "./fuzz.ts";

const { values } = parseArgs({
  options: { inputs: { type: "string", default: "100000" }, seed: { type: "string", default: "1" } },
});
const { findings, ...figures } = await fuzz(Number(values.inputs), Number(values.seed));
process.stdout.write(`${JSON.stringify(figures, undefined, 2)}\n`);
for (const finding of findings) process.stdout.write(`${finding}\n`);
process.exitCode = figures.crashes + figures.serverErrors === 0 ? 0 : 1;
