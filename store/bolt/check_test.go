package bolt

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.etcd.io/bbolt"

	"amytis/engine/table"
	"amytis/store"
	"amytis/store/storetest"
)

func TestCheckFindsEveryDisagreement(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	db := openTest(t, path, Options{})
	openTables(t, db, 3)
	for id := range table.ID(2) {
		c := playMove(id+1, 1, uint64(50+id))
		c.Deadline = 0
		c.Header.Status = store.Ended
		c.Result = &store.Result{
			Table: id + 1,
			Guild: c.Header.Guild,
			Game:  c.Header.Game,
			At:    int64(id), Season: "1970-Q1",
			Standings: []store.Standing{
				{User: 1, Rank: 1, Score: 10}, {User: 2, Rank: 2, Score: 5},
			},
		}
		require.NoError(t, db.Commit(t.Context(), c))
	}
	alone := playMove(4, 0, 60)
	alone.Deadline, alone.Outbox, alone.Header.Status = 0, nil, store.Ended
	alone.Result = &store.Result{Table: 4, Guild: alone.Header.Guild, Game: "gardens", Level: 2,
		Standings: []store.Standing{{User: 1, Rank: 1, Score: 10}, {User: table.ComputerID(1, 2), Rank: 2, Score: 5}}}
	require.NoError(t, db.Commit(t.Context(), alone))
	storetest.SetSettings(t, db, 5, store.Settings{Quiet: true})
	require.NoError(t, db.Close())
	requireSoundFile(t, path)

	good := usedPages(t, path)
	h := playHeader(3)
	edit := func(tx *writeTx, id table.ID, change func(r *record)) error {
		r, err := decodeRecord(id, tx.tables.Get(headKey(id)))
		if err != nil {
			return err
		}
		change(&r)
		return tx.tables.Put(headKey(id), r.encode())
	}
	for name, c := range map[string]struct {
		tamper func(tx *writeTx) error
		fault  string
	}{
		"an event is missing":                  {func(tx *writeTx) error { return tx.tables.Delete(logKey(1, 1)) }, "table 1: found key 000000000000000100000002 in place of version 1"},
		"the last event is missing":            {func(tx *writeTx) error { return tx.tables.Delete(logKey(1, 2)) }, "table 1 is at version 2, but has 1 events"},
		"an event is unreadable":               {func(tx *writeTx) error { return tx.tables.Put(logKey(1, 2), []byte("{")) }, "table 1: event 2: "},
		"an event is another one":              {func(tx *writeTx) error { return tx.tables.Put(logKey(1, 2), tx.tables.Get(logKey(1, 1))) }, "the log of table 1 does not match its checksum"},
		"a log without a header":               {func(tx *writeTx) error { return tx.tables.Put(logKey(2000, 1), []byte(`{"k":"move"}`)) }, "table 2000 has a log but no header"},
		"a log of table 0":                     {func(tx *writeTx) error { return tx.tables.Put(logKey(0, 1), []byte(`{"k":"move"}`)) }, "table 0 has a log but no header"},
		"a header is missing":                  {func(tx *writeTx) error { return tx.tables.Delete(headKey(table.ID(3))) }, "table 3 has a log but no header"},
		"a header is short":                    {func(tx *writeTx) error { return tx.tables.Put(headKey(table.ID(3)), []byte("xx")) }, "the header of table 3 has 2 bytes"},
		"a header is unreadable":               {func(tx *writeTx) error { return edit(tx, 3, func(r *record) { r.rest = []byte("]") }) }, "the header of table 3"},
		"a status is unknown":                  {func(tx *writeTx) error { return edit(tx, 1, func(r *record) { r.rest = []byte(`{"status":"lost"}`) }) }, `status "lost"`},
		"a header is too new":                  {func(tx *writeTx) error { return edit(tx, 3, func(r *record) { r.version = 9 }) }, "table 3 is at version 9, but has 1 events"},
		"an open table is not listed":          {func(tx *writeTx) error { return tx.open.Delete(key(h.Channel)) }, "missing from the open tables"},
		"another table is listed as open":      {func(tx *writeTx) error { return tx.open.Put(key(h.Channel), key(table.ID(1))) }, "the open tables have table 1 at"},
		"an open table does not exist":         {func(tx *writeTx) error { return tx.open.Put(key(table.ID(9)), key(table.ID(99))) }, "open tables: table 99 does not exist"},
		"a table is not listed":                {func(tx *writeTx) error { return tx.bucket(channelsBucket).Delete(key2(h.Channel, table.ID(3))) }, "table 3 is missing from the tables by channel"},
		"a table is listed twice":              {func(tx *writeTx) error { return tx.bucket(channelsBucket).Put(key2(h.Channel+1, table.ID(3)), noValue) }, "the tables by channel have table 3 at"},
		"a player is not listed":               {func(tx *writeTx) error { return tx.players.Delete(playerKey(h.Guild, h.Players[1], 3)) }, "table 3 is missing from the tables by player"},
		"an extra player is listed":            {func(tx *writeTx) error { return tx.players.Put(playerKey(h.Guild, 5, 3), noValue) }, "the tables by player have table 3 at"},
		"a player of an ended table is listed": {func(tx *writeTx) error { return tx.players.Put(playerKey(h.Guild, h.Players[0], 1), noValue) }, "the tables by player have table 1 at"},
		"a deadline is missing":                {func(tx *writeTx) error { return edit(tx, 3, func(r *record) { r.deadline, r.due = 5, 5 }) }, "table 3 is missing from the deadlines"},
		"a deadline is listed too late":        {func(tx *writeTx) error { return edit(tx, 3, func(r *record) { r.deadline = 5 }) }, "table 3: the deadline is 5 but"},
		"an extra deadline is listed":          {func(tx *writeTx) error { return tx.bucket(dueBucket).Put(key2(timeKey(5), table.ID(3)), noValue) }, "the deadlines have table 3 at"},
		"a message has a number not given out": {func(tx *writeTx) error { return tx.outbox.Put(key(uint64(500)), []byte(`{}`)) }, "message 500, but the last number given out is 2"},
		"a message is unreadable":              {func(tx *writeTx) error { return tx.outbox.Put(key(uint64(1)), []byte(`{`)) }, "message 1: "},
		"a message is of a future version":     {func(tx *writeTx) error { return tx.outbox.Put(key(uint64(1)), []byte(`{"table":3,"version":7}`)) }, "announces version 7"},
		"a result is missing":                  {func(tx *writeTx) error { return tx.results.Delete(key2(h.Guild, uint64(2))) }, "its result 2 is missing"},
		"a result is not in the header":        {func(tx *writeTx) error { return edit(tx, 1, func(r *record) { r.result = 0 }) }, "has result 1, but its header names 0"},
		"a row is missing":                     {func(tx *writeTx) error { return tx.rows.Delete(rowKey(h.Guild, store.Board{Game: "gardens"}, 1)) }, "user 1 has no row for gardens"},
		"a row of all games is missing":        {func(tx *writeTx) error { return tx.rows.Delete(rowKey(h.Guild, store.Board{}, 2)) }, "user 2 has no row for all games"},
		"an extra row": {func(tx *writeTx) error {
			return tx.rows.Put(rowKey(h.Guild, store.Board{Game: "babel"}, 2), []byte(`{}`))
		}, "a row for babel without a result"},
		"a row of an unknown guild": {func(tx *writeTx) error { return tx.rows.Put(rowKey(4, store.Board{Game: "babel"}, 2), []byte(`{}`)) }, "leaderboard of guild 4"},
		"a row is wrong": {func(tx *writeTx) error {
			return tx.rows.Put(rowKey(h.Guild, store.Board{}, 2), []byte(`{"user":2,"games":3}`))
		}, "computed from the results"},
		"a row of a season is wrong": {func(tx *writeTx) error {
			k := rowKey(h.Guild, store.Board{Season: "1970-Q1"}, 2)
			return tx.rows.Put(k, bytes.Replace(tx.rows.Get(k), []byte(`"points":4`), []byte(`"points":5`), 1))
		}, "user 2, the season 1970-Q1: stored"},
		"a row of another season": {func(tx *writeTx) error {
			return tx.rows.Put(rowKey(h.Guild, store.Board{Season: "1970-01"}, 2), []byte(`{}`))
		}, "a row for the season 1970-01 without a result"},
		"a result of another season": {func(tx *writeTx) error {
			k := key2(h.Guild, uint64(1))
			return tx.results.Put(k, bytes.Replace(tx.results.Get(k), []byte(`1970-Q1`), []byte(`1970-Q2`), 1))
		}, `the result cannot be of the season "1970-Q2"`},
		"a row has an invalid key":    {func(tx *writeTx) error { return tx.rows.Put(key(h.Guild), []byte(`{}`)) }, "is not a valid key of a row"},
		"preferences are unreadable":  {func(tx *writeTx) error { return tx.preferences.Put(key(uint64(5)), []byte(`{`)) }, "preferences of user"},
		"a review is unreadable":      {func(tx *writeTx) error { return tx.reviews.Put(key(uint64(1)), []byte(`{`)) }, "review of table"},
		"a review has no table":       {func(tx *writeTx) error { return tx.reviews.Put(key(uint64(999)), []byte(`{}`)) }, "review of table 999"},
		"settings are unreadable":     {func(tx *writeTx) error { return tx.settings.Put(key(uint64(5)), []byte(`{`)) }, "settings of guild"},
		"an interaction without time": {func(tx *writeTx) error { return tx.seen.Put([]byte{1}, []byte{2}) }, "interactions: invalid entry 01"},
		"an unknown bucket": {func(tx *writeTx) error {
			_, err := tx.notes.Tx().CreateBucket([]byte("stray"))
			return err
		}, `unknown bucket "stray"`},
		"a row against computers is missing": {func(tx *writeTx) error {
			return tx.rows.Delete(rowKey(h.Guild, store.Board{Game: "gardens", Level: 2}, 1))
		}, "user 1 has no row for gardens against computers of level 2"},
		"a row of a computer": {func(tx *writeTx) error {
			return tx.rows.Put(rowKey(h.Guild, store.Board{Level: 2}, table.ComputerID(1, 2)), []byte(`{}`))
		}, "a row for all games against computers of level 2 without a result"},
		"a result against a computer above its level": {func(tx *writeTx) error {
			k := key2(h.Guild, uint64(3))
			return tx.results.Put(k, bytes.Replace(tx.results.Get(k), []byte(`"level":2`), []byte(`"level":1`), 1))
		}, "result 3 of guild 345678901234567890: the result has a computer above its level"},
	} {
		t.Run(name, func(t *testing.T) {
			bad := fileOf(t, good)
			b := got(bbolt.Open(bad, 0o600, nil))(t)
			require.NoError(t, b.Update(func(tx *bbolt.Tx) error {
				require.NoError(t, c.tamper(newWriteTx(tx, db.writer.now())))
				return reseal(tx) // like a fault of the program
			}))
			require.NoError(t, b.Close())
			faults := got(CheckFile(t.Context(), bad, nil))(t)
			require.Contains(t, strings.Join(faults, "\n"), c.fault)
		})
	}
}

