package announce

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/control"
	"amytis/bot/posts"
	"amytis/bot/session"
	"amytis/bot/tables"
	"amytis/bot/text"
	"amytis/engine/table"
)

// Discord remembers the nonce of a message for a few minutes. Until then it turns a repeated
// request into the first one. Later the bot must look in the channel whether the message is there
// already.

const (
	// nonceKept is how long the bot relies on Discord to remember a nonce.
	nonceKept = 2 * time.Minute
	// clockError is how wrong the host's clock may be when a message is looked for by its time.
	clockError = 15 * time.Minute
)

// mayBePosted reports whether the message of an entry may be in the channel although Discord has
// forgotten its nonce.
func (d *delivery) mayBePosted(now time.Time) bool {
	return d.mustLook || !d.uncertain.IsZero() && now.Sub(d.uncertain) >= nonceKept
}

// post posts the message of an entry and returns its ID. If an earlier attempt has posted it, post
// returns the ID of that message.
func (a *Announcer) post(ctx context.Context, n *announcement, m *session.Message) (table.MessageID, error) {
	if id, err := a.findPosted(ctx, n, m); err != nil || id != 0 {
		return id, err
	}
	began := a.now()
	id, err := a.messages.Send(ctx, n.Channel.String(), m, n.Nonce)
	n.posted = n.posted || err == nil
	if isUnknownOutcome(err) && n.uncertain.IsZero() {
		n.uncertain = began
	}
	return table.ParseID[table.MessageID](id), err
}

// isUnknownOutcome reports whether Discord may have carried out a request that failed with err.
func isUnknownOutcome(err error) bool {
	var e *session.Error
	return errors.As(err, &e) && e.Temporary() && e.Status != http.StatusTooManyRequests
}

// findPosted returns the ID of an entry's message if an earlier attempt has posted it, else 0. It
// asks Discord only if there may be such a message. m is what the bot would post now.
func (a *Announcer) findPosted(
	ctx context.Context, n *announcement, m *session.Message,
) (id table.MessageID, err error) {
	if !n.mayBePosted(a.now()) {
		return 0, nil
	}
	others, err := a.notesOf(ctx, n)
	if err != nil {
		return 0, err
	}
	found, err := a.messages.FindPosted(ctx, n.Channel.String(), n.earliest(), func(p session.Posted) bool {
		return n.isPosted(m, p) && !slices.Contains(others, p.ID)
	})
	if errors.Is(err, session.ErrUnreadable) {
		a.warnUnreadable(n, err)
		err = nil
	}
	if err == nil && found == "" {
		n.certainlyNotPosted()
	}
	return table.ParseID[table.MessageID](found), err
}

// certainlyNotPosted notes that no attempt has posted the entry's message.
func (d *delivery) certainlyNotPosted() { d.mustLook, d.uncertain = false, time.Time{} }

// warnUnreadable logs once for each channel that its messages cannot be listed.
func (a *Announcer) warnUnreadable(n *announcement, err error) {
	if _, logged := a.unreadable.LoadOrStore(n.Channel, true); !logged {
		a.log.Warn(
			"cannot look whether a message is posted already, so it may be posted twice: "+
				"the bot may lack the permission Read Message History",
			slog.Any("table", n.Table), slog.Any("channel", n.Channel), slog.Any("err", err),
		)
	}
}

// notesOf returns the notes in the channel whose threads are still to be opened. Notes of one host
// look alike, and each belongs to one table. For other entries notesOf returns nothing.
func (a *Announcer) notesOf(ctx context.Context, n *announcement) (ids []string, err error) {
	if n.Kind != tables.NoteThread {
		return nil, nil
	}
	for last := uint64(0); ; {
		page, err := a.store.Outbox(ctx, last, outboxPage)
		if err != nil || len(page) == 0 {
			return ids, err
		}
		for _, m := range page {
			if m.Kind == tables.OpenThread && m.Channel == n.Channel {
				ids = append(ids, m.Target.String())
			}
		}
		last = page[len(page)-1].Seq
	}
}

// discordEpoch is where the times of Discord's IDs begin, in Unix milliseconds.
// https://discord.com/developers/docs/reference#snowflakes
const discordEpoch = 1420070400000

// earliest returns an ID that is below that of the entry's message.
func (n *announcement) earliest() uint64 { return max(n.since(), uint64(n.last())) }

// since returns an ID that is below those of all messages since the entry was made.
func (d *delivery) since() uint64 {
	return uint64(max(d.At-clockError.Milliseconds()-discordEpoch, 0)) << 22
}

// sendLag is how much earlier than an entry its message may seem, when Discord's clock differs from
// the host's.
const sendLag = 2 * time.Second

// isOlderThan reports whether the entry was there before a message.
func (n *announcement) isOlderThan(messageID string) bool {
	sent, err := discordgo.SnowflakeTimestamp(messageID)
	return err == nil && sent.UnixMilli() >= n.At-sendLag.Milliseconds()
}

// isPosted reports whether a message of the channel is the entry's. m is what the bot would post
// now. That may differ from what it posted, since quiet hours turn pings into names.
func (n *announcement) isPosted(m *session.Message, p session.Posted) bool {
	if p.Nonce != "" && n.Nonce != "" {
		return p.Nonce == n.Nonce
	}
	if n.Kind == tables.PostLobby { // all else of a lobby changes
		return slices.Contains(p.Controls, control.Control{Action: control.Join, Table: n.Table}.ID())
	}
	was, is := n.plain(p.Content), n.plain(m.Content)
	if len(m.Components) > 0 {
		// After a restored backup another message may look the same, since the table may come to
		// the same version by the same moves again. The lost time may also have taken the buttons
		// off.
		return posts.Bears(p.Controls, n.Nonce) || len(p.Controls) == 0 && was == is && n.isOlderThan(p.ID)
	}
	return was == is && is != "" && !p.HasThread
}

// commandMention is how a message mentions a command, with the command's ID.
var commandMention = regexp.MustCompile(`</([^:>]+):\d+>`)

// moment matches a time that Discord shows each user in their own way.
var moment = regexp.MustCompile(`<t:\d+(:[a-zA-Z])?>`)

// plain returns a text without mentions: with the names of the table's players in place of theirs,
// and with commands as they are typed. It has no times, since a limit may end later by now.
func (n *announcement) plain(content string) string {
	content = commandMention.ReplaceAllString(content, "/$1")
	content = moment.ReplaceAllString(content, "")
	for _, p := range n.history.Table.Players {
		content = strings.ReplaceAll(content, "<@"+p.User.String()+">", "**"+text.Plain(p.Name)+"**")
	}
	return strings.TrimSpace(content)
}
