package postgres

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"strings"

	"github.com/jackc/pgx/v5"

	"amytis/engine/table"
	"amytis/store"
)

// Load is one transaction.
func (db *DB) Load(ctx context.Context, records iter.Seq2[store.Record, error]) error {
	return db.load(ctx, records, checkEmpty)
}

// Replace replaces all that the store holds by the records of a dump, in one transaction. Nobody
// else uses the store meanwhile. It gives out no ID of a table again.
func (db *DB) Replace(ctx context.Context, records iter.Seq2[store.Record, error]) error {
	return db.load(ctx, records, func(ctx context.Context, tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `TRUNCATE leases, `+strings.Join(contentTables, ", "))
		return err
	})
}

func (db *DB) load(
	ctx context.Context, records iter.Seq2[store.Record, error], prepare func(context.Context, pgx.Tx) error,
) error {
	leave, err := db.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	return db.unavailable(ctx, pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		// finish needs this lock. To ask for it late, while holding others, could end in a
		// deadlock.
		if _, err := tx.Exec(ctx, `LOCK TABLE outbox IN ACCESS EXCLUSIVE MODE`); err != nil {
			return err
		}
		if err := prepare(ctx, tx); err != nil {
			return err
		}
		l := loader{ctx: ctx, tx: tx}
		if err := l.run(records); err != nil {
			return err
		}
		return l.check()
	}))
}

