// Package schema checks requests and answers against Discord's own OpenAPI description, where the
// file is at hand.
package schema

import (
	"bytes"
	"errors"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"amytis/bot/localdiscord/wire"
)

// Description is Discord's OpenAPI description. It is safe for use by several goroutines.
type Description struct {
	*document
	oneIn int64
	asked atomic.Int64
}

// document is the file of the description. Its compiler compiles a schema when it is first needed,
// and keeps it.
type document struct {
	mu       sync.Mutex
	compiler *jsonschema.Compiler
	// validCommands are lists of commands that were valid: every bot of a test sends the same, and
	// they take long to check.
	validCommands sync.Map

	root  any               // the description as JSON
	paths map[string]string // its paths by their patterns without names
}

// The file is large, so it is read once in a process and shared by all servers.
var (
	openedMu sync.Mutex
	opened   = map[string]*document{}
)

// baseURL names the description for the compiler, which fetches nothing.
const baseURL = "local://discord/openapi.json"

// Place is where the description has the schema of a request body.
type Place string

// The places of the bodies that bots send.
const (
	MessageCreate   Place = "/components/schemas/MessageCreateRequest"
	MessageEdit     Place = "/components/schemas/MessageEditRequestPartial"
	Followup        Place = "/components/schemas/IncomingWebhookRequestPartial"
	HookEdit        Place = "/components/schemas/IncomingWebhookUpdateRequestPartial"
	Answer          Place = "/components/schemas/CreateMessageInteractionCallbackRequest"
	Update          Place = "/components/schemas/UpdateMessageInteractionCallbackRequest"
	Modal           Place = "/components/schemas/ModalInteractionCallbackRequest"
	Choices         Place = "/components/schemas/ApplicationCommandAutocompleteCallbackRequest"
	Commands        Place = "/paths/~1applications~1{application_id}~1commands/put/requestBody/content/application~1json/schema"
	EmojiCreate     Place = "/paths/~1applications~1{application_id}~1emojis/post/requestBody/content/application~1json/schema"
	DM              Place = "/components/schemas/CreatePrivateChannelRequest"
	ThreadOfMessage Place = "/components/schemas/CreateTextThreadWithMessageRequest"
	Post            Place = "/components/schemas/CreateForumThreadRequest"
	ThreadEdit      Place = "/components/schemas/UpdateThreadRequestPartial"
)

// find returns the path of the description: $AMYTIS_OPENAPI, else shared/discord/openapi.json
// beside the working directory or any folder above it, else "". $AMYTIS_OPENAPI may be "none".
func find() string {
	switch path := os.Getenv("AMYTIS_OPENAPI"); path {
	case "":
	case "none":
		return ""
	default:
		return path
	}
	dir, err := os.Getwd()
	if err != nil {
		return ""
	}
	for {
		path := filepath.Join(dir, "shared", "discord", "openapi.json")
		if _, err := os.Stat(path); err == nil {
			return path
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
}

// Open reads the description, which is nil if the file is not at hand. One in oneIn bodies will be
// checked.
func Open(oneIn int) (*Description, error) {
	path := find()
	if path == "" {
		return nil, nil
	}
	openedMu.Lock()
	defer openedMu.Unlock()
	doc := opened[path]
	if doc == nil {
		var err error
		if doc, err = read(path); err != nil {
			return nil, err
		}
		opened[path] = doc
	}
	return &Description{document: doc, oneIn: int64(oneIn)}, nil
}

func read(path string) (*document, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	root, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	allowPermissionText(root)
	doc := &document{compiler: jsonschema.NewCompiler(), root: root, paths: pathsByPattern(root)}
	doc.compiler.DefaultDraft(jsonschema.Draft2020)
	if err := doc.compiler.AddResource(baseURL, root); err != nil {
		return nil, err
	}
	return doc, nil
}

// skips returns whether a body is not one of those to check.
func (d *Description) skips() bool { return d == nil || d.asked.Add(1)%d.oneIn != 0 }

// allowPermissionText corrects an error of the description. It types default_member_permissions as
// an integer, while Discord's documentation and every client use the decimal text.
func allowPermissionText(root any) {
	for _, schema := range object(object(object(root)["components"])["schemas"]) {
		if field := object(object(object(schema)["properties"])["default_member_permissions"]); field != nil {
			field["type"] = []any{"integer", "string", "null"}
		}
	}
}

func (d *document) compile(place Place) (*jsonschema.Schema, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	fragment := (&url.URL{Fragment: string(place)}).String()
	return d.compiler.Compile(baseURL + fragment)
}

// Check refuses a body that does not conform to the schema at a place. A nil description refuses
// nothing.
func (d *Description) Check(place Place, payload []byte) *wire.Refusal {
	if d.skips() {
		return nil
	}
	if place != Commands {
		return d.check(place, payload)
	}
	if _, valid := d.validCommands.Load(string(payload)); valid {
		return nil
	}
	refusal := d.check(place, payload)
	if refusal == nil {
		d.validCommands.Store(string(payload), true)
	}
	return refusal
}

func (d *document) check(place Place, payload []byte) *wire.Refusal {
	schema, err := d.compile(place)
	if err != nil {
		return wire.Refuse(http.StatusInternalServerError, wire.CodeGeneral,
			"the description cannot be used: "+err.Error())
	}
	body, err := jsonschema.UnmarshalJSON(bytes.NewReader(payload))
	if err != nil {
		return wire.InvalidJSON
	}
	if path, why := fault(schema, body); why != "" {
		return wire.InvalidField(path, "LOCAL_SCHEMA", "%s", why)
	}
	return nil
}

// fault returns where a body does not conform to a schema, and why, or nothing.
func fault(schema *jsonschema.Schema, body any) (path, why string) {
	err := schema.Validate(body)
	if err == nil {
		return "", ""
	}
	leaf := err
	if invalid := (*jsonschema.ValidationError)(nil); errors.As(err, &invalid) {
		invalid = deepest(invalid)
		path, leaf = strings.Join(invalid.InstanceLocation, "."), invalid
	}
	return path, strings.ReplaceAll(leaf.Error(), "\n", " ")
}

// deepest returns the cause that is deepest in the body. In a union that is the branch the bot
// meant.
func deepest(e *jsonschema.ValidationError) *jsonschema.ValidationError {
	best := e
	for _, cause := range e.Causes {
		if d := deepest(cause); len(d.InstanceLocation) >= len(best.InstanceLocation) {
			best = d
		}
	}
	return best
}
