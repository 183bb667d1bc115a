package world

import (
	"cmp"
	"net/http"
	"regexp"
	"slices"
	"time"

	"amytis/bot/localdiscord/body"
	"amytis/bot/localdiscord/wire"
)

// Messages has the messages of all channels. Beyond a limit the oldest are forgotten.
type Messages struct {
	world   *World
	records map[string]*Record
	order   []string // over all channels

	// byNonce keeps messages with a nonce from being created twice. Only the bot sends any.
	// https://discord.com/developers/docs/resources/message#create-message
	byNonce map[string]*wire.Message
	nonces  []string
}

const maxNonces = 2000

type Record struct {
	Current *wire.Message
	History []*wire.Message
}

const maxHistory = 50

func (r *Record) replace(m *wire.Message) {
	wire.Push(&r.History, r.Current, maxHistory)
	r.Current = m
}

// Versions has the oldest first. The deletion counts as one.
func (r *Record) Versions() []*wire.Message {
	return append(slices.Clone(r.History), r.Current)
}

func (r *Record) hasPinged(userID string) bool {
	return slices.ContainsFunc(r.Versions(), func(m *wire.Message) bool { return slices.Contains(m.Pinged, userID) })
}

// Record is nil for unknown and forgotten messages, but not for deleted ones.
func (ms *Messages) Record(id string) *Record { return ms.records[id] }

// ByID is nil for unknown and deleted messages.
func (ms *Messages) ByID(id string) *wire.Message {
	r := ms.records[id]
	if r == nil || r.Current.Deleted {
		return nil
	}
	return r.Current
}

func (ms *Messages) ByNonce(nonce string) *wire.Message {
	first := ms.byNonce[nonce]
	if first == nil || ms.world.Now().Sub(first.Timestamp) > ms.world.state.NonceLife {
		return nil
	}
	return ms.ByID(first.ID)
}

func (ms *Messages) Attachments() map[string]bool {
	shown := map[string]bool{}
	for _, r := range ms.records {
		for _, a := range r.Current.Attachments {
			shown[a.ID] = true
		}
	}
	return shown
}

// Insert stores a new message of the bot, and pings. m is what was composed of b.
func (ms *Messages) Insert(m *wire.Message, b *body.Message, p body.Purpose) *wire.Refusal {
	ch := ms.world.Channels[m.ChannelID]
	if ch == nil {
		return wire.Unknown(wire.CodeUnknownChannel, "Channel")
	}
	if p != body.ForChannel && ch.Thread.Archived && ch.LockedFor(ms.world.Bot.ID) {
		return wire.ArchivedThread
	}
	ms.post(ch, m, ms.world.Bot, b, p)
	return nil
}

// post stores a new message, by its id if it has one. It brings a thread back from the archive.
// https://discord.com/developers/docs/topics/threads#active-archived-threads
func (ms *Messages) post(ch *Channel, m *wire.Message, author *User, b *body.Message, p body.Purpose) {
	w := ms.world
	if ch.Thread.Archived {
		ch.archive(false)
	}
	m.ID, m.GuildID = cmp.Or(m.ID, w.NewID()), ch.GuildID
	m.Timestamp, m.Author = w.Now().UTC(), author.Wire()
	ms.mention(ch, m, b, p, nil)
	if old := ms.add(ch, m); old != nil {
		w.changed(Change{Message: old.ID})
	}
	ms.notify(m, nil, false)
	w.changed(Change{Message: m.ID})
}

// add stores a new message, and returns the oldest of all if it is forgotten for it.
func (ms *Messages) add(ch *Channel, m *wire.Message) (forgotten *wire.Message) {
	ms.records[m.ID] = &Record{Current: m}
	ch.messages = append(ch.messages, m.ID)
	if nonce := m.Nonce; nonce != "" {
		ms.byNonce[nonce] = m
		if old, dropped := wire.Push(&ms.nonces, nonce, maxNonces); dropped {
			delete(ms.byNonce, old)
		}
	}
	if m.OnlyFor == "" { // Discord does not keep the others
		ch.lastMessage = m.ID
	}
	if old, dropped := wire.Push(&ms.order, m.ID, ms.world.state.MaxMessages); dropped {
		return ms.forget(old)
	}
	return nil
}

func (ms *Messages) forget(id string) *wire.Message {
	r := ms.records[id]
	if r == nil {
		return nil
	}
	delete(ms.records, id)
	ch := ms.world.Channels[r.Current.ChannelID]
	ch.messages = ch.messages[1:] // the oldest of all is also the oldest of its channel
	return r.Current
}

