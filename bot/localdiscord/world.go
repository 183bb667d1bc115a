package localdiscord

import (
	"sort"
	"time"
)

// world is everything that exists on this Discord. It is one value behind one lock, [Server.mu], so that it can be kept
// or written out as a whole. Messages in it are never changed, only replaced: they can be read without the lock.
type world struct {
	bot      *userState
	users    map[string]*userState
	guilds   map[string]*guildState
	channels map[string]*channelState
	messages map[string]*record
	// guildCommands is by guild; "" are the global commands.
	guildCommands map[string][]*Command
	nonces        map[string]string // channel + nonce -> message

	messageOrder queue[string]
	nonceOrder   queue[string]
}

func newWorld(bot *userState) world {
	return world{
		bot:           bot,
		users:         map[string]*userState{bot.id: bot},
		guilds:        map[string]*guildState{},
		channels:      map[string]*channelState{},
		messages:      map[string]*record{},
		guildCommands: map[string][]*Command{},
		nonces:        map[string]string{},
	}
}

type userState struct {
	id, name, displayName, locale string
	bot                           bool
	closedDMs                     bool
	pings                         []Ping
}

type memberState struct {
	user        *userState
	nick        string
	roleID      string // the personal role that carries the member's permissions
	permissions Permissions
	given       []string // further roles, without permissions
	joined      time.Time
}

type guildState struct {
	id, name, locale, ownerID string
	members                   map[string]*memberState
	channels                  []string // in order of creation, threads too
	further                   []wireRole
	joined                    time.Time
	botIsIn                   bool
}

// Channel types in use.
// https://discord.com/developers/docs/resources/channel#channel-object-channel-types
const (
	channelText          = 0
	channelDM            = 1
	channelPublicThread  = 11
	channelPrivateThread = 12
)

type channelState struct {
	id, guildID, parentID, ownerID string
	name, topic                    string
	kind                           int
	position                       int
	recipients                     []string
	overwrites                     map[string]*overwrite
	messages                       []string // public and ephemeral, in order
	lastMessage                    string

	archived, locked bool
	autoArchive      int // minutes
	archiveChanged   time.Time
	threadMembers    map[string]bool
	slowmode         int
	nsfw             bool
	invitable        bool

	typing time.Time // when the bot last showed that it is typing

	// oldEdits are the times at which messages older than an hour were edited.
	oldEdits []time.Time
}

func (c *channelState) isThread() bool {
	return c.kind == channelPublicThread || c.kind == channelPrivateThread
}

func (c *channelState) hasRecipient(userID string) bool {
	for _, id := range c.recipients {
		if id == userID {
			return true
		}
	}
	return false
}

// record is a message with its past.
type record struct {
	current *Message
	history []*Message
	deleted bool
}

// maxHistory bounds the kept versions of one message.
const maxHistory = 50

func (r *record) replace(m *Message) {
	if len(r.history) == maxHistory {
		r.history = append(r.history[:0], r.history[1:]...)
	}
	r.history = append(r.history, r.current)
	r.current = m
}

// queue forgets its oldest entries.
type queue[T any] struct {
	items []T
	head  int
}

// push adds an entry and returns the one that fell out, if any, when more than limit are held.
func (q *queue[T]) push(item T, limit int) (old T, fell bool) {
	q.items = append(q.items, item)
	if len(q.items)-q.head <= limit {
		return old, false
	}
	old = q.items[q.head]
	var zero T
	q.items[q.head] = zero
	q.head++
	if q.head > limit {
		q.items = append(q.items[:0:0], q.items[q.head:]...)
		q.head = 0
	}
	return old, true
}

// visible tells whether a person sees the channel.
func (w *world) visible(userID string, ch *channelState) bool {
	return w.permissionsIn(userID, ch).Has(ViewChannel)
}

// seesMessage tells whether a person sees a message of a channel that the person sees.
func (m *Message) seesMessage(userID string) bool {
	return m.OnlyFor == "" || m.OnlyFor == userID
}

func (g *guildState) memberIDs() []string {
	ids := make([]string, 0, len(g.members))
	for id := range g.members {
		ids = append(ids, id)
	}
	sort.Slice(ids, func(i, j int) bool { return older(ids[i], ids[j]) })
	return ids
}

// dmBetween finds the direct conversation of a person with the bot.
func (w *world) dmBetween(userID string) *channelState {
	for _, ch := range w.channels {
		if ch.kind == channelDM && ch.hasRecipient(userID) {
			return ch
		}
	}
	return nil
}

// keepMessage stores a new message and forgets the oldest beyond the limit, which it gives.
func (w *world) keepMessage(ch *channelState, m *Message, limit int) (forgotten *Message) {
	w.messages[m.ID] = &record{current: m}
	ch.messages = append(ch.messages, m.ID)
	ch.lastMessage = m.ID
	if old, fell := w.messageOrder.push(m.ID, limit); fell {
		return w.forgetMessage(old)
	}
	return nil
}

func (w *world) forgetMessage(id string) *Message {
	rec := w.messages[id]
	if rec == nil {
		return nil
	}
	delete(w.messages, id)
	// The oldest message of all is the oldest of its channel.
	if ch := w.channels[rec.current.ChannelID]; ch != nil && len(ch.messages) > 0 && ch.messages[0] == id {
		ch.messages = ch.messages[1:]
	}
	return rec.current
}
