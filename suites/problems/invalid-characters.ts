/** Characters that are not valid in any name, id or number. They must not cause a server error in any part of the registry. */
import type { CheckFile } from "../../harness/check-file.ts";
import type { Tools } from "../../harness/check.ts";
import { describeAnswer } from "../../harness/expect/expect.ts";
import { type Answer, valueAt } from "../../harness/exchange/answer.ts";
import { encodeSegment, type ReleaseName, toVolumePath } from "../../harness/exchange/volume.ts";
import { casesAt } from "../inputs/cases.ts";
import { browserAccept } from "../inputs/clients.ts";
import { oddSearch } from "../situations/odd-search.ts";
import { controlIntent } from "../situations/release-uploads.ts";

/** Paths with an invalid character, for the reads that the target offers. */
function pathsWithInvalidCharacters({ target }: Tools, { volume, version }: ReleaseName): readonly string[] {
  const { trust, advisories, search } = target.features;
  const name = toVolumePath(volume);
  return [
    `/volumes/${name}%00/${version}`,
    `/index/volumes/${name}%FF`,
    ...(trust ? [`/volumes/${name}/${version}%00/trust/detail`] : []),
    `/volumes/${name}/%zz`,
    ...(advisories ? ["/advisories/%00", "/advisories?limit=%00", "/advisories/a%2Fb"] : []),
    ...(search ? ["/search?limit=%FF"] : []),
  ];
}

/** A write with something that a database or a parser may not take. */
interface Write {
  readonly path: string;
  readonly body?: object;
  /** The text of `declaredSize`: a number that JavaScript or a column has not. */
  readonly size?: string;
  readonly authorization?: string;
}

async function writesThatMayCrash({ given, target }: Tools): Promise<readonly Write[]> {
  const { requestBody: body } = await controlIntent(given);
  // what is opened may end the other uploads of its version
  const path = `/volumes/${toVolumePath(given.volume())}`;
  const ofTrust = async (): Promise<Write> => {
    const release = await given.sharedRelease();
    const { attachment, ...members } = given.trustBody(release, given.artifact());
    const format = { ...asObject(valueAt(attachment, "format")), profile: "a\u0000b" };
    const ofRelease = `/volumes/${toVolumePath(release.volume)}/${encodeSegment(release.version)}`;
    return {
      path: `${ofRelease}/trust/uploads`,
      body: { ...members, attachment: { ...asObject(attachment), format } },
    };
  };
  return [
    { path: `${path}%00`, body },
    { path: `${path}/uploads/%00/finalize` },
    { path, body: { ...body, idempotencyKey: `${given.key()}\u0000\ud800` } },
    { path, body, size: "1e400" },
    { path, body, size: "9223372036854775808" },
    { path, body, authorization: "Bearer \u00e9" },
    ...(target.features.trust ? [await ofTrust()] : []),
  ];
}

function asObject(value: unknown): object {
  return typeof value === "object" && value !== null ? value : {};
}

function expectNoServerError({ expect }: Tools, answer: Answer): void {
  expect.that(answer.status < 500, {
    expected: "a status below 500",
    wanted: { otherStatus: true },
    got: describeAnswer(answer),
    answer,
  });
}

export const invalidCharacters: CheckFile = {
  source: "Errors, table of slugs",
  reading:
    "The text does not mention a NUL, a byte that is not UTF-8, an encoded slash or an invalid escape. A server in front of the API may reject them, or reset the HTTP/2 stream, so only a 5xx fails.",
  operations: ["getRelease", "getVersionIndex"],
  covers: ["question:1", "question:16"],
  from: "standard",
  checks: [
    {
      id: "problems/invalid-characters-in-reads-never-cause-server-errors",
      of: "problems/unusual-requests-cause-no-server-error",
      rule: "`GET` with a NUL, an invalid escape, a byte that is not UTF-8 or an encoded slash in its path or query never answers 5xx.",
      async run(tools) {
        const release = await tools.given.readableRelease();

        await tools.each(casesAt(tools, pathsWithInvalidCharacters(tools, release), 0), async (path) => {
          const answer = await tools.registry.request(
            { method: "GET", path: `/api/v1${path}` },
            { mayBeReset: true },
          );

          expectNoServerError(tools, answer);
        });
      },
    },
    {
      id: "problems/invalid-characters-in-writes-never-cause-server-errors",
      of: "problems/unusual-requests-cause-no-server-error",
      rule: "`POST` create, finalize or trust create with a NUL, a size that no number type has, or a token beyond ASCII, never answers 5xx.",
      operations: ["createReleaseUpload", "finalizeReleaseUpload"],
      needs: ["token:publisher"],
      async run(tools) {
        const { registry } = tools;
        await tools.each(casesAt(tools, await writesThatMayCrash(tools), 0), async (write) => {
          const { path, body, size, authorization } = write;
          const text =
            body && JSON.stringify({ ...body, ...(size === undefined ? {} : { declaredSize: 0 }) });
          const rawBody = text?.replace('"declaredSize":0', `"declaredSize":${size ?? 0}`);
          const request = { method: "POST", path: `/api/v1${path}` };
          const answer = await registry.request(request, {
            ...(authorization === undefined ? { as: "publisher" } : { authorization }),
            mayBeReset: true,
            ...(rawBody === undefined ? {} : { rawBody }),
          });

          expectNoServerError(tools, answer);
        });
      },
    },
    {
      id: "problems/malformed-searches-never-cause-server-errors",
      of: "problems/unusual-requests-cause-no-server-error",
      rule: "`GET` search with an invalid escape in an unknown query member, and with a malformed `If-None-Match`, never answers 5xx.",
      operations: ["searchVolumes"],
      forms: "none",
      async run(tools) {
        expectNoServerError(tools, await oddSearch(tools.given));
      },
    },
    {
      id: "problems/content-types-of-reads-never-cause-server-errors",
      of: "problems/unusual-requests-cause-no-server-error",
      owns: ["every-response/endpoints-never-answer-server-errors"],
      rule: "`GET` metadata of an unknown version with a `Content-Type`, by a browser, never answers 5xx.",
      operations: ["getRelease"],
      forms: "one",
      async run(tools) {
        const { volume } = await tools.given.readableRelease();

        const answer = await tools.registry.getRelease(
          { volume, version: "987.65.5" },
          {
            headers: [
              ["content-type", "application/json"],
              // an error for a browser is a problem document, too
              ["accept", browserAccept],
            ],
          },
        );

        expectNoServerError(tools, answer);
      },
    },
  ],
};
