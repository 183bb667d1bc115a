package core

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.etcd.io/bbolt"

	"amytis/engine/longrun"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/entries"
	"amytis/store/entries/boltdb"
	"amytis/store/storetest"
)

const (
	guild   table.GuildID   = 71
	channel table.ChannelID = 501
	anna    table.UserID    = 11
	boris   table.UserID    = 12
)

func openTest(t testing.TB, o Options) *Store {
	b := storetest.Must(bbolt.Open(filepath.Join(t.TempDir(), "a.db"), 0o600, &bbolt.Options{NoSync: true}))(t)
	require.NoError(t, b.Update(func(tx *bbolt.Tx) error { return boltdb.Create(tx, int(Spaces)) }))
	s := New(boltdb.New(b, func(err error) error { return err }), o)
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	return s
}

func move(id table.ID, want table.Version, interaction uint64) store.Commit {
	h := store.Header{
		Guild: guild, Channel: channel + table.ChannelID(id), Game: "gardens", Status: store.Running,
		Players: []table.UserID{anna, boris},
	}
	return store.Commit{
		Table: id, Want: want, Interaction: table.InteractionID(interaction), Header: h, Deadline: 9000,
		Events: []table.Event{table.MoveText("dig c2", anna, int64(want))},
		Outbox: []store.Entry{{Table: id, Channel: h.Channel, Kind: "move", Version: want + 1}},
	}
}

func ending(id table.ID, want table.Version, level int) store.Commit {
	c := move(id, want, 0)
	c.Header.Status = store.Ended
	c.Deadline = 0
	c.Outbox = nil
	other := boris
	if level > 0 {
		other = table.ComputerID(1, level)
	}
	c.Result = &store.Result{Table: id, Guild: guild, Game: "gardens", At: int64(id), Level: level,
		Standings: []store.Standing{{User: anna, Rank: 1, Score: 10}, {User: other, Rank: 2, Score: 5}}}
	if level == 0 {
		c.Result.Season = "1970-Q1"
	}
	return c
}

// filled returns a store with something in each space: three open games and three that have ended.
func filled(t testing.TB) *Store {
	s := openTest(t, Options{})
	for id := range table.ID(6) {
		require.NoError(t, s.Commit(t.Context(), move(id+1, 0, uint64(id+1))))
	}
	for id, level := range []int{0, 0, 2} {
		require.NoError(t, s.Commit(t.Context(), ending(table.ID(id+1), 1, level)))
	}
	require.NoError(t, s.SetReview(t.Context(), 1, []byte(`{"seat":1}`)))
	require.NoError(t, s.SetNote(t.Context(), "alive", "1"))
	storetest.SetSettings(t, s, guild, store.Settings{Quiet: true})
	storetest.SetPreferences(t, s, anna, store.Preferences{Text: true})
	require.NoError(t, s.db.Apply(t.Context(), []change{set(marks, Remains.From, present)}))
	require.Empty(t, faultsOf(t, s))
	return s
}

func faultsOf(t testing.TB, s *Store) []string {
	return storetest.Must(s.Check(t.Context()))(t)
}

func storedValue(t testing.TB, s *Store, in entries.Space, k []byte) []byte {
	return storetest.Must(s.db.readValue(t.Context(), in, k))(t)
}

