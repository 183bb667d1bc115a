package world

import (
	"net/http"
	"slices"
	"time"

	"amytis/bot/localdiscord/wire"
)

// Discord limits edits of messages older than an hour to a few per channel and hour. It does not
// document the numbers.
const (
	oldMessage    = time.Hour
	oldEditWindow = time.Hour
	maxOldEdits   = 5
)

// countEdit counts an edit of a message, and refuses it if too many old messages were edited.
func (ch *Channel) countEdit(m *wire.Message) *wire.Refusal {
	now := ch.world.Now()
	if now.Sub(m.Timestamp) <= oldMessage {
		return nil
	}
	ch.oldEdits = slices.DeleteFunc(ch.oldEdits, func(at time.Time) bool { return now.Sub(at) >= oldEditWindow })
	if len(ch.oldEdits) >= maxOldEdits {
		refusal := wire.Refuse(http.StatusTooManyRequests, wire.CodeOldMessageEdits,
			"Maximum number of edits to messages older than 1 hour reached. Try again later.")
		refusal.RetryAfter = wire.Seconds(oldEditWindow - now.Sub(ch.oldEdits[0]))
		return refusal
	}
	ch.oldEdits = append(ch.oldEdits, now)
	return nil
}