func checkEmpty(ctx context.Context, tx pgx.Tx) error {
	for _, name := range contentTables {
		var any bool
		if err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM `+name+`)`).Scan(&any); err != nil {
			return err
		}
		if any {
			return fmt.Errorf("%w: it has entries in %s", store.ErrNotEmpty, name)
		}
	}
	return nil
}

type loader struct {
	ctx context.Context
	tx  pgx.Tx
	// lastSeq is the highest number of a message.
	lastSeq int64
}

type target struct {
	table   string // "" for nowhere
	columns []string
	row     func(l *loader, r store.Record) ([]any, error)
}

var targets = map[store.RecordKind]target{
	store.TableRecord: {"tables", []string{
		"id", "guild", "channel", "game", "status", "players", "version", "last_message", "result",
		"deadline", "due", "header",
	}, (*loader).table},
	store.EventRecord:       {"events", []string{"table_id", "version", "event"}, (*loader).event},
	store.ReviewRecord:      {"reviews", []string{"table_id", "value"}, (*loader).review},
	store.ResultRecord:      {"results", []string{"guild", "number", "table_id", "result"}, (*loader).result},
	store.InteractionRecord: {"seen", []string{"token", "at"}, (*loader).interaction},
	store.MessageRecord:     {"outbox", []string{"seq", "channel", "table_id", "message", "term"}, (*loader).message},
	store.CounterRecord:     {"", nil, (*loader).counter},
	store.SettingsRecord:    {"settings", []string{"guild", "value"}, loadFact[store.Settings]},
	store.PreferencesRecord: {"preferences", []string{"user_id", "value"}, loadFact[store.Preferences]},
	store.NoteRecord:        {"notes", []string{"name", "value"}, (*loader).note},
}

func (l *loader) run(records iter.Seq2[store.Record, error]) error {
	for batch, err := range store.Batches(records) {
		if err != nil {
			return err
		}
		to := targets[batch[0].Kind]
		rows := make([][]any, len(batch))
		for i, r := range batch {
			if rows[i], err = to.row(l, r); err != nil {
				return fmt.Errorf("store: loading %s: %w", r, err)
			}
		}
		if to.table == "" {
			continue
		}
		if _, err := l.tx.CopyFrom(l.ctx, pgx.Identifier{to.table}, to.columns, pgx.CopyFromRows(rows)); err != nil {
			return err
		}
	}
	return l.finish()
}

func (l *loader) table(r store.Record) ([]any, error) {
	var state store.TableState
	if err := r.Read(&state); err != nil {
		return nil, err
	}
	h := &state.Header
	c := store.Commit{Table: table.ID(r.ID), Header: *h}
	if _, err := c.Encode(); err != nil {
		return nil, err
	}
	header, err := encodeHeader(*h)
	if err != nil {
		return nil, err
	}
	deadline := orNull(state.Deadline)
	return []any{
		int64(r.ID), int64(h.Guild), int64(h.Channel), h.Game, string(h.Status), signed(h.Players),
		int64(h.Version), int64(h.LastMessage), int64(0), deadline, deadline, header,
	}, nil
}

func (l *loader) event(r store.Record) ([]any, error) {
	if _, err := table.ParseEvent(r.Value); err != nil {
		return nil, err
	}
	return []any{int64(r.ID), int64(r.Number), string(r.Value)}, nil
}

func (l *loader) review(r store.Record) ([]any, error) {
	return []any{int64(r.ID), string(r.Value)}, nil
}

func (l *loader) interaction(r store.Record) ([]any, error) {
	var at int64
	err := r.Read(&at)
	return []any{int64(r.ID), at}, err
}

func (l *loader) result(r store.Record) ([]any, error) {
	var result store.Result
	if err := r.Read(&result); err != nil {
		return nil, err
	}
	text, err := encodeText(result)
	return []any{int64(r.ID), int64(r.Number), int64(result.Table), text}, err
}

// loadedTerm is a term that no lease has. It makes messages inherited.
const loadedTerm = int64(0)

func (l *loader) message(r store.Record) ([]any, error) {
	var m store.Entry
	if err := r.Read(&m); err != nil {
		return nil, err
	}
	if r.ID == 0 || r.ID >= math.MaxInt64 {
		return nil, errors.New("the number is too large")
	}
	l.lastSeq = max(l.lastSeq, int64(r.ID))
	text, err := encodeText(&m)
	return []any{int64(r.ID), int64(m.Channel), int64(m.Table), text, loadedTerm}, err
}

func (l *loader) counter(r store.Record) ([]any, error) {
	var last int64
	err := r.Read(&last)
	l.lastSeq = max(l.lastSeq, last)
	return nil, err
}

func (l *loader) note(r store.Record) ([]any, error) {
	var value string
	if err := r.Read(&value); err != nil {
		return nil, err
	}
	if r.Name == "" || value == "" {
		return nil, errors.New("the name or the value is empty")
	}
	return []any{r.Name, value}, nil
}

func loadFact[T any](_ *loader, r store.Record) ([]any, error) {
	v := new(T)
	if err := r.Read(v); err != nil {
		return nil, err
	}
	text, err := encodeText(v)
	return []any{int64(r.ID), text}, err
}

func (l *loader) finish() error {
	var b pgx.Batch
	b.Queue(`UPDATE last_table SET id = greatest(id, (SELECT max(id) FROM tables))`)
	b.Queue(`UPDATE tables t SET result = r.number FROM results r WHERE r.table_id = t.id`)
	b.Queue(`INSERT INTO rated SELECT guild, max(number) FROM results GROUP BY guild`)
	if err := l.tx.SendBatch(l.ctx, &b).Close(); err != nil {
		return err
	}
	if l.lastSeq > 0 {
		// Unlike setval, this is undone with the transaction. The number then counts as given out.
		restart := fmt.Sprintf(`ALTER TABLE outbox ALTER seq RESTART WITH %d`, l.lastSeq)
		if _, err := l.tx.Exec(l.ctx, restart); err != nil {
			return err
		}
		if _, err := l.tx.Exec(l.ctx, `SELECT nextval('outbox_seq_seq')`); err != nil {
			return err
		}
	}
	guilds, err := find(l.ctx, l.tx, pgx.RowTo[int64], `SELECT guild FROM rated`)
	for _, guild := range guilds {
		if err := rate(l.ctx, l.tx, table.GuildID(guild)); err != nil {
			return err
		}
	}
	return err
}

func (l *loader) check() error {
	c := checker{ctx: l.ctx, tx: l.tx}
	if err := c.run(); err != nil {
		return err
	}
	return c.Err(store.ErrContradiction)
}
