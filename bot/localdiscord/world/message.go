package world

import (
	"net/http"
	"slices"
	"time"

	"amytis/bot/localdiscord/body"
	"amytis/bot/localdiscord/wire"
)

// Insert stores a new message of the bot, pings, and tells the bots that asked to know. m is what
// was composed of b.
func (w *World) Insert(m *wire.Message, b *body.Message, p body.Purpose) *wire.Refusal {
	ch := w.channels[m.ChannelID]
	if ch == nil {
		return wire.Unknown(wire.CodeUnknownChannel, "Channel")
	}
	switch {
	case p == body.ForChannel && ch.LockedFor(BotID):
		return wire.LockedThread()
	case p != body.ForChannel && ch.Thread.Archived && ch.LockedFor(BotID):
		return wire.ArchivedThread()
	}
	ch.post(m, w.bot, b, p)
	return nil
}

// Say stores a message of a person.
func (ch *Channel) Say(u *User, text string) *wire.Message {
	m := body.Blank(ch.ID)
	m.Content = text
	ch.post(m, u, &body.Message{}, body.ForChannel)
	return m
}

// post stores a new message. It brings a thread back from the archive.
// https://discord.com/developers/docs/topics/threads#active-archived-threads
func (ch *Channel) post(m *wire.Message, author *User, b *body.Message, p body.Purpose) {
	w := ch.world
	if ch.Thread.Archived {
		ch.SetArchived(false)
	}
	m.ID, m.GuildID, m.Timestamp, m.Author = w.NewID(), ch.GuildID, w.Now().UTC(), author.Wire()
	ch.mention(m, b, p, nil)
	if old := ch.add(m); old != nil {
		w.config.Files.Retire(old, nil)
		w.changed(Change{Message: old.ID})
	}
	w.notify(m, nil, false)
	w.changed(Change{Message: m.ID})
	w.emitMessage("MESSAGE_CREATE", m)
}

// Revise stores the next version of a message. m is what was composed of b.
func (w *World) Revise(m *wire.Message, b *body.Message, p body.Purpose) *wire.Refusal {
	r := w.records[m.ID]
	if r == nil || r.Deleted {
		return wire.Unknown(wire.CodeUnknownMessage, "Message")
	}
	ch := w.channels[m.ChannelID]
	if ch == nil || ch.Thread.Archived {
		return wire.ArchivedThread()
	}
	rebase(m, r.Current, b)
	// The first text of a deferred answer is not an edit.
	thinking := r.Current.Loading()
	m.Flags &^= wire.FlagLoading
	if !thinking {
		edited := w.Now().UTC()
		m.EditedTimestamp = &edited
	}
	m.Pinged = nil
	if b.Content.Set || m.V2() && b.Components.Set {
		ch.mention(m, b, p, r.Current)
		w.notify(m, r, !thinking)
	}
	w.config.Files.Retire(r.Current, m)
	r.replace(m)
	w.changed(Change{Message: m.ID})
	w.emitMessage("MESSAGE_UPDATE", m)
	return nil
}

// rebase copies into m what another edit changed since m was composed, as far as b does not say
// otherwise.
func rebase(m, now *wire.Message, b *body.Message) {
	if m.Version == now.Version+1 {
		return
	}
	m.Version = now.Version + 1
	m.Flags |= now.Flags &^ wire.FlagLoading
	m.Mentions, m.MentionRoles, m.MentionEveryone = now.Mentions, now.MentionRoles, now.MentionEveryone
	if !b.Content.Set {
		m.Content = now.Content
	}
	if !b.Embeds.Set {
		m.Embeds = now.Embeds
	}
	if !b.Components.Set {
		m.Components = now.Components
	}
	if !b.Attachments.Set {
		m.Attachments = union(now.Attachments, m.Attachments)
	}
}

func union(list, more []wire.Attachment) []wire.Attachment {
	list = append([]wire.Attachment{}, list...)
	for _, a := range more {
		if !slices.ContainsFunc(list, func(have wire.Attachment) bool { return have.ID == a.ID }) {
			list = append(list, a)
		}
	}
	return list
}

// Remove deletes a message for everybody. Its history stays.
func (w *World) Remove(id string) {
	r := w.records[id]
	if r == nil || r.Deleted {
		return
	}
	r.Deleted = true
	gone := *r.Current
	gone.Deleted = true
	gone.Version++
	w.config.Files.Retire(r.Current, nil)
	r.replace(&gone)
	w.changed(Change{Message: id})
	if gone.OnlyFor == "" {
		w.config.Emit("MESSAGE_DELETE", messageIntent(&gone),
			map[string]any{"id": id, "channel_id": gone.ChannelID, "guild_id": orNull(gone.GuildID)})
	}
}

func (w *World) emitMessage(event string, m *wire.Message) {
	if m.OnlyFor == "" {
		w.config.Emit(event, messageIntent(m), m)
	}
}

func messageIntent(m *wire.Message) int {
	if m.GuildID == "" {
		return wire.IntentDirectMessages
	}
	return wire.IntentGuildMessages
}

// Discord limits edits of messages older than an hour to a few per channel and hour. It does not
// document the numbers.
const (
	oldMessage    = time.Hour
	oldEditWindow = time.Hour
	maxOldEdits   = 5
)

// CountEdit counts an edit of a message, and refuses it if too many old messages were edited.
func (ch *Channel) CountEdit(m *wire.Message) *wire.Refusal {
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
