/** A release with two attachments, and with a third of another format. */
import type { Tools } from "../../harness/check.ts";
import type { Attachment, PublishedRelease } from "../../harness/given/given.ts";
import { type Situation, situation } from "../../harness/given/situation.ts";
import { type Answer, isSuccess } from "../../harness/exchange/answer.ts";
import type { Half } from "../../harness/vocabulary.ts";
import { attachmentOf, detailWith, showsAttachment } from "../situations/attached-release.ts";
import { givenVolumeWithVersions } from "../situations/version-index.ts";
import { finishAttaching } from "./finish-attaching.ts";

/** Two attachments on one release, with the trust detail after each of them. */
export interface Pair {
  readonly release: PublishedRelease;
  readonly first: Attachment;
  readonly second: Attachment;
  readonly before: Answer;
  readonly after: Answer;
}

export const attachedPair: Situation<Pair> = situation(
  "trust/attached-pair",
  async ({ given, registry, eventually }) => {
    // no other check attaches this format here: a newer attachment of the same kind may replace an older one
    const [, , release] = (await givenVolumeWithVersions(given)).releases;
    const first = await given.attachment(release);
    const before = await detailWith({ registry, eventually }, first);
    // the same JSON with more white space, so that a mix-up of the two sizes is detected
    const artifact = Buffer.concat([first.intent.artifact, Buffer.from(" \n")]);
    const second = await given.attachment(release, { artifact });
    const hasBoth = (answer: Answer): boolean =>
      showsAttachment(first)(answer) && showsAttachment(second)(answer);
    const after = await eventually(() => registry.getTrustDetail(release), { since: second, until: hasBoth });
    return { release, first, second, before, after };
  },
);

/** An attachment of a different format, and the response to its trust create. */
interface FurtherFormat {
  readonly format: Readonly<Record<string, string>>;
  readonly created: Answer;
  /** Undefined if the registry refuses the format. */
  readonly attachment?: Attachment;
  /** The trust detail after it. No other check attaches to this release: a newer attachment of the same kind may replace an older one. */
  readonly detail?: Answer;
}

/** Formats with all members, whose values implementations often change: letter case, spaces, length, letters that are composed, the end of a URI. */
const unusualFormats: Readonly<Record<Half, Readonly<Record<string, string>>>> = {
  first: {
    family: "spdx",
    mediaType: "application/spdx+json",
    predicateType: "https://spdx.example/Document?scope=build&kind=%22lite%22#Lite",
    profile: ` ${"Build time, with every file and its licence. ".repeat(7)}`,
    version: "2.30",
  },
  second: {
    family: "In-Toto",
    mediaType: "application/vnd.in-toto+json",
    predicateType: `https://provenance.example/v1/${"of-a-builder/".repeat(6)}`,
    profile: `Größe <b>"世界"</b> & 🌍 cafe\u0301 it's 50 %`,
    version: "1.10.0",
  },
};

/** Two formats, because one of them may be the configured format of the target. */
const spdx = { family: "spdx", mediaType: "application/spdx+json", version: "2.3" };
const openVex = { family: "openvex", mediaType: "application/vnd.openvex+json", version: "0.2.0" };

/** The response to the create of an artifact of a format, and the refusal of a later step. */
interface FormatAttempt extends FurtherFormat {
  readonly refused?: Answer;
}

async function tryToAttach(
  { given, registry }: Pick<Tools, "given" | "registry">,
  release: PublishedRelease,
  { format, artifact }: { readonly format: FurtherFormat["format"]; readonly artifact: Uint8Array },
): Promise<FormatAttempt> {
  const { volume, version } = release;
  const defaultBody = given.trustBody(release, artifact);
  const requestBody = { ...defaultBody, attachment: { ...attachmentOf(defaultBody), format } };
  const created = await registry.createTrustUpload(release, requestBody);
  if (!isSuccess(created)) return { format, created };
  const about = { volume, version, artifact, requestBody };
  return { format, created, ...(await finishAttaching({ given, registry }, about, created)) };
}

/** Attaches an artifact of a different format to the release of the pair: of an unusual one, or of a usual one if that is refused. */
export const furtherFormat: Situation<FurtherFormat> = situation(
  "trust/further-format",
  async ({ given, registry, eventually }) => {
    const { release, first, second } = await attachedPair(given);
    // read in one half, so that a summary which is kept too long is found
    if (given.half === "second") await registry.getTrustSummary(release);
    const artifact = Buffer.from(
      JSON.stringify({ spdxVersion: "SPDX-2.3", name: given.unique("spdx"), packages: [] }),
    );
    const configured = first.intent.format["mediaType"];
    const usual = configured === spdx.mediaType ? openVex : spdx;
    const unusual = unusualFormats[given.half];
    // in one half, with the bytes of the second attachment
    const bytes = given.half === "first" ? artifact : second.intent.artifact;
    const tools = { given, registry };
    const isOther = configured !== unusual["mediaType"];
    let attempt = await tryToAttach(
      tools,
      release,
      isOther ? { format: unusual, artifact: bytes } : { format: usual, artifact },
    );
    if (isOther && attempt.attachment === undefined)
      attempt = await tryToAttach(tools, release, { format: usual, artifact });
    const { format, created, refused, attachment } = attempt;
    if (refused !== undefined)
      throw given.blocked(
        `attaching an artifact of another format (${given.form}) answered ${refused.status}`,
        refused,
      );
    if (attachment === undefined) return { format, created };
    const detail = await detailWith({ registry, eventually }, second, attachment);
    return { format, created, attachment, detail };
  },
);
