package bot

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"
	"github.com/stretchr/testify/require"

	"amytis/bot/discord/commands"
	"amytis/bot/discord/control"
	"amytis/bot/play/choice"
	"amytis/bot/play/games"
	"amytis/bot/play/games/playtest"
	_ "amytis/bot/play/games/tictactoe" // a game that only tests have
	"amytis/bot/play/lessons"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

var (
	// refusal matches the name of a constant with the code of a refusal.
	refusal = regexp.MustCompile(`^[rR]efused[A-Z]`)
	// keyForm matches a string of the code that is a key of the catalogs.
	keyForm = regexp.MustCompile(`^(bot|table|command|option)\.[a-z_.]+[a-z_]$`)
)

// TestEveryTextThatTheCodeNamesIsInTheCatalogs finds keys and the codes of refusals in the code,
// and builds those that are made of constants.
func TestEveryTextThatTheCodeNamesIsInTheCatalogs(t *testing.T) {
	codes := slices.Concat(table.Refusals, engine.CommonRefusals,
		[]string{"unseen_thread", "unseen_voice", "no_past_game", "no_game_message", "plan_gone"}) // passed on
	keys := []string{"bot.button." + control.Resign, "bot.button." + control.Abort}
	given := len(codes)
	for _, file := range sources(t) {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ValueSpec:
				for i, value := range n.Values {
					if code, is := stringOf(value); is && refusal.MatchString(n.Names[i].Name) {
						codes = append(codes, code)
					}
				}
			case *ast.CallExpr:
				if called, is := n.Fun.(*ast.SelectorExpr); is && called.Sel.Name == "Refuse" && len(n.Args) > 1 {
					if code, is := stringOf(n.Args[0]); is {
						codes = append(codes, code)
					}
				}
			case *ast.BasicLit:
				key, is := stringOf(n)
				switch {
				case !is || !keyForm.MatchString(key):
				case strings.HasPrefix(key, "command."), strings.HasPrefix(key, "option."):
					keys = append(keys, key+".name", key+".description")
				default:
					keys = append(keys, key)
				}
			}
			return true
		})
	}
	require.Greater(t, len(codes)-given, 60, "the refusals in the code were not found")
	require.Greater(t, len(keys), 50, "the keys in the code were not found")
	for _, code := range codes {
		keys = append(keys, "table.refused."+code)
	}
	for _, g := range games.All {
		for _, code := range g.Info().Refusals[len(engine.CommonRefusals):] {
			keys = append(keys, g.Info().ID+".refused."+code)
		}
	}
	for _, s := range slices.Concat(commands.Settings...) {
		require.Contains(t, text.Placeholders("bot.settings.page"), s.Name)
		if s.None != "" {
			keys = append(keys, s.None)
		}
		for _, value := range s.Values {
			if s.Words != "" {
				keys = append(keys, s.Words+value)
			}
		}
		if _, named := s.In(&store.Settings{}).(table.TimeControl); !named {
			keys = append(keys, "bot.form.settings."+s.Name)
		}
	}
	for _, c := range commands.Me() {
		if c.In != nil {
			keys = append(keys, "bot.me."+c.Name+".true", "bot.me."+c.Name+".false")
		}
	}
	requireWords(t, keys)
}

func TestEveryWordDerivedFromAGamesDescriptionIsInTheCatalogs(t *testing.T) {
	var keys []string
	for _, g := range games.All {
		in := g.Info()
		add := func(parts ...string) { keys = append(keys, in.ID+"."+strings.Join(parts, ".")) }
		describe := func(parts ...string) {
			add(append(parts, "name")...)
			add(append(parts, "description")...)
		}
		add("name")
		add("tagline")
		describe("command")
		for _, sub := range choice.Subcommands(in) {
			describe("sub", sub.Name)
			if sub.Section != "" {
				describe("section", sub.Section)
			}
			for _, f := range sub.Fields(in) {
				describe("arg", f.Name)
			}
			for _, v := range sub.Verbs {
				add("hint", in.VerbInfo(v).Name)
				if sub.Grouped() {
					add("verb", in.VerbInfo(v).Name)
				}
			}
		}
		for _, v := range in.Verbs {
			add("line", v.Name)
		}
		for _, name := range []string{"resign", "skipped", "undo"} {
			add("line", name)
		}
		for _, o := range in.Options {
			describe("option", o.Name)
			for _, value := range sentences.MenuValues(o) {
				add("option", o.Name, value)
			}
			if o.Kind == engine.OptionInt {
				add("option", o.Name, "value")
			}
		}
		for _, step := range slices.Concat(in.Steps...) {
			add("cursor", step.Name)
		}
		for _, view := range in.Views {
			add("view", view)
		}
		require.Equal(t, "short", in.Topics[0], "the rules begin with the game in short")
		for _, topic := range in.Topics {
			add("rules", topic, "title")
			add("rules", topic, "body")
		}
		for _, p := range variants(t, g) {
			for _, item := range p.At(t, 0).State.Scores()[0] {
				add("score", item.Name)
			}
			if p.At(t, 0).State.Pace().Live {
				add("line", "idle")
			}
			s := p.At(t, len(p.Moves)).State
			for _, item := range s.Records() {
				add("record", item.Name)
			}
			if tally := s.Tally(); tally.Key != "" {
				add("tally", tally.Key, "title")
				add("tally", tally.Key, "row")
			}
		}
	}
	for _, l := range lessons.All() {
		for _, s := range l.Steps {
			keys = append(keys, l.Game+".lesson."+s.Name)
		}
		for _, v := range l.Entry().Info().Verbs {
			if !v.Chance {
				keys = append(keys, l.Game+".lesson.later."+v.Name)
			}
		}
	}
	requireWords(t, keys)
}

