/** Method and path of each operation of the API. */
import type { Operation } from "../../schemas/report.ts";
import { readPackageFile } from "../package-file.ts";

export interface Endpoint {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
}

interface OperationTable {
  readonly operations: readonly {
    readonly id: string;
    readonly method: string;
    readonly path: string;
    readonly summary: string;
  }[];
}

/** Byte transfers have no path in the API: an upload instruction or a document names their address. */
const transfer: Endpoint = {
  operation: "transferBytes",
  method: "PUT or GET",
  path: "the URL of the upload instruction or of the document",
  summary: "Send or fetch bytes",
};

/** Every operation, in the order of the API's description. `{volume}` is `{name}` or `@{scope}/{name}`. */
export function listEndpoints(): readonly Endpoint[] {
  const { operations } = JSON.parse(readPackageFile("schemas/openapi-operations.json")) as OperationTable;
  return [
    ...operations.map(({ id, method, path, summary }) => ({
      operation: id,
      method: method.toUpperCase(),
      path,
      summary,
    })),
    transfer,
  ];
}

export function endpointsOf(operations: readonly Operation[]): readonly Endpoint[] {
  return listEndpoints().filter(({ operation }) => operations.some((one) => one === operation));
}
