package storetest

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"amytis/engine/table"
	"amytis/store"
)

// dumpAll returns all records of a store and their digest.
func dumpAll(t testing.TB, s store.Store) (records []store.Record, digest string) {
	t.Helper()
	d := store.NewDigest()
	require.NoError(t, s.(store.Movable).Dump(t.Context(), func(r store.Record) error {
		records = append(records, r)
		return d.Add(r)
	}))
	return records, d.Sum()
}

func loadAll(t testing.TB, s store.Store, records []store.Record) error {
	t.Helper()
	return s.(store.Movable).Load(t.Context(), stream(records, nil))
}

// stream returns records, and then an error unless it is nil.
func stream(records []store.Record, broken error) iter.Seq2[store.Record, error] {
	return func(yield func(store.Record, error) bool) {
		for _, r := range records {
			if !yield(r, nil) {
				return
			}
		}
		if broken != nil {
			yield(store.Record{}, broken)
		}
	}
}

// fill puts something of every kind into an empty store.
func fill(t testing.TB, s store.Store) {
	t.Helper()
	ctx := t.Context()
	open := newTable(t, s, channel)
	c := move(open, channel, 1)
	c.Interaction, c.Deadline = 4711, 5000
	c.Header.Announced, c.Header.Tells = 2, 1
	c.Outbox = []store.Message{
		{Table: open, Channel: channel, Kind: "first", Version: 1, By: anna},
		{Table: open, Channel: channel, Kind: "second", From: 1, Version: 2},
		{Table: open, Channel: channel, Kind: "third", From: 1, Version: 2, To: boris, Way: store.Direct},
	}
	require.NoError(t, s.Commit(ctx, c))
	out, err := s.Outbox(ctx, 0, 1)
	require.NoError(t, err)
	require.NoError(t, s.Settle(ctx, out[0].Seq, store.Settlement{Sent: 99}))
	for i := range 3 {
		in := channel + table.ChannelID(i)
		ended := newTable(t, s, in+1)
		end := ending(ended, in+1, 1,
			store.Standing{User: anna, Rank: 1 + i%2, Score: 30}, store.Standing{User: boris, Rank: 2 - i%2, Score: 20})
		end.Result.Records = map[string]int{"towers": 3 + i}
		require.NoError(t, s.Commit(ctx, end))
		require.NoError(t, s.SetReview(ctx, ended, []byte(`{"seat":1,"b":2,"a":"<"}`)))
	}
	SetSettings(t, s, guild, store.Settings{Language: "fr", Channels: []table.ChannelID{channel}})
	SetPreferences(t, s, clara, store.Preferences{Private: true, Lessons: map[string]string{"b": "2", "a": "1"}})
	SetPreferences(t, s, boris, store.Preferences{})
	setNote(t, s, "alive", "17")
	setNote(t, s, "commands", "<&>")
}

// setNote replaces a note.
func setNote(t testing.TB, s store.Store, name, value string) {
	t.Helper()
	require.NoError(t, s.SetNote(t.Context(), name, value))
}

// testDump checks that a copy of a store has the same dump and answers like it. Check compares the
// indexes with what the dump holds.
func testDump(t *testing.T, h Harness) {
	s := h.Open(t)
	fill(t, s)
	var rounds []*randomRun
	rapid.Check(t, func(rt *rapid.T) {
		if len(rounds) == 8 {
			return // enough for a dump
		}
		m := &randomRun{t: t, store: s, base: uint64(1000 * (1 + len(rounds)))}
		rounds = append(rounds, m)
		for range 40 {
			m.commit(rt)
		}
		m.settings(rt)
	})
	requireSound(t, s)
	records, digest := dumpAll(t, s)
	requireAllKinds(t, records)

	copied := h.Open(t)
	require.NoError(t, loadAll(t, copied, records))
	again, sum := dumpAll(t, copied)
	require.Equal(t, records, again)
	require.Equal(t, digest, sum)
	requireSound(t, copied)
	for _, m := range rounds {
		require.Equal(t, m.read(s), m.read(copied))
	}

	same, sum := dumpAll(t, s)
	require.Equal(t, records, same, "a dump changes nothing")
	require.Equal(t, digest, sum)
	copied = h.Reopen(t, copied)
	again, _ = dumpAll(t, copied)
	require.Equal(t, records, again)
}

func requireAllKinds(t testing.TB, records []store.Record) {
	t.Helper()
	for _, kind := range store.RecordKinds() {
		require.True(t, slices.ContainsFunc(records, func(r store.Record) bool { return r.Kind == kind }), kind)
	}
}

