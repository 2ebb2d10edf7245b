/** Presigned URLs of an S3 object store: Signature Version 4 in the query. */
import { createHash, createHmac } from "node:crypto";

export interface ObjectAddress {
  /** Such as `http://127.0.0.1:4568`. */
  readonly origin: string;
  /** Absent where the origin is the bucket's own. */
  readonly bucket?: string;
  readonly key: string;
}

export interface Signing {
  readonly accessKey: string;
  readonly secretKey: string;
  /** Seconds. */
  readonly expiresIn: number;
  readonly now: Date;
  /** Headers that the request must carry, in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
}

const region = "us-east-1";

const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const sign = (key: string | Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();

/** A URL that lets somebody make this one request of the object. */
export function presign(method: "GET" | "PUT", address: ObjectAddress, signing: Signing): string {
  const { origin, bucket, key } = address;
  const time = signing.now.toISOString().replaceAll(/[-:]|\.\d+/g, "");
  const day = time.slice(0, 8);
  const scope = `${day}/${region}/s3/aws4_request`;
  const headers: Readonly<Record<string, string>> = { host: new URL(origin).host, ...signing.headers };
  const names = Object.keys(headers).toSorted();
  const query = [
    ["X-Amz-Algorithm", "AWS4-HMAC-SHA256"],
    ["X-Amz-Credential", `${signing.accessKey}/${scope}`],
    ["X-Amz-Date", time],
    ["X-Amz-Expires", String(signing.expiresIn)],
    ["X-Amz-SignedHeaders", names.join(";")],
  ]
    .map(([name = "", value = ""]) => `${name}=${encode(value)}`)
    .join("&");
  const path = [...(bucket === undefined ? [""] : ["", bucket]), ...key.split("/").map(encode)].join("/");
  const canonical = [
    method,
    path,
    query,
    ...names.map((name) => `${name}:${headers[name] ?? ""}`),
    "",
    names.join(";"),
    "UNSIGNED-PAYLOAD",
  ].join("\n");
  const digest = createHash("sha256").update(canonical).digest("hex");
  const signingKey = [region, "s3", "aws4_request"].reduce<string | Buffer>(
    (one, text) => sign(one, text),
    sign(`AWS4${signing.secretKey}`, day),
  );
  const signature = sign(signingKey, ["AWS4-HMAC-SHA256", time, scope, digest].join("\n")).toString("hex");
  return `${origin}${path}?${query}&X-Amz-Signature=${signature}`;
}
