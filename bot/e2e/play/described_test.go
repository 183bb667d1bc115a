package play_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/engine/longrun"
)

// Where Discord's own description of its API is at hand, all tests here judge the bot's requests by
// it, and the answers of the local Discord.
func init() {
	if path := descriptionPath(); path != "" {
		harness.Judge = readDescription(path).judge
	}
}

// descriptionPath returns $AMYTIS_OPENAPI, else shared/discord/openapi.json beside the working
// directory or any folder above it, else "". $AMYTIS_OPENAPI may be "none".
func descriptionPath() string {
	switch path := os.Getenv("AMYTIS_OPENAPI"); path {
	case "":
	case "none":
		return ""
	default:
		return path
	}
	dir, err := os.Getwd()
	for err == nil && dir != filepath.Dir(dir) {
		path := filepath.Join(dir, "shared", "discord", "openapi.json")
		if _, err := os.Stat(path); err == nil {
			return path
		}
		dir = filepath.Dir(dir)
	}
	return ""
}

type description struct {
	paths map[string]any

	mu       sync.Mutex
	compiler *jsonschema.Compiler
	// registered are valid lists of commands; bots send the same ones, which take long to check.
	registered sync.Map
	asked      atomic.Int64
}

// descriptionURL names the description for the compiler, which fetches nothing.
const descriptionURL = "local://discord/openapi.json"

func readDescription(path string) *description {
	raw, err := os.ReadFile(path)
	if err != nil {
		panic(err)
	}
	root, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		panic(err)
	}
	// The description types these as integers, while Discord's documentation and clients use texts.
	for _, schema := range object(object(object(root)["components"])["schemas"]) {
		if field := object(object(object(schema)["properties"])["default_member_permissions"]); field != nil {
			field["type"] = []any{"integer", "string", "null"}
		}
	}
	d := &description{paths: object(object(root)["paths"]), compiler: jsonschema.NewCompiler()}
	d.compiler.DefaultDraft(jsonschema.Draft2020)
	if err := d.compiler.AddResource(descriptionURL, root); err != nil {
		panic(err)
	}
	return d
}

func object(node any) map[string]any {
	fields, _ := node.(map[string]any)
	return fields
}

// judge returns what the description does not allow of a request that the local Discord accepted,
// and of its answer. By day it judges one in four.
func (d *description) judge(e localdiscord.Traffic) error {
	oneIn := longrun.Choose[int64](4, 1)
	if harness.Slowness > 1 {
		oneIn = 100
	}
	if e.Kind != "rest" || e.Status == 0 || e.Status >= http.StatusBadRequest || d.asked.Add(1)%oneIn != 0 {
		return nil
	}
	return errors.Join(d.judgeRequest(e), d.judgeAnswer(e))
}

func (d *description) judgeRequest(e localdiscord.Traffic) error {
	if len(e.Body) == 0 {
		return nil
	}
	path, method := d.pathOf(e.Path), strings.ToLower(e.Name)
	isCommands := path == "/applications/{application_id}/commands"
	if _, valid := d.registered.Load(string(e.Body)); isCommands && valid {
		return nil
	}
	at := place("paths", path, method, "requestBody", "content", "application/json", "schema")
	if name := schemaOf(method+" "+path, e.Body); name != "" {
		at = place("components", "schemas", name)
	}
	err := d.check(at, e.Body)
	if err == nil && isCommands {
		d.registered.Store(string(e.Body), true)
	}
	return err
}

// schemaOf returns which schema a body must have where the description has a choice, "" elsewhere.
func schemaOf(route string, body []byte) string {
	switch route {
	case "post /channels/{channel_id}/threads":
		return "CreateForumThreadRequest"
	case "patch /channels/{channel_id}":
		return "UpdateThreadRequestPartial"
	case "post /webhooks/{webhook_id}/{webhook_token}":
		return "IncomingWebhookRequestPartial"
	case "post /interactions/{interaction_id}/{interaction_token}/callback":
		var callback struct{ Type int }
		_ = json.Unmarshal(body, &callback) // the local Discord has read it
		const message, update = "CreateMessageInteractionCallbackRequest", "UpdateMessageInteractionCallbackRequest"
		return map[int]string{4: message, 5: message, 6: update, 7: update,
			8: "ApplicationCommandAutocompleteCallbackRequest", 9: "ModalInteractionCallbackRequest"}[callback.Type]
	}
	return ""
}

