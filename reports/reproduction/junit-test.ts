import {
  type Assertion,
  describeReproduction,
  type Reproduction,
  type Step,
  type Template,
  toNameWords,
} from "./reproduction.ts";

/** A JUnit 5 test for Java 17 or newer, with nothing but the JDK and JUnit. */
export function renderJunitTest(reproduction: Reproduction): string {
  const { id, environment, steps, assertion } = reproduction;
  const [first = "", ...rest] = toNameWords(id);
  const name =
    first.toLowerCase() + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  const lines = [
    "import static org.junit.jupiter.api.Assertions.assertTrue;",
    "",
    "import java.net.URI;",
    "import java.net.http.HttpClient;",
    "import java.net.http.HttpRequest;",
    "import java.net.http.HttpResponse;",
    "import java.nio.charset.StandardCharsets;",
    "import java.util.ArrayList;",
    "import java.util.Base64;",
    "import java.util.LinkedHashMap;",
    "import java.util.List;",
    "import java.util.Map;",
    "import org.junit.jupiter.api.Test;",
    "",
    "/**",
    ...describeReproduction(reproduction).map((line) =>
      ` * ${line.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("*/", "*&#47;").replaceAll("@", "&#64;").replaceAll("\\", "&#92;")}`.trimEnd(),
    ),
    " */",
    "class ReproductionTest {",
    "  @Test",
    `  void ${name}() throws Exception {`,
    ...environment.map(
      ({ name: variable, standard }) =>
        `    String ${variable} = setting(${toText([variable])}, ${standard === undefined ? "null" : toText([standard])});`,
    ),
    ...steps.flatMap((step, index) =>
      [
        ...renderStep(step, index, steps.length),
        ...(step.mayConclude
          ? [
              `if (${renderAssertion(assertion).replaceAll(/\banswer\b(?=[.)])/gu, `answer${index + 1}`)}) return;`,
            ]
          : []),
      ].map((line) => `    ${line}`),
    ),
    `    assertTrue(${renderAssertion(assertion)}, answer.seen());`,
    "  }",
    ...support,
    "}",
  ];
  return `${lines.join("\n")}\n`;
}

const support = String.raw`
  private record Reply(int status, String mediaType, Object document, String seen) {}

  private static String setting(String name, String standard) {
    String value = System.getenv(name);
    if (value != null && !value.isEmpty()) return value;
    if (standard == null) throw new IllegalStateException("the environment variable " + name + " is not set");
    return standard;
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static Reply send(String method, String url, String[][] headers, byte[] body, boolean mustSucceed)
      throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url));
    for (String[] field : headers) request.header(field[0], field[1]);
    request.method(
        method, body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofByteArray(body));
    HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    HttpResponse<byte[]> response = client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    String text = new String(response.body(), StandardCharsets.UTF_8);
    String seen = "status " + response.statusCode() + ": " + text.substring(0, Math.min(2000, text.length()));
    if (mustSucceed && response.statusCode() / 100 != 2)
      throw new IllegalStateException("a request before it failed: " + method + " " + url + ": " + seen);
    String mediaType = response.headers().firstValue("Content-Type").orElse("").split(";")[0].trim();
    return new Reply(response.statusCode(), mediaType, parse(text), seen);
  }

  private static Object member(Object document, Object... path) {
    for (Object key : path) {
      if (document instanceof Map<?, ?> object) document = object.get(key);
      else if (document instanceof List<?> list && key instanceof Integer at && at < list.size()) document = list.get(at);
      else return null;
    }
    return document;
  }

  /** The JSON document, or null if it is not valid. */
  private static Object parse(String text) {
    try {
      return new Json(text).value();
    } catch (RuntimeException error) {
      return null;
    }
  }

  private static final class Json {
    private final String text;
    private int at;

    Json(String text) {
      this.text = text;
    }

    private char next() {
      while (Character.isWhitespace(text.charAt(at))) at++;
      return text.charAt(at);
    }

    private boolean ends(char end) {
      if (next() == ',') at++;
      if (next() != end) return false;
      at++;
      return true;
    }

    Object value() {
      switch (next()) {
        case '{': {
          Map<String, Object> object = new LinkedHashMap<>();
          for (at++; !ends('}'); ) {
            next();
            String name = string();
            next();
            at++;
            object.put(name, value());
          }
          return object;
        }
        case '[': {
          List<Object> list = new ArrayList<>();
          for (at++; !ends(']'); ) list.add(value());
          return list;
        }
        case '"':
          return string();
        default: {
          int start = at;
          while (at < text.length() && "+-.".indexOf(text.charAt(at)) + 1 + (Character.isLetterOrDigit(text.charAt(at)) ? 1 : 0) > 0) at++;
          String word = text.substring(start, at);
          if (word.equals("null")) return null;
          return word.equals("true") || word.equals("false") ? (Object) Boolean.valueOf(word) : Double.valueOf(word);
        }
      }
    }

    private String string() {
      StringBuilder found = new StringBuilder();
      for (at++; text.charAt(at) != '"'; at++) {
        if (text.charAt(at) != '\\') {
          found.append(text.charAt(at));
          continue;
        }
        char escaped = text.charAt(++at);
        int known = "bfnrt".indexOf(escaped);
        if (escaped == 'u') {
          found.append((char) Integer.parseInt(text.substring(at + 1, at + 5), 16));
          at += 4;
        } else found.append(known < 0 ? escaped : "\b\f\n\r\t".charAt(known));
      }
      at++;
      return found.toString();
    }
  }`.split("\n");

