package engine_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// logKeys lists the keys of the log, each with its one meaning, so that a search finds everything.
var logKeys = map[string]string{
	"address":          "a host and a port, or a URL",
	"after":            "how long something has lasted",
	"bot":              "the bot's name",
	"by":               "how far a clock was set back",
	"bytes":            "a size",
	"changed":          "what was changed, by names",
	"channel":          "the ID of a channel or thread",
	"check":            "what amytis doctor has examined",
	"commands":         "commands, by names",
	"commands_changed": "whether the commands were registered anew",
	"copies":           "files that may be backups of the store",
	"err":              "an error",
	"figure":           "a picture of the rules",
	"fix":              "what to do about a problem",
	"game":             "the ID of a game",
	"games":            "a number of games",
	"guild":            "the ID of a server",
	"grace":            "how long the bot waits before it stops",
	"handling":         "what the bot was doing, such as an event",
	"id":               "the ID of what another key names",
	"icons":            "a number of icons",
	"install_link":     "the link that adds the bot to a server",
	"interaction":      "the ID of an interaction",
	"key":              "a text's key in the catalogs",
	"kind":             "the kind of what the message is about",
	"lang":             "a language",
	"limit":            "the largest number allowed",
	"method":           "an HTTP method",
	"panic":            "the value of a panic",
	"path":             "a file, or the path of a request",
	"pause":            "how long until the next attempt, or how long something waits",
	"problem":          "what amytis doctor has found",
	"problems":         "a number of problems",
	"reason":           "why something was refused",
	"recommended":      "the number that Discord recommends",
	"refusal":          "the code of a refusal",
	"restart":          "the settings that a restart changes",
	"resume":           "whether a session is resumed",
	"route":            "a route of Discord's API",
	"servers":          "a number of servers",
	"shard":            "the number of a shard",
	"shards":           "a number of shards",
	"so_far":           "how often it has happened",
	"stack":            "the stack of a panic",
	"status":           "an HTTP status",
	"store":            "where the store is",
	"table":            "the ID of a table",
	"tries":            "a number of attempts",
	"type":             "the number of an interaction's type",
	"user":             "the ID of a user",
	"view":             "the name of a picture",
	"was_ready":        "whether a session had begun",
}

// attrConstructors are the functions of slog that make an attribute.
var attrConstructors = []string{"Any", "Bool", "Duration", "Float64", "Group", "Int", "Int64", "String", "Time", "Uint64"}

func TestLogsUseTheSameKeysEverywhere(t *testing.T) {
	form := regexp.MustCompile(`^[a-z]+(_[a-z]+)*$`)
	used := map[string]bool{}
	walkGo(t, func(file, _ string) {
		if strings.HasSuffix(file, "_test.go") {
			return
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		ast.Inspect(parsed, func(n ast.Node) bool {
			call, is := n.(*ast.CallExpr)
			if !is || !isAttr(call.Fun) {
				return true
			}
			key := literal(call.Args[0])
			if key == "" && strings.HasSuffix(file, "/redact.go") { // it copies attributes, whatever their keys
				return true
			}
			used[key] = true
			assert.NotEmpty(t, logKeys[key], "%s: %q is not one of logKeys: use one of them, or add it", file, key)
			return true
		})
	})
	for _, key := range slices.Sorted(maps.Keys(logKeys)) {
		assert.True(t, used[key], "nothing uses the key %s", key)
		assert.Regexp(t, form, key)
	}
}

// isAttr reports whether an expression is a function of slog that makes an attribute.
func isAttr(e ast.Expr) bool {
	f, is := e.(*ast.SelectorExpr)
	if !is {
		return false
	}
	pkg, is := f.X.(*ast.Ident)
	return is && pkg.Name == "slog" && slices.Contains(attrConstructors, f.Sel.Name)
}
