package engine_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const module = "amytis"

// testRows lists the packages of the module that test files may import beyond the row of their
// package. All rows that match a package apply to it.
var testRows = []struct {
	packages string
	may      []string
	why      string
}{
	{"engine/**", []string{"engine/**"}, "what knows no game is tested with real ones, and games run the suite"},
	{"render/*", []string{"render/rendertest"}, "the tests of pictures share their support"},
	{"**", []string{"engine/longrun"}, "tests do more in the long run"},
	{"**", []string{"store/bolt/**"}, "what uses a store is tested on a real one"},
	{"bot/**", []string{"**"}, "parts of the bot are tested in a whole bot with real games"},
}

// testFiles lists the files of other packages that tests may read, with the reason.
var testFiles = []struct{ packages, file, why string }{
	{"render/flatpng", "render/gardens/testdata/readme/*.png", "the encoder is measured with real pictures"},
	{"bot/localdiscord/page", "bot/localdiscord/gardens", "not a file, but a path that the page must refuse to serve"},
}

// TestPackagesImportOnlyWhatTheirRowAllows checks all files but tests.
func TestPackagesImportOnlyWhatTheirRowAllows(t *testing.T) {
	checked := 0
	walkGo(t, func(file, pkg string) {
		if !strings.HasSuffix(file, "_test.go") {
			checked++
			checkImports(t, file, pkg)
		}
	})
	require.Greater(t, checked, 20, "the module's files were not found")
}

// TestTestsUseOnlyTheirPackage checks that tests import only what their row and testRows allow. It
// also checks that tests, and packages that import "testing", do not name files of other packages.
func TestTestsUseOnlyTheirPackage(t *testing.T) {
	packages := map[string]bool{}
	walkGo(t, func(_, pkg string) { packages[pkg] = true })
	walkGo(t, func(file, pkg string) {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		isTest := strings.HasSuffix(file, "_test.go")
		for _, imported := range importsOf(t, parsed) {
			if isTest && !testMayImport(pkg, imported) {
				t.Errorf("%s: tests of %s must not import %s", file, pkg, imported)
			}
		}
		if !isTest && !slices.Contains(importsOf(t, parsed), "testing") {
			return
		}
		for _, read := range foreignFiles(parsed, pkg, packages) {
			t.Errorf("%s: %s must not read %s, which belongs to another package", file, pkg, read)
		}
	})
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

// importsOf lists the paths that a file imports.
func importsOf(t *testing.T, parsed *ast.File) []string {
	t.Helper()
	var paths []string
	for _, spec := range parsed.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		require.NoError(t, err)
		paths = append(paths, imported)
	}
	return paths
}

// testMayImport reports whether a test of pkg may import a package.
func testMayImport(pkg, imported string) bool {
	own, ours := strings.CutPrefix(imported, module+"/")
	i := slices.IndexFunc(importRows, func(r importRow) bool { return matches(r.packages, pkg) })
	if !ours || own == pkg || i >= 0 && importRows[i].allows(pkg, imported) {
		return true
	}
	for _, row := range testRows {
		if matches(row.packages, pkg) && slices.ContainsFunc(row.may, func(p string) bool { return matches(p, own) }) {
			return true
		}
	}
	return false
}

// foreignFiles lists the paths in a file that lead into the folder of another package. Paths are
// literals that start with "../", and calls of Join whose first arguments are such literals.
func foreignFiles(parsed *ast.File, pkg string, packages map[string]bool) []string {
	var foreign []string
	check := func(relative string) {
		file := path.Join(pkg, relative)
		if !strings.HasPrefix(relative, "../") || mayRead(pkg, file) {
			return
		}
		for dir := file; dir != "." && dir != ".."; dir = path.Dir(dir) {
			if packages[dir] {
				if dir != pkg {
					foreign = append(foreign, file)
				}
				return
			}
		}
	}
	ast.Inspect(parsed, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BasicLit:
			check(literal(n))
		case *ast.CallExpr:
			if f, ok := n.Fun.(*ast.SelectorExpr); ok && f.Sel.Name == "Join" {
				joined := ""
				for _, arg := range n.Args {
					part := literal(arg)
					if part == "" {
						break
					}
					joined = path.Join(joined, part)
				}
				check(joined)
				return false
			}
		}
		return true
	})
	return foreign
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

// mayRead reports whether testFiles lets tests of pkg read a file.
func mayRead(pkg, file string) bool {
	for _, row := range testFiles {
		if matches(row.packages, pkg) && row.file == file {
			return true
		}
	}
	return false
}

// checkImports fails the test if a file of pkg imports a package that its row does not allow.
func checkImports(t *testing.T, file, pkg string) {
	t.Helper()
	i := slices.IndexFunc(importRows, func(r importRow) bool { return matches(r.packages, pkg) })
	if i < 0 {
		t.Errorf("%s: package %s has no row in importRows", file, pkg)
		return
	}
	source, err := os.ReadFile(file)
	require.NoError(t, err)
	parsed, err := parser.ParseFile(token.NewFileSet(), file, source, parser.ImportsOnly)
	require.NoError(t, err)
	for _, spec := range parsed.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		require.NoError(t, err)
		if !importRows[i].allows(pkg, imported) {
			t.Errorf("%s: %s must not import %s: %s", file, pkg, imported, importRows[i].why)
		}
		if own, ours := strings.CutPrefix(imported, module+"/"); ours && isForTests(own) && !isForTests(pkg) {
			t.Errorf("%s: %s must not import %s: it is for tests", file, pkg, imported)
		}
	}
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
		i := slices.IndexFunc(importRows, func(r importRow) bool { return matches(r.packages, c.pkg) })
		require.Equal(t, c.allowed, importRows[i].allows(c.pkg, c.imported), "%s imports %s", c.pkg, c.imported)
	}
	for _, c := range []struct {
		pkg, imported string
		allowed       bool
	}{
		{"render/gardens", "amytis/render/gardens", true},
		{"render/gardens", "amytis/render/rendertest", true},
		{"render/gardens", "amytis/bot/text", false},
		{"store/bolt", "amytis/engine/gardens", false},
		{"bot", "amytis/engine/babel", true},
	} {
		require.Equal(t, c.allowed, testMayImport(c.pkg, c.imported), "%s imports %s", c.pkg, c.imported)
	}
}

func TestFilesOfOtherPackagesAreFound(t *testing.T) {
	packages := map[string]bool{"bot/text": true, "render": true, "render/rendertest": true, "render/flatpng": true,
		"render/gardens": true, "cmd/amytis": true}
	for _, c := range []struct{ pkg, expression, foreign string }{
		{"render/rendertest", `filepath.Join("..", "..", "bot", "text", "catalog", lang)`, "bot/text/catalog"},
		{"render/rendertest", `"../testdata/a.txt"`, "render/testdata/a.txt"},
		{"render/gardens", `os.ReadFile("../../bot/text/words.go")`, "bot/text/words.go"},
		{"render/flatpng", `"../gardens/testdata/readme/*.png"`, ""},
		{"render/gardens", `"testdata/a.txt"`, ""},
		{"cmd/amytis", `"../../config.example.toml"`, ""},
		{"bot/text", `filepath.Join("..", "..", "..", "shared", "discord", "openapi.json")`, ""},
	} {
		parsed, err := parser.ParseFile(token.NewFileSet(), "", "package p\n\nvar _ = f("+c.expression+")\n", 0)
		require.NoError(t, err)
		foreign := strings.Join(foreignFiles(parsed, c.pkg, packages), " ")
		require.Equal(t, c.foreign, foreign, "%s reads %s", c.pkg, c.expression)
	}
}
