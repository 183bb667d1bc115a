package engine_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const module = "amytis"

// testRows lists what test files may import beyond the row of their package. All matches apply.
var testRows = []importRow{
	{"engine/**", []string{"engine/**"}, nil, "what knows no game is tested with real ones, and games run the suite"},
	{"render/*", []string{"render/rendertest"}, nil, "the tests of pictures share their support"},
	{"**", []string{"engine/longrun"}, nil, "tests do more in the long run"},
	{"**", []string{"store/bolt/**"}, nil, "what uses a store is tested on a real one"},
	{"bot/**", []string{"**"}, nil, "parts of the bot are tested in a whole bot with real games"},
}

func TestPackagesImportOnlyWhatTheirRowAllows(t *testing.T) {
	checked := 0
	walkGo(t, func(file, pkg string) {
		checked++
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		require.NoError(t, err)
		require.GreaterOrEqual(t, rowOf(pkg), 0, "%s: package %s has no row in importRows", file, pkg)
		row := importRows[rowOf(pkg)]
		for _, spec := range parsed.Imports {
			imported := literal(spec.Path)
			if strings.HasSuffix(file, "_test.go") {
				assert.True(t, testMayImport(pkg, imported), "%s: tests of %s must not import %s", file, pkg, imported)
				continue
			}
			assert.True(t, row.allows(pkg, imported), "%s: %s must not import %s: %s", file, pkg, imported, row.why)
			own, ours := strings.CutPrefix(imported, module+"/")
			assert.False(t, ours && isForTests(own) && !isForTests(pkg), "%s: %s is for tests", file, imported)
		}
	})
	require.Greater(t, checked, 20, "the module's files were not found")
}

// rowOf returns the index of a package's row, -1 without one.
func rowOf(pkg string) int {
	return slices.IndexFunc(importRows, func(r importRow) bool { return matches(r.packages, pkg) })
}

// walkGo calls visit for every Go file of the module, with the path of its package in the module.
func walkGo(t *testing.T, visit func(file, pkg string)) {
	t.Helper()
	err := filepath.WalkDir("..", func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && d.Name() != "..") {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(file, ".go") {
			return nil
		}
		pkg, err := filepath.Rel("..", filepath.Dir(file))
		if err == nil {
			visit(file, filepath.ToSlash(pkg))
		}
		return err
	})
	require.NoError(t, err)
}

// testMayImport reports whether a test of pkg may import a package.
func testMayImport(pkg, imported string) bool {
	own, ours := strings.CutPrefix(imported, module+"/")
	if !ours || own == pkg || importRows[rowOf(pkg)].allows(pkg, imported) {
		return true
	}
	return slices.ContainsFunc(testRows, func(row importRow) bool {
		return matches(row.packages, pkg) && row.allows(pkg, imported)
	})
}

// literal returns the value of a string literal, or "" for other expressions.
func literal(e ast.Expr) string {
	if lit, ok := e.(*ast.BasicLit); ok && lit.Kind == token.STRING {
		if value, err := strconv.Unquote(lit.Value); err == nil {
			return value
		}
	}
	return ""
}

// isForTests reports whether a package is one that only tests use, by its name.
func isForTests(pkg string) bool {
	return strings.HasSuffix(pkg, "test") || matches("bot/e2e/**", pkg)
}

// allows reports whether the row lets pkg import a package.
func (r *importRow) allows(pkg, imported string) bool {
	if own, ours := strings.CutPrefix(imported, module+"/"); ours {
		return slices.ContainsFunc(r.may, func(pattern string) bool {
			return matches(strings.ReplaceAll(pattern, "{}", path.Base(pkg)), own)
		})
	}
	return !slices.ContainsFunc(r.not, func(pattern string) bool { return matches(pattern, imported) })
}

// matches is path.Match with one more form: x/** is x and all below it, and ** is everything.
func matches(pattern, name string) bool {
	if pattern == "**" {
		return true
	}
	start, deep := strings.CutSuffix(pattern, "/**")
	if deep {
		first := strings.Split(name, "/")
		name = strings.Join(first[:min(len(first), 1+strings.Count(start, "/"))], "/")
	}
	ok, err := path.Match(start, name)
	return ok && err == nil
}

// TestRowsAllowAndRefuse has one import for each way in which a row may match.
func TestRowsAllowAndRefuse(t *testing.T) {
	for _, c := range []struct {
		pkg, imported string
		allowed       bool
	}{
		{"engine", "encoding/json", true},
		{"engine", "time", false},
		{"engine", "math/rand/v2", false},                        // net/** and the like
		{"engine", "github.com/stretchr/testify/require", false}, // others
		{"engine/ai", "math/rand/v2", true},
		{"engine/ai", "amytis/engine/babel", false},
		{"engine/babel", "amytis/engine/gardens", false},
		{"render/gardens", "amytis/engine/gardens", true}, // {}
		{"render/gardens", "amytis/engine/babel", false},
		{"bot/localdiscord", "amytis/bot/localdiscord/rest", true},
		{"bot/play/games", "github.com/bwmarrin/discordgo", false},
		{"bot/handle/seats", "amytis/bot/handle/interaction", true},
		{"bot/handle/views", "amytis/bot/handle/turns", false},
		{"bot/play/games/playtest", "amytis/bot", false},
		{"bot", "github.com/fogleman/gg", false},
		{"cmd/amytis", "amytis/store/bolt", true}, // **
	} {
		allowed := importRows[rowOf(c.pkg)].allows(c.pkg, c.imported)
		require.Equal(t, c.allowed, allowed, "%s imports %s", c.pkg, c.imported)
	}
	for imported, allowed := range map[string]bool{
		"render/gardens":    true, // its own package
		"render/rendertest": true, // a row of testRows
		"bot/text":          false,
	} {
		require.Equal(t, allowed, testMayImport("render/gardens", module+"/"+imported), imported)
	}
}