function renderStep(
  { title, method, url, headers, body, mustSucceed, mayConclude, saves }: Step,
  index: number,
  count: number,
): string[] {
  const fields = headers.map(([name, value]) => `{${toText([name])}, ${toText(value)}}`);
  const sent =
    body === undefined
      ? "null"
      : "text" in body
        ? `utf8(${toText(body.text)})`
        : `Base64.getDecoder().decode(${toText([body.base64])})`;
  const answer = index === count - 1 ? "answer" : `answer${index + 1}`;
  const isUsed = saves.length > 0 || mayConclude || index === count - 1;
  const call = `send(${toText([method])}, ${toText(url)}, new String[][] {${fields.join(", ")}}, ${sent}, ${String(mustSucceed)});`;
  return [
    // a backslash before u would begin an escape even in a comment
    `// ${index + 1}. ${title.replaceAll("\\", "/")}`,
    isUsed ? `Reply ${answer} = ${call}` : call,
    ...saves.map(
      ({ variable, path }) =>
        `String ${variable} = String.valueOf(member(${answer}.document(), ${path.map((key) => JSON.stringify(key)).join(", ")}));`,
    ),
  ];
}

function toText(template: Template): string {
  const pieces = template.map((piece) => (typeof piece === "string" ? quote(piece) : piece.variable));
  return pieces.length === 0 ? '""' : pieces.join(" + ");
}

/** A Java text literal: octal escapes for controls, since a line break as `\u000a` would end the literal. */
function quote(text: string): string {
  const escaped = text.replaceAll(/["\\]|[^\x20-\x7e]/gu, (character) => {
    if (character === '"' || character === "\\") return `\\${character}`;
    const units = Array.from({ length: character.length }, (_, place) => character.charCodeAt(place));
    return units
      .map((unit) =>
        unit < 0x20 ? `\\${unit.toString(8).padStart(3, "0")}` : `\\u${unit.toString(16).padStart(4, "0")}`,
      )
      .join("");
  });
  return `"${escaped}"`;
}

function renderAssertion(assertion: Assertion): string {
  if ("anyOf" in assertion) {
    const parts = assertion.anyOf.map(({ from, to, slug }) => {
      const status =
        from === to ? `answer.status() == ${from}` : `answer.status() >= ${from} && answer.status() <= ${to}`;
      return slug === undefined
        ? status
        : `(${status} && String.valueOf(member(answer.document(), "type")).endsWith(${toText([`/${slug}`])}))`;
    });
    return assertion.kind === "status" ? parts.join(" || ") : `!(${parts.join(" || ")})`;
  }
  if (assertion.kind === "media-type")
    return `answer.mediaType().equalsIgnoreCase(${toText([assertion.mediaType])})`;
  if (assertion.kind === "object") return "answer.document() instanceof Map";
  if (assertion.kind === "contains")
    return `String.valueOf(answer.document()).contains(String.valueOf(parse(${toText(assertion.json)})))`;
  const found = `member(answer.document(), ${assertion.path.map((key) => JSON.stringify(key)).join(", ")})`;
  if (assertion.kind === "present") return `${found} != null`;
  if (assertion.kind === "matches")
    return `java.util.regex.Pattern.compile(${toText([assertion.pattern])}).matcher(String.valueOf(${found})).find()`;
  const isEqual = `java.util.Objects.equals(${found}, parse(${toText(assertion.json)}))`;
  return assertion.kind === "equal" ? isEqual : `!${isEqual}`;
}
