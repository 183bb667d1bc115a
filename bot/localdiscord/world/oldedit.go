package world

import (
	"net/http"
	"time"

	"amytis/bot/localdiscord/wire"
)

// Discord limits edits of messages older than an hour in each channel. It does not document the
// numbers.
const (
	oldMessage    = time.Hour
	oldEditWindow = 6 * time.Second
	maxOldEdits   = 3
)

// countEdit counts an edit of a message, and refuses it if too many old messages were edited.
func countEdit(ch *Channel, m *wire.Message) *wire.Refusal {
	now := ch.world.Now()
	if now.Sub(m.Timestamp) <= oldMessage {
		return nil
	}
	wait, ok := ch.oldEdits.CountEvent(now, maxOldEdits, oldEditWindow)
	if ok {
		return nil
	}
	refusal := wire.Refuse(http.StatusTooManyRequests, wire.CodeOldMessageEdits,
		"Maximum number of edits to messages older than 1 hour reached. Try again later.")
	refusal.RetryAfter = wire.Seconds(wait)
	return refusal
}
