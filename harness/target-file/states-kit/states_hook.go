// A states hook for a test system of a registry, to copy: Go 1.21 or newer, no dependencies.
//
//	STATES_SECRET=… go run states_hook.go
//
// Write the body of each state; one that you do not offer stays as it is. Never deploy this file with the registry.
package main

import (
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"strings"
)

type object = map[string]any

// errNotOffered is returned by a state that this system does not offer: the checks that need it are skipped.
var errNotOffered = errors.New("not offered")

// states has a function for each state. It gets the params of the request and returns the JSON object of the answer.
// An error is answered 500.
var states = map[string]func(params object) (object, error){
	// grants: list of "publish", "unpublish", "trust"; resource: "*", "@scope", a name or name@version;
	// condition: "valid", "expired", "revoked" or "rate-limited". Return {"token": "…"}.
	"token": func(params object) (object, error) { return nil, errNotOffered },
	// token: one that the hook gave is revoked from now on, or has expired.
	"token-revoked": func(params object) (object, error) { return nil, errNotOffered },
	"token-expired": func(params object) (object, error) { return nil, errNotOffered },
	// name, version, state, reason: the existing release is now in the state.
	"release-status": func(params object) (object, error) { return nil, errNotOffered },
	// name, version, repository, ref: a release whose dist.source is "git".
	"git-release": func(params object) (object, error) { return nil, errNotOffered },
	// uploadId: the release or trust intent is past its expiresAt.
	"intent-expired": func(params object) (object, error) { return nil, errNotOffered },
	// uploadId: the intent is in the state "failed".
	"intent-failed": func(params object) (object, error) { return nil, errNotOffered },
	// volume, withdrawn: an advisory that affects the volume. Return {"id": "…"}.
	"advisory": func(params object) (object, error) { return nil, errNotOffered },
	// name, version: every trace of the release is removed, and the same identity can be published again.
	"release-purged": func(params object) (object, error) { return nil, errNotOffered },
	// name, version: index, metadata and trust data of the release can no longer be reconciled.
	"inconsistent": func(params object) (object, error) { return nil, errNotOffered },
	// runId: take back the tokens and advisories that were made for requests with this Conformance-Run header.
	"run-ended": func(params object) (object, error) { return nil, errNotOffered },
}

// Three guards keep the hook out of production: a name of the environment, a secret, and the loopback interface.
var secret = os.Getenv("STATES_SECRET")

func answer(request *http.Request) (int, object) {
	given := request.Header.Get("X-States-Secret")
	if subtle.ConstantTimeCompare([]byte(given), []byte(secret)) != 1 {
		return http.StatusForbidden, object{"error": "wrong X-States-Secret"}
	}
	if request.Method != http.MethodPost {
		return http.StatusMethodNotAllowed, object{"error": "expected POST"}
	}
	var asked struct {
		State  string `json:"state"`
		Params object `json:"params"`
	}
	if err := json.NewDecoder(request.Body).Decode(&asked); err != nil {
		return http.StatusInternalServerError, object{"error": err.Error()}
	}
	state, known := states[asked.State]
	if !known {
		return http.StatusNotImplemented, object{"error": "unknown state"}
	}
	body, err := state(asked.Params)
	if errors.Is(err, errNotOffered) {
		return http.StatusNotImplemented, object{"error": err.Error()}
	}
	if err != nil {
		return http.StatusInternalServerError, object{"error": err.Error()}
	}
	if body == nil {
		body = object{}
	}
	return http.StatusOK, body
}

func main() {
	if strings.HasPrefix(strings.ToLower(os.Getenv("APP_ENV")), "prod") || len(secret) < 16 {
		fmt.Fprintln(os.Stderr, "The states hook does not start: not in production, and not without a STATES_SECRET of 16 characters")
		os.Exit(1)
	}
	port := os.Getenv("PORT")
	if port == "" {
		port = "9001"
	}
	listener, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Printf("States hook at http://%s/states\n", listener.Addr())
	handler := http.HandlerFunc(func(writer http.ResponseWriter, request *http.Request) {
		status, body := answer(request)
		writer.Header().Set("Content-Type", "application/json")
		writer.WriteHeader(status)
		_ = json.NewEncoder(writer).Encode(body)
	})
	fmt.Fprintln(os.Stderr, http.Serve(listener, handler))
	os.Exit(1)
}
