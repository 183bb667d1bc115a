package commands

import (
	"maps"
	"regexp"
	"strings"
	"sync/atomic"

	"github.com/bwmarrin/discordgo"
)

// Mentions replaces the commands that texts name, in any language and each in its own code span
// such as "`/game new`", by mentions, which a click opens. Texts stay unchanged without known IDs.
// A mention has the default names: Discord does not open localized ones.
// https://github.com/discord/discord-api-docs/issues/5518
type Mentions struct {
	bySpan atomic.Pointer[map[string]string] // the mentions by code span; nil before Learn
}

// Learn takes the IDs of the registered commands by their default names.
func (m *Mentions) Learn(ids map[string]string) {
	bySpan := map[string]string{}
	for _, c := range All() {
		id, registered := ids[c.Name]
		if !registered || c.Type != 0 { // menus have no mentions
			continue
		}
		for _, path := range paths(c) {
			mention := "</" + path[discordgo.EnglishUS] + ":" + id + ">"
			for _, name := range path {
				bySpan["`/"+name+"`"] = mention
			}
		}
	}
	m.bySpan.Store(&bySpan)
}

// paths returns what users can send of a command, such as "game new" and "towers noble small": its
// names by locale, the default ones under English.
func paths(c *discordgo.ApplicationCommand) []map[discordgo.Locale]string {
	own := maps.Clone(*c.NameLocalizations)
	own[discordgo.EnglishUS] = c.Name
	return pathsFrom(own, c.Options)
}

// pathsFrom returns a path if none of its options is a subcommand or a group, else theirs: Discord
// refuses a mention of a command that has subcommands.
func pathsFrom(
	path map[discordgo.Locale]string, options []*discordgo.ApplicationCommandOption,
) (all []map[discordgo.Locale]string) {
	for _, o := range options {
		if o.Type > discordgo.ApplicationCommandOptionSubCommandGroup {
			continue
		}
		below := map[discordgo.Locale]string{discordgo.EnglishUS: path[discordgo.EnglishUS] + " " + o.Name}
		for l, name := range o.NameLocalizations {
			below[l] = path[l] + " " + name
		}
		all = append(all, pathsFrom(below, o.Options)...)
	}
	if all == nil {
		all = append(all, path)
	}
	return all
}

// code matches a code block, a code span, or an escaped character, which begins neither.
var code = regexp.MustCompile("(?s)\\\\.|```.*?```|``.*?``|`[^`]*`")

// Insert puts mentions in place of code spans that only name a command.
func (m *Mentions) Insert(text string) string {
	bySpan := m.bySpan.Load()
	if bySpan == nil || !strings.Contains(text, "`/") {
		return text
	}
	return code.ReplaceAllStringFunc(text, func(found string) string {
		if mention, isCommand := (*bySpan)[found]; isCommand {
			return mention
		}
		return found
	})
}
