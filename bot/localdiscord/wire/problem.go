package wire

import (
	"fmt"
	"net/http"
	"sort"
	"strings"
)

// Problem is one thing wrong with a body.
type Problem struct {
	Path    string // "components.0.custom_id"; "" for the whole body
	Code    string // Discord's name for it, "BASE_TYPE_REQUIRED"; LOCAL_... where this Discord is stricter
	Message string
}

// Problems collects everything that is wrong with a body.
// https://discord.com/developers/docs/reference#error-messages
type Problems []Problem

func (t *Problems) Add(path, code, format string, args ...any) {
	*t = append(*t, Problem{path, code, fmt.Sprintf(format, args...)})
}

// AddIf adds a problem if there is one.
func (t *Problems) AddIf(is bool, path, code, format string, args ...any) {
	if is {
		t.Add(path, code, format, args...)
	}
}

func (t *Problems) Required(path, s string) {
	t.AddIf(s == "", path, "BASE_TYPE_REQUIRED", "This field is required")
}

func (t *Problems) Snowflake(path, s string) {
	t.AddIf(!IsSnowflake(s), path, "NUMBER_TYPE_COERCE", "Value %q is not snowflake.", s)
}

// Unique adds a problem with a key that was seen before, unless the key is zero.
func Unique[K comparable](t *Problems, seen map[K]bool, key K, path, code, message string) {
	var zero K
	t.AddIf(key != zero && seen[key], path, code, "%s", message)
	seen[key] = true
}

// Refusal returns the 400 that lists the problems, or nil if there are none.
func (t Problems) Refusal() *Refusal {
	if len(t) == 0 {
		return nil
	}
	return &Refusal{Status: http.StatusBadRequest, Code: CodeInvalidBody, Message: "Invalid Form Body", Problems: t}
}

func (t Problems) flat() string {
	lines := make([]string, 0, len(t))
	for _, p := range t {
		lines = append(lines, fmt.Sprintf("%s: %s (%s)", p.Path, p.Message, p.Code))
	}
	sort.Strings(lines)
	return strings.Join(lines, "; ")
}

// nested returns the tree that Discord sends, with "_errors" at the path of each field.
func (t Problems) nested() map[string]any {
	root := map[string]any{}
	for _, p := range t {
		node := root
		for _, step := range strings.Split(p.Path, ".") {
			if step == "" {
				continue
			}
			child, ok := node[step].(map[string]any)
			if !ok {
				child = map[string]any{}
				node[step] = child
			}
			node = child
		}
		list, _ := node["_errors"].([]map[string]string)
		node["_errors"] = append(list, map[string]string{"code": p.Code, "message": p.Message})
	}
	return root
}
