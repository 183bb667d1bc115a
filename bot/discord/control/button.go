package control

import (
	"github.com/bwmarrin/discordgo"

	"amytis/bot/text"
)

// Button returns a button with a label from the catalog, cut to MaxLabel characters.
func Button(w *text.Words, key string, style discordgo.ButtonStyle, c Control) discordgo.Button {
	return discordgo.Button{Label: text.Cut(w.T(key, nil), MaxLabel), Style: style, CustomID: c.ID()}
}

// MaxLabel is Discord's limit for a button's label, in characters.
const MaxLabel = 80

func Row(components ...discordgo.MessageComponent) discordgo.ActionsRow {
	return discordgo.ActionsRow{Components: components}
}

// Choice returns an entry of an autocomplete, with its name cut to MaxChoiceName characters.
func Choice(name, value string) *discordgo.ApplicationCommandOptionChoice {
	return &discordgo.ApplicationCommandOptionChoice{Name: text.Cut(name, MaxChoiceName), Value: value}
}

// EmbedColor is the color of embeds in 24-bit RGB: sandstone.
const EmbedColor = 0xC9A66B