// Revise stores the next version of a message that there is. m is what was composed of b.
func (ms *Messages) Revise(m *wire.Message, b *body.Message, p body.Purpose) *wire.Refusal {
	w, r, ch := ms.world, ms.records[m.ID], ms.world.Channels[m.ChannelID]
	if ch.Archived {
		return wire.ArchivedThread
	}
	if p == body.ForEdit {
		if refusal := countEdit(ch, r.Current); refusal != nil {
			return refusal
		}
	}
	// The first text of a deferred answer is not an edit.
	thinking := r.Current.Loading()
	m.Flags &^= wire.FlagLoading
	if !thinking {
		edited := w.Now().UTC()
		m.EditedTimestamp = &edited
	}
	m.Pinged = nil
	if b.Content.Set || m.V2() && b.Components.Set {
		ms.mention(ch, m, b, p, r.Current)
		ms.notify(m, r, !thinking)
	}
	r.replace(m)
	w.changed(Change{Message: m.ID})
	return nil
}

// Remove deletes a message that there is for everybody. Its history stays.
func (ms *Messages) Remove(id string) {
	r := ms.records[id]
	gone := *r.Current
	gone.Deleted = true
	gone.Version++
	r.replace(&gone)
	ms.world.changed(Change{Message: id})
}

// Restore brings back a message from an earlier run, unless its channel is gone or it shows the bot
// thinking: the token to finish it was lost with the process.
func (ms *Messages) Restore(m *wire.Message) {
	ch := ms.world.Channels[m.ChannelID]
	if ch == nil || m.Loading() {
		return
	}
	ms.add(ch, m)
	ms.world.reserve(m.ID)
}

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

var (
	userMention     = regexp.MustCompile(`<@!?(\d+)>`)
	roleMention     = regexp.MustCompile(`<@&(\d+)>`)
	everyoneMention = regexp.MustCompile(`@(everyone|here)\b`)
)

// mention fills in whom a text mentions and pings. before is nil for a new message.
func (ms *Messages) mention(
	ch *Channel, m *wire.Message, b *body.Message, p body.Purpose, before *wire.Message,
) {
	text := m.MentionText()
	m.Mentions, m.MentionRoles, m.MentionEveryone, m.Pinged = []wire.User{}, []string{}, false, nil
	allowed := b.Mentions(p)
	var users []string
	for _, match := range userMention.FindAllStringSubmatch(text, -1) {
		id := match[1]
		if u := ms.world.Users[id]; u != nil && allowed.User(id) && !slices.Contains(users, id) {
			users = append(users, id)
			m.Mentions = append(m.Mentions, u.Wire())
		}
	}
	for _, match := range roleMention.FindAllStringSubmatch(text, -1) {
		if allowed.Role(match[1]) {
			m.MentionRoles = append(m.MentionRoles, match[1])
			users = append(users, ch.Guild().withRole(match[1])...)
		}
	}
	if everyoneMention.MatchString(text) && allowed.Everyone() && ch.May(ch.world.Bot.ID, wire.MentionEveryone) {
		m.MentionEveryone = true
		if g := ch.Guild(); g != nil {
			users = append(users, g.MemberIDs()...)
		}
	}
	switch {
	case ch.IsDM():
		if p == body.ForChannel && before == nil { // a new message notifies all but its author
			m.Pinged = slices.DeleteFunc(slices.Clone(ch.Recipients), func(id string) bool { return id == m.Author.ID })
		}
	case m.OnlyFor == "":
		m.Pinged = pingable(ch, users)
	}
}

// withRole returns the member whose personal role this is, none if g is nil.
func (g *Guild) withRole(roleID string) []string {
	if g != nil {
		for id, m := range g.members {
			if m.roleID == roleID {
				return []string{id}
			}
		}
	}
	return nil
}

// pingable drops bots, users that do not see the channel, and repetitions.
func pingable(ch *Channel, users []string) []string {
	var pinged []string
	for _, id := range users {
		u := ch.world.Users[id]
		if u != nil && !u.Bot && !slices.Contains(pinged, id) && ch.SeenBy(id) {
			pinged = append(pinged, id)
		}
	}
	return pinged
}

// notify delivers the pings of a message. An edit pings nobody whom r has pinged before.
func (ms *Messages) notify(m *wire.Message, r *Record, edit bool) {
	if edit {
		m.Pinged = slices.DeleteFunc(m.Pinged, r.hasPinged)
	}
	for _, id := range m.Pinged {
		wire.Push(&ms.world.Users[id].pings, Ping{ChannelID: m.ChannelID, MessageID: m.ID, Text: m.MentionText(),
			At: ms.world.Now(), Silent: m.Flags&wire.FlagSuppressNotifications != 0, Edit: edit}, maxPings)
	}
}
