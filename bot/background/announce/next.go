package announce

import (
	"context"

	"amytis/bot/play/tables"
	"amytis/engine/table"
	"amytis/store"
)

func (p *poster) sendNext(ctx context.Context, e *entry) (done store.Settlement, err error) {
	then, _, err := e.history.At(e.Version, e.Version)
	if err != nil {
		return done, err
	}
	before, still := tables.StillNext(then, e.history.Table, e.To)
	if !still {
		return done, nil
	}
	out := p.writer.DirectNext(e.words, e.history.Loaded, before)
	if e.Way == store.InChannel {
		if !e.pings() {
			return done, nil
		}
		out = p.writer.Next(e.words, e.history.Loaded, e.To)
	}
	return p.tell(ctx, e, out, func() (store.Settlement, bool, error) {
		quiet, err := p.quietNow(ctx, e)
		return done, quiet, err
	})
}

func (p *poster) quietNow(ctx context.Context, e *entry) (bool, error) {
	seat := e.history.Table.Seat(e.To)
	if e.history.Table.Status != table.Running || seat == 0 {
		return false, nil
	}
	return p.tables.Alerts().Quiet(ctx, e.history.Table, seat)
}
