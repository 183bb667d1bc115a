package sentences

import (
	"amytis/engine/table"
	"amytis/store"
)

// MessageLink returns the address of a table's last message. There must be one.
func MessageLink(h store.Header) string { return LinkTo(h, h.LastMessage) }

// LinkTo returns the address of a message in a table's channel.
func LinkTo(h store.Header, id table.MessageID) string {
	return ChannelLink(h) + "/" + id.String()
}

// ChannelLink returns the address of a table's channel.
func ChannelLink(h store.Header) string {
	return "https://discord.com/channels/" + h.Guild.String() + "/" + h.Channel.String()
}

// TableLink returns the address of a table's last message, or a mention of its channel without one.
func TableLink(h store.Header) string {
	if h.LastMessage != 0 {
		return MessageLink(h)
	}
	return "<#" + h.Channel.String() + ">"
}
