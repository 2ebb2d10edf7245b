/** What the recorded text of an exchange contains: the values that were sent, and the volumes that are named. */
import type { Exchange } from "../../schemas/report.ts";
import { textAt, valueAt } from "../registry/answer.ts";
import { readJson } from "../registry/json-body.ts";
import { toBytes } from "../registry/recorded-body.ts";
import { percentDecode } from "../registry/volume.ts";

/** Shorter values are in too many requests by chance. */
const minLength = 8;

/** Everything that a request sends but its credentials: address, headers and body. */
export function sentText({ request }: Exchange): string {
  const headers = request.headers.map(([, value]) => value).join("\n");
  return `${request.url}\n${percentDecode(request.url)}\n${headers}\n${request.body?.text ?? ""}`;
}

/** True for a value that is in no request by chance. */
export function isTelling(value: string): boolean {
  return value.length >= minLength;
}

/** Maximum texts of one value that are compared. */
const maxTexts = 50;

/** The texts of the value at a place in the response. */
export function textsAt(exchange: Exchange | undefined, pointer: string): readonly string[] {
  const steps = pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  const open: unknown[] = [valueAt(readJson(toBytes(exchange?.response?.body)), ...steps)];
  const texts: string[] = [];
  for (let read = 0; read < open.length && texts.length < maxTexts; read++) {
    const found = open[read];
    if (typeof found === "string") texts.push(found);
    else if (typeof found === "object" && found !== null) open.push(...Object.values(found));
  }
  return texts;
}

/** The last segment of the name of the volume that the request is about. */
export function volumeIn({ about }: Exchange): string | undefined {
  return about?.volume?.segment;
}

/** The last segments of the names of all volumes in the path and in the response. */
export function segmentsOf(exchange: Exchange): ReadonlySet<string> {
  const path = volumeIn(exchange);
  const named = (exchange.response?.body?.text ?? "").matchAll(/"(?:name|purl)"\s*:\s*"([^"]+)"/g);
  const names = [...named].map(([, name = ""]) => /([^/@]+)(?:@[^/]*)?$/.exec(name)?.[1]);
  return new Set([path, ...names].filter((name) => name !== undefined));
}

/** True for metadata of another version than the one in the path. */
export function isOfAnotherVersion({ operation, about, response }: Exchange): boolean {
  const asked = about?.version;
  const shown = textAt(readJson(Buffer.from(response?.body?.text ?? "")), "version");
  return operation === "getRelease" && asked !== undefined && shown !== undefined && asked !== shown;
}
