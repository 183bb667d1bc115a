package refresh

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"amytis/bot/discord/message"
	"amytis/bot/discord/rest"
	"amytis/engine"
	"amytis/engine/table"
)

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
	now, err := p.tables.Load(ctx, open.Shown.ID)
	steps := func(t *table.Table) int {
		return len(slices.DeleteFunc(slices.Clone(t.Moves), func(m table.Entry) bool { return m.By != open.User || m.Auto }))
	}
	if err != nil || !overtaken && !outdated(open.Shown.Table, now.Table, open.Seat) || steps(open.Shown.Table) != steps(now.Table) {
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

// outdated reports whether a panel must be drawn again: its seat can do something else now, or it
// waits for somebody else.
func outdated(shown, now *table.Table, seat engine.Seat) bool {
	switch {
	case shown.Version == now.Version:
		return false
	case shown.Turn().Has(seat) != now.Turn().Has(seat), !now.Turn().Has(seat) && shown.Turn() != now.Turn(), shown.Status != now.Status,
		shown.Round.Waiting != now.Round.Waiting, shown.NotReady() != now.NotReady():
		return true
	}
	return !slices.Equal(shown.State.Legal(seat, nil), now.State.Legal(seat, nil))
}
