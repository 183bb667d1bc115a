package commands

import (
	"cmp"
	"regexp"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/require"

	"amytis/bot/text"
)

// known returns mentions of all commands, and an ID as long as a new one.
func known() (m *Mentions, id string) {
	m, id = &Mentions{}, "1438120000000000000"
	ids := map[string]string{}
	for _, c := range All() {
		ids[c.Name] = id
	}
	m.Learn(ids)
	return m, id
}

func TestCommandsBecomeMentionsOnceTheirIDsAreKnown(t *testing.T) {
	require.Equal(t, "Try `/board`.", (&Mentions{}).Insert("Try `/board`."))
	m, id := known()
	for before, after := range map[string]string{
		"Try `/board`.":                   "Try </board:" + id + ">.",
		"`/game new`, then `/game start`": "</game new:" + id + ">, then </game start:" + id + ">",
		"**`/garden end`**":               "**</garden end:" + id + ">**",
		// Discord opens a mention by its default name only.
		"`/partie nouvelle` `/plateau`": "</game new:" + id + "> </board:" + id + ">",
		"`/spiel überspringen`":         "</game skip:" + id + ">",
		"`/partida nueva`":              "</game new:" + id + ">",
		"`/towers noble small`":         "</towers noble small:" + id + ">",
		"`/türme adlige klein`":         "</towers noble small:" + id + ">",
		// These are no code spans with just a command in them.
		"/game new":                     "/game new",
		"`/garden`":                     "`/garden`",
		"`/game new game:babel`":        "`/game new game:babel`",
		"`/nothing`":                    "`/nothing`",
		"``/board`` ```\n`/board`\n```": "``/board`` ```\n`/board`\n```",
		"`a`/board`b`":                  "`a`/board`b`",
		"\\`/board`":                    "\\`/board`",
		`\\` + "`/board`":               `\\` + "</board:" + id + ">",
	} {
		require.Equal(t, after, m.Insert(before))
	}
	m.Learn(map[string]string{"board": "7"})
	require.Equal(t, "</board:7> `/game new`", m.Insert("`/board` `/game new`"))
}

func TestNameOfAPlayerNeverBecomesAMention(t *testing.T) {
	m, _ := known()
	for _, name := range []string{"`/board`", "</board:1>", "\\`/board`", "`", "\\", "``/board``", "```/board"} {
		shown := "**" + text.Plain(name) + "** and `/x` " + text.Plain(name)
		require.Equal(t, shown, m.Insert(shown))
	}
}

// named matches a code span that begins like a command.
var named = regexp.MustCompile("`/[^`]*`")

var bare = regexp.MustCompile("(^|[^`/:<\\w])/\\p{L}")

// namesIn returns the names that the readers of a language see of the commands.
func namesIn(lang text.Lang) (names []string) {
	for _, c := range All() {
		for _, path := range paths(c) {
			names = append(names, cmp.Or(path[discordgo.Locale(text.Locales(lang)[0])], path[discordgo.EnglishUS]))
		}
	}
	return names
}

func TestEveryCommandInTheCatalogsCanBeMentioned(t *testing.T) {
	m, id := known()
	for _, lang := range text.Langs() {
		found, own := 0, namesIn(lang)
		for _, key := range text.Keys(lang) {
			said := text.For(string(lang)).T(key, nil)
			found += len(named.FindAllString(said, -1))
			for _, span := range named.FindAllString(said, -1) {
				require.Contains(t, own, strings.Trim(span, "`/"), "%s: %s", lang, key)
			}
			require.NotContains(t, m.Insert(said), "`/", "%s: %s", lang, key)
			if !strings.HasPrefix(key, "alt.") { // the alt text of a picture cannot mention a command
				require.NotRegexp(t, bare, said, "%s: %s", lang, key)
			}
			require.Equal(t, len(named.FindAllString(said, -1)), strings.Count(m.Insert(said), ":"+id+">"), "%s: %s", lang, key)
		}
		require.Greater(t, found, 20, lang)
	}
}
