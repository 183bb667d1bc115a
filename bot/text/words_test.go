package text

import (
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord/wire"
)

func TestForFindsTheBestLanguage(t *testing.T) {
	for locale, want := range map[string]Lang{
		"en-US": English, "en-GB": English, "fr": French, "de": German, "es-ES": Spanish, "es-419": Spanish,
		"pt-BR": English, "zh-CN": English, "": English, "FR": French, "fra": English,
	} {
		require.Equal(t, want, For(locale).Lang())
	}
}

func TestTheCountChoosesThePluralForm(t *testing.T) {
	for _, c := range []struct {
		lang, key, arg string
		n              any
		want           string
	}{
		{"en", "bot.duration.hours", "Count", 1, "1 hour"}, {"en", "bot.duration.hours", "Count", "1", "1 hour"},
		{"en", "bot.duration.hours", "Count", -1, "-1 hour"}, {"en", "bot.duration.hours", "Count", 0, "0 hours"},
		{"en", "towers.hint.small", "points", "1", "+1 point, score "}, {"en", "towers.hint.small", "points", 2, "+2 points, score "},
		{"en", "bot.duration.hours", "Count", "", " hours"}, {"fr", "bot.duration.hours", "Count", "0", "0 heure"},
		{"fr", "bot.duration.hours", "Count", 2, "2 heures"}, {"fr", "bot.duration.hours", "Count", 1000000, "1000000 heures"},
	} {
		require.Equal(t, c.want, For(c.lang).T(c.key, map[string]any{c.arg: c.n}))
	}
}

func TestAMissingKeyFailsTestsAndPlayersReadIt(t *testing.T) {
	require.PanicsWithValue(t, "text: de: nowhere.at.all: key without a text", func() { For("de").Say("nowhere.at.all") })
	defer func() { strict = true }()
	strict = false
	require.Equal(t, "nowhere.at.all", For("fr").T("nowhere.at.all", nil))
}

func TestLoadSaysWhatIsWrongAndWhere(t *testing.T) {
	for broken, want := range map[string]string{
		`a = "A`:                        "catalog/en/a.toml",
		`a = 3`:                         "a: int64 is neither",
		"[a]\nother = \"x\"\nb = \"y\"": "a: b is not a plural form",
		`a = "{{.x"`:                    "catalog/en/a.toml: a:",
		"a.b = \"x\"\n\"a.b\" = \"y\"":  "this key already has a text in catalog/en/a.toml",
	} {
		_, err := load(fstest.MapFS{"catalog/en/a.toml": &fstest.MapFile{Data: []byte(broken)}})
		require.ErrorContains(t, err, want, broken)
	}
}

func TestValuesAreNeverExecutedAsTemplates(t *testing.T) {
	for _, name := range []string{"{{.Count}}", "{{", "}}", "{{template \"x\"}}", "%s", "<no value>"} {
		require.Contains(t, For("en").T("gardens.line.resign", map[string]any{"Name": name}), name)
	}
}

func TestMissingArgumentCountsAsEmpty(t *testing.T) {
	args := map[string]any{"Name": "Ana", "tile": "GR2", "level": "L2", "hole": "c3"}
	want := "Ana placed GR2 on level 2 at c3."
	require.Equal(t, want, For("en").T("gardens.line.place", args))
	require.Len(t, args, 4, "the caller's arguments stay")
}

func TestTemplateFunctionsFormatPointsAndLevels(t *testing.T) {
	for value, want := range map[any]string{"3": "+3", "-2": "−2", "0": "0", "": "", 4: "+4", -1: "−1"} {
		require.Equal(t, want, signed(value))
	}
	for value, want := range map[any]bool{"": false, "0": false, 0: false, "-1": true} {
		require.Equal(t, want, nonzero(value))
	}
	require.Equal(t, []string{"15", "0", ""}, []string{digits("L15"), digits("r0"), digits("")})
}

func TestListsReadAsInTheirLanguage(t *testing.T) {
	for _, c := range []struct {
		locale string
		items  []string
		conj   []string
		want   string
	}{
		{"en", nil, nil, ""},
		{"en", []string{"a"}, nil, "a"},
		{"en", []string{"a", "b"}, nil, "a and b"},
		{"en", []string{"a", "b", "c"}, nil, "a, b and c"},
		{"en", []string{"a", "b"}, []string{"or"}, "a or b"},
		{"fr", []string{"a", "b", "c"}, nil, "a, b et c"},
		{"de", []string{"a", "b"}, nil, "a und b"},
		{"es", []string{"Ana", "Bo"}, nil, "Ana y Bo"},
		{"es", []string{"Ana", "Inés"}, nil, "Ana e Inés"},
		{"es", []string{"agua", "hielo"}, nil, "agua y hielo"},
		{"es", []string{"siete", "ocho"}, []string{"o"}, "siete u ocho"},
	} {
		require.Equal(t, c.want, For(c.locale).List(c.items, c.conj...))
	}
}

func TestPlainEscapesMarkdownAndMentions(t *testing.T) {
	for name, want := range map[string]string{
		"Ana": "Ana", "a_b*c": `a\_b\*c`, "`x`": "\\`x\\`", "<@123>": `\<@` + "\u200b" + `123\>`,
		"@everyone": "@\u200beveryone", "# big": `\# big`, "[a](b)": `\[a\](b)`, "||s||": `\|\|s\|\|`, `\`: `\\`, "~~x~~": `\~\~x\~\~`,
		":tada:": `\:tada\:`,
	} {
		require.Equal(t, want, Plain(name))
	}
}

func TestCutKeepsWholeCharacters(t *testing.T) {
	require.Equal(t, "été", Cut("été", 3))
	require.Equal(t, "ét…", Cut("étés", 3))
	require.Equal(t, "", Cut("", 5))
}

func TestALanguageHasAllThatItNeeds(t *testing.T) {
	folders, err := embedded.ReadDir("catalog")
	require.NoError(t, err)
	require.Len(t, languages, len(folders), "a folder each")
	read := map[string]bool{}
	for _, l := range languages {
		require.NotEmpty(t, l.locales, l.lang)
		for _, locale := range Locales(l.lang) {
			require.True(t, wire.Locales[locale] && !read[locale], "%s is not one of Discord's, or twice", locale)
			require.Equal(t, l.lang, LangOf(locale))
			read[locale] = true
		}
		require.NotEmpty(t, l.date, l.lang)
		require.True(t, l.lang == English || l.formal != "" && banned[l.lang] != nil && sameWord[l.lang] != nil, l.lang)
	}
}

func TestADayIsWrittenAsInItsLanguage(t *testing.T) {
	day := time.Date(2026, time.December, 5, 0, 0, 0, 0, time.UTC)
	for lang, want := range map[Lang]string{
		English: "5 Dec 2026", French: "05/12/2026", German: "05.12.2026", Spanish: "05/12/2026",
	} {
		require.Equal(t, want, For(string(lang)).Date(day), lang)
	}
}
