// Package refresh keeps the panels that players have open up to date: it edits a panel soon after
// others have changed what its player can do, or waits for. It draws no panels, and nothing depends
// on it: an outdated panel works, and a restart forgets them all.
package refresh

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/hashicorp/golang-lru/v2/simplelru"

	"amytis/bot/discord/interactions"
	"amytis/bot/discord/message"
	"amytis/bot/discord/rest"
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

// Panels holds the open panels, with their tokens. It is safe for concurrent use.
type Panels struct {
	responder editor
	tables    *tables.Tables
	log       *slog.Logger
	now       func() time.Time
	due       chan *player

	mu      sync.Mutex
	players *simplelru.LRU[playerKey, *player] // who used a panel lately; of too many the first is forgotten
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
	open    *Panel    // nil while the player looks at something else
	until   time.Time // when Discord stops accepting edits of the panel
	latest  string    // the ID of the latest interaction that was answered
	answers int       // to the player, which an edit must not overtake
	// queued says that the panel waits or is being edited, again that the table has changed since.
	queued, again bool
	overtaken     bool // an edit may have replaced a newer answer
	// message is the ID of the last panel's message, and edited is when its last edit began.
	message string
	edited  time.Time
}

const (
	maxPlayers = 512 // open panels; one takes about 30 KB with its table and token
	// tokenTime is how long a panel is edited after a press. Discord takes its token for 15 min.
	// https://discord.com/developers/docs/interactions/receiving-and-responding#followup-messages
	tokenTime   = 14 * time.Minute
	editEvery   = 900 * time.Millisecond // between two edits of a panel; leaves time to draw within a second
	editTakes   = 30 * time.Second       // more than the longest time until a press shows an edit that has begun
	editsAtOnce = 8                      // drawn and sent at the same time
)

// New returns Panels that edit nothing before Run. It sets ts.Changed.
func New(responder *interactions.Responder, ts *tables.Tables, log *slog.Logger, now func() time.Time) *Panels {
	players, _ := simplelru.NewLRU[playerKey, *player](maxPlayers, nil)
	p := &Panels{
		responder: responder, tables: ts, log: log, now: now, due: make(chan *player, maxPlayers), players: players,
	}
	ts.Changed = p.changed
	return p
}

// Opened notes that a player sees a panel now. It ignores panels that only their players change.
func (p *Panels) Opened(panel Panel) {
	p.mu.Lock()
	defer p.mu.Unlock()
	key := playerKey{panel.Shown.ID, panel.User}
	at, found := p.players.Get(key)
	if !found {
		if !othersAct(panel.Shown.Table, panel.Seat) {
			return
		}
		at = &player{}
		p.players.Add(key, at)
	}
	if !at.follows(panel.Interaction.ID) {
		return
	}
	at.answers++
	at.open, at.until = &panel, p.now().Add(tokenTime)
	if at.message != panel.Message {
		at.message, at.edited = panel.Message, time.Time{}
	}
	p.enqueue(at) // the table may have changed meanwhile
}

// Closed notes that a player is about to see something else in place of the panel, by an
// interaction ("" for an unknown one). An edit may have come since the player pressed, or still be
// on its way: the message then has other files.
func (p *Panels) Closed(id table.ID, user table.UserID, interaction string) (edited bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	at, found := p.players.Peek(playerKey{id, user})
	if found && at.follows(interaction) {
		at.answers++
		at.open = nil
	}
	return found && time.Since(at.edited) < editTakes
}

// follows notes that an interaction, "" for an unknown one, was answered. It returns false if a
// later one was: handlers run beside each other, and the earlier one may come here last.
func (at *player) follows(interaction string) bool {
	if interaction != "" && cmp.Or(cmp.Compare(len(interaction), len(at.latest)), cmp.Compare(interaction, at.latest)) < 0 {
		return false
	}
	at.latest = cmp.Or(interaction, at.latest)
	return true
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
	p.Closed(after.ID, by, "")
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, other := range after.Table.Players {
		if at, found := p.players.Peek(playerKey{after.ID, other.User}); found && at.open != nil {
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

// Run edits panels until the context ends.
func (p *Panels) Run(ctx context.Context) {
	var edits sync.WaitGroup
	defer edits.Wait()
	slots := make(chan struct{}, editsAtOnce)
	for {
		select {
		case <-ctx.Done():
			return
		case at := <-p.due:
			edits.Go(func() {
				defer p.done(at)
				p.lookAt(ctx, at, slots)
			})
		}
	}
}

// lookAt updates a panel editEvery after its last edit, once a slot is free. It logs panics.
func (p *Panels) lookAt(ctx context.Context, at *player, slots chan struct{}) {
	defer func() {
		if r := recover(); r != nil {
			p.log.Error("refreshing a panel", slog.Any("err", fmt.Errorf("panic: %v\n%s", r, debug.Stack())))
		}
	}()
	p.mu.Lock()
	wait := time.Until(at.edited.Add(editEvery))
	p.mu.Unlock()
	if rest.Sleep(ctx, wait) != nil {
		return
	}
	select {
	case <-ctx.Done():
	case slots <- struct{}{}:
		defer func() { <-slots }()
		p.update(ctx, at)
	}
}

// update edits a player's panel if its table has changed in a way that matters.
func (p *Panels) update(ctx context.Context, at *player) {
	p.mu.Lock()
	at.again = false // the load below includes all changes so far
	open, answers, overtaken, expired := at.open, at.answers, at.overtaken, p.now().After(at.until)
	p.mu.Unlock()
	if open == nil || expired {
		return
	}
	p.tables.AwaitAnswer(open.Shown.ID)
	now, err := p.tables.Load(ctx, open.Shown.ID)
	steps := func(t *table.Table) int {
		return len(slices.DeleteFunc(slices.Clone(t.Moves),
			func(m table.Entry) bool { return m.By != open.User || m.Auto }))
	}
	if err != nil || !overtaken && !outdated(open.Shown.Table, now.Table, open.Seat) ||
		steps(open.Shown.Table) != steps(now.Table) {
		return // the answer to the player's own step is on its way
	}
	m := open.Draw(ctx, now)
	if m.Components == nil {
		m.Components = message.NoComponents
	}
	if !p.beginEdit(at, answers) {
		return
	}
	err = p.responder.EditAnswer(ctx, open.Interaction, open.Message, m)
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case at.answers != answers && at.message == open.Message:
		at.overtaken, at.again = true, true
	case at.answers != answers: // with another message
	case err == nil:
		open.Shown = now
	default: // the player has dismissed the message, or the next press shows what is wrong
		at.open = nil
		if !errors.Is(err, rest.ErrGone) && ctx.Err() == nil {
			p.log.Warn("refreshing a panel", slog.Any("table", now.ID), slog.Any("err", err))
		}
	}
}

// beginEdit notes that an edit begins. It returns false if the player has got another answer.
func (p *Panels) beginEdit(at *player, answers int) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if at.answers != answers {
		return false
	}
	at.overtaken = false
	at.edited = time.Now()
	return true
}

// outdated reports whether a seat can do something else now, or waits for somebody else.
func outdated(shown, now *table.Table, seat engine.Seat) bool {
	switch {
	case shown.Version == now.Version:
		return false
	case shown.Turn().Has(seat) != now.Turn().Has(seat), !now.Turn().Has(seat) && shown.Turn() != now.Turn(),
		shown.Status != now.Status, shown.Round.Waiting != now.Round.Waiting, shown.NotReady() != now.NotReady():
		return true
	}
	return !slices.Equal(shown.State.Legal(seat, nil), now.State.Legal(seat, nil))
}
