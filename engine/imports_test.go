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

// room is a row of the house's plan: packages, and what they may import.
type room struct {
	// packages by path in the module, as path.Match patterns.
	packages string
	// may are the packages of the module that they may import, as patterns.
	may []string
	// not are packages from outside that they must not import, as patterns.
	not []string
	// why is what breaks if they do.
	why string
}

// gg is the drawing library: only games' pictures know of it.
const gg = "github.com/fogleman/gg"

// discord is the library that speaks Discord's protocol.
const discord = "github.com/bwmarrin/discordgo"

// belowRooms is what everything that makes messages may import.
var belowRooms = []string{"engine", "engine/table", "render", "store", "bot/control", "bot/session", "bot/text"}

// handlerRooms is what every package of handlers may import.
var handlerRooms = slices.Concat(belowRooms, []string{"bot/games", "bot/interaction", "bot/pictures", "bot/tables", "bot/telling"})

// apart is why packages of handlers may not import each other.
const apart = "handlers of one concern do not reach into those of another: what they share belongs below them"

// rooms: the first row whose pattern fits a package is its row.
var rooms = []room{
	{"engine", nil, []string{"time", "time/*", "os", "os/*", "net", "net/*", "log", "log/*", "math/rand", "math/rand/*", "*.*/**"},
		"the engine knows no clock, no machine and no global chance: a game replays the same everywhere"},
	{"engine/table", []string{"engine"}, []string{"time", "os", "net", "net/*", "math/rand", "math/rand/*", "*.*/**"},
		"a table is a pure state machine: time and chance come in as data"},
	{"engine/gametest", []string{"engine"}, []string{"net", "net/*"},
		"the suite knows no game: each brings itself"},
	{"engine/*", []string{"engine"}, []string{"time", "time/*", "os", "os/*", "net", "net/*", "log", "log/*", "math/rand", "math/rand/*", "*.*/**"},
		"a game is its rules and nothing else; games do not know one another"},
	{"render", []string{"engine", "render/flatpng"}, []string{"net", "net/*"},
		"pictures are made of Views: no stores, no Discord"},
	{"render/flatpng", nil, []string{"net", "net/*", gg},
		"an encoder knows pixels and nothing of games"},
	{"render/*", []string{"engine", "engine/{}", "render"}, []string{"net", "net/*"},
		"a game's pictures know that game and the painter"},
	{"store", []string{"engine", "engine/table"}, []string{"net", "net/*", "*.*/**"},
		"the store's contract is about tables, not about a way to keep them"},
	{"store/*", []string{"engine", "engine/table", "store"}, []string{gg},
		"what keeps tables knows neither games nor Discord"},
	{"bot/text", nil, []string{gg}, "catalogs are words"},
	{"bot/localdiscord", []string{"bot/localdiscord/*"}, []string{gg}, "a Discord knows no bot and no game"},
	{"bot/localdiscord/page", []string{"bot/localdiscord"}, []string{gg}, "the page shows a Discord and knows no bot"},
	{"bot/localdiscord/wire", nil, []string{gg},
		"the objects that travel are data: no server, no world"},
	{"bot/localdiscord/bounded", nil, []string{gg},
		"a queue knows nothing of what it holds"},
	{"bot/localdiscord/fault", nil, []string{gg},
		"faults of requests are scripted without the objects that requests are about"},
	{"bot/localdiscord/limits", []string{"bot/localdiscord/wire"}, []string{gg},
		"limits are checked on objects alone"},
	{"bot/localdiscord/schema", []string{"bot/localdiscord/wire"}, []string{gg},
		"a description knows bodies and no world"},
	{"bot/localdiscord/body", []string{"bot/localdiscord/wire", "bot/localdiscord/limits"}, []string{gg},
		"bodies are decoded and checked before anybody looks at the world"},
	{"bot/localdiscord/rate", []string{"bot/localdiscord/wire"}, []string{gg},
		"requests are counted without knowing what they do"},
	{"bot/localdiscord/traffic", []string{"bot/localdiscord/wire"}, []string{gg},
		"the log knows no part of the server"},
	{"bot/localdiscord/cdn", []string{"bot/localdiscord/wire", "bot/localdiscord/bounded"}, []string{gg},
		"files know no messages beyond the attachments they are told of"},
	{"bot/localdiscord/gateway", []string{"bot/localdiscord/wire", "bot/localdiscord/bounded",
		"bot/localdiscord/rate", "bot/localdiscord/traffic"}, []string{gg},
		"the gateway sends events and does not know the world they tell of"},
	{"bot/localdiscord/world", []string{"bot/localdiscord/wire", "bot/localdiscord/body",
		"bot/localdiscord/bounded", "bot/localdiscord/cdn"}, []string{gg},
		"the world knows no connections: it emits events to a function"},
	{"bot/localdiscord/interaction", []string{"bot/localdiscord/wire", "bot/localdiscord/body",
		"bot/localdiscord/bounded", "bot/localdiscord/world"}, []string{gg},
		"an interaction is followed the same way whichever side moves it"},
	{"bot/localdiscord/keep", []string{"bot/localdiscord/wire", "bot/localdiscord/cdn", "bot/localdiscord/world"}, []string{gg},
		"the file stores the world and serves nobody"},
	{"bot/localdiscord/rest", []string{"bot/localdiscord/wire", "bot/localdiscord/body",
		"bot/localdiscord/limits", "bot/localdiscord/schema", "bot/localdiscord/rate", "bot/localdiscord/traffic",
		"bot/localdiscord/cdn", "bot/localdiscord/fault", "bot/localdiscord/world", "bot/localdiscord/interaction"}, []string{gg},
		"the bot's side knows nothing of the people's side or of the gateway"},
	{"bot/localdiscord/driver", []string{"bot/localdiscord/wire", "bot/localdiscord/limits",
		"bot/localdiscord/cdn", "bot/localdiscord/world", "bot/localdiscord/interaction"}, []string{gg},
		"the people's side knows nothing of the bot's side"},
	{"bot/session", nil, []string{gg}, "the connection knows no game"},
	{"bot/leaktest", nil, []string{gg}, "what ends tests knows none of them"},
	{"bot/e2e", nil, []string{gg}, "the index of the end-to-end tests has no code"},
	{"bot/e2e/harness", []string{"engine", "engine/*", "store", "store/*", "bot", "bot/*"}, []string{gg},
		"end-to-end tests use everything but the program itself, which they run as a process"},
	{"bot/games", []string{"engine", "engine/*", "render", "render/*"}, []string{gg, discord},
		"the registry joins games with their pictures and nothing more"},
	{"bot/playtest", []string{"engine", "engine/table", "bot/games"}, []string{gg, discord},
		"random games for tests need no bot"},
	{"bot/control", []string{"engine/table", "bot/text"}, []string{gg},
		"buttons know what they say and which table they are for; what they do is decided above"},
	{"bot/choice", []string{"engine", "engine/table", "bot/text"}, []string{gg, discord},
		"which move a player means is decided without Discord, stores and sentences"},
	{"bot/pictures", []string{"engine", "engine/table", "render", "bot/games", "bot/session", "bot/text"}, []string{gg},
		"pictures are drawn of a table that is given: where it comes from is decided above"},
	{"bot/tables", []string{"engine", "engine/table", "store", "bot/games"}, []string{gg, discord},
		"tables are loaded and changed without Discord and without words"},
	{"bot/telling", []string{"engine", "engine/table", "store", "bot/choice", "bot/games", "bot/text"}, []string{gg, discord},
		"sentences about a table are made of values: without Discord, and without loading tables"},
	{"bot/commands", []string{"engine", "engine/table", "store", "bot/choice", "bot/games", "bot/session", "bot/text"}, []string{gg},
		"commands are described and registered here; what they do is decided above"},
	{"bot/posts", with(belowRooms, "bot/pictures", "bot/tables", "bot/telling"), []string{gg},
		"nobody asks for what the channel reads, so it knows no interaction"},
	{"bot/announce", with(belowRooms, "bot/posts", "bot/tables", "bot/telling"), []string{gg},
		"the outbox is sent whether anybody asks or not, so it knows no interaction"},
	{"bot/interaction", with(belowRooms, "bot/choice", "bot/games", "bot/pictures", "bot/tables", "bot/telling"), []string{gg},
		"an interaction does not know which handler answers it"},
	{"bot/seats", with(handlerRooms, "bot/posts"), []string{gg}, apart},
	{"bot/turns", with(handlerRooms, "bot/choice"), []string{gg}, apart},
	{"bot/views", handlerRooms, []string{gg}, apart},
	{"bot/settings", with(handlerRooms, "bot/commands"), []string{gg}, apart},
	{"bot", []string{"engine", "engine/table", "render", "store", "bot/announce", "bot/choice", "bot/commands", "bot/interaction",
		"bot/pictures", "bot/posts", "bot/seats", "bot/session", "bot/settings", "bot/tables", "bot/telling", "bot/text", "bot/turns",
		"bot/views"}, []string{gg},
		"the bot works with any game: it knows none by name, and no store in particular"},
	{"cmd/*", []string{"engine", "engine/*", "render", "render/*", "store", "store/*", "bot", "bot/*", "bot/localdiscord/page"}, []string{gg},
		"pictures are drawn behind the painter"},
}

