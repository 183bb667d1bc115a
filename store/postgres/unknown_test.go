package postgres

import (
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine/table"
	"amytis/store"
)

func TestOlderProgramLeavesWhatANewerOneHasAdded(t *testing.T) {
	t.Parallel()
	db := openNew(t)
	ctx := t.Context()
	_, err := db.pool.Exec(ctx, `INSERT INTO preferences VALUES (6, $1)`,
		`{"new":[1],"private":true,"pings":{"hour":7,"loud":"yes"},"quiet":{"to":8,"utc":0,"from":1}}`)
	require.NoError(t, err)
	require.NoError(t, db.ChangePreferences(ctx, 6, func(p *store.Preferences) error {
		require.Equal(t, 7, p.Pings.Hour)
		p.Private, p.Pings, p.Zone = false, store.Pings{}, "Europe/Berlin"
		return nil
	}))
	text, err := db.readOnce(ctx, preferencesOf(6))
	require.NoError(t, err)
	require.JSONEq(t,
		`{"new":[1],"pings":{"loud":"yes"},"quiet":{"to":8,"utc":0,"from":1},"zone":"Europe/Berlin"}`, text)
}

func TestOlderProgramLeavesWhatANewerOneHasAddedToHeadersAndSettings(t *testing.T) {
	t.Parallel()
	db := openNew(t)
	ctx := t.Context()
	require.NoError(t, db.Commit(ctx, playMove(1, 0, 0)))
	_, err := db.pool.Exec(ctx, `UPDATE tables SET header = header::jsonb || '{"new":[1],"announced":1,"tells":1}'`)
	require.NoError(t, err)
	before, err := db.Header(ctx, 1)
	require.NoError(t, err)
	require.Equal(t, table.Version(1), before.Tells)
	for version := table.Version(1); version < 3; version++ {
		require.NoError(t, db.Commit(ctx, playMove(1, version, 0)))
	}
	after, err := db.Header(ctx, 1)
	require.NoError(t, err)
	require.Zero(t, after.Tells, "a known field that is left out is zero")
	var added string
	require.NoError(t, db.pool.QueryRow(ctx, `SELECT header::jsonb -> 'new' FROM tables`).Scan(&added))
	require.Equal(t, "[1]", added)

	_, err = db.pool.Exec(ctx, `INSERT INTO settings VALUES (6, '{"new":1,"quiet":true}')`)
	require.NoError(t, err)
	require.NoError(t, db.ChangeSettings(ctx, 6, func(s *store.Settings) error { s.Quiet = false; return nil }))
	text, err := db.readOnce(ctx, settingsOf(6))
	require.NoError(t, err)
	require.JSONEq(t, `{"new":1}`, text)
}

func TestSchemaKnowsTheFieldsOfHeadersThatMayBeLeftOut(t *testing.T) {
	t.Parallel()
	for _, file := range []string{"schema/0003_unknown.sql", "schema/0004_erase.sql"} {
		sql, err := schemaFiles.ReadFile(file)
		require.NoError(t, err)
		_, list, _ := strings.Cut(string(sql), "'{")
		list, _, _ = strings.Cut(list, "}'")
		header := reflect.TypeFor[store.Header]()
		for i := range header.NumField() {
			name, option, _ := strings.Cut(header.Field(i).Tag.Get("json"), ",")
			if option != "" {
				require.Contains(t, strings.Split(list, ","), name)
			}
		}
	}
}
