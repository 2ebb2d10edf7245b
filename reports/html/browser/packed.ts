/** Bytes of a text in base64. */
function toBytes(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

async function unpack(name: string): Promise<unknown> {
  const block = document.querySelector(`script[data-packed="${CSS.escape(name)}"]`);
  if (block === null) return [];
  const packed = new Blob([toBytes(block.textContent)]).stream();
  return await new Response(packed.pipeThrough(new DecompressionStream("deflate-raw"))).json();
}

const unpacked = new Map<string, Promise<unknown>>();

/** The value of a packed block. It is unpacked once. The renderer wrote it for this page, so callers know its shape. */
export async function readPacked(name: string): Promise<unknown> {
  const known = unpacked.get(name) ?? unpack(name);
  unpacked.set(name, known);
  return await known;
}