func with(packages []string, more ...string) []string { return slices.Concat(packages, more) }

const module = "amytis"

// testRows lists what test files may import beyond the row of their package.
var testRows = []struct {
	packages string
	may      []string
	why      string
}{
	{"engine", []string{"engine/*"}, "the contract is tested with a real game"},
	{"engine/table", []string{"engine/*"}, "tables are tested with real games"},
	{"engine/*", []string{"engine/gametest", "engine/table"}, "a game runs the suite, and plays at a table"},
	{"render/*", []string{"render/rendertest"}, "galleries share their test support"},
	{"store/*", []string{"store/storetest"}, "stores share one suite"},
	{"bot/games", []string{"bot/text"}, "pictures are described in the words of the catalogs"},
	{"bot", []string{"engine/*", "store/*"}, "the bot is tested with real games and a real store"},
	{"bot/e2e/*", []string{"bot/*", "bot/e2e/harness", "engine", "engine/*", "store", "store/*"},
		"end-to-end tests use the harness, and look into the store and the games behind the bot"},
	{"bot/**", []string{"bot", "bot/*", "engine", "engine/*", "store/*"}, "parts of the bot are tested by a whole bot with games"},
}

// testFiles lists the files of other packages that tests may read, with the reason.
var testFiles = []struct{ packages, file, why string }{
	{"render/flatpng", "render/gardens/testdata/readme/*.png", "the encoder is measured with real pictures"},
	{"bot/localdiscord/page", "bot/localdiscord/gardens", "no file: a path that the page's server must refuse"},
}

