package postgres

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/engine/table"
	"amytis/store"
	"amytis/store/postgres/postgrestest"
	"amytis/store/storetest"
)

// fill stores two ended tables, a running one, and one of each other thing.
func fill(t testing.TB, db store.Store) {
	t.Helper()
	for id := range table.ID(3) {
		require.NoError(t, db.Commit(t.Context(), playMove(id+1, 0, table.InteractionID(100+id))))
	}
	for id := range table.ID(2) {
		c := playMove(id+1, 1, 0)
		c.Deadline = 0
		c.Header.Status = store.Ended
		c.Result = &store.Result{Table: id + 1, Guild: c.Header.Guild, Game: "gardens", At: int64(id),
			Level:     2 * int(id),
			Standings: []store.Standing{{User: 1, Rank: 1, Score: 10}, {User: 2, Rank: 2, Score: 5}}}
		if id == 0 {
			c.Result.Season = "1970-01"
		}
		require.NoError(t, db.Commit(t.Context(), c))
		require.NoError(t, db.SetReview(t.Context(), id+1, []byte(`{"seat":1, "a":"<"}`)))
	}
	storetest.SetSettings(t, db, 5, store.Settings{Quiet: true})
	storetest.SetPreferences(t, db, 6, store.Preferences{Private: true})
	require.NoError(t, db.SetNote(t.Context(), "name", "value"))
}

// noTriggers has PostgreSQL take a header that it cannot read.
const noTriggers = "ALTER TABLE tables DISABLE TRIGGER keep_unknown; "

func TestCheckFindsPartsThatDisagree(t *testing.T) {
	t.Parallel()
	db := openNew(t)
	fill(t, db)
	ctx := t.Context()
	faults := got(db.Check(ctx))(t)
	require.Empty(t, faults)
	for tamper, want := range map[string]string{
		`DELETE FROM events WHERE table_id = 1 AND version = 1`:        "table 1 is at version 2, but has 1 events",
		`DELETE FROM events WHERE table_id = 2 AND version = 1`:        "the log of table 2 has a gap below event 2",
		`DELETE FROM tables WHERE id = 3`:                              "event 1 of 3: there is no such table",
		`UPDATE tables SET status = 'aborted' WHERE id = 3`:            "table 3: its header is",
		`UPDATE tables SET players = '{7}' WHERE id = 3`:               "table 3: its header is",
		`UPDATE tables SET due = deadline + 1 WHERE id = 3`:            "table 3: the index of deadlines",
		`UPDATE tables SET header = replace(header, 'running', 'x')`:   `table 3 has the status "x"`,
		noTriggers + `UPDATE tables SET header = '?' WHERE id = 3`:     "the header of table 3",
		`UPDATE events SET event = '{}' WHERE table_id = 3`:            "event 1 of table 3",
		`UPDATE last_table SET id = 2`:                                 "table 3, but the last ID given out is 2",
		`DELETE FROM last_table`:                                       "there are 0 counters of tables",
		`UPDATE outbox SET channel = 9 WHERE seq = 1`:                  "message 1 is for table 1",
		`UPDATE outbox SET message = '?' WHERE seq = 1`:                "message 1: invalid",
		`UPDATE tables SET version = 0 WHERE id = 3`:                   "version 1 of table 3, which is at version 0",
		`UPDATE results SET table_id = 2 WHERE table_id = 1`:           "is that of table 1, but its column has 2",
		`DELETE FROM tables WHERE id = 1`:                              "result 1 is that of table 1, which does not exist",
		`DELETE FROM results WHERE table_id = 1`:                       "table 1: its result 1 is missing",
		`UPDATE tables SET result = 0 WHERE id = 1`:                    "table 1 has result 1, but its header names 0",
		`UPDATE results SET result = '?' WHERE table_id = 1`:           "result 1 of guild 345678901234567890",
		`UPDATE rated SET results = 1`:                                 "but the last number given out is 1",
		`DELETE FROM leaderboard WHERE user_id = 1 AND game = ''`:      "user 1 has no row for all games",
		`UPDATE leaderboard SET rating = rating + 1 WHERE user_id = 1`: "user 1, all games: stored",
		`UPDATE leaderboard SET level = 3 WHERE level = 2`:             "computers of level 3 without a result",
		`UPDATE leaderboard SET points = 5 WHERE game = '/1970-01'`:    "the season 1970-01: stored",
		`UPDATE reviews SET table_id = 3 WHERE table_id = 1`:           "table 3 has a review, but has not ended",
		`UPDATE reviews SET value = '?' WHERE table_id = 1`:            "reviews of 1: invalid",
		`UPDATE settings SET value = '?'`:                              "settings of 5: invalid",
		`UPDATE preferences SET value = '?'`:                           "preferences of 6: invalid",
	} {
		tx := got(db.pool.Begin(ctx))(t)
		_, err := tx.Exec(ctx, tamper)
		require.NoError(t, err, tamper)
		c := checker{ctx: ctx, tx: tx}
		require.NoError(t, c.run(), tamper)
		require.Contains(t, strings.Join(c.List(), "\n"), want, tamper)
		require.NoError(t, tx.Rollback(ctx))
	}
	faults = got(db.Check(ctx))(t)
	require.Empty(t, faults)
}

