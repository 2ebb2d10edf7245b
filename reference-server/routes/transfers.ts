import type { Answer } from "../answer.ts";
import type { Call } from "../call.ts";
import { ProblemError } from "../problem-error.ts";
import { allReleases, storedBytes } from "../store.ts";
import type { Route } from "./route.ts";

async function uploadBytes(call: Call): Promise<Answer> {
  const { publish, transfer } = call.rules;
  const { uploadId } = transfer.ticketOf(call);
  const { intents } = call.registry.store;
  const found = intents.get(uploadId);
  if (found === undefined) throw new ProblemError("not-found", "there is no such transfer");
  transfer.assertSignature(found, call);
  transfer.assertMethod(call);
  transfer.assertHeaders(found, call);
  transfer.assertOpen(found, call);
  const bytes = await readWithinCapacity(
    found.kind === "trust" ? publish.largestArtifact : publish.largestArchive,
    call,
  );
  // The intent may have been finalized during the transfer.
  const intent = intents.get(uploadId) ?? found;
  transfer.assertOpen(intent, call);
  transfer.assertBytes(intent, bytes, call);
  transfer.keep(intent, bytes, call);
  return transfer.accepted(intent, call);
}

/** Reads the bytes of a transfer, or answers 413 where the registry has no room for them: others may send at the same time. */
async function readWithinCapacity(limit: number, call: Call): Promise<Uint8Array> {
  const { store, capacity } = call.registry;
  const declared = Number(call.request.headers.get("content-length") ?? Number.NaN);
  const expected = Number.isInteger(declared) && declared >= 0 ? Math.min(declared, limit) : limit;
  const room = capacity - storedBytes(store) - store.incoming;
  if (expected > room && expected === declared)
    throw new ProblemError("payload-too-large", "the registry has no room for these bytes");
  const reserved = Math.max(0, Math.min(expected, room));
  store.incoming += reserved;
  try {
    return await call.rules.body.readBytes(Math.min(limit, reserved), call);
  } finally {
    store.incoming -= reserved;
  }
}

async function downloadArchive(call: Call): Promise<Answer> {
  const { transfer, visibility } = call.rules;
  const id = (call.parameters["id"] ?? "").replace(/\.tar\.gz$/, "");
  const release = allReleases(call.registry.store).find(
    ({ source }) => source.kind === "hosted" && source.downloadId === id,
  );
  if (release === undefined || !visibility.inDownload(release, call)) {
    throw new ProblemError("not-found", "there is no such archive");
  }
  return await transfer.download(release, call);
}

function downloadArtifact(call: Call): Answer {
  const { transfer, visibility } = call.rules;
  for (const release of allReleases(call.registry.store)) {
    for (const attachment of release.attachments) {
      const isWanted = transfer.artifactKey(attachment) === call.parameters["id"];
      if (isWanted && visibility.attachment(attachment, release, call))
        return transfer.artifact(attachment, call);
    }
  }
  throw new ProblemError("not-found", "there is no such artifact");
}

/** The opaque URLs of transfers, which are not part of the API. */
export const transferRoutes: readonly Route[] = [
  {
    operation: "transferBytes",
    form: "none",
    methods: ["PUT", "POST"],
    path: "/transfers/:uploadId",
    handle: uploadBytes,
  },
  {
    operation: "transferBytes",
    form: "none",
    methods: ["GET"],
    path: "/downloads/:id",
    handle: downloadArchive,
  },
  {
    operation: "transferBytes",
    form: "none",
    methods: ["GET"],
    path: "/artifacts/:id",
    handle: downloadArtifact,
  },
];
