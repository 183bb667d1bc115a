package postgres

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/jackc/pgx/v5"

	"amytis/engine/table"
	"amytis/store"
	"amytis/store/progress"
)

var (
	_ store.Store   = (*DB)(nil)
	_ store.Movable = (*DB)(nil)
)

func (db *DB) Dump(ctx context.Context, each func(store.Record) error) error {
	return db.moment(ctx, func(ctx context.Context, tx pgx.Tx) error {
		copying := progress.Begin(ctx, "copying", func() int64 { return rowsIn(ctx, tx, dumpedTables...) })
		for _, part := range dumpParts {
			err := part.dump(ctx, tx, func(r store.Record) error {
				copying.Add(1)
				return each(r)
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// dumpedTables are in a dump. contentTables also has what follows from it.
var (
	dumpedTables = []string{
		"tables", "events", "seen", "outbox", "results", "reviews", "settings", "preferences", "notes",
	}
	contentTables = append(slices.Clip(dumpedTables), "leaderboard", "rated")
)

// rowsIn returns 0 for tables that it cannot read.
func rowsIn(ctx context.Context, tx pgx.Tx, tables ...string) (n int64) {
	for _, name := range tables {
		var rows int64
		if err := tx.QueryRow(ctx, `SELECT count(*) FROM `+name).Scan(&rows); err != nil {
			return 0 // the transaction has failed, and what comes next tells why
		}
		n += rows
	}
	return n
}

type dumpPart struct {
	kind store.RecordKind
	// query returns ID, number, name of each record, and the text for value.
	query string
	// value decodes a text; nil leaves it as it is.
	value func(r store.Record, text string) (any, error)
}

// dumpParts are in the order of the kinds.
var dumpParts = []dumpPart{
	{store.TableRecord, `SELECT id, 0::bigint, '', json_build_object('header', header::json, 'deadline', ` +
		`coalesce(deadline, 0), 'version', version, 'last', last_message)::text FROM tables ORDER BY id`, tableState},
	{store.EventRecord, `SELECT table_id, version, '', event FROM events ORDER BY 1, 2`, nil},
	{store.ReviewRecord, `SELECT table_id, 0::bigint, '', value FROM reviews ORDER BY 1`, nil},
	{store.ResultRecord, `SELECT guild, row_number() OVER (PARTITION BY guild ORDER BY number), '', result ` +
		`FROM results ORDER BY guild < 0, guild, number`, typed[store.Result]},
	{store.InteractionRecord, `SELECT token, 0::bigint, '', at::text FROM seen WHERE token > 0 ORDER BY 1`, nil},
	{store.MessageRecord, `SELECT seq, 0::bigint, '', message FROM outbox ORDER BY 1`, typed[store.Entry]},
	{store.CounterRecord, `SELECT 0::bigint, 0::bigint, '` + store.SeqCounter +
		`', last_value::text FROM outbox_seq_seq WHERE is_called`, nil},
	{store.SettingsRecord, `SELECT guild, 0::bigint, '', value FROM settings ORDER BY guild < 0, guild`,
		typed[store.Settings]},
	{store.PreferencesRecord, `SELECT user_id, 0::bigint, '', value FROM preferences ORDER BY user_id < 0, user_id`,
		typed[store.Preferences]},
	{store.NoteRecord, `SELECT 0::bigint, 0::bigint, name, value FROM notes ORDER BY name COLLATE "C"`,
		func(_ store.Record, text string) (any, error) { return text, nil }},
}

func (p dumpPart) dump(ctx context.Context, tx pgx.Tx, each func(store.Record) error) error {
	var id, number int64
	var name, text string
	return eachRow(ctx, tx, []any{&id, &number, &name, &text}, func() (err error) {
		if err := ctx.Err(); err != nil {
			return err
		}
		var value any = json.RawMessage(text)
		if p.value != nil {
			r := store.Record{Kind: p.kind, ID: uint64(id), Number: uint64(number), Name: name, Value: []byte(text)}
			if value, err = p.value(r, text); err != nil {
				return err
			}
		}
		r, err := store.NewRecord(p.kind, uint64(id), uint64(number), name, value)
		if err != nil {
			return err
		}
		return each(r)
	}, p.query)
}

// typed decodes a value, which is encoded again. So its form does not depend on the program that
// wrote it.
func typed[T any](r store.Record, _ string) (any, error) {
	v := new(T)
	if err := r.Read(v); err != nil {
		return nil, err
	}
	return v, nil
}

func tableState(r store.Record, text string) (any, error) {
	var t struct {
		store.TableState
		Version table.Version   `json:"version"`
		Last    table.MessageID `json:"last"`
	}
	r.Value = []byte(text)
	if err := r.Read(&t); err != nil {
		return nil, err
	}
	t.Header.Version, t.Header.LastMessage = t.Version, t.Last
	return t.TableState, nil
}
