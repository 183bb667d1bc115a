package commands

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/require"

	"amytis/bot/discord/control"
	_ "amytis/bot/play/games/tictactoe" // a game that only tests have
)

// Discord's limits for commands:
// https://discord.com/developers/docs/interactions/application-commands
const (
	maxCommands     = 100
	maxOptions      = 25
	maxCommandChars = 8000
)

var nameForm = regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]{1,32}$`)

func TestCommandsKeepWithinDiscordsLimits(t *testing.T) {
	all := All()
	require.LessOrEqual(t, len(all), maxCommands)
	named := map[string]string{}
	for _, c := range all {
		for locale, name := range *c.NameLocalizations {
			at := fmt.Sprint(c.Type, locale, name)
			require.Empty(t, named[at], "/%s is called %q in %s, as another is", c.Name, name, locale)
			named[at] = c.Name
		}
		if c.Type != 0 { // a menu allows capitals and spaces
			for _, n := range slices.AppendSeq([]string{c.Name}, maps.Values(*c.NameLocalizations)) {
				require.LessOrEqual(t, utf8.RuneCountInString(n), 32, n)
			}
			require.Empty(t, c.Description)
			require.Empty(t, c.Options)
			continue
		}
		n := wordsFit(t, c.Name, c.Name, *c.NameLocalizations, c.Description, *c.DescriptionLocalizations)
		n += optionsFit(t, c.Name, c.Options)
		require.LessOrEqual(t, n, maxCommandChars, "/%s has %d characters in the longest language", c.Name, n)
	}
}

func optionsFit(t *testing.T, path string, options []*discordgo.ApplicationCommandOption) int {
	t.Helper()
	require.LessOrEqual(t, len(options), maxOptions, path)
	total, optional := 0, false
	names := map[discordgo.Locale]map[string]bool{}
	for _, o := range options {
		at := path + " " + o.Name
		total += wordsFit(t, at, o.Name, o.NameLocalizations, o.Description, o.DescriptionLocalizations)
		require.False(t, o.Required && optional, "%s: required options come first", at)
		optional = optional || !o.Required
		require.LessOrEqual(t, len(o.Choices), control.MaxChoices, at)
		require.False(t, o.Autocomplete && len(o.Choices) > 0, at)
		for _, c := range o.Choices {
			longest := utf8.RuneCountInString(c.Name)
			for _, name := range c.NameLocalizations {
				longest = max(longest, utf8.RuneCountInString(name))
			}
			require.LessOrEqual(t, longest, control.MaxChoiceName, "%s: %s", at, c.Name)
			total += longest + utf8.RuneCountInString(c.Value.(string))
		}
		total += optionsFit(t, at, o.Options)
		for locale, name := range o.NameLocalizations {
			if names[locale] == nil {
				names[locale] = map[string]bool{}
			}
			require.False(t, names[locale][name], "%s: two options are called %q in %s", path, name, locale)
			names[locale][name] = true
		}
	}
	return total
}

// wordsFit checks a name and a description and returns their characters in the longest language.
func wordsFit(
	t *testing.T, at, name string, names map[discordgo.Locale]string, description string,
	descriptions map[discordgo.Locale]string,
) int {
	t.Helper()
	longestName, longestText := 0, 0
	for _, n := range slices.AppendSeq([]string{name}, maps.Values(names)) {
		require.Regexp(t, nameForm, n, at)
		require.Equal(t, strings.ToLower(n), n, at)
		longestName = max(longestName, utf8.RuneCountInString(n))
	}
	for _, d := range slices.AppendSeq([]string{description}, maps.Values(descriptions)) {
		length := utf8.RuneCountInString(d)
		require.True(t, length >= 1 && length <= 100, "%s: %d characters: %s", at, length, d)
		longestText = max(longestText, length)
	}
	return longestName + longestText
}

func TestCommandsAreOfferedWhereTheyWork(t *testing.T) {
	const server, direct = `"contexts":[0],"integration_types":[0]`, `"contexts":[0,1],"integration_types":[0]`
	const everywhere = `"contexts":[0,1,2],"integration_types":[0,1]`
	want := map[string]string{"leaderboard": server, "stats": server, "settings": server}
	for _, name := range []string{"game", "learn", "rules", "help", "privacy", "me", "profile", "replay"} {
		want[name] = everywhere
	}
	for users, all := range map[bool][]*discordgo.ApplicationCommand{true: All(), false: WithoutUsers(All())} {
		for _, c := range all {
			sent, err := json.Marshal(c)
			require.NoError(t, err)
			places := cmp.Or(want[c.Name], direct)
			if c.Type > discordgo.ChatApplicationCommand { // a menu of people or messages
				places = server
			}
			if !users && places == everywhere {
				places = direct
			}
			require.True(t, strings.Contains(string(sent), places+`,"`), c.Name)
		}
	}
}

func TestCommandsOfTowersAreGroupedByWhatPlayersDo(t *testing.T) {
	var typed []string
	for _, c := range All() {
		if c.Name != "towers" {
			continue
		}
		for _, path := range paths(c) {
			typed = append(typed, path[discordgo.EnglishUS])
		}
	}
	require.Equal(t, []string{
		"towers tower", "towers bridge", "towers noble small", "towers noble large", "towers noble take",
		"towers special swap", "towers special turn", "towers stuck", "towers done",
	}, typed)
}
