/** Trust artifacts whose bytes implementations often change, cut or count in another way. */

/** Bytes, and how they differ from those of an ordinary artifact: "with …". */
export interface UnusualArtifact {
  readonly difference: string;
  readonly bytes: Uint8Array;
}

/** A common size of buffers and of columns. */
const bufferSize = 64 * 1024;

/** An artifact with white space at its end, as long as `size`. */
function padTo(size: number, artifact: Uint8Array): Uint8Array {
  return Buffer.concat([artifact, Buffer.alloc(size - artifact.length, " ")]);
}

/** The JSON of an artifact, changed as text. */
function toText(artifact: Uint8Array): string {
  return Buffer.from(artifact).toString("utf8");
}

/**
 * Unusual artifacts: those with the most differences first.
 * @param make an ordinary artifact in JSON, a different one each time
 */
export function unusualArtifacts(make: () => Uint8Array): readonly UnusualArtifact[] {
  const notUtf8 = Buffer.concat([make(), Buffer.from([0x00, 0xff, 0xfe, 0xc3, 0x28, 0x00, 0x0d, 0x80])]);
  const beyondAscii = { note: "grüße 世界 🌍 cafe\u0301 \u2028" };
  return [
    {
      difference: "with a byte order mark, CRLF and more than 128 KiB",
      bytes: padTo(2 * bufferSize + 1, Buffer.from(`\ufeff${toText(make()).replaceAll(",", ",\r\n\t")}\r\n`)),
    },
    { difference: "with as many bytes as the next one", bytes: padTo(notUtf8.length, make()) },
    { difference: "with zero bytes and bytes that are not UTF-8", bytes: notUtf8 },
    { difference: "without a byte", bytes: Buffer.of() },
    {
      difference: "with characters beyond ASCII",
      bytes: Buffer.from(
        toText(make()).replace(/\}$/, `,${JSON.stringify({ properties: [beyondAscii] }).slice(1)}`),
      ),
    },
    {
      difference: "with a duplicate member and numbers in another form",
      bytes: Buffer.from(toText(make()).replace(/\}$/, ',"version":1.0,"version":1e0}')),
    },
    { difference: `with exactly ${bufferSize} bytes`, bytes: padTo(bufferSize, make()) },
    { difference: "with one byte", bytes: Buffer.of(0x0a) },
  ];
}
