// Package refresh keeps the panels that players have open up to date: it edits a panel soon after
// others have changed what its player can do, or waits for. It draws no panels, and nothing depends
// on it: an outdated panel works, and a restart forgets them all.
package refresh

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/interactions"
	"amytis/bot/discord/message"
	"amytis/bot/play/tables"
	"amytis/engine"
	"amytis/engine/table"
)

// Panel is a message that one player sees and that shows a table.
type Panel struct {
	Shown tables.Loaded
	Seat  engine.Seat
	User  table.UserID
	// Interaction is the one that the message answers. Message is its ID, "" for the first answer.
	Interaction *discordgo.Interaction
	Message     string
	// Draw returns the message for the present table, on any goroutine while the panel is open.
	Draw func(ctx context.Context, now tables.Loaded) *message.Message
}

// Panels holds the open panels. Nothing else has their interactions' tokens. It is safe for
// concurrent use.
type Panels struct {
	responder editor
	tables    *tables.Tables
	log       *slog.Logger
	now       func() time.Time
	due       chan *player

	mu sync.Mutex
	// players have used a panel lately.
	players map[playerKey]*player
}

type editor interface {
	EditAnswer(ctx context.Context, i *discordgo.Interaction, message string, m *message.Message) error
}

type playerKey struct {
	table table.ID
	user  table.UserID
}

// player is what a player looks at. Panels.mu guards its fields.
type player struct {
	// open is the panel, nil while the player looks at something else.
	open *Panel
	// until is when Discord stops accepting edits of the panel.
	until time.Time
	// answers counts the answers to the player, which an edit must not overtake.
	answers int
	// queued says that the panel waits or is being edited, again that the table has changed since.
	queued, again bool
	// overtaken says that an edit may have replaced a newer answer.
	overtaken bool
	// message is the ID of the last panel's message, and edited is when its last edit began.
	message string
	edited  time.Time
}

const (
	// maxPlayers bounds the open panels. With its table and token a panel takes about 30 KB.
	maxPlayers = 512
	// tokenTime is how long a panel is edited after its player's last press. Discord accepts the
	// token for 15 minutes.
	// https://discord.com/developers/docs/interactions/receiving-and-responding#followup-messages
	tokenTime = 14 * time.Minute
	// editEvery is the shortest time between two edits of a panel. It leaves time to draw within a
	// second of a change.
	editEvery = 900 * time.Millisecond
	// editTakes is more than the longest time until a press shows an edit that has begun.
	editTakes = 30 * time.Second
	// editsAtOnce limits the edits that are drawn and sent at the same time.
	editsAtOnce = 8
)

// New returns Panels that edit nothing before Run. It sets ts.Changed.
func New(responder *interactions.Responder, ts *tables.Tables, log *slog.Logger, now func() time.Time) *Panels {
	p := &Panels{
		responder: responder, tables: ts, log: log, now: now,
		due: make(chan *player, maxPlayers), players: map[playerKey]*player{},
	}
	ts.Changed = p.changed
	return p
}

// Opened notes that a player sees a panel now. It ignores panels that only their players change.
func (p *Panels) Opened(panel Panel) {
	p.mu.Lock()
	defer p.mu.Unlock()
	key := playerKey{panel.Shown.ID, panel.User}
	at, found := p.players[key]
	if !found {
		if !othersAct(panel.Shown.Table, panel.Seat) {
			return
		}
		p.makeRoom()
		at = &player{}
		p.players[key] = at
	}
	at.answers++
	at.open, at.until = &panel, p.now().Add(tokenTime)
	if at.message != panel.Message {
		at.message, at.edited = panel.Message, time.Time{}
	}
	p.enqueue(at) // the table may have changed meanwhile
}

// makeRoom forgets the panel that was opened longest ago if there are maxPlayers. The lock is held.
func (p *Panels) makeRoom() {
	if len(p.players) < maxPlayers {
		return
	}
	var oldest playerKey
	for key, at := range p.players {
		if first := p.players[oldest]; first == nil || at.until.Before(first.until) {
			oldest = key
		}
	}
	delete(p.players, oldest)
}

// Closed notes that a player is about to see something else in place of the panel. An edit may have
// come since the player pressed, or still be on its way: the message then has other files.
func (p *Panels) Closed(id table.ID, user table.UserID) (edited bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	at, found := p.players[playerKey{id, user}]
	if found {
		at.answers++
		at.open = nil
	}
	return found && time.Since(at.edited) < editTakes
}

// othersAct reports whether others act while a seat looks at its panel: it waits for them, or they
// act at once, or the program may take a forced step for it.
func othersAct(t *table.Table, seat engine.Seat) bool {
	if t.Status != table.Running {
		return false
	}
	_, forced := t.Forced(seat)
	return forced || t.State.Pace().Live || !t.Turn().Has(seat) || t.Turn().Len() > 1
}

// changed queues the panels at a table. It closes the panel of the user who has changed the table:
// the answer to that user opens a new panel, and no edit may come before it.
func (p *Panels) changed(after tables.Loaded, by table.UserID) {
	p.Closed(after.ID, by)
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, other := range after.Table.Players {
		if at, found := p.players[playerKey{after.ID, other.User}]; found && at.open != nil {
			p.enqueue(at)
		}
	}
}

// enqueue queues a player's panel for Run. It never blocks. The lock is held.
func (p *Panels) enqueue(at *player) {
	if at.queued {
		at.again = true
		return
	}
	select {
	case p.due <- at:
		at.queued = true
	default: // so many wait that this panel stays as it is
	}
}

// done ends a look at a panel, and queues the panel again after a change meanwhile.
func (p *Panels) done(at *player) {
	p.mu.Lock()
	defer p.mu.Unlock()
	at.queued = false
	if at.again {
		p.enqueue(at)
	}
}
