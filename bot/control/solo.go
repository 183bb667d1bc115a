package control

import (
	"github.com/bwmarrin/discordgo"

	"amytis/bot/text"
)

// SoloRow returns a row with the button that opens and starts a game against the computer. game is
// the game's ID, "" for the default.
func SoloRow(w *text.Words, game string) discordgo.ActionsRow {
	return Row(Button(w, "bot.button.solo", discordgo.PrimaryButton, Control{Action: Solo, Arg: game}))
}
