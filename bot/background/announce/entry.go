package announce

import (
	"context"
	"slices"
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
	ctx  context.Context // ends with Run, or by lost when another process has taken the entry over
	lost context.CancelFunc

	// Announcer.mu guards these. takenAt is when this process got the entry; refused says that
	// Discord refuses it for now; failing is its server if the last attempt failed otherwise.
	takenAt time.Time
	refused bool
	failing table.GuildID

	superseded bool // a later entry tells the same and more, so this one is not sent
	attempts   int  // the removals that were tried since the start
	mustLook   bool // an earlier process may have posted the message
	// uncertain is when this process first may have posted the message without knowing, or zero.
	uncertain time.Time
	// pinged are the seats that the message pings. They stay while the outcome is uncertain.
	pinged engine.SeatSet
	next   table.UserID // the player who gets a direct message that they are next, or 0

	// These are read anew for each attempt.
	history  tables.History
	settings store.Settings
	words    *text.Words
	posted   bool // the attempt has posted a new message in the channel
}

func newEntry(m store.Entry) *entry { return &entry{Entry: m, kind: kinds[m.Kind]} }

// readTable reads what the message of an entry tells.
func (p *poster) readTable(ctx context.Context, e *entry) (err error) {
	e.posted = false
	if e.history, err = p.Tables.LoadHistory(ctx, e.Table); err != nil {
		return err
	}
	guild := e.history.Header.Guild
	if e.settings, err = p.Store.Settings(ctx, guild); err != nil {
		return err
	}
	e.words = p.Languages.WordsBy(ctx, e.settings, guild, "")
	if lang := e.history.Table.SoloLanguage(); lang != "" {
		e.words = text.For(lang)
	}
	return nil
}

// pings reports whether messages mention players. In a direct channel the message itself pings.
func (e *entry) pings() bool { return !e.settings.Quiet && !e.history.Header.Guild.Direct() }

// lastMessage returns the table's newest message with buttons, or 0.
func (e *entry) lastMessage() table.MessageID { return e.history.Header.LastMessage }

func (e *entry) isSuperseded(later []*entry) bool {
	return e.kind.newer != none && e.To == 0 && slices.ContainsFunc(later, func(l *entry) bool {
		return l.Kind == e.Kind && l.Table == e.Table && (e.kind.newer == each || l.From == e.From)
	})
}

func (e *entry) key() queueKey {
	if e.kind.lane == messages && e.Way == store.Direct {
		return queueKey{lane: directs, user: e.To}
	}
	return queueKey{channel: e.Channel, lane: e.kind.lane}
}

func follow(next ...store.Entry) store.Settlement { return store.Settlement{Follow: next} }

// followUp returns an entry about the same events.
func (e *entry) followUp(kind string, target table.MessageID) store.Entry {
	return store.Entry{Table: e.Table, Channel: e.Channel, Kind: kind, From: e.From, Version: e.Version, Target: target}
}

// Discord remembers a message's nonce for a few minutes. Later the bot must look in the channel.

const (
	nonceLife = 2 * time.Minute // how long the bot relies on that
	sendLag   = 2 * time.Second // by how much Discord's clock may be behind the host's
)

// mayBePosted reports whether the message may be posted although Discord has forgotten its nonce.
func (e *entry) mayBePosted(now time.Time) bool {
	return e.mustLook || !e.uncertain.IsZero() && (e.Kind == tables.OpenPost || now.Sub(e.uncertain) >= nonceLife)
}

func (e *entry) isOlderThan(messageID string) bool {
	sent, err := discordgo.SnowflakeTimestamp(messageID)
	return err == nil && sent.UnixMilli() >= e.At-sendLag.Milliseconds()
}