func TestCheckFindsEveryDisagreement(t *testing.T) {
	t.Parallel()
	s := filled(t)
	edit := func(in entries.Space, k []byte, old, is string) change {
		before := storedValue(t, s, in, k)
		after := bytes.Replace(before, []byte(old), []byte(is), 1)
		require.NotEqual(t, string(before), string(after), old)
		return set(in, k, after)
	}
	event := func(v uint64) []byte { return key(1, v) }
	at := uint64(channel + 5) // of table 5, which is open
	row := func(b store.Board, user table.UserID) []byte { return rowKey(guild, b, user) }
	seasonal := store.Board{Season: "1970-Q1"}
	for name, c := range map[string]struct {
		change change
		fault  string
	}{
		"an event is missing":                  {set(events, event(1), nil), "event 1 of table 1"},
		"the last event is missing":            {set(events, event(2), nil), "table 1 is at version 2, but has 1 events"},
		"an event is unreadable":               {set(events, event(2), []byte("{")), "event 2 of table 1"},
		"an event is another one":              {set(events, event(2), storedValue(t, s, events, event(1))), "the log of table 1 does not match its checksum"},
		"a log without a header":               {set(events, key(2000, 1), []byte(`{"k":"move"}`)), "event 1 of table 2000, which is missing"},
		"a header is missing":                  {set(heads, key(5), nil), "event 1 of table 5, which is missing"},
		"a header is unreadable":               {set(heads, key(5), []byte("]")), "the header of table 5"},
		"a status is unknown":                  {edit(heads, key(1), `"ended"`, `"lost"`), `status "lost"`},
		"a header is too new":                  {edit(heads, key(5), `"version":1`, `"version":9`), "table 5 is at version 9, but has 1 events"},
		"an open table is not listed":          {set(open, key(at), nil), fmt.Sprintf("no entry for the open table of channel %d", at)},
		"another table is listed as open":      {set(open, key(at), key(1)), fmt.Sprintf("the open table of channel %d", at)},
		"an open table does not exist":         {set(open, key(9), key(99)), "the open table of channel 9 agrees with no table"},
		"a table is not listed":                {set(rooms, key(at, 5), nil), fmt.Sprintf("no entry for a table of channel %d", at)},
		"a table is listed twice":              {set(rooms, key(at+1, 5), present), fmt.Sprintf("a table of channel %d agrees", at+1)},
		"a player is not listed":               {set(players, key(uint64(boris), uint64(guild), 5), nil), "no entry for an open table of user 12"},
		"an extra player is listed":            {set(players, key(5, uint64(guild), 5), present), "an open table of user 5 agrees with no table"},
		"a deadline is missing":                {set(due, key(timeNumber(9000), 5), nil), "no entry for a deadline of table 5"},
		"a deadline is listed too late":        {edit(heads, key(5), `"deadline":9000`, `"deadline":5000`), "table 5: the deadline is 5000 but"},
		"an extra deadline is listed":          {set(due, key(timeNumber(5), 5), present), "a deadline of table 5 agrees with no table"},
		"a name is not listed":                 {set(mentions, key(uint64(anna), 5), nil), "no entry for a table with user 11"},
		"a name too many is listed":            {set(mentions, key(77, 5), present), "a table with user 77 agrees with no table"},
		"a message is unreadable":              {set(outbox, key(1), []byte("{")), "message 1"},
		"a message is of a future version":     {set(outbox, key(1), []byte(`{"table":5,"version":7}`)), "announces version 7"},
		"a result is missing":                  {set(results, key(uint64(guild), 2), nil), "its result 2 is missing"},
		"a result is not in the header":        {edit(heads, key(1), `"result":1`, `"result":0`), "has result 1, but its header names none"},
		"a row is missing":                     {set(rows, row(store.Board{Game: "gardens"}, anna), nil), `user 11, "gardens": stored {User:0`},
		"an extra row":                         {set(rows, row(store.Board{Game: "babel"}, boris), []byte(`{"user":12}`)), `user 12, "babel": stored {User:12`},
		"a row of an unknown guild":            {set(rows, rowKey(4, store.Board{Game: "babel"}, boris), []byte(`{"user":12}`)), "leaderboard of guild 4"},
		"a row is wrong":                       {set(rows, row(store.Board{}, boris), []byte(`{"user":12,"games":3}`)), "computed from the results"},
		"a row of a season is wrong":           {edit(rows, row(seasonal, boris), `"points":4`, `"points":5`), `user 12, "/1970-Q1": stored`},
		"a result of another season":           {edit(results, key(uint64(guild), 1), "1970-Q1", "1970-Q2"), `cannot be of the season "1970-Q2"`},
		"a row has an invalid key":             {set(rows, key(uint64(guild)), []byte("{}")), "cannot be read"},
		"preferences are unreadable":           {set(preferences, key(5), []byte("{")), "the preferences of user 5"},
		"settings are unreadable":              {set(settings, key(5), []byte("{")), "the settings of guild 5"},
		"a review is unreadable":               {set(reviews, key(1), []byte("{")), "the review of table 1"},
		"a review has no table":                {set(reviews, key(999), []byte("{}")), "the review of table 999, which"},
		"an interaction without time":          {set(seen, key(1), []byte{2}), "interaction 1"},
		"a row of a computer":                  {set(rows, row(store.Board{Level: 2}, table.ComputerID(1, 2)), []byte(`{"games":1}`)), "/2\": stored"},
		"a computer is above a result's level": {edit(results, key(uint64(guild), 3), `"level":2`, `"level":1`), "result 3 of guild 71: the result has a computer above its level"},
	} {
		t.Run(name, func(t *testing.T) {
			before := storedValue(t, s, c.change.Space, c.change.Key)
			require.NoError(t, s.db.Apply(t.Context(), []change{c.change}))
			faults := faultsOf(t, s)
			require.NoError(t, s.db.Apply(t.Context(), []change{set(c.change.Space, c.change.Key, before)}))
			require.Contains(t, strings.Join(faults, "\n"), c.fault)
			require.Empty(t, faultsOf(t, s), "it is as before")
		})
	}
}

