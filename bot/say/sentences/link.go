package sentences

import (
	"amytis/engine/table"
	"amytis/store"
)

// MessageLink returns the address of a table's last message, which must exist.
func MessageLink(h store.Header) string { return LinkTo(h, h.LastMessage) }

func LinkTo(h store.Header, id table.MessageID) string {
	return ChannelLink(h) + "/" + id.String()
}

func ChannelLink(h store.Header) string {
	return "https://discord.com/channels/" + h.Guild.String() + "/" + h.Channel.String()
}

// TableLink returns the address of a table's last message, else a mention of its channel.
func TableLink(h store.Header) string {
	if h.LastMessage != 0 {
		return MessageLink(h)
	}
	return "<#" + h.Channel.String() + ">"
}