func TestCheckListsABoundedNumberOfFaults(t *testing.T) {
	db := openTest(t, newPath(t), Options{})
	require.NoError(t, db.bolt.Update(func(tx *bbolt.Tx) error {
		for id := range table.ID(1000) {
			if err := tx.Bucket(tablesBucket).Put(logKey(id, 1), []byte("{}")); err != nil {
				return err
			}
		}
		return reseal(tx)
	}))
	faults := got(db.Check(t.Context()))(t)
	require.Len(t, faults, store.MaxFaults+1)
	require.Equal(t, "and 1900 more", faults[store.MaxFaults])
}

// The checker waits for the lock of a store until something else ends it.
func TestCheckerMayEndInAnyWay(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	openTest(t, path, Options{})
	self := got(ownProgram())(t)
	script := func(does string) string {
		file := filepath.Join(t.TempDir(), "checker")
		require.NoError(t, os.WriteFile(file, []byte("#!/bin/sh\necho '"+strings.TrimSpace(checkerBegins)+"'\n"+does), 0o700))
		return file
	}
	const enough = 1 << 30
	for name, c := range map[string]struct {
		program      string
		memory       int64
		limit        time.Duration
		fault, error string
	}{
		"it takes too much memory":  {self, 1 << 10, time.Minute, "its pages cannot be read: it takes more than 0 MB of memory", ""},
		"it takes too long":         {script("exec sleep 99"), enough, time.Second / 2, "its pages cannot be read: it takes more than 500ms", ""},
		"it crashes":                {script("echo fatal: stack overflow >&2; exit 2"), enough, time.Minute, "its pages cannot be read: fatal: stack overflow", ""},
		"it crashes without a word": {script("kill -9 $$"), enough, time.Minute, "its pages cannot be read: signal: killed", ""},
		"it answers nonsense":       {script("echo so what"), enough, time.Minute, "", "invalid character"},
		"it cannot start":           {path + ".none", enough, time.Minute, "", "cannot start itself to check " + path},
		"it is another program":     {"/bin/false", enough, time.Minute, "", "cannot start itself to check " + path},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, err := askChecker(t.Context(), c.program, checkJob{path, time.Hour, c.memory}, c.limit)
			if c.error != "" {
				require.ErrorContains(t, err, c.error)
				require.NotErrorIs(t, err, ErrCorrupt)
				return
			}
			require.NoError(t, err)
			require.Equal(t, []string{c.fault}, s.Faults)
			require.False(t, s.Sound, "nobody has found it sound")
		})
	}
}