// TestImports checks that every package imports only what its row allows.
func TestImports(t *testing.T) {
	checked := 0
	walkGo(t, func(file, pkg string) {
		if !strings.HasSuffix(file, "_test.go") {
			checked++
			checkImports(t, file, pkg)
		}
	})
	require.Greater(t, checked, 20, "the module's files were not found")
}

// TestTestsKeepToTheirPackage checks that tests import only what their row and testRows allow. It
// also checks that tests and packages that support tests do not read files of other packages.
func TestTestsKeepToTheirPackage(t *testing.T) {
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

func testMayImport(pkg, imported string) bool {
	own, ours := strings.CutPrefix(imported, module+"/")
	i := slices.IndexFunc(rooms, func(r room) bool { return matches(r.packages, pkg) })
	if !ours || own == pkg || i >= 0 && rooms[i].allows(pkg, imported) {
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

func mayRead(pkg, file string) bool {
	for _, row := range testFiles {
		if matches(row.packages, pkg) && row.file == file {
			return true
		}
	}
	return false
}

func checkImports(t *testing.T, file, pkg string) {
	t.Helper()
	i := slices.IndexFunc(rooms, func(r room) bool { return matches(r.packages, pkg) })
	if i < 0 {
		t.Errorf("%s: package %s is in no row of the plan", file, pkg)
		return
	}
	source, err := os.ReadFile(file)
	require.NoError(t, err)
	parsed, err := parser.ParseFile(token.NewFileSet(), file, source, parser.ImportsOnly)
	require.NoError(t, err)
	for _, spec := range parsed.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		require.NoError(t, err)
		if !rooms[i].allows(pkg, imported) {
			t.Errorf("%s: %s must not import %s: %s", file, pkg, imported, rooms[i].why)
		}
	}
}

func (r *room) allows(pkg, imported string) bool {
	if own, ours := strings.CutPrefix(imported, module+"/"); ours {
		return slices.ContainsFunc(r.may, func(pattern string) bool {
			return matches(strings.ReplaceAll(pattern, "{}", path.Base(pkg)), own)
		})
	}
	return !slices.ContainsFunc(r.not, func(pattern string) bool { return matches(pattern, imported) })
}

// matches is path.Match, with a last element ** for any number of elements.
func matches(pattern, name string) bool {
	if start, deep := strings.CutSuffix(pattern, "/**"); deep {
		name, _, _ = strings.Cut(name, "/")
		pattern = start
	}
	ok, err := path.Match(pattern, name)
	return ok && err == nil
}

func TestImportRulesRefuse(t *testing.T) {
	for _, c := range []struct {
		pkg, imported string
		allowed       bool
	}{
		{"engine", "encoding/json", true},
		{"engine", "math/rand/v2", false},
		{"engine", "time", false},
		{"engine", "github.com/stretchr/testify/require", false},
		{"engine", "amytis/engine/gardens", false},
		{"engine/gardens", "amytis/engine", true},
		{"engine/babel", "amytis/engine/gardens", false},
		{"engine/gametest", "pgregory.net/rapid", true},
		{"engine/gametest", "amytis/engine/gardens", false},
		{"render/gardens", "amytis/engine/gardens", true},
		{"render/gardens", "amytis/engine/babel", false},
		{"render/gardens", "amytis/engine/table", false},
		{"store", "amytis/engine/table", true},
		{"store/bolt", "amytis/bot", false},
		{"bot/text", "amytis/engine", false},
		{"bot/localdiscord/wire", "amytis/bot/localdiscord/world", false},
		{"bot/localdiscord/gateway", "amytis/bot/localdiscord/world", false},
		{"bot/localdiscord/rest", "amytis/bot/localdiscord/driver", false},
		{"bot/localdiscord", "amytis/engine", false},
		{"bot/localdiscord", "amytis/bot/localdiscord/rest", true},
		{"bot/games", "amytis/render/gardens", true},
		{"bot", "amytis/engine/gardens", false},
		{"bot/seats", "amytis/bot/interaction", true},
		{"bot/seats", "amytis/bot/turns", false},
		{"bot/turns", "amytis/bot/views", false},
		{"bot/views", "amytis/bot/announce", false},
		{"bot/settings", "amytis/bot/seats", false},
		{"bot/announce", "amytis/bot/interaction", false},
		{"bot/announce", "amytis/bot/seats", false},
		{"bot/posts", "amytis/bot/interaction", false},
		{"bot/tables", "amytis/bot/session", false},
		{"bot/tables", "github.com/bwmarrin/discordgo", false},
		{"bot/choice", "amytis/bot/session", false},
		{"bot/choice", "github.com/bwmarrin/discordgo", false},
		{"bot/telling", "amytis/bot/tables", false},
		{"bot/telling", "github.com/bwmarrin/discordgo", false},
		{"bot/interaction", "amytis/bot", false},
		{"bot/session", "amytis/bot", false},
		{"bot/playtest", "amytis/bot", false},
		{"cmd/amytis", "amytis/bot", true},
		{"bot", "github.com/fogleman/gg", false},
		{"cmd/amytis", "amytis/store/bolt", true},
	} {
		i := slices.IndexFunc(rooms, func(r room) bool { return matches(r.packages, c.pkg) })
		require.Equal(t, c.allowed, rooms[i].allows(c.pkg, c.imported), "%s imports %s", c.pkg, c.imported)
	}
}

func TestTestRulesRefuse(t *testing.T) {
	for _, c := range []struct {
		pkg, imported string
		allowed       bool
	}{
		{"render/gardens", "amytis/render/gardens", true},
		{"render/gardens", "amytis/render/rendertest", true},
		{"render/gardens", "github.com/stretchr/testify/require", true},
		{"render/gardens", "amytis/bot/text", false},
		{"render/gardens", "amytis/engine/babel", false},
		{"bot/games", "amytis/bot/text", true},
		{"store/bolt", "amytis/engine/gardens", false},
		{"bot", "amytis/engine/babel", true},
	} {
		require.Equal(t, c.allowed, testMayImport(c.pkg, c.imported), "%s imports %s", c.pkg, c.imported)
	}
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