func TestEveryWordThatAGameIsToldInIsInTheCatalogs(t *testing.T) {
	var keys []string
	for _, g := range games.All {
		add := func(key string) { keys = append(keys, g.Info().ID+"."+key) }
		addFacts := func(facts map[string]string) {
			for _, value := range facts {
				for key := range strings.FieldsSeq(value) {
					if strings.HasPrefix(value, "@") {
						for word := range strings.SplitSeq(key[1:], "+") {
							add(word)
						}
					}
				}
			}
		}
		for _, p := range variants(t, g) {
			s := p.At(t, 0).State
			for _, m := range p.Moves {
				notes := s.Scene()
				if m.Seat != engine.Chance {
					notes = append(notes, s.Need(m.Seat))
				}
				for _, note := range notes {
					if note.Key != "" {
						add("note." + note.Key)
					}
					addFacts(note.Facts)
				}
				d := s.Describe(m)
				addFacts(d.Facts)
				if d.Loss != "" {
					add("loss." + d.Loss)
				}
				var err error
				s, err = s.Apply(m)
				require.NoError(t, err)
			}
			if result, _ := s.Result(); result.Reason != "" {
				add("reason." + result.Reason)
			}
		}
	}
	requireWords(t, keys)
}

// TestAGamesWordsAreInItsOwnFiles lets a game be added without a change to a shared file.
func TestAGamesWordsAreInItsOwnFiles(t *testing.T) {
	files, err := filepath.Glob("text/catalog/*/*.toml")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		var tree map[string]any
		require.NoError(t, toml.Unmarshal(data, &tree), file)
		if alt, has := tree["alt"].(map[string]any); has {
			maps.Copy(tree, alt)
		}
		for _, g := range games.All {
			id := g.Info().ID
			if has := tree[id] != nil; has != strings.HasPrefix(filepath.Base(file), id) {
				t.Errorf("bot/%s: has words of %s: %v", file, id, has)
			}
		}
	}
}

// variants returns random games of g: with the defaults, and each value of the first option.
func variants(t *testing.T, g games.Entry) []playtest.Game {
	t.Helper()
	all := []playtest.Game{playtest.Play(t, g, nil, g.Info().MinSeats)}
	if in := g.Info(); len(in.Options) > 0 {
		for _, value := range in.Options[0].Values {
			all = append(all, playtest.Play(t, g, engine.Options{in.Options[0].Name: value}, in.MinSeats))
		}
	}
	return all
}

// sources returns the files of this package and of the packages below it, without tests.
func sources(t *testing.T) []*ast.File {
	t.Helper()
	var all []*ast.File
	for _, pattern := range []string{"*.go", "*/*.go", "*/*/*.go"} {
		files, err := filepath.Glob(pattern)
		require.NoError(t, err)
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
			require.NoError(t, err)
			all = append(all, parsed)
		}
	}
	return all
}

func stringOf(n ast.Node) (value string, is bool) {
	literal, is := n.(*ast.BasicLit)
	if !is || literal.Kind != token.STRING {
		return "", false
	}
	value, err := strconv.Unquote(literal.Value)
	return value, err == nil
}

// requireWords requires a text of every key in every language.
func requireWords(t *testing.T, keys []string) {
	t.Helper()
	slices.Sort(keys)
	keys = slices.Compact(keys)
	for _, lang := range text.Langs() {
		known := text.Keys(lang)
		for _, key := range keys {
			if _, found := slices.BinarySearch(known, key); !found {
				t.Errorf("%s: %s has no text", lang, key)
			}
		}
	}
}
