package announce

import (
	"context"
	"errors"
	"log/slog"
	"strings"

	"amytis/bot/session"
	"amytis/store"
)

// An alert by a direct message is an entry of the user's own queue. The entry in the channel's
// queue that it follows from, and the one that mentions the player in the channel because Discord
// refused it, are other entries. Each is settled together with the one that follows. So a player
// gets one of them, at any time the program may end.

// alerter is the part of an Announcer that tells single players something.
type alerter struct{ *Announcer }

// postDirect sends the direct message of an entry.
func (a alerter) postDirect(ctx context.Context, n *announcement, m *session.Message) error {
	began := a.now()
	_, err := a.messages.Direct(ctx, n.To.String(), m, n.Nonce)
	if isUnknownOutcome(err) && n.uncertain.IsZero() {
		n.uncertain = began
	}
	return err
}

// orInChannel returns the settlement of an entry after a request about direct messages. If Discord
// does not allow them, another entry mentions the player in the channel.
func (a alerter) orInChannel(n *announcement, err error) (store.Settlement, error) {
	if !errors.Is(err, session.ErrNoDirect) {
		return store.Settlement{}, err
	}
	a.log.Info(
		"Discord allows no direct message to a player, so the channel gets it", slog.Any("table", n.Table),
		slog.String("kind", n.Kind), slog.Any("err", err),
	)
	return n.inChannel(), nil
}

// inChannel returns the settlement after which another entry tells the player in the channel.
func (n *announcement) inChannel() store.Settlement {
	next := n.Message
	next.Way = store.InChannel
	return store.Settlement{Follow: []store.Message{next}}
}

// findDirect reports whether an earlier attempt has sent the direct message of an entry. It asks
// Discord only if there may be such a message. m is what the bot would send now.
func (a alerter) findDirect(ctx context.Context, n *announcement, m *session.Message) (bool, error) {
	if !n.mayBePosted(a.now()) {
		return false, nil
	}
	channel, err := a.messages.DirectChannel(ctx, n.To.String())
	if err != nil {
		return false, err
	}
	found, err := a.messages.FindPosted(ctx, channel, n.since(), func(p session.Posted) bool {
		return n.isSent(m, p)
	})
	if errors.Is(err, session.ErrUnreadable) {
		a.warnUnreadable(n, err)
		err = nil
	}
	if err == nil && found == "" {
		n.certainlyNotPosted()
	}
	return found != "", err
}

// isSent reports whether a direct message is the entry's. m is what the bot would send now: times
// and lists in it may differ, but not the first line. No older entry of the user is sent after the
// entry was made, unless it is still about the same.
func (n *announcement) isSent(m *session.Message, p session.Posted) bool {
	if p.Nonce != "" && n.Nonce != "" {
		return p.Nonce == n.Nonce
	}
	return n.plain(firstLine(p.Content)) == n.plain(firstLine(m.Content)) && n.isOlderThan(p.ID)
}

func firstLine(content string) string {
	line, _, _ := strings.Cut(content, "\n")
	return line
}
