package announce

import (
	"context"
	"errors"
	"log/slog"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/rest"
	"amytis/bot/play/tables"
	"amytis/bot/say/posts"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine/table"
	"amytis/store"
)

// A new thread is opened under a note in the channel. Discord opens at most one under a message,
// with its ID, so both steps can be repeated, even after a crash. A forum's lobby is the first
// message of a post, with the post's ID.

const (
	autoArchiveMinutes = 7 * 24 * 60 // the longest silence before Discord archives a thread: a week
	maxThreadName      = 100
)

// postFirst posts the message that a thread begins with: the note, or the lobby of a post.
func (p *poster) postFirst(ctx context.Context, e *entry) (store.Settlement, error) {
	first := posts.ThreadNote(e.words, e.history.Table, 0)
	if e.Kind == tables.OpenPost {
		first = posts.Lobby(e.words, nil, e.history.Loaded)
	}
	id, err := p.post(ctx, e, first)
	if hopeless(err) {
		return store.Settlement{}, p.stayInChannel(ctx, e, err)
	}
	next := e.Entry
	next.Kind, next.Target = tables.OpenThread, id
	done := follow(next)
	if e.Kind == tables.OpenPost {
		done.Sent = id
	}
	return done, err
}

// openThread opens the thread and moves the table there, or plays in the channel if it is refused.
func (p *poster) openThread(ctx context.Context, e *entry) (store.Settlement, error) {
	thread := table.ChannelID(e.Target)
	if e.lastMessage() != e.Target { // else the lobby has opened it
		err := p.Messages.StartThread(ctx, e.Channel.String(), e.Target.String(), threadName(e), autoArchiveMinutes)
		if hopeless(err) {
			return store.Settlement{}, p.stayInChannel(ctx, e, err)
		}
		if err == nil {
			err = p.Messages.Edit(ctx, e.Channel.String(), e.Target.String(), posts.ThreadNote(e.words, e.history.Table, thread))
		}
		if err != nil && !hopeless(err) && !errors.Is(err, rest.ErrTooManyEdits) { // else the note stays without a link
			return store.Settlement{}, err
		}
	}
	return store.Settlement{}, p.Tables.MoveTo(ctx, e.Table, thread)
}

func threadName(e *entry) string {
	t := e.history.Table
	return text.Cut(e.words.T(t.Game.Info().ID+".name", nil)+" · "+text.Unescaped(sentences.NameOf(e.words, t, t.Host)), maxThreadName)
}

// tagPost brings the tags of a post up to date. A game goes on without them.
func (p *poster) tagPost(ctx context.Context, e *entry) (done store.Settlement, err error) {
	err = p.Messages.Retag(ctx, e.Channel.String(), e.chooseTags)
	if errors.Is(err, rest.ErrPermanent) {
		p.warnOnce(e, untaggable, err)
		err = nil
	}
	return done, err
}

func (e *entry) chooseTags(offered []discordgo.ForumTag, applied []string) []string {
	return sentences.Tags(offered, applied, e.history.Header.Game, e.history.Table.Status)
}

func (p *poster) stayInChannel(ctx context.Context, e *entry, why error) error {
	p.logOf(e).Warn("a thread cannot be opened, so the game is played in the channel", slog.Any("err", why))
	return p.Tables.MoveTo(ctx, e.Table, e.Channel)
}
