package announce

import (
	"context"
	"time"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/play/tables"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

// entry is an entry of the outbox on its way to Discord.
type entry struct {
	store.Entry
	kind kind
	// ctx ends when another process has taken the entry over, which calls lost, or when Run ends.
	ctx  context.Context
	lost context.CancelFunc

	// Announcer.mu guards these. claimed is when this process got the entry; refused says that
	// Discord refused the last attempt until something changes on the server.
	claimed time.Time
	refused bool

	// mustLook means that the message must be looked for before it is sent. At first that is so for
	// entries of an earlier process, which may have posted it.
	mustLook bool
	// uncertain is when this process first may have posted the message without hearing of it, zero
	// if it never did.
	uncertain time.Time
	// pinged are the seats that the message pings. It counts while the outcome is uncertain.
	pinged engine.SeatSet
	// next is the player who gets a direct message that they are next, 0 for none.
	next table.UserID

	// These are read anew for each attempt. history has a log only if the kind needs it; words are
	// those of the server's language.
	history  tables.History
	settings store.Settings
	words    *text.Words
	posted   bool // the attempt has posted a new message in the channel
}

func newEntry(m store.Entry) *entry {
	return &entry{Entry: m, kind: kinds[m.Kind], mustLook: m.Inherited}
}

// load reads what an attempt to send an entry needs.
func (p *poster) load(ctx context.Context, e *entry) (err error) {
	e.history, e.posted = tables.History{}, false
	if e.kind.log {
		e.history, err = p.tables.LoadHistory(ctx, e.Table)
	} else {
		e.history.Loaded, err = p.tables.Load(ctx, e.Table)
	}
	if err != nil {
		return err
	}
	guild := e.history.Header.Guild
	if e.settings, err = p.store.Settings(ctx, guild); err != nil {
		return err
	}
	e.words = p.languages.WordsBy(ctx, e.settings, guild, "")
	return nil
}

// pings reports whether the server allows pings of players.
func (e *entry) pings() bool { return !e.settings.Quiet }

// last returns the table's newest message with buttons, 0 if there is none.
func (e *entry) last() table.MessageID { return e.history.Header.LastMessage }

// isSuperseded reports whether one of the later entries replaces this one.
func (e *entry) isSuperseded(later []*entry) bool {
	if e.kind.newer == none {
		return false
	}
	for _, l := range later {
		if l.Kind == e.Kind && l.Table == e.Table && (e.kind.newer == each || l.From == e.From) {
			return true
		}
	}
	return false
}

// postsNew reports whether the entry posts a new message, as far as can be told without its table.
func (e *entry) postsNew() bool {
	return e.kind.posts == always || e.kind.posts == first && e.From == 0
}

// sequence names the entries of a queue that must keep their order. The games of the channel itself
// follow each other, so they are one sequence, 0. A game in a thread is its own.
func (e *entry) sequence() table.ID {
	if e.kind.apart {
		return e.Table
	}
	return 0
}

// party returns the member who asked for the message, or else the game that it is about.
func (e *entry) party() party {
	if e.By != 0 {
		return party{member: e.By}
	}
	return party{table: e.Table}
}

// key returns the key of the entry's queue.
func (e *entry) key() queueKey {
	if e.kind.lane == messages && e.Way == store.Direct {
		return queueKey{lane: directs, user: e.To}
	}
	return queueKey{channel: e.Channel, lane: e.kind.lane}
}

// follow returns the settlement after which another entry follows.
func follow(next ...store.Entry) store.Settlement { return store.Settlement{Follow: next} }

// Discord remembers the nonce of a message for a few minutes. Until then it turns a repeated
// request into the first one. Later the bot must look in the channel whether the message is there
// already.

const (
	// nonceLife is how long the bot relies on Discord to remember a nonce.
	nonceLife = 2 * time.Minute
	// clockError is how wrong the host's clock may be when a message is looked for by its time.
	clockError = 15 * time.Minute
	// sendLag is how much earlier than an entry its message may seem, when Discord's clock differs
	// from the host's.
	sendLag = 2 * time.Second
	// discordEpoch is where the times of Discord's IDs begin, in Unix milliseconds.
	// https://discord.com/developers/docs/reference#snowflakes
	discordEpoch = 1420070400000
)

// mayBePosted reports whether the message of an entry may be in the channel although Discord has
// forgotten its nonce.
func (e *entry) mayBePosted(now time.Time) bool {
	return e.mustLook || !e.uncertain.IsZero() && now.Sub(e.uncertain) >= nonceLife
}

// certainlyNotPosted notes that no attempt has posted the entry's message.
func (e *entry) certainlyNotPosted() { e.mustLook, e.uncertain = false, time.Time{} }

// since returns an ID that is below those of all messages since the entry was made.
func (e *entry) since() uint64 {
	return uint64(max(e.At-clockError.Milliseconds()-discordEpoch, 0)) << 22
}

// isOlderThan reports whether the entry was there before a message.
func (e *entry) isOlderThan(messageID string) bool {
	sent, err := discordgo.SnowflakeTimestamp(messageID)
	return err == nil && sent.UnixMilli() >= e.At-sendLag.Milliseconds()
}
