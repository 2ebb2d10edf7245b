import {
  type Assertion,
  describeReproduction,
  type Reproduction,
  type Step,
  type Template,
  toNameWords,
} from "./reproduction.ts";

/** A test for Python's unittest, with the standard library only. What fails before the last request is an error, not a failure. */
export function renderPythonTest(reproduction: Reproduction): string {
  const { id, environment, steps, assertion } = reproduction;
  const lines = [
    '"""' +
      describeReproduction(reproduction).join("\n").replaceAll("\\", "\\\\").replaceAll('"""', "'''") +
      '\n"""',
    "import base64, http.client, json, os, re, unittest",
    "from urllib.parse import urlsplit",
    "",
    ...environment.map(({ name, standard }) =>
      standard === undefined
        ? `${name} = os.environ[${toText([name])}]`
        : `${name} = os.environ.get(${toText([name])}, ${toText([standard])})`,
    ),
    ...support,
    "",
    "class Reproduction(unittest.TestCase):",
    `    def test_${toNameWords(id).join("_").toLowerCase()}(self):`,
    ...steps.flatMap((step, index) =>
      [
        ...renderStep(step, index),
        ...(step.mayConclude ? [`if ${renderCondition(assertion)}:`, "    return"] : []),
      ].map((line) => `        ${line}`),
    ),
    `        self.assertTrue(${renderCondition(assertion)}, seen)`,
    "",
    'if __name__ == "__main__":',
    "    unittest.main()",
  ];
  return `${lines.join("\n")}\n`;
}

const support = String.raw`
def send(method, url, headers, body=None, must_succeed=False):
    parts = urlsplit(url)
    secure = parts.scheme == "https"
    kind = http.client.HTTPSConnection if secure else http.client.HTTPConnection
    connection = kind(parts.netloc, timeout=30)
    # the path as it is: urlsplit would take away what it does not know
    path = url.split(parts.netloc, 1)[1] or "/"
    connection.request(method, path, body, headers)
    response = connection.getresponse()
    data = response.read()
    connection.close()
    if must_succeed and not 200 <= response.status <= 299:
        raise RuntimeError(f"A request before it answered {response.status}: {method} {url}: {data[:500]!r}")
    try:
        document = json.loads(data)
    except ValueError:
        document = None
    return response, document, f"status {response.status}: {data[:2000]!r}"


def member(document, *path):
    for key in path:
        try:
            document = document[key]
        except (KeyError, IndexError, TypeError):
            return None
    return document
`.split("\n");

function renderStep(
  { title, method, url, headers, body, mustSucceed, saves }: Step,
  index: number,
): string[] {
  const fields = headers.map(([name, value]) => `${toText([name])}: ${toText(value)}`);
  const sent =
    body === undefined
      ? ""
      : "text" in body
        ? `, (${toText(body.text)}).encode()`
        : `, base64.b64decode(${toText([body.base64])})`;
  return [
    `# ${index + 1}. ${title}`,
    `response, answer, seen = send(${toText([method])}, ${toText(url)}, {${fields.join(", ")}}${sent}${mustSucceed ? ", must_succeed=True" : ""})`,
    ...saves.map(
      ({ variable, path }) =>
        `${variable} = member(answer, ${path.map((key) => JSON.stringify(key)).join(", ")})`,
    ),
  ];
}

/** A Python expression of a text. JSON escapes are Python escapes too, in text of the basic plane. */
function toText(template: Template): string {
  const pieces = template.map((piece) => (typeof piece === "string" ? quote(piece) : piece.variable));
  return pieces.length === 0 ? '""' : pieces.join(" + ");
}

function quote(text: string): string {
  return JSON.stringify(text).replaceAll(/[^\x20-\x7e]/gu, (character) =>
    [...character].map((one) => `\\U${(one.codePointAt(0) ?? 0).toString(16).padStart(8, "0")}`).join(""),
  );
}

function renderCondition(assertion: Assertion): string {
  if ("anyOf" in assertion) {
    const parts = assertion.anyOf.map(({ from, to, slug }) => {
      const status = from === to ? `response.status == ${from}` : `${from} <= response.status <= ${to}`;
      return slug === undefined
        ? status
        : `(${status} and str(member(answer, "type")).endswith(${toText([`/${slug}`])}))`;
    });
    return assertion.kind === "status" ? parts.join(" or ") : `not (${parts.join(" or ")})`;
  }
  if (assertion.kind === "media-type")
    return `str(response.getheader("Content-Type")).split(";")[0].strip().lower() == ${toText([assertion.mediaType])}`;
  if (assertion.kind === "object") return "isinstance(answer, dict)";
  if (assertion.kind === "contains")
    return `json.dumps(json.loads(${toText(assertion.json)})) in json.dumps(answer)`;
  const found = `member(answer, ${assertion.path.map((key) => JSON.stringify(key)).join(", ")})`;
  if (assertion.kind === "present") return `${found} is not None`;
  if (assertion.kind === "matches") return `bool(re.search(${toText([assertion.pattern])}, str(${found})))`;
  return `${found} ${assertion.kind === "equal" ? "==" : "!="} json.loads(${toText(assertion.json)})`;
}