func TestCheckReplaysEveryTable(t *testing.T) {
	t.Parallel()
	o := openNew(t).options
	o.Replay = func(id table.ID, h store.Header, log []table.Event, result *store.Result) error {
		require.Len(t, log, int(h.Version))
		require.Equal(t, h.Status == store.Ended, result != nil)
		if id == 2 {
			return errors.New("an odd move")
		}
		return nil
	}
	db := openTest(t, o)
	fill(t, db)
	faults := got(db.Check(t.Context()))(t)
	require.Equal(t, []string{"table 2: an odd move"}, faults)
}

func TestOldInteractionsAreForgotten(t *testing.T) {
	t.Parallel()
	db := openNew(t)
	fill(t, db)
	seen := func() (n int) {
		require.NoError(t, db.pool.QueryRow(t.Context(), `SELECT count(*) FROM seen`).Scan(&n))
		return n
	}
	require.Equal(t, 8, seen(), "three interactions, and the tokens of two commits and three facts")
	_, err := db.pool.Exec(t.Context(), `UPDATE seen SET at = at - 4000000 WHERE token IN (100, 101)`)
	require.NoError(t, err)
	require.NoError(t, db.forget(t.Context(), time.Now().Add(-seenFor)))
	require.Equal(t, 6, seen())
	require.ErrorIs(t, db.Commit(t.Context(), playMove(3, 1, 102)), store.ErrDuplicate)
}

// The trigger keep_unknown would bring back a known field that is left out because it is zero.
func TestSchemaKnowsTheFieldsOfHeadersThatMayBeLeftOut(t *testing.T) {
	t.Parallel()
	for _, file := range []string{"schema/0003_unknown.sql", "schema/0004_erase.sql"} {
		sql := got(schemaFiles.ReadFile(file))(t)
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

func TestSummaryOfADatabaseChangesNothing(t *testing.T) {
	t.Parallel()
	steps := got(migrations(schemaFiles))(t)
	o := Options{URL: postgrestest.Start(t).NewURL(t), Program: "amytis 7"}
	for range 2 {
		s := got(Summarize(t.Context(), o))(t)
		require.Greater(t, s.FreeConns, ConnsOfReplica)
		s.FreeConns = 0
		require.Equal(t, store.Summary{Needs: len(steps)}, s, "an empty database stays empty")
	}
	db := openTest(t, o)
	for id := range 2 {
		require.NoError(t, db.Commit(t.Context(), store.Commit{
			Table: table.ID(id + 1), Events: []table.Event{table.MoveText("any", 1, 1)},
			Header: store.Header{Guild: 5, Channel: table.ChannelID(1<<63+20) + table.ChannelID(id), Game: "gardens", Status: store.Running},
		}))
	}
	s := got(Summarize(t.Context(), o))(t)
	s.FreeConns = 0
	require.Equal(t, store.Summary{Schema: len(steps), Needs: len(steps), Program: "amytis 7",
		Open: []store.Place{{Guild: 5, Channel: 1<<63 + 20}, {Guild: 5, Channel: 1<<63 + 21}}}, s)
	_, err := db.pool.Exec(t.Context(), `INSERT INTO amytis_schema (version, program) VALUES (99, 'amytis 8')`)
	require.NoError(t, err)
	_, err = Summarize(t.Context(), o)
	require.ErrorIs(t, err, ErrNewer)
	require.ErrorContains(t, err, "amytis 8, schema 99")
}
