package control

import (
	"github.com/bwmarrin/discordgo"

	"amytis/bot/text"
)

// Row puts components beside each other.
func Row(components ...discordgo.MessageComponent) discordgo.ActionsRow {
	return discordgo.ActionsRow{Components: components}
}

// Button is a button with a text of the catalog, shortened to what Discord takes.
func Button(w *text.Words, key string, style discordgo.ButtonStyle, c Control) discordgo.Button {
	return discordgo.Button{Label: text.Cut(w.T(key, nil), MaxLabel), Style: style, CustomID: c.ID()}
}

// MaxLabel is Discord's limit for a button's label.
const MaxLabel = 80
