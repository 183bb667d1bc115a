package localdiscord

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// schemas are the request bodies of Discord's OpenAPI description, compiled as they are first needed. The description
// is large: it is read once a process and shared by all servers.
type schemas struct {
	mu       sync.Mutex
	compiler *jsonschema.Compiler
	compiled map[string]*jsonschema.Schema
}

var (
	schemaFilesMu sync.Mutex
	schemaFiles   = map[string]*schemas{}
)

// schemaURL names the description for the compiler; nothing is ever fetched.
const schemaURL = "local://discord/openapi.json"

// The places of request bodies in the description.
const (
	schemaMessageCreate   = "/components/schemas/MessageCreateRequest"
	schemaMessageEdit     = "/components/schemas/MessageEditRequestPartial"
	schemaFollowup        = "/components/schemas/IncomingWebhookRequestPartial"
	schemaHookEdit        = "/components/schemas/IncomingWebhookUpdateRequestPartial"
	schemaAnswer          = "/components/schemas/CreateMessageInteractionCallbackRequest"
	schemaUpdate          = "/components/schemas/UpdateMessageInteractionCallbackRequest"
	schemaChoices         = "/components/schemas/ApplicationCommandAutocompleteCallbackRequest"
	schemaModal           = "/components/schemas/ModalInteractionCallbackRequest"
	schemaCommandCreate   = "/components/schemas/ApplicationCommandCreateRequest"
	schemaCommandEdit     = "/components/schemas/ApplicationCommandPatchRequestPartial"
	schemaCommands        = "/paths/~1applications~1{application_id}~1commands/put/requestBody/content/application~1json/schema"
	schemaDM              = "/components/schemas/CreatePrivateChannelRequest"
	schemaThread          = "/components/schemas/CreateTextThreadWithoutMessageRequest"
	schemaThreadOfMessage = "/components/schemas/CreateTextThreadWithMessageRequest"
	schemaThreadEdit      = "/components/schemas/UpdateThreadRequestPartial"
	schemaChannelEdit     = "/components/schemas/UpdateGuildChannelRequestPartial"
)

// schema is what a body of this purpose must conform to.
func (p purpose) schema() string {
	switch p {
	case forChannel:
		return schemaMessageCreate
	case forEdit:
		return schemaMessageEdit
	case forFollowup:
		return schemaFollowup
	case forHookEdit:
		return schemaHookEdit
	case forUpdate:
		return schemaUpdate
	}
	return schemaAnswer
}

func (s *Server) loadSchemas() error {
	if s.options.Validate == ValidateNever {
		return nil
	}
	path := s.options.openAPIPath()
	found, err := openSchemas(path)
	switch {
	case err == nil:
		s.schemas = found
		return nil
	case errors.Is(err, os.ErrNotExist) && s.options.Validate == ValidateIfPresent && s.options.OpenAPI == "":
		return nil
	}
	return fmt.Errorf("localdiscord: Discord's description: %w", err)
}

// Validating tells whether bodies are checked against Discord's description.
func (s *Server) Validating() bool { return s.schemas != nil }

func openSchemas(path string) (*schemas, error) {
	if path == "" {
		return nil, os.ErrNotExist
	}
	schemaFilesMu.Lock()
	defer schemaFilesMu.Unlock()
	if s := schemaFiles[path]; s != nil {
		return s, nil
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	allowPermissionText(doc)
	s := &schemas{compiler: jsonschema.NewCompiler(), compiled: map[string]*jsonschema.Schema{}}
	s.compiler.DefaultDraft(jsonschema.Draft2020)
	if err := s.compiler.AddResource(schemaURL, doc); err != nil {
		return nil, err
	}
	schemaFiles[path] = s
	return s, nil
}

// allowPermissionText mends the one fault of the description: it types default_member_permissions as an integer, while
// Discord's documentation and every client send the decimal text.
func allowPermissionText(node any) {
	switch node := node.(type) {
	case map[string]any:
		for key, child := range node {
			if field, ok := child.(map[string]any); ok && key == "default_member_permissions" {
				field["type"] = []any{"integer", "string", "null"}
				continue
			}
			allowPermissionText(child)
		}
	case []any:
		for _, child := range node {
			allowPermissionText(child)
		}
	}
}

func (s *schemas) find(place string) (*jsonschema.Schema, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if found := s.compiled[place]; found != nil {
		return found, nil
	}
	fragment := (&url.URL{Fragment: place}).String()
	found, err := s.compiler.Compile(schemaURL + fragment)
	if err != nil {
		return nil, err
	}
	s.compiled[place] = found
	return found, nil
}

// conform holds the body of a request against Discord's description.
func (c *call) conform(place string) *apiError {
	if c.server.schemas == nil {
		return nil
	}
	schema, err := c.server.schemas.find(place)
	if err != nil {
		return refuse(http.StatusInternalServerError, CodeGeneral, "the description cannot be used: "+err.Error())
	}
	body, err := jsonschema.UnmarshalJSON(bytes.NewReader(c.payload))
	if err != nil {
		return refuse(http.StatusBadRequest, CodeInvalidJSON, "The request body contains invalid JSON.")
	}
	err = schema.Validate(body)
	if err == nil {
		return checkCase("", body)
	}
	var invalid *jsonschema.ValidationError
	if !errors.As(err, &invalid) {
		return invalidField("", "LOCAL_SCHEMA", "%s", err.Error())
	}
	leaf := deepest(invalid)
	return invalidField(strings.Join(leaf.InstanceLocation, "."), "LOCAL_SCHEMA", "%s",
		strings.ReplaceAll(leaf.Error(), "\n", " "))
}

// deepest finds the cause that lies deepest in the body: of the branches of a union it is the one that was meant.
func deepest(e *jsonschema.ValidationError) *jsonschema.ValidationError {
	best := e
	for _, cause := range e.Causes {
		if d := deepest(cause); len(d.InstanceLocation) >= len(best.InstanceLocation) {
			best = d
		}
	}
	return best
}

// checkCase refuses fields in capitals, which Go's decoder takes for their neighbours. Discord has none, but for the
// names of locales; two that discordgo sends are ignored there and here.
func checkCase(path string, node any) *apiError {
	switch node := node.(type) {
	case map[string]any:
		for key, child := range node {
			if strings.ToLower(key) != key && !locales[key] && key != "ID" && key != "Channel" {
				return invalidField(path+key, "LOCAL_UNKNOWN_FIELD", "Discord does not know this field")
			}
			if refusal := checkCase(path+key+".", child); refusal != nil {
				return refusal
			}
		}
	case []any:
		for i, child := range node {
			if refusal := checkCase(fmt.Sprintf("%s%d.", path, i), child); refusal != nil {
				return refusal
			}
		}
	}
	return nil
}
