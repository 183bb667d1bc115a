package news

import (
	"context"
	"errors"
	"time"

	"amytis/bot/discord"
	"amytis/bot/discord/message"
	"amytis/bot/discord/rest"
	"amytis/engine/table"
	"amytis/store"
)

// refused reports whether Discord refuses a request until something changes on the server.
func refused(err error) bool { return errors.Is(err, rest.ErrPermanent) }

func explainFailure(err error) string {
	switch {
	case errors.Is(err, rest.ErrChannelGone):
		return "a message of the server waits: its channel is deleted, hidden or of another server, choose another with /settings"
	case errors.Is(err, rest.ErrForbidden):
		return "a message of the server waits: the bot may not post in its channel"
	}
	return "a message of the server failed"
}

// errTaken means that another process was faster.
var errTaken = errors.New("news: another process tells it")

// tellServer posts, edits or moves a server's message, if need be. was is the source's last one.
func (w *Worker) tellServer(ctx context.Context, at place, p *Post, was store.Told) error {
	// Decide whether there is anything to do.
	sameKey, sameChannel := was.Key == p.Key, was.Channel == p.Channel
	posted := sameKey && was.Message != 0
	if posted && (p.Version == "" || sameChannel && was.Version == p.Version) {
		return nil
	}
	m, err := p.Make(ctx)
	if err != nil {
		return err
	}

	// Edit it, take it out of another channel, or look for one from an attempt or before a backup.
	is := was
	if !sameKey {
		is = store.Told{Key: p.Key, Channel: p.Channel, At: p.Since.UnixMilli()}
	}
	channel := was.Channel.String()
	switch {
	case posted && sameChannel:
		err = w.Messages.Edit(ctx, channel, was.Message.String(), m)
		if errors.Is(err, rest.ErrMessageGone) {
			is.Message, err = 0, nil
		}
	case posted:
		err = w.Messages.Delete(ctx, channel, was.Message.String())
		if refused(err) {
			err = nil // it stays where the bot cannot see it
		}
		is.Message = 0
	case sameKey || !p.Since.IsZero():
		is.Message, err = w.findPosted(ctx, is, m)
	}
	if err != nil {
		return err
	}

	// Post it if there is none. What has a nonce already is only repeated.
	if is.Message == 0 {
		isRepeated := sameKey && sameChannel && !posted
		if !isRepeated {
			is = store.Told{Key: p.Key, Channel: p.Channel, Nonce: store.NewNonce(), At: time.Now().UnixMilli()}
			if err := w.noteTold(ctx, at, was, is); err != nil {
				return err
			}
			was = is
		}
		is.Message, err = w.postMessage(ctx, at.guild, is, m)
		if err != nil {
			return err
		}
	}
	is.Version = p.Version
	return w.noteTold(ctx, at, was, is)
}

func (w *Worker) postMessage(ctx context.Context, guild table.GuildID, t store.Told, m *message.Message) (table.MessageID, error) {
	if err := w.Messages.CheckGuild(ctx, t.Channel.String(), guild.String()); err != nil {
		return 0, err
	}
	id, err := w.Messages.Send(ctx, t.Channel.String(), m, t.Nonce)
	if errors.Is(err, rest.ErrArchived) {
		if err = w.Messages.Unarchive(ctx, t.Channel.String()); err == nil {
			id, err = w.Messages.Send(ctx, t.Channel.String(), m, t.Nonce)
		}
	}
	return table.ParseID[table.MessageID](id), err
}

// findPosted returns the ID of a message that an earlier attempt has posted, else 0. Where messages
// cannot be listed, only the nonce keeps it from being posted twice.
func (w *Worker) findPosted(ctx context.Context, t store.Told, m *message.Message) (table.MessageID, error) {
	line := discord.FirstLine(discord.Comparable(m.Content))
	found, err := w.Messages.FindPosted(ctx, t.Channel.String(), discord.IDBefore(t.At), func(p discord.Posted) bool {
		if p.Nonce != "" && t.Nonce != "" {
			return p.Nonce == t.Nonce
		}
		return discord.FirstLine(discord.Comparable(p.Content)) == line
	})
	if errors.Is(err, discord.ErrUnreadable) || refused(err) {
		err = nil
	}
	return table.ParseID[table.MessageID](found), err
}

// noteTold stores what has become of a message, unless another process has changed it.
func (w *Worker) noteTold(ctx context.Context, at place, was, is store.Told) error {
	return w.Store.ChangeSettings(ctx, at.guild, func(s *store.Settings) error {
		if s.Told[at.source] != was {
			return errTaken
		}
		if s.Told == nil {
			s.Told = map[string]store.Told{}
		}
		s.Told[at.source] = is
		return nil
	})
}
