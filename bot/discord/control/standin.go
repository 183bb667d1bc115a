package control

import (
	"github.com/bwmarrin/discordgo"

	"amytis/bot/text"
	"amytis/engine/table"
)

// ReturnButton ends the stand-in at a table.
func ReturnButton(w *text.Words, id table.ID) discordgo.Button {
	return Button(w, "bot.button.return", discordgo.SuccessButton, Control{Action: Return, Table: id})
}

// StandInButton asks for a stand-in at a table.
func StandInButton(w *text.Words, id table.ID) discordgo.Button {
	return Button(w, "bot.button.ask_stand_in", discordgo.SecondaryButton, Control{Action: AskStandIn, Table: id})
}
