package telling

import (
	"amytis/store"
)

// MessageLink returns the address of a table's last message. There must be one.
func MessageLink(h store.Header) string {
	return "https://discord.com/channels/" + h.Guild.String() + "/" + h.Channel.String() + "/" + h.LastMessage.String()
}

// TableLink returns the address of a table's last message, or a mention of its channel without one.
func TableLink(h store.Header) string {
	if h.LastMessage != 0 {
		return MessageLink(h)
	}
	return "<#" + h.Channel.String() + ">"
}
