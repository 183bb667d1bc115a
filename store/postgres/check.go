package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"github.com/jackc/pgx/v5"

	"amytis/engine/table"
	"amytis/store"
	"amytis/store/progress"
)

// checker checks a single moment of a store. It holds at most one server's leaderboards and a page
// of tables in memory.
type checker struct {
	store.Checker
	ctx context.Context
	tx  pgx.Tx
}

// Check leaves it to the server to check what is in its files.
func (db *DB) Check(ctx context.Context) (faults []string, err error) {
	err = db.moment(ctx, func(ctx context.Context, tx pgx.Tx) error {
		c := checker{Checker: store.Checker{Replay: db.replay}, ctx: ctx, tx: tx}
		err := c.run()
		faults = c.List()
		return err
	})
	return faults, err
}

func (c *checker) run() error {
	for _, part := range []func() error{c.tables, c.strays, c.outbox, c.results, c.facts} {
		err := part()
		switch {
		case errors.Is(err, ErrCorrupt):
			c.Fault("%v", err) // and the rest of the part is not checked
		case err != nil:
			return err
		}
	}
	return nil
}

// tables compares headers with logs and with the columns that repeat them.
func (c *checker) tables() error {
	checking := progress.Begin(c.ctx, "checking the games", func() int64 { return rowsIn(c.ctx, c.tx, "tables") })
	return eachTable(c.ctx, c.tx, nil, func(t fullTable) error {
		checking.Add(1)
		c.table(&t)
		return nil
	})
}

func (c *checker) table(t *fullTable) {
	h, columns := &t.header, &t.columns
	if table.GuildID(columns.guild) != h.Guild || table.ChannelID(columns.channel) != h.Channel ||
		columns.game != h.Game || store.Status(columns.status) != h.Status ||
		!slices.Equal(columns.players, signed(h.Players)) {
		c.Fault("table %d: its header is %+v, but the columns for the indexes are %+v", t.id, *h, *columns)
	}
	if (t.deadline == nil) != (columns.due == nil) || columns.due != nil && *columns.due > *t.deadline {
		c.Fault("table %d: the index of deadlines does not match its deadline", t.id)
	}
	log, err := parseLog(t.id, t.log)
	if err != nil {
		c.Fault("%v", err)
	}
	if t.number != 0 && t.result == nil {
		c.Fault("table %d: its result %d is missing", t.id, t.number)
	}
	if t.unread != nil {
		t.result = nil // results reports it
	}
	c.Table(t.id, h, len(t.log), log, uint64(t.number), t.result)
}

func (c *checker) strays() error {
	for _, stray := range []struct{ query, fault string }{
		{`SELECT min(e.version), e.table_id FROM events e LEFT JOIN tables t ON t.id = e.table_id ` +
			`WHERE t.id IS NULL GROUP BY 2 ORDER BY 2`, "event %d of %d: there is no such table"},
		{`SELECT table_id, max(version) FROM events GROUP BY table_id HAVING max(version) <> count(*) ORDER BY 1`,
			"the log of table %d has a gap below event %d"},
		{`SELECT r.number, r.table_id FROM results r LEFT JOIN tables t ON t.id = r.table_id ` +
			`WHERE t.id IS NULL ORDER BY 2`, "result %d is that of table %d, which does not exist"},
		{`SELECT r.table_id, 0::bigint FROM reviews r LEFT JOIN tables t ON t.id = r.table_id ` +
			`WHERE t.status IS DISTINCT FROM 'ended' ORDER BY 1`, "table %d has a review, but has not ended%.0d"},
		{`SELECT id, (SELECT max(id) FROM last_table) FROM tables ` +
			`WHERE id > (SELECT max(id) FROM last_table) ORDER BY 1`, "table %d, but the last ID given out is %d"},
		{`SELECT count(*), 0::bigint FROM last_table HAVING count(*) <> 1`,
			"there are %d counters of tables in place of one%.0d"},
	} {
		var id, other int64
		err := eachRow(c.ctx, c.tx, []any{&id, &other}, func() error {
			c.Fault(stray.fault, id, other)
			return nil
		}, stray.query)
		if err != nil {
			return err
		}
	}
	return nil
}

func (c *checker) outbox() error {
	const list = `SELECT o.seq, o.message, o.channel, o.table_id, t.version FROM outbox o ` +
		`LEFT JOIN tables t ON t.id = o.table_id ORDER BY o.seq`
	var seq, channel, id int64
	var text string
	var version *int64
	return eachRow(c.ctx, c.tx, []any{&seq, &text, &channel, &id, &version}, func() error {
		m, err := decodeMessage(seq, text)
		switch {
		case err != nil:
			c.Fault("%v", err)
		case int64(m.Channel) != channel || int64(m.Table) != id:
			c.Fault("message %d is for table %d in channel %d, but the columns have %d and %d",
				seq, m.Table, m.Channel, id, channel)
		case m.Table != 0 && version == nil:
			c.Fault("message %d: table %d does not exist", seq, m.Table)
		case m.Table != 0 && int64(m.Version) > *version:
			c.Fault("message %d announces version %d of table %d, which is at version %d",
				seq, m.Version, m.Table, *version)
		}
		return nil
	}, list)
}

func (c *checker) facts() error {
	for _, f := range []struct {
		in, by string
		value  func() any
	}{
		{"settings", "guild", func() any { return &store.Settings{} }},
		{"preferences", "user_id", func() any { return &store.Preferences{} }},
		{"reviews", "table_id", func() any { return &json.RawMessage{} }},
	} {
		var key int64
		var text string
		err := eachRow(c.ctx, c.tx, []any{&key, &text}, func() error {
			if err := json.Unmarshal([]byte(text), f.value()); err != nil {
				c.Fault("%s of %d: %v", f.in, uint64(key), err)
			}
			return nil
		}, `SELECT `+f.by+`, value FROM `+f.in+` ORDER BY 1`)
		if err != nil {
			return err
		}
	}
	return nil
}
