package wire

import (
	"fmt"
	"math"
	"net/http"
	"sort"
	"strings"
	"time"
)

// Error codes in Discord's JSON.
// https://discord.com/developers/docs/topics/opcodes-and-status-codes#json
const (
	CodeGeneral            = 0
	CodeUnknownChannel     = 10003
	CodeUnknownGuild       = 10004
	CodeUnknownMember      = 10007
	CodeUnknownMessage     = 10008
	CodeUnknownEmoji       = 10014
	CodeUnknownWebhook     = 10015
	CodeUnknownInteraction = 10062
	CodeNotYourApplication = 20012
	CodeTooManyEmoji       = 30008
	CodeTooManyCommands    = 30032
	CodeOldMessageEdits    = 30046
	CodeNewDMsTooFast      = 40003
	CodeTooLarge           = 40005
	CodeTagRequired        = 40067
	CodeAlreadyAnswered    = 40060
	CodeMissingAccess      = 50001
	CodeNotYourMessage     = 50005
	CodeEmptyMessage       = 50006
	CodeCannotDM           = 50007
	CodeNoTextChannel      = 50008
	CodeMissingPermissions = 50013
	CodeInvalidRecipient   = 50033
	CodeWrongChannelType   = 50024
	CodeInvalidToken       = 50027
	CodeInvalidBody        = 50035
	CodeArchivedThread     = 50083
	CodeInvalidJSON        = 50109
	CodeEntryPointLost     = 50240
	CodeNoMutualGuilds     = 50278
	CodeThreadExists       = 160004
	CodeLockedThread       = 160005
)

// Refusal is an error response of Discord's API.
type Refusal struct {
	Status   int // of HTTP
	Code     int // one of the Code constants; 0 for plain HTTP errors
	Message  string
	Problems Problems
	// UnknownRoute marks requests for a path or method that this Discord does not serve.
	UnknownRoute bool
	Excused      bool    // not the bot's fault, and no violation
	RetryAfter   float64 // seconds, for status 429
	Global       bool    // the limit is on everything the bot does
}

func (r *Refusal) Error() string {
	if len(r.Problems) > 0 {
		return fmt.Sprintf("%d %s: %s", r.Code, r.Message, r.Problems.flat())
	}
	return fmt.Sprintf("%d %s", r.Code, r.Message)
}

func (r *Refusal) Body() map[string]any {
	body := map[string]any{"message": r.Message, "code": r.Code}
	if r.Status == http.StatusTooManyRequests {
		body["retry_after"], body["global"] = r.RetryAfter, r.Global
		if r.Code == 0 {
			delete(body, "code")
		}
	}
	if len(r.Problems) > 0 {
		body["errors"] = r.Problems.nested()
	}
	return body
}

func Refuse(status, code int, message string) *Refusal {
	return &Refusal{Status: status, Code: code, Message: message}
}

func Unknown(code int, what string) *Refusal {
	return Refuse(http.StatusNotFound, code, "Unknown "+what)
}

// Refusals without further details. Nobody changes them.
var (
	InvalidJSON        = Refuse(http.StatusBadRequest, CodeInvalidJSON, "The request body contains invalid JSON.")
	MissingPermissions = Refuse(http.StatusForbidden, CodeMissingPermissions, "Missing Permissions")
	// MissingAccess is for a place that the bot cannot see.
	MissingAccess  = Refuse(http.StatusForbidden, CodeMissingAccess, "Missing Access")
	ArchivedThread = Refuse(http.StatusBadRequest, CodeArchivedThread, "Thread is archived")
	// LockedThread is for a message in a locked thread. Discord documents only the code.
	LockedThread = Refuse(http.StatusForbidden, CodeLockedThread, "Thread is locked")
)

// InvalidField returns the refusal of a problem as for [Problems.Add].
func InvalidField(path, code, format string, args ...any) *Refusal {
	var t Problems
	t.Add(path, code, format, args...)
	return t.Refusal()
}

// Seconds converts a duration to seconds, rounded up to three digits as in Discord's headers.
func Seconds(d time.Duration) float64 { return math.Ceil(d.Seconds()*1000) / 1000 }

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
