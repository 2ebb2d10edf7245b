/** Bytes of a text in base64. */
function toBytes(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

function unpack(name: string): Response | undefined {
  const block = document.querySelector(`script[data-packed="${CSS.escape(name)}"]`);
  if (block === null) return undefined;
  const packed = new Blob([toBytes(block.textContent)]).stream();
  return new Response(packed.pipeThrough(new DecompressionStream("deflate-raw")));
}

const unpacked = new Map<string, Promise<unknown>>();

/** The value of a packed block. It is unpacked once. The renderer wrote it for this page, so callers know its shape. */
export async function readPacked(name: string): Promise<unknown> {
  const known = unpacked.get(name) ?? unpack(name)?.json() ?? Promise.resolve([]);
  unpacked.set(name, known);
  return await known;
}

/** The bytes of a packed block; no bytes if the page has no such block. */
export async function readPackedBytes(name: string): Promise<Uint8Array> {
  return new Uint8Array((await unpack(name)?.arrayBuffer()) ?? new ArrayBuffer(0));
}
