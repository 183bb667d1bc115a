package localdiscord

import (
	"net/http"
	"time"
)

// currentMessage is the present version of a message; nil if there is none.
func (s *Server) currentMessage(id string) *Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.world.message(id)
}

func (w *world) message(id string) *Message {
	rec := w.messages[id]
	if rec == nil || rec.deleted {
		return nil
	}
	return rec.current
}

// insertFor stores an answer or follow-up of an interaction. It needs no permission in the channel.
func (s *Server) insertFor(in *Interaction, m *Message, b *messageBody, p purpose) *apiError {
	m.Interaction, m.ApplicationID, m.WebhookID = in.ref(), botID, botID
	if in.kind == kindCommand && p == forAnswer {
		m.Type = messageCommand
	}
	if p == forFollowup {
		m.Interaction.OriginalResponseMessageID = in.original
	}
	if m.Ephemeral() {
		m.OnlyFor = in.user.id
	}
	return s.insert(m, b, p)
}

// insert stores a new message, pings, and tells the bots that asked to know. The lock is held.
func (s *Server) insert(m *Message, b *messageBody, p purpose) *apiError {
	w := &s.world
	ch := w.channels[m.ChannelID]
	if ch == nil {
		return unknown(CodeUnknownChannel, "Channel")
	}
	if ch.archived {
		return archivedThread()
	}
	m.ID, m.GuildID, m.Timestamp, m.Author = s.newID(), ch.guildID, s.now().UTC(), w.bot.wire()
	w.mention(m, b, p, nil)
	s.post(ch, m)
	return nil
}

// post puts a new message into its channel. The lock is held.
func (s *Server) post(ch *channelState, m *Message) {
	if old := s.world.keepMessage(ch, m, s.options.MaxMessages); old != nil {
		s.cdn.retire(old, nil)
		s.changed(Change{Message: old.ID})
	}
	s.world.notify(m, nil, s.now(), false)
	s.changed(Change{Message: m.ID})
	s.emitMessage("MESSAGE_CREATE", m)
}

// revise stores the next version of a message. The lock is held.
func (s *Server) revise(m *Message, b *messageBody, p purpose) *apiError {
	w := &s.world
	rec := w.messages[m.ID]
	if rec == nil || rec.deleted {
		return unknown(CodeUnknownMessage, "Message")
	}
	if ch := w.channels[m.ChannelID]; ch == nil || ch.archived {
		return archivedThread()
	}
	m.rebase(rec.current, b)
	now := s.now()
	// The first text of a deferred answer is not an edit.
	thinking := rec.current.Loading()
	m.Flags &^= FlagLoading
	if !thinking {
		edited := now.UTC()
		m.EditedTimestamp = &edited
	}
	m.Pinged = nil
	if b.Content.set || m.V2() && b.Components.set {
		w.mention(m, b, p, rec.current)
		w.notify(m, rec, now, !thinking)
	}
	s.cdn.retire(rec.current, m)
	rec.replace(m)
	s.changed(Change{Message: m.ID})
	s.emitMessage("MESSAGE_UPDATE", m)
	return nil
}

// rebase takes over what another edit changed since this one was composed, as far as this one does not say otherwise.
func (m *Message) rebase(now *Message, b *messageBody) {
	if m.Version == now.Version+1 {
		return
	}
	m.Version = now.Version + 1
	m.Flags |= now.Flags &^ FlagLoading
	m.Mentions, m.MentionRoles, m.MentionEveryone = now.Mentions, now.MentionRoles, now.MentionEveryone
	if !b.Content.set {
		m.Content = now.Content
	}
	if !b.Embeds.set {
		m.Embeds = now.Embeds
	}
	if !b.Components.set {
		m.Components = now.Components
	}
	if !b.Attachments.set {
		m.Attachments = union(now.Attachments, m.Attachments)
	}
}

func union(list, more []Attachment) []Attachment {
	list = append([]Attachment{}, list...)
next:
	for _, a := range more {
		for _, have := range list {
			if have.ID == a.ID {
				continue next
			}
		}
		list = append(list, a)
	}
	return list
}

// remove deletes a message for everybody. The lock is held.
func (s *Server) remove(id string) {
	rec := s.world.messages[id]
	if rec == nil || rec.deleted {
		return
	}
	rec.deleted = true
	gone := *rec.current
	gone.Deleted = true
	gone.Version++
	s.cdn.retire(rec.current, nil)
	rec.replace(&gone)
	s.changed(Change{Message: id})
	if gone.OnlyFor == "" {
		s.gateway.emit("MESSAGE_DELETE", messageIntent(&gone),
			map[string]any{"id": id, "channel_id": gone.ChannelID, "guild_id": orNull(gone.GuildID)})
	}
}

func messageIntent(m *Message) int {
	if m.GuildID == "" {
		return intentDirectMessages
	}
	return intentGuildMessages
}

func (s *Server) emitMessage(name string, m *Message) {
	if m.OnlyFor == "" {
		s.gateway.emit(name, messageIntent(m), m)
	}
}

// Editing messages older than an hour is limited, which Discord does not document in numbers: a few a channel and hour.
const (
	oldMessage    = time.Hour
	oldEditWindow = time.Hour
	oldEdits      = 5
)

// mayEditOld refuses too many edits of old messages. The lock is held.
func (ch *channelState) mayEditOld(m *Message, now time.Time) *apiError {
	if now.Sub(m.Timestamp) <= oldMessage {
		return nil
	}
	recent := ch.oldEdits[:0]
	for _, at := range ch.oldEdits {
		if now.Sub(at) < oldEditWindow {
			recent = append(recent, at)
		}
	}
	ch.oldEdits = recent
	if len(recent) >= oldEdits {
		refusal := refuse(http.StatusTooManyRequests, CodeOldMessageEdits,
			"Maximum number of edits to messages older than 1 hour reached. Try again later.")
		refusal.retryAfter = roundUp(oldEditWindow - now.Sub(recent[0]))
		return refusal
	}
	ch.oldEdits = append(recent, now)
	return nil
}
