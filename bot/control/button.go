package control

import (
	"github.com/bwmarrin/discordgo"

	"amytis/bot/text"
)

// Button is a button with a text of the catalog, shortened to what Discord takes.
func Button(w *text.Words, key string, style discordgo.ButtonStyle, c Control) discordgo.Button {
	return discordgo.Button{Label: text.Cut(w.T(key, nil), MaxLabel), Style: style, CustomID: c.ID()}
}

// MaxLabel is Discord's limit for a button's label.
const MaxLabel = 80

// Row puts components beside each other.
func Row(components ...discordgo.MessageComponent) discordgo.ActionsRow {
	return discordgo.ActionsRow{Components: components}
}

// Choice is an entry of an autocomplete, its name shortened to what Discord takes.
func Choice(name, value string) *discordgo.ApplicationCommandOptionChoice {
	return &discordgo.ApplicationCommandOptionChoice{Name: text.Cut(name, MaxChoiceName), Value: value}
}

// NoComponents removes what components a message has.
var NoComponents = []discordgo.MessageComponent{}

// EmbedColor is sandstone.
const EmbedColor = 0xC9A66B
