package posts

import (
	"amytis/bot/discord/message"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine/table"
)

// ThreadNote tells a channel about a game in a thread. It links to the thread unless that is 0:
// before it exists.
func ThreadNote(w *text.Words, t *table.Table, thread table.ChannelID) *message.Message {
	note := w.Say(
		"bot.thread.note", "Game", w.T(t.Game.Info().ID+".name", nil), "Name", text.Plain(sentences.HostName(t)),
	)
	if thread != 0 {
		note += " <#" + thread.String() + ">"
	}
	return &message.Message{Content: note}
}
