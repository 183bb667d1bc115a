package bot

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/require"

	"amytis/bot/games"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// Discord's limits of commands.
// https://discord.com/developers/docs/interactions/application-commands
const (
	maxCommands     = 100
	maxOptions      = 25
	maxCommandChars = 8000
)

var nameForm = regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]{1,32}$`)

func TestCommandsKeepDiscordsLimits(t *testing.T) {
	all := commands()
	require.LessOrEqual(t, len(all), maxCommands)
	for _, c := range all {
		n := wordsFit(t, c.Name, c.Name, *c.NameLocalizations, c.Description, *c.DescriptionLocalizations)
		n += optionsFit(t, c.Name, c.Options)
		require.LessOrEqual(t, n, maxCommandChars, "/%s has %d characters, the longest language counted", c.Name, n)
	}
}

// optionsFit returns the characters of options.
func optionsFit(t *testing.T, path string, options []*discordgo.ApplicationCommandOption) int {
	t.Helper()
	require.LessOrEqual(t, len(options), maxOptions, path)
	total, optional := 0, false
	names := map[discordgo.Locale]map[string]bool{}
	for _, o := range options {
		at := path + " " + o.Name
		total += wordsFit(t, at, o.Name, o.NameLocalizations, o.Description, o.DescriptionLocalizations)
		require.False(t, o.Required && optional, "%s: what is required stands first", at)
		optional = optional || !o.Required
		require.LessOrEqual(t, len(o.Choices), maxChoices, at)
		require.False(t, o.Autocomplete && len(o.Choices) > 0, at)
		for _, c := range o.Choices {
			longest := utf8.RuneCountInString(c.Name)
			for _, name := range c.NameLocalizations {
				longest = max(longest, utf8.RuneCountInString(name))
			}
			require.LessOrEqual(t, longest, maxChoiceName, "%s: %s", at, c.Name)
			total += longest + utf8.RuneCountInString(c.Value.(string))
		}
		total += optionsFit(t, at, o.Options)
		for locale, name := range o.NameLocalizations {
			if names[locale] == nil {
				names[locale] = map[string]bool{}
			}
			require.False(t, names[locale][name], "%s: %q twice in %s", path, name, locale)
			names[locale][name] = true
		}
	}
	return total
}

// wordsFit returns the characters of a name and a description, the longest
// language counted.
func wordsFit(t *testing.T, at, name string, names map[discordgo.Locale]string, description string, descriptions map[discordgo.Locale]string) int {
	t.Helper()
	longestName, longestText := 0, 0
	for _, n := range append(values(names), name) {
		require.Regexp(t, nameForm, n, at)
		require.Equal(t, strings.ToLower(n), n, at)
		longestName = max(longestName, utf8.RuneCountInString(n))
	}
	for _, d := range append(values(descriptions), description) {
		length := utf8.RuneCountInString(d)
		require.True(t, length >= 1 && length <= 100, "%s: %d characters: %s", at, length, d)
		longestText = max(longestText, length)
	}
	return longestName + longestText
}

func values(m map[discordgo.Locale]string) []string {
	var all []string
	for _, v := range m {
		all = append(all, v)
	}
	return all
}

// TestEveryRefusalHasWords in every language.
func TestEveryRefusalHasWords(t *testing.T) {
	var keys []string
	for _, code := range slices.Concat(ownRefusals, table.Refusals, engine.CommonRefusals) {
		keys = append(keys, "table.refused."+code)
	}
	for _, g := range games.All {
		for _, code := range g.Info().Refusals[len(engine.CommonRefusals):] {
			keys = append(keys, g.Info().ID+".refused."+code)
		}
	}
	require.Empty(t, text.Missing(keys))
}

// TestEveryWordOfAGameIsThere for what is derived from its description.
func TestEveryWordOfAGameIsThere(t *testing.T) {
	var keys []string
	for _, g := range games.All {
		in := g.Info()
		add := func(parts ...string) { keys = append(keys, in.ID+"."+strings.Join(parts, ".")) }
		add("name")
		add("tagline")
		keys = append(keys, "command."+in.Command+".name", "command."+in.Command+".description")
		for _, sub := range subcommands(in) {
			add("sub", sub.name, "name")
			add("sub", sub.name, "description")
			for _, f := range sub.fields(in) {
				add("arg", f.name, "name")
				add("arg", f.name, "description")
			}
			for _, v := range sub.verbs {
				add("hint", in.VerbInfo(v).Name)
				add("line", in.VerbInfo(v).Name)
				if sub.grouped() {
					add("verb", in.VerbInfo(v).Name)
				}
			}
		}
		for _, name := range []string{"resign", "skipped", "undo"} {
			add("line", name)
		}
		for _, o := range in.Options {
			add("option", o.Name, "name")
			add("option", o.Name, "description")
			for _, value := range o.Values {
				add("option", o.Name, value)
			}
		}
		for _, view := range in.Views {
			add("view", view)
		}
		for _, topic := range in.Topics {
			add("rules", topic, "title")
			add("rules", topic, "body")
		}
		for _, item := range scoreItems(t, g) {
			add("score", item)
		}
	}
	require.Empty(t, text.Missing(keys))
}

func scoreItems(t *testing.T, g games.Entry) []string {
	t.Helper()
	seats := make([]engine.SeatInfo, g.Info().MinSeats)
	setup := g.Deal(nil, seats, fixedRand(1))
	s, err := g.Start(nil, seats, setup)
	require.NoError(t, err)
	var items []string
	for _, item := range s.Scores()[0] {
		items = append(items, item.Name)
	}
	return items
}

// keyForm is what a key of the catalogs looks like in the code.
var keyForm = regexp.MustCompile(`^(bot|table|command|option)\.[a-z_.]+[a-z_]$`)

// TestEveryKeyInTheCodeHasWords reads this package's source.
func TestEveryKeyInTheCodeHasWords(t *testing.T) {
	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	var keys []string
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		require.NoError(t, err)
		ast.Inspect(parsed, func(n ast.Node) bool {
			literal, isLiteral := n.(*ast.BasicLit)
			if !isLiteral || literal.Kind != token.STRING {
				return true
			}
			if key, err := strconv.Unquote(literal.Value); err == nil && keyForm.MatchString(key) {
				if strings.HasPrefix(key, "command.") || strings.HasPrefix(key, "option.") {
					keys = append(keys, key+".name", key+".description")
				} else {
					keys = append(keys, key)
				}
			}
			return true
		})
	}
	require.Greater(t, len(keys), 50)
	require.Empty(t, text.Missing(keys))
}

// TestWordsBuiltFromCodeAreThere for keys that the code puts together.
func TestWordsBuiltFromCodeAreThere(t *testing.T) {
	keys := []string{"bot.language." + ownLanguage, "bot.settings.pings." + pingByMention, "bot.settings.pings." + pingByName, "bot.button." + actResign, "bot.button." + actAbort}
	for _, lang := range text.Langs() {
		keys = append(keys, "bot.language."+string(lang))
	}
	for _, p := range needed {
		keys = append(keys, "bot.permission."+p.key)
	}
	require.Empty(t, text.Missing(keys))
}

func TestButtonsHaveShortLabels(t *testing.T) {
	for _, lang := range text.Langs() {
		for _, key := range text.Keys(lang) {
			if strings.HasPrefix(key, "bot.button.") {
				require.LessOrEqual(t, utf8.RuneCountInString(text.For(string(lang)).T(key, nil)), maxLabel, "%s: %s", lang, key)
			}
		}
	}
}

func TestNamesArePlain(t *testing.T) {
	for name, want := range map[string]string{
		"Ana": "Ana", "a_b*c": `a\_b\*c`, "`x`": "\\`x\\`", "<@123>": `\<@` + "\u200b" + `123\>`,
		"@everyone": "@\u200beveryone", "# big": `\# big`, "[a](b)": `\[a\](b)`, "||s||": `\|\|s\|\|`, `\`: `\\`, "~~x~~": `\~\~x\~\~`,
		":tada:": `\:tada\:`,
	} {
		require.Equal(t, want, plain(name))
	}
}

func TestCutKeepsWholeCharacters(t *testing.T) {
	require.Equal(t, "été", cut("été", 3))
	require.Equal(t, "ét…", cut("étés", 3))
	require.Equal(t, "", cut("", 5))
}
