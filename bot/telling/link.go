package telling

import (
	"amytis/store"
)

// MessageLink leads to a table's last message.
func MessageLink(h store.Header) string {
	return "https://discord.com/channels/" + h.Guild.String() + "/" + h.Channel.String() + "/" + h.LastMessage.String()
}

// TableLink leads to a table's last message, or to its channel.
func TableLink(h store.Header) string {
	if h.LastMessage != 0 {
		return MessageLink(h)
	}
	return "<#" + h.Channel.String() + ">"
}