// The check names the changed entry, and the games that it does not belong to go on.
func TestEveryChangedByteIsNoticed(t *testing.T) {
	t.Parallel()
	s := filled(t)
	type place struct {
		in entries.Space
		entries.Entry
	}
	var all []place
	for space := range Spaces {
		found := storetest.Must(s.db.DB.Read(t.Context(), entries.Range{Space: space}))(t)
		require.NotEmpty(t, found[0], "space %d", space)
		for _, e := range found[0] {
			all = append(all, place{space, e})
		}
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	for range longrun.Choose(100, 500) {
		p := all[rnd.IntN(len(all))]
		bad := slices.Clone(p.Value)
		bad[rnd.IntN(len(bad))] ^= 1 << rnd.IntN(8)
		require.NoError(t, s.db.DB.Apply(t.Context(), []change{set(p.in, p.Key, bad)}))
		require.Contains(t, strings.Join(faultsOf(t, s), "\n"), nameOf(p.in, p.Key)+" has changed since it was written")
		if p.in == heads || p.in == events {
			id := table.ID(number(p.Key, 0))
			_, _, err := s.Table(t.Context(), id)
			require.ErrorIs(t, err, store.ErrDamaged)
			require.ErrorContains(t, err, fmt.Sprintf("table %d", id))
			_, _, err = s.Table(t.Context(), id%6+1)
			require.NoError(t, err, "another game goes on")
		}
		_, err := s.Due(t.Context(), 1e6, 9)
		require.NoError(t, err)
		_, err = s.Counts(t.Context())
		require.NoError(t, err)
		out := storetest.Must(s.Outbox(t.Context(), 0, 99))(t)
		require.GreaterOrEqual(t, len(out), 5, "the other messages are sent")
		require.NoError(t, s.db.DB.Apply(t.Context(), []change{set(p.in, p.Key, p.Value)}))
	}
	require.Empty(t, faultsOf(t, s))
}

func TestCheckListsABoundedNumberOfFaults(t *testing.T) {
	t.Parallel()
	s := openTest(t, Options{})
	var stray []change
	for id := range uint64(1000) {
		stray = append(stray, set(rooms, key(1, id), present))
	}
	require.NoError(t, s.db.Apply(t.Context(), stray))
	faults := faultsOf(t, s)
	require.Len(t, faults, maxFaults+1)
	require.Equal(t, "and 900 more", faults[maxFaults])
}

func TestInteractionsAreForgottenAfterAnHour(t *testing.T) {
	t.Parallel()
	now := time.UnixMilli(1_760_000_000_000)
	s := openTest(t, Options{Now: func() time.Time { return now }})
	version := table.Version(0)
	commit := func(from, n uint64) {
		for i := range n {
			require.NoError(t, s.Commit(t.Context(), move(1, version, from+i)))
			version++
		}
	}
	commit(1000, pruneEvery/2)
	now = now.Add(61 * time.Minute)
	commit(2000, 1)
	require.ErrorIs(t, s.Commit(t.Context(), move(1, version, 1000)), store.ErrDuplicate)
	now = now.Add(10 * time.Minute)
	commit(3000, pruneEvery/2)
	found := storetest.Must(s.db.Read(t.Context(), entries.Range{Space: seen}))(t)
	require.Len(t, found[0], 1+pruneEvery/2)
	require.ErrorIs(t, s.Commit(t.Context(), move(1, version, 2000)), store.ErrDuplicate)
}

func TestMoveThatEndedWithItsProcessIsRepeated(t *testing.T) {
	t.Parallel()
	full := filled(t)
	empty := openTest(t, Options{})
	load := func() error {
		_, err := empty.Load(t.Context(), false, func(each func(store.Record) error) error { return full.Dump(t.Context(), each) })
		return err
	}
	require.NoError(t, empty.db.Apply(t.Context(), []change{set(marks, loading, present)}))
	require.NoError(t, empty.Commit(t.Context(), move(99, 0, 5)))
	require.True(t, storetest.Must(empty.Loading(t.Context()))(t))
	require.Equal(t, []string{store.ErrLoading.Error()}, faultsOf(t, empty))
	require.ErrorIs(t, empty.Dump(t.Context(), nil), store.ErrLoading)
	require.NoError(t, load(), "what is left is of no use")
	require.False(t, storetest.Must(empty.Loading(t.Context()))(t))
	require.ErrorIs(t, load(), store.ErrNotEmpty)
	_, err := empty.Header(t.Context(), 99)
	require.ErrorIs(t, err, store.ErrNotFound)
	require.Empty(t, faultsOf(t, empty))
}