// testMovedBot checks that a bot goes on with a copy where it was: it repeats nothing and loses
// nothing.
func testMovedBot(t *testing.T, h Harness) {
	s := h.Open(t)
	fill(t, s)
	records, _ := dumpAll(t, s)
	copied := h.Open(t)
	require.NoError(t, loadAll(t, copied, records))
	requireInherited(t, copied)
	copied = h.Reopen(t, copied)
	requireInherited(t, copied)
	ctx := t.Context()
	before, err := s.Outbox(ctx, 0, 10)
	require.NoError(t, err)
	after, err := copied.Outbox(ctx, 0, 10)
	require.NoError(t, err)
	require.Equal(t, before, after, "with order, numbers, nonces and times")
	require.Len(t, after, 2)

	open, err := copied.OpenTable(ctx, channel)
	require.NoError(t, err)
	repeated := move(open, channel, 2)
	repeated.Interaction = 4711
	require.ErrorIs(t, copied.Commit(ctx, repeated), store.ErrDuplicate)
	id, err := copied.NewTable(ctx)
	require.NoError(t, err)
	require.Greater(t, id, table.ID(records[3].ID), "the ID of the last table")
	require.ErrorIs(t, copied.Commit(ctx, opening(id, channel)), store.ErrChannelTaken)

	require.NoError(t, copied.Settle(ctx, after[0].Seq, store.Settlement{
		Sent: 100, Follow: []store.Message{{Table: open, Channel: channel, Kind: "follow"}},
	}))
	header, err := copied.Header(ctx, open)
	require.NoError(t, err)
	require.Equal(t, table.MessageID(100), header.LastMessage)
	require.NoError(t, copied.Settle(ctx, after[1].Seq, store.Settlement{}))
	left, err := copied.Outbox(ctx, 0, 10)
	require.NoError(t, err)
	require.Len(t, left, 1)
	require.Greater(t, left[0].Seq, after[1].Seq)

	c := move(open, channel, 2)
	c.Header.Status = store.Ended
	c.Result = &store.Result{Table: open, Guild: guild, Game: "gardens", Standings: []store.Standing{
		{User: anna, Rank: 1, Score: 40}, {User: boris, Rank: 2, Score: 10},
	}}
	require.NoError(t, copied.Commit(ctx, c))
	requireSound(t, copied)
}

// requireInherited claims the two messages of fill, which somebody may have posted already.
func requireInherited(t testing.TB, s store.Store) {
	t.Helper()
	for _, m := range claim(t, s, 10, long) {
		require.True(t, m.Inherited)
	}
}

// testRefusedDumps checks that a store that cannot be loaded stays as it was.
func testRefusedDumps(t *testing.T, h Harness) {
	full := h.Open(t)
	fill(t, full)
	records, digest := dumpAll(t, full)
	for _, r := range records {
		require.ErrorIs(t, loadAll(t, full, []store.Record{r}), store.ErrNotEmpty)
	}
	require.ErrorIs(t, loadAll(t, full, records), store.ErrNotEmpty)
	_, sum := dumpAll(t, full)
	require.Equal(t, digest, sum)

	s := h.Open(t)
	errBroken := errors.New("the stream broke")
	require.ErrorIs(t, s.(store.Movable).Load(t.Context(), stream(records, errBroken)), errBroken)
	ended, end := context.WithCancel(t.Context())
	cut := func(yield func(store.Record, error) bool) {
		end()
		stream(records, nil)(yield)
	}
	require.ErrorIs(t, s.(store.Movable).Load(ended, cut), context.Canceled)
	for name, c := range map[string]struct {
		change func(records []store.Record) []store.Record
		want   string
	}{
		"an unknown kind": {
			func(r []store.Record) []store.Record {
				return append(r, store.Record{Kind: "spells", Value: []byte("1")})
			},
			`unknown kind of record "spells"`},
		"an unknown field": {
			changed(store.SettingsRecord, `{"volume":11}`), `settings 71: json: unknown field "volume"`},
		"an unknown counter": {
			func(r []store.Record) []store.Record {
				r[indexOf(r, store.CounterRecord)].Name = "turns"
				return r
			}, `counter "turns": unknown counter`},
		"a value that is not JSON": {changed(store.NoteRecord, `{`), `note "alive": the value is not JSON`},
		"a value of another type":  {changed(store.InteractionRecord, `"soon"`), "interaction 4711"},
		"an event without a kind":  {changed(store.EventRecord, `{}`), "event 1 of"},
		"a missing event": {
			func(r []store.Record) []store.Record {
				i := indexOf(r, store.EventRecord)
				return slices.Delete(r, i, i+1)
			}, "event 1 is missing"},
		"a missing last event": {
			func(r []store.Record) []store.Record {
				i := indexOf(r, store.EventRecord)
				return slices.Delete(r, i+1, i+2)
			}, "1 events, not 2"},
		"a missing table": {
			func(r []store.Record) []store.Record { return r[1:] }, "event 1 of"},
		"a record twice": {
			func(r []store.Record) []store.Record { return slices.Insert(r, 1, r[0]) }, "comes after"},
		"kinds out of order": {
			func(r []store.Record) []store.Record { return append(r, r[0]) }, "comes after"},
		"a result of an open table": {
			changed(store.ResultRecord, fmt.Sprintf(`{"table":%d,"guild":71,"game":"gardens"}`, records[0].ID)), "result 1 of 71"},
	} {
		require.ErrorContains(t, loadAll(t, s, c.change(slices.Clone(records))), c.want, name)
		left, _ := dumpAll(t, s)
		require.Empty(t, left, name)
	}
	require.NoError(t, loadAll(t, s, records), "it is as good as new")
	requireSound(t, s)
	_, sum = dumpAll(t, s)
	require.Equal(t, digest, sum)
}

func indexOf(records []store.Record, kind store.RecordKind) int {
	return slices.IndexFunc(records, func(r store.Record) bool { return r.Kind == kind })
}

// changed returns a function that changes the value of the first record of a kind.
func changed(kind store.RecordKind, value string) func([]store.Record) []store.Record {
	return func(records []store.Record) []store.Record {
		records[indexOf(records, kind)].Value = []byte(value)
		return records
	}
}
