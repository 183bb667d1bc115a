package world

import (
	"amytis/bot/localdiscord/body"
	"amytis/bot/localdiscord/wire"
)

// RestoreCommands brings back commands from an earlier run.
func (w *World) RestoreCommands(commands map[string][]*wire.Command) { w.commands = commands }

// RestoreChannel brings back a thread or direct conversation from an earlier run. It drops threads
// whose guild or parent channel does not exist in this run.
func (w *World) RestoreChannel(ch *Channel) {
	g := w.guilds[ch.GuildID]
	if !ch.IsDM() && (g == nil || w.channels[ch.ParentID] == nil) {
		return
	}
	ch.world = w
	w.channels[ch.ID] = ch
	if g != nil {
		g.channels = append(g.channels, ch.ID)
	}
	w.config.IDs.Reserve(ch.ID)
}

// RestoreMessage brings back a message from an earlier run. It drops messages without a channel,
// and those that show the bot thinking: the token to finish them was lost with the process.
func (w *World) RestoreMessage(m *wire.Message) {
	ch := w.channels[m.ChannelID]
	if ch == nil || m.Loading() {
		return
	}
	ch.add(m)
	if len(m.Nonce) > 0 {
		w.Nonces.Keep((&body.Message{Nonce: m.Nonce}).NonceText(), m)
	}
	w.config.IDs.Reserve(m.ID)
}

// ShownAttachments returns the ids of all attachments of all messages.
func (w *World) ShownAttachments() map[string]bool {
	shown := map[string]bool{}
	for _, r := range w.records {
		for _, a := range r.Current.Attachments {
			shown[a.ID] = true
		}
	}
	return shown
}
