// A states hook for a test system of a registry, to copy: Java 17 or newer, no dependencies.
//   STATES_SECRET=… java StatesHook.java
// Write the body of each state; one that you do not offer stays as it is. Never deploy this file with the registry.

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

public class StatesHook {
  /** Thrown by a state that this system does not offer: the checks that need it are skipped. */
  static class NotOffered extends Exception {}

  /** One state. It gets the JSON text of the request, and returns the JSON text of the answer. An error is answered 500. */
  interface State {
    String enter(String request) throws Exception;
  }

  static final State NOT_OFFERED =
      request -> {
        throw new NotOffered();
      };

  static final Map<String, State> STATES =
      Map.ofEntries(
          // params.grants: list of "publish", "unpublish", "trust"; params.resource: "*", "@scope", a name or name@version;
          // params.condition: "valid", "expired", "revoked" or "rate-limited". Return {"token": "…"}.
          Map.entry("token", NOT_OFFERED),
          // params.token: one that the hook gave is revoked from now on, or has expired.
          Map.entry("token-revoked", NOT_OFFERED),
          Map.entry("token-expired", NOT_OFFERED),
          // params.name, version, state, reason: the existing release is now in the state.
          Map.entry("release-status", NOT_OFFERED),
          // params.name, version, repository, ref: a release whose dist.source is "git".
          Map.entry("git-release", NOT_OFFERED),
          // params.uploadId: the release or trust intent is past its expiresAt.
          Map.entry("intent-expired", NOT_OFFERED),
          // params.uploadId: the intent is in the state "failed".
          Map.entry("intent-failed", NOT_OFFERED),
          // params.volume, withdrawn: an advisory that affects the volume. Return {"id": "…"}.
          Map.entry("advisory", NOT_OFFERED),
          // params.name, version: every trace of the release is removed, and the same identity can be published again.
          Map.entry("release-purged", NOT_OFFERED),
          // params.name, version: index, metadata and trust data of the release can no longer be reconciled.
          Map.entry("inconsistent", NOT_OFFERED),
          // params.runId: take back the tokens and advisories that were made for requests with this Conformance-Run header.
          Map.entry("run-ended", NOT_OFFERED));

  // Three guards keep the hook out of production: a name of the environment, a secret, and the loopback interface.
  static final String SECRET = System.getenv().getOrDefault("STATES_SECRET", "");

  /** The string member of a JSON text; use your JSON library in place of this. */
  static String text(String json, String member) {
    Matcher found = Pattern.compile("\"" + member + "\"\\s*:\\s*\"([^\"]*)\"").matcher(json);
    return found.find() ? found.group(1) : "";
  }

  static void answer(HttpExchange exchange) throws IOException {
    String given = exchange.getRequestHeaders().getFirst("X-States-Secret");
    byte[] a = (given == null ? "" : given).getBytes(StandardCharsets.UTF_8);
    if (!MessageDigest.isEqual(a, SECRET.getBytes(StandardCharsets.UTF_8))) {
      send(exchange, 403, "{\"error\":\"wrong X-States-Secret\"}");
      return;
    }
    String request = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    State state = STATES.get(text(request, "state"));
    try {
      if (state == null) throw new NotOffered();
      send(exchange, 200, state.enter(request));
    } catch (NotOffered error) {
      send(exchange, 501, "{\"error\":\"not offered\"}");
    } catch (Exception error) {
      send(exchange, 500, "{\"error\":\"the state could not be set up\"}");
    }
  }

  static void send(HttpExchange exchange, int status, String body) throws IOException {
    byte[] data = body.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, data.length);
    exchange.getResponseBody().write(data);
    exchange.close();
  }

  public static void main(String[] arguments) throws IOException {
    String environment = System.getenv().getOrDefault("APP_ENV", "").toLowerCase();
    if (environment.startsWith("prod") || SECRET.length() < 16) {
      System.err.println(
          "The states hook does not start: not in production, and not without a STATES_SECRET of 16 characters");
      System.exit(1);
    }
    int port = Integer.parseInt(System.getenv().getOrDefault("PORT", "9001"));
    HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    server.createContext("/states", StatesHook::answer);
    server.start();
    System.out.println("States hook at http://127.0.0.1:" + server.getAddress().getPort() + "/states");
  }
}
