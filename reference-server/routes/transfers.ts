import type { Answer } from "../answer.ts";
import type { Call } from "../call.ts";
import { ProblemError } from "../problem-error.ts";
import { allReleases } from "../store.ts";
import type { Route } from "./route.ts";

async function uploadBytes(call: Call): Promise<Answer> {
  const { body, publish, transfer } = call.rules;
  const uploadId = call.parameters["uploadId"] ?? "";
  const { intents } = call.registry.store;
  const found = intents.get(uploadId);
  if (found === undefined) throw new ProblemError("not-found", "there is no such transfer");
  transfer.assertSignature(found, call);
  transfer.assertMethod(call);
  transfer.assertHeaders(found, call);
  transfer.assertOpen(found, call);
  const bytes = await body.readBytes(
    found.kind === "trust" ? publish.largestArtifact : publish.largestArchive,
    call,
  );
  // The intent may have been closed while its bytes were on their way.
  const intent = intents.get(uploadId) ?? found;
  transfer.assertOpen(intent, call);
  transfer.assertBytes(intent, bytes, call);
  transfer.keep(intent, bytes, call);
  return transfer.accepted(intent, call);
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
      const isWanted = attachment.id === call.parameters["id"];
      if (isWanted && visibility.attachment(attachment, release, call))
        return transfer.artifact(attachment, call);
    }
  }
  throw new ProblemError("not-found", "there is no such artifact");
}

/** The opaque places that bytes are sent to and fetched from; no part of the API. */
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
