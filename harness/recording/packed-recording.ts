/** `exchanges.ndjson` as a file: its lines compressed, many in one line of the file. */
import { promisify } from "node:util";
import { gunzipSync, gzip } from "node:zlib";
import { valueAt } from "../exchange/answer.ts";

/** The name of the recording in the directory of a run. */
export const recordingFile = "exchanges.ndjson";

/** Bytes of the recording in one line of the file: more would compress no better. */
const bytesOfLine = 1024 * 1024;

/** A recording is at most about 50 MB; what unpacks to much more is not ours, and would not fit into memory. */
const maxUnpackedBytes = 256 * 1024 * 1024;

const packedStart = '{"kind":"packed",';

const lineBreak = 0x0a;

/** One line of the file. `jq -r .gzip FILE | base64 -d | gunzip` gives the lines of the recording again. */
interface PackedLines {
  readonly kind: "packed";
  /** Base64 of the gzip of whole lines. */
  readonly gzip: string;
}

const compress = promisify(gzip);

async function pack(lines: Uint8Array): Promise<string> {
  const packed: PackedLines = { kind: "packed", gzip: (await compress(lines)).toString("base64") };
  return `${JSON.stringify(packed)}\n`;
}

/** Packs the lines of a recording. A chunk may end within a line. */
export async function* packRecording(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let waiting: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    waiting.push(chunk);
    size += chunk.length;
    if (size < bytesOfLine) continue;
    const all = Buffer.concat(waiting);
    const end = all.lastIndexOf(lineBreak) + 1;
    waiting = [all.subarray(end)];
    size = all.length - end;
    if (end > 0) yield await pack(all.subarray(0, end));
  }
  if (size > 0) yield await pack(Buffer.concat(waiting));
}

/**
 * The lines of a recording from the text of its file, which may have them packed or as they are.
 * @throws Error if a packed line cannot be unpacked
 */
export function unpackRecording(text: string): string {
  if (!text.startsWith(packedStart)) return text;
  const parts: string[] = [];
  let left = maxUnpackedBytes;
  for (const [index, line] of text.trimEnd().split("\n").entries()) {
    const bytes = unpackLine(line, index, left);
    left -= bytes.length;
    parts.push(bytes.toString("utf8"));
  }
  return parts.join("");
}

function unpackLine(line: string, index: number, maxOutputLength: number): Buffer {
  try {
    const packed = valueAt(JSON.parse(line), "gzip");
    if (typeof packed !== "string") throw new TypeError('it has no member "gzip"');
    return gunzipSync(Buffer.from(packed, "base64"), { maxOutputLength });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`line ${index + 1} of the file cannot be unpacked: ${reason}`, { cause: error });
  }
}
