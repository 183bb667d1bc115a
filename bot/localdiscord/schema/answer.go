package schema

import (
	"bytes"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// param matches a parameter in the pattern of a path, such as {user_id}. The routes of this Discord
// name them otherwise than the description.
var param = regexp.MustCompile(`\{\w+\}`)

func unnamed(pattern string) string { return param.ReplaceAllString(pattern, "{}") }

// pathsByPattern returns the paths that a description has, by what unnamed returns for them.
func pathsByPattern(doc any) map[string]string {
	all := map[string]string{}
	for path := range object(object(doc)["paths"]) {
		all[unnamed(path)] = path
	}
	return all
}

func object(node any) map[string]any {
	fields, _ := node.(map[string]any)
	return fields
}

// CheckAnswer returns an error for an answer that Discord would not give to a request. The pattern
// of its path has no version, but parameters such as {user}. A nil description accepts every
// answer, and no description has errors of requests.
func (d *Description) CheckAnswer(method, pattern string, status int, payload []byte) error {
	if status >= http.StatusBadRequest || d.skips() {
		return nil
	}
	path, method := d.paths[unnamed(pattern)], strings.ToLower(method)
	operation := object(object(object(object(d.root)["paths"])[path])[method])
	if operation == nil {
		return fmt.Errorf("the description has no %s %s", method, pattern)
	}
	answers := object(operation["responses"])
	answer := object(answers[strconv.Itoa(status)])
	if answer == nil {
		return fmt.Errorf("the description has no status %d for %s %s", status, method, path)
	}
	if object(object(answer["content"])["application/json"]) == nil {
		if len(payload) > 0 {
			return fmt.Errorf("status %d of %s %s has no body", status, method, path)
		}
		return nil
	}
	escaped := strings.ReplaceAll(path, "/", "~1")
	schema, err := d.compile(Place(fmt.Sprintf("/paths/%s/%s/responses/%d/content/application~1json/schema",
		escaped, method, status)))
	if err != nil {
		return err
	}
	body, err := jsonschema.UnmarshalJSON(bytes.NewReader(payload))
	if err != nil {
		return err
	}
	if path, why := fault(schema, body); why != "" {
		return fmt.Errorf("%s: %s", path, why)
	}
	return nil
}
