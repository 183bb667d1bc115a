package posts

import (
	"amytis/bot/session"
	"amytis/bot/telling"
	"amytis/bot/text"
	"amytis/engine/table"
)

// ThreadNote tells the channel of a game that is played in a thread; 0 is one that is not there
// yet.
func ThreadNote(w *text.Words, t *table.Table, thread table.ChannelID) *session.Message {
	note := w.Say(
		"bot.thread.note", "Game", w.T(t.Game.Info().ID+".name", nil), "Name", text.Plain(telling.HostName(t)),
	)
	if thread != 0 {
		note += " <#" + thread.String() + ">"
	}
	return &session.Message{Content: note}
}