func (d *description) judgeAnswer(e localdiscord.Traffic) error {
	path, method, status := d.pathOf(e.Path), strings.ToLower(e.Name), strconv.Itoa(e.Status)
	answers := object(object(object(d.paths[path])[method])["responses"])
	answer := object(answers[status])
	switch {
	case answer == nil:
		return fmt.Errorf("the description has no status %s for %s %s", status, method, path)
	case object(answer["content"])["application/json"] != nil:
		return d.check(place("paths", path, method, "responses", status, "content", "application/json", "schema"), e.Answer)
	case len(e.Answer) > 0:
		return fmt.Errorf("status %s of %s %s has no body", status, method, path)
	}
	return nil
}

// pathOf returns the description's path of a request, with the most steps that are no parameters.
func (d *description) pathOf(path string) (found string) {
	steps, most := strings.Split(path, "/"), -1
	for pattern := range d.paths {
		same := 0
		fits := slices.EqualFunc(strings.Split(pattern, "/"), steps, func(want, step string) bool {
			if want == step {
				same++
			}
			return want == step || strings.HasPrefix(want, "{")
		})
		if fits && same > most {
			found, most = pattern, same
		}
	}
	return found
}

// place returns the address of a part of the description.
func place(steps ...string) string {
	at := ""
	for _, step := range steps {
		at += "/" + strings.ReplaceAll(step, "/", "~1")
	}
	return descriptionURL + (&url.URL{Fragment: at}).String()
}

func (d *description) check(place string, raw []byte) error {
	d.mu.Lock()
	schema, err := d.compiler.Compile(place)
	d.mu.Unlock()
	if err != nil {
		return err
	}
	body, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return err
	}
	err = schema.Validate(body)
	if invalid := (*jsonschema.ValidationError)(nil); errors.As(err, &invalid) {
		invalid = deepest(invalid)
		return fmt.Errorf("%s: %w", strings.Join(invalid.InstanceLocation, "."), invalid)
	}
	return err
}

// deepest returns the cause deepest in the body, in a union the branch that the bot meant.
func deepest(e *jsonschema.ValidationError) *jsonschema.ValidationError {
	best := e
	for _, cause := range e.Causes {
		if d := deepest(cause); len(d.InstanceLocation) >= len(best.InstanceLocation) {
			best = d
		}
	}
	return best
}

func TestRequestsAndAnswersAreJudgedByDiscordsDescription(t *testing.T) {
	t.Parallel()
	path := descriptionPath()
	if path == "" {
		t.Skip("the description is not here")
	}
	const good, message = `{"content":"a"}`, "/channels/5/messages"
	d := readDescription(path)
	for _, c := range []struct{ why, method, path, body string }{
		{"", "POST", "/channels/5/messages/7/threads", `{"name":"t","auto_archive_duration":60}`},
		{"", "POST", message, good},
		{"/nonce", "POST", message, `{"content":"a","nonce":true}`},
		{"/data/content", "POST", "/interactions/5/token/callback", `{"type":7,"data":{"content":5}}`},
		{"no such place", "PATCH", "/nowhere", good},
	} {
		err := d.judgeRequest(localdiscord.Traffic{Kind: "rest", Name: c.method, Path: c.path, Body: []byte(c.body)})
		if c.why == "" {
			require.NoError(t, err, c.body)
		} else {
			require.Error(t, err, c.why)
		}
	}
	for answer, why := range map[string]string{`{"url":"wss://a.b"}`: "", `{}`: "url", `[]`: "list"} {
		err := d.judgeAnswer(localdiscord.Traffic{Name: "GET", Path: "/gateway", Status: 200, Answer: []byte(answer)})
		require.Equal(t, why == "", err == nil, "%s %v", answer, err)
	}
	require.Error(t, d.judgeAnswer(localdiscord.Traffic{Name: "GET", Path: "/gateway", Status: 204}))
}
