package bot

import (
	"context"
	"errors"
	"time"

	"amytis/engine"
	"amytis/engine/table"
)

// sweeper does what deadlines demand, soon after they have passed and after any
// time in which the program did not run. It keeps nothing: the deadlines are in
// the store, and to sweep twice does nothing more.
type sweeper struct {
	bot *Bot
	// every is how often it looks.
	every time.Duration
}

// Bounds of the sweeper.
const (
	sweepEvery = 500 * time.Millisecond
	sweepPage  = 64
)

// run sweeps until the context ends.
func (s *sweeper) run(ctx context.Context) {
	for {
		if err := s.sweep(ctx); err != nil && ctx.Err() == nil {
			s.bot.log.Error("sweeping deadlines", "err", err)
		}
		if !sleep(ctx, s.every) {
			return
		}
	}
}

// sweep looks once.
func (s *sweeper) sweep(ctx context.Context) error {
	due, err := s.bot.desk.store.Due(ctx, s.bot.now().UnixMilli(), sweepPage)
	if err != nil {
		return err
	}
	for _, d := range due {
		if err := s.bot.desk.expire(ctx, d.Table); err != nil {
			s.bot.log.Error("a deadline", "table", d.Table, "err", err)
		}
	}
	return nil
}

// expire does what a table's deadline demands if it has passed.
func (d *desk) expire(ctx context.Context, id table.ID) error {
	_, _, err := d.act(ctx, id, 0, func(*table.Table) ([]table.Event, error) { return nil, errInTime }, nil)
	var refused *engine.RuleError
	if errors.Is(err, errInTime) || errors.As(err, &refused) && refused.Code == refusedTimeUp {
		return nil
	}
	return err
}

// errInTime says that no deadline has passed.
var errInTime = errors.New("bot: in time")
