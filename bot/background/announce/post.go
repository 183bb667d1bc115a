package announce

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord"
	"amytis/bot/discord/control"
	"amytis/bot/discord/message"
	"amytis/bot/discord/rest"
	"amytis/bot/play/tables"
	"amytis/bot/say/posts"
	"amytis/bot/text"
	"amytis/engine/table"
	"amytis/store"
)

// poster does what entries ask for, each time once.
type poster struct {
	Options
	warned sync.Map // the warnings that are logged once for each channel
}

func (o Options) logOf(e *entry) *slog.Logger {
	return o.Log.With(slog.Any("table", e.Table), slog.Any("channel", e.Channel), slog.String("kind", e.Kind))
}

// post posts the message of an entry, unless an earlier attempt has posted it, and returns its ID.
func (p *poster) post(ctx context.Context, e *entry, m *message.Message) (table.MessageID, error) {
	id, err := p.findPosted(ctx, e, m)
	if err != nil || id != 0 {
		return id, err
	}
	t := e.history.Table
	if e.history.Header.Guild.Direct() { // it notifies nobody who wants no pings now
		calendar, err := p.Tables.Calendar(ctx, t)
		if err != nil {
			return 0, err
		}
		if !calendar.MayMention(t.Host, p.Now().UnixMilli()) {
			m.Flags |= discordgo.MessageFlagsSuppressNotifications
		}
	}
	began, sent := p.Now(), ""
	switch {
	case e.Kind == tables.OpenPost:
		sent, err = p.Messages.StartPost(ctx, e.Target.String(), threadName(e), m, autoArchiveMinutes, e.chooseTags)
	case e.Way == store.Direct:
		sent, err = p.Messages.Direct(ctx, e.To.String(), m, e.Nonce)
	default:
		sent, err = p.Messages.Send(ctx, e.Channel.String(), m, e.Nonce)
		e.posted = e.posted || err == nil
	}
	failure, failed := errors.AsType[*rest.Error](err)
	if failed && failure.Temporary() && failure.Status != http.StatusTooManyRequests && e.uncertain.IsZero() {
		e.uncertain = began // Discord may have carried it out
	}
	return table.ParseID[table.MessageID](sent), err
}

// findPosted returns an earlier attempt's message, or 0. m is what the bot would post now.
func (p *poster) findPosted(ctx context.Context, e *entry, m *message.Message) (table.MessageID, error) {
	if !e.mayBePosted(p.Now()) {
		return 0, nil
	}
	others, err := p.otherNotes(ctx, e)
	if err != nil {
		return 0, err
	}
	channel, after := e.Channel.String(), max(discord.IDBefore(e.At), uint64(e.lastMessage()))
	if e.Way == store.Direct {
		after = discord.IDBefore(e.At)
		if channel, err = p.Messages.DirectChannel(ctx, e.To.String()); err != nil {
			return 0, err
		}
	}
	fits := func(at discord.Posted) bool { return e.isPosted(m, at) && !slices.Contains(others, at.ID) }
	found := ""
	if e.Kind == tables.OpenPost {
		found, err = p.Messages.FindPost(ctx, e.history.Header.Guild.String(), e.Target.String(), after, fits)
	} else {
		found, err = p.Messages.FindPosted(ctx, channel, after, fits)
	}
	if errors.Is(err, discord.ErrUnreadable) {
		p.warnOnce(e, unreadable, err)
		err = nil
	}
	if err == nil && found == "" {
		e.mustLook, e.uncertain = false, time.Time{}
	}
	return table.ParseID[table.MessageID](found), err
}

const (
	unreadable = "cannot look whether a message is posted already, so it may be posted twice: " +
		"the bot may lack the permission Read Message History"
	untaggable = "the tags of a game's post stay as they are: the bot may lack the permission Manage Threads"
)

// warnOnce logs a warning, once for each channel.
func (p *poster) warnOnce(e *entry, warning string, err error) {
	if _, logged := p.warned.LoadOrStore(warning+e.Channel.String(), true); !logged {
		p.logOf(e).Warn(warning, slog.Any("err", err))
	}
}

// otherNotes returns the other notes in the channel with threads to open: one host's look alike.
func (p *poster) otherNotes(ctx context.Context, e *entry) (ids []string, err error) {
	if e.Kind != tables.NoteThread {
		return nil, nil
	}
	waiting, err := p.Store.Untaken(ctx, func(uint64) bool { return false })
	for _, m := range waiting {
		if m.Kind == tables.OpenThread && m.Channel == e.Channel {
			ids = append(ids, m.Target.String())
		}
	}
	return ids, err
}

// isPosted reports whether a message is the entry's. m, what the bot would post now, may differ:
// quiet hours turn pings into names.
func (e *entry) isPosted(m *message.Message, p discord.Posted) bool {
	was, is := e.plain(p.Content), e.plain(m.Content)
	switch {
	case p.Nonce != "" && e.Nonce != "":
		return p.Nonce == e.Nonce
	case e.Way == store.Direct:
		// Times and lists may differ, but not the first line. No older entry of the user is sent
		// later, unless it is still about the same.
		return discord.FirstLine(was) == discord.FirstLine(is) && e.isOlderThan(p.ID)
	case e.Kind == tables.PostLobby, e.Kind == tables.OpenPost: // all else of a lobby changes
		return slices.Contains(p.Controls, control.Control{Action: control.Join, Table: e.Table}.ID())
	case len(m.Components) > 0:
		// After a restored backup the same moves lead to the same version; buttons may be gone.
		return posts.Bears(p.Controls, e.Nonce) || len(p.Controls) == 0 && was == is && e.isOlderThan(p.ID)
	}
	return was == is && is != "" && !p.HasThread
}

// plain returns a content to compare, with names in place of mentions.
func (e *entry) plain(content string) string {
	content = discord.Comparable(content)
	for _, p := range e.history.Table.Players {
		content = strings.ReplaceAll(content, "<@"+p.User.String()+">", "**"+text.Plain(p.Name)+"**")
	}
	return strings.TrimSpace(content)
}
