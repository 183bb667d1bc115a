package control

import (
	"github.com/bwmarrin/discordgo"

	"amytis/bot/text"
)

// SoloRow returns a row with the buttons for a player alone: a game against the computer, and the
// lesson. game is the game's ID, "" for the default.
func SoloRow(w *text.Words, game string) discordgo.ActionsRow {
	return Row(SoloButton(w, game), LearnButton(w, game))
}

// SoloButton opens and starts a game against the computer. game is as for SoloRow.
func SoloButton(w *text.Words, game string) discordgo.Button {
	return Button(w, "bot.button.solo", discordgo.PrimaryButton, Control{Action: Solo, Arg: game})
}

// LearnButton opens the lesson of a game. game is as for SoloRow.
func LearnButton(w *text.Words, game string) discordgo.Button {
	return Button(w, "bot.button.learn", discordgo.SecondaryButton, Control{Action: Learn, Arg: game})
}
