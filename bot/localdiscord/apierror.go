package localdiscord

import (
	"fmt"
	"net/http"
	"sort"
	"strings"
)

// Codes of refusals, as in Discord's documentation.
// https://discord.com/developers/docs/topics/opcodes-and-status-codes#json
const (
	CodeGeneral            = 0
	CodeUnknownApplication = 10002
	CodeUnknownChannel     = 10003
	CodeUnknownGuild       = 10004
	CodeUnknownMember      = 10007
	CodeUnknownMessage     = 10008
	CodeUnknownUser        = 10013
	CodeUnknownWebhook     = 10015
	CodeUnknownInteraction = 10062
	CodeUnknownCommand     = 10063
	CodeTooManyCommands    = 30032
	CodeOldMessageEdits    = 30046
	CodeTooLarge           = 40005
	CodeAlreadyAnswered    = 40060
	CodeMissingAccess      = 50001
	CodeNotYourMessage     = 50005
	CodeEmptyMessage       = 50006
	CodeCannotDM           = 50007
	CodeMissingPermissions = 50013
	CodeWrongChannelType   = 50024
	CodeInvalidToken       = 50027
	CodeInvalidBody        = 50035
	CodeFileTooLarge       = 50045
	CodeArchivedThread     = 50083
	CodeInvalidJSON        = 50109
	CodeThreadExists       = 160004
)

// apiError is a refusal on its way to the bot.
type apiError struct {
	status  int
	code    int
	message string
	errors  errorTree
	// kind groups the violation; "" is derived from the code.
	kind ViolationKind
	// excused refusals are no fault of the bot and not recorded.
	excused bool
	// retryAfter in seconds, for 429.
	retryAfter float64
	global     bool
}

func (e *apiError) Error() string {
	if len(e.errors) > 0 {
		return fmt.Sprintf("%d %s: %s", e.code, e.message, e.errors.flat())
	}
	return fmt.Sprintf("%d %s", e.code, e.message)
}

// wire is the body of the answer.
func (e *apiError) wire() map[string]any {
	if e.status == http.StatusTooManyRequests && e.code == 0 {
		return map[string]any{"message": e.message, "retry_after": e.retryAfter, "global": e.global}
	}
	body := map[string]any{"message": e.message, "code": e.code}
	if e.retryAfter > 0 {
		body["retry_after"] = e.retryAfter
	}
	if len(e.errors) > 0 {
		body["errors"] = e.errors.nested()
	}
	return body
}

func refuse(status, code int, message string) *apiError {
	return &apiError{status: status, code: code, message: message}
}

func unknown(code int, what string) *apiError {
	return refuse(http.StatusNotFound, code, "Unknown "+what)
}

func missingPermissions() *apiError {
	return refuse(http.StatusForbidden, CodeMissingPermissions, "Missing Permissions")
}

func missingAccess() *apiError {
	return refuse(http.StatusForbidden, CodeMissingAccess, "Missing Access")
}

// fieldError is one thing wrong with a body.
type fieldError struct {
	path    string // "components.0.custom_id"; "" for the whole
	code    string
	message string
}

// errorTree collects what is wrong with a body, by the path of the field.
// https://discord.com/developers/docs/reference#error-messages
type errorTree []fieldError

func (t *errorTree) add(path, code, format string, args ...any) {
	*t = append(*t, fieldError{path, code, fmt.Sprintf(format, args...)})
}

// refusal is nil if nothing is wrong.
func (t errorTree) refusal() *apiError {
	if len(t) == 0 {
		return nil
	}
	return &apiError{status: http.StatusBadRequest, code: CodeInvalidBody, message: "Invalid Form Body", errors: t}
}

func (t errorTree) flat() string {
	lines := make([]string, 0, len(t))
	for _, e := range t {
		lines = append(lines, fmt.Sprintf("%s: %s (%s)", e.path, e.message, e.code))
	}
	sort.Strings(lines)
	return strings.Join(lines, "; ")
}

func (t errorTree) nested() map[string]any {
	root := map[string]any{}
	for _, e := range t {
		node := root
		for _, step := range strings.Split(e.path, ".") {
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
		node["_errors"] = append(list, map[string]string{"code": e.code, "message": e.message})
	}
	return root
}

// invalidField is the refusal of a single field.
func invalidField(path, code, format string, args ...any) *apiError {
	var t errorTree
	t.add(path, code, format, args...)
	return t.refusal()
}
