import {
  type Assertion,
  describeReproduction,
  type Reproduction,
  type Step,
  type Template,
  toNameWords,
} from "./reproduction.ts";

/** A Go test with the standard library only. What fails before the last request ends the test with its own words. */
export function renderGoTest(reproduction: Reproduction): string {
  const { id, environment, steps, assertion } = reproduction;
  const name = toNameWords(id)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
  const body = [
    ...environment.map(
      ({ name: variable, standard }) =>
        `\t${variable} := setting(t, ${toText([variable])}, ${toText([standard ?? ""])})`,
    ),
    ...steps.flatMap((step, index) => [
      ...renderStep(step, index, steps.length),
      ...(step.mayConclude
        ? [`\tif answer := answer${index + 1}; ${renderCondition(assertion)} {`, "\t\treturn", "\t}"]
        : []),
    ]),
    `\tif !(${renderCondition(assertion)}) {`,
    '\t\tt.Errorf("got status %d: %.2000s", answer.status, answer.text)',
    "\t}",
  ];
  const lines = [
    ...describeReproduction(reproduction).map((line) => `// ${line}`.trimEnd()),
    "package conformance",
    "",
    "import (",
    ...[
      "encoding/base64",
      "encoding/json",
      "io",
      "net/http",
      "os",
      "reflect",
      "regexp",
      "strings",
      "testing",
    ].map((one) => `\t"${one}"`),
    ")",
    "",
    `func Test${name}(t *testing.T) {`,
    ...body,
    "}",
    ...support,
  ];
  return `${lines.join("\n")}\n`;
}

const support = String.raw`
func setting(t *testing.T, name, standard string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	if standard == "" {
		t.Fatalf("the environment variable %s is not set", name)
	}
	return standard
}

type reply struct {
	status    int
	mediaType string
	text      string
	document  any
}

func send(t *testing.T, method, url string, headers [][2]string, body string, mustSucceed bool) reply {
	t.Helper()
	request, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for _, field := range headers {
		request.Header[field[0]] = append(request.Header[field[0]], field[1])
	}
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	bytes, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	if mustSucceed && response.StatusCode/100 != 2 {
		t.Fatalf("a request before it answered %d: %s %s: %.500s", response.StatusCode, method, url, bytes)
	}
	answer := reply{status: response.StatusCode, text: string(bytes)}
	answer.mediaType = strings.TrimSpace(strings.Split(response.Header.Get("Content-Type"), ";")[0])
	_ = json.Unmarshal(bytes, &answer.document)
	return answer
}

func member(document any, path ...any) any {
	for _, key := range path {
		switch at := key.(type) {
		case string:
			object, _ := document.(map[string]any)
			document = object[at]
		case int:
			list, _ := document.([]any)
			if at >= len(list) {
				return nil
			}
			document = list[at]
		}
	}
	return document
}

func text(value any) string {
	found, _ := value.(string)
	return found
}

func decode(value string) string {
	bytes, _ := base64.StdEncoding.DecodeString(value)
	return string(bytes)
}

func parse(value string) any {
	var document any
	_ = json.Unmarshal([]byte(value), &document)
	return document
}

var _, _, _, _, _ = reflect.DeepEqual, regexp.MustCompile, text, decode, parse`.split("\n");

function renderStep(
  { title, method, url, headers, body, mustSucceed, mayConclude, saves }: Step,
  index: number,
  count: number,
): string[] {
  const fields = headers.map(([name, value]) => `{${toText([name])}, ${toText(value)}}`);
  const sent =
    body === undefined ? '""' : "text" in body ? toText(body.text) : `decode(${toText([body.base64])})`;
  const call = `send(t, ${toText([method])}, ${toText(url)}, [][2]string{${fields.join(", ")}}, ${sent}, ${String(mustSucceed)})`;
  const isUsed = saves.length > 0 || mayConclude || index === count - 1;
  const answer = `answer${index + 1}`;
  return [
    `\t// ${index + 1}. ${title}`,
    isUsed ? `\t${index === count - 1 ? "answer" : answer} := ${call}` : `\t${call}`,
    ...saves.map(
      ({ variable, path }) =>
        `\t${variable} := text(member(${answer}.document, ${path.map((key) => JSON.stringify(key)).join(", ")}))`,
    ),
  ];
}

function toText(template: Template): string {
  const pieces = template.map((piece) => (typeof piece === "string" ? quote(piece) : piece.variable));
  return pieces.length === 0 ? '""' : pieces.join(" + ");
}

/** Go has the escapes of JSON, but for surrogate pairs. */
function quote(text: string): string {
  return JSON.stringify(text).replaceAll(
    /[^\x20-\x7e]/gu,
    (character) => `\\U${(character.codePointAt(0) ?? 0).toString(16).padStart(8, "0")}`,
  );
}

function renderCondition(assertion: Assertion): string {
  if ("anyOf" in assertion) {
    const parts = assertion.anyOf.map(({ from, to, slug }) => {
      const status =
        from === to ? `answer.status == ${from}` : `answer.status >= ${from} && answer.status <= ${to}`;
      return slug === undefined
        ? status
        : `(${status} && strings.HasSuffix(text(member(answer.document, "type")), ${toText([`/${slug}`])}))`;
    });
    return assertion.kind === "status" ? parts.join(" || ") : `!(${parts.join(" || ")})`;
  }
  if (assertion.kind === "media-type")
    return `strings.EqualFold(answer.mediaType, ${toText([assertion.mediaType])})`;
  if (assertion.kind === "object") return `strings.HasPrefix(strings.TrimSpace(answer.text), "{")`;
  if (assertion.kind === "contains") return `strings.Contains(answer.text, ${toText(assertion.json)})`;
  const found = `member(answer.document, ${assertion.path.map((key) => JSON.stringify(key)).join(", ")})`;
  if (assertion.kind === "present") return `${found} != nil`;
  if (assertion.kind === "matches")
    return `regexp.MustCompile(${toText([assertion.pattern])}).MatchString(text(${found}))`;
  const isEqual = `reflect.DeepEqual(${found}, parse(${toText(assertion.json)}))`;
  return assertion.kind === "equal" ? isEqual : `!${isEqual}`;
}
