/** Reads the file of `--ca`. */
import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { TargetError } from "../target-file/target-error.ts";

/** @throws TargetError if the file cannot be read or has no certificate; otherwise each request would fail, or none */
export async function readAuthority(file: string): Promise<string> {
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    throw new TargetError(`Cannot read certificate authorities "${file}"`, { cause: error });
  });
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^]+?-----END CERTIFICATE-----/g) ?? [];
  try {
    blocks.map((block) => new X509Certificate(block));
  } catch (error) {
    throw new TargetError(`Cannot read certificate authorities "${file}": a certificate in it is damaged`, {
      cause: error,
    });
  }
  if (blocks.length === 0)
    throw new TargetError(`Cannot read certificate authorities "${file}": it holds no PEM certificate`);
  return text;
}
