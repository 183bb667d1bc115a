package storetest

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine/table"
	"amytis/store"
)

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
	c.Outbox = []store.Entry{
		{Table: open, Channel: channel, Kind: "first", Version: 1, By: anna},
		{Table: open, Channel: channel, Kind: "second", From: 1, Version: 2},
		{Table: open, Channel: channel, Kind: "third", From: 1, Version: 2, To: boris, Way: store.Direct},
	}
	commit(t, s, c)
	require.NoError(t, s.Settle(ctx, got(s.Outbox(ctx, 0, 1))(t)[0].Seq, store.Settlement{Sent: 99}))
	for i := range 3 {
		in := channel + table.ChannelID(i)
		ended := newTable(t, s, in+1)
		end := ending(ended, in+1, 1, place(anna, 1+i%2, 30), place(boris, 2-i%2, 20))
		end.Result.Records = map[string]int{"towers": 3 + i}
		commit(t, s, end)
		require.NoError(t, s.SetReview(ctx, ended, []byte(`{"seat":1,"b":2,"a":"<"}`)))
	}
	SetSettings(t, s, guild, store.Settings{Language: "fr", Channels: []table.ChannelID{channel}})
	SetPreferences(t, s, clara, store.Preferences{Private: true, Lessons: map[string]string{"b": "2", "a": "1"}})
	SetPreferences(t, s, boris, store.Preferences{})
	require.NoError(t, s.SetNote(ctx, "alive", "17"))
	require.NoError(t, s.SetNote(ctx, "commands", "<&>"))
}

func copyOf(t testing.TB, s store.Store, h Harness) store.Store {
	t.Helper()
	records, _ := dumpAll(t, s)
	copied := h.Open(t)
	require.NoError(t, loadAll(t, copied, records))
	return copied
}

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
	first := indexOf(records, store.EventRecord)
	spells := store.Record{Kind: "spells", Value: []byte("1")}
	ofOpen := fmt.Sprintf(`{"table":%d,"guild":71,"game":"gardens"}`, records[0].ID)
	const unknownField = `settings 71: json: unknown field "volume"`
	for name, c := range map[string]struct {
		records []store.Record
		want    string
	}{
		"an unknown kind":           {append(slices.Clip(records), spells), `unknown kind of record "spells"`},
		"an unknown field":          {changed(records, store.SettingsRecord, `{"volume":11}`), unknownField},
		"a value that is not JSON":  {changed(records, store.NoteRecord, `{`), `note "alive": the value is not JSON`},
		"a value of another type":   {changed(records, store.InteractionRecord, `"soon"`), "interaction 4711"},
		"an event without a kind":   {changed(records, store.EventRecord, `{}`), "event 1 of"},
		"a missing event":           {slices.Delete(slices.Clone(records), first, first+1), "event"},
		"a missing last event":      {slices.Delete(slices.Clone(records), first+1, first+2), "1 events"},
		"a missing table":           {records[1:], "event 1 of"},
		"a record twice":            {slices.Insert(slices.Clone(records), 1, records[0]), "comes after"},
		"kinds out of order":        {append(slices.Clip(records), records[0]), "comes after"},
		"a result of an open table": {changed(records, store.ResultRecord, ofOpen), "result"},
	} {
		require.ErrorContains(t, loadAll(t, s, c.records), c.want, name)
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

// changed returns the records with another value of the first one of a kind.
func changed(records []store.Record, kind store.RecordKind, value string) []store.Record {
	records = slices.Clone(records)
	records[indexOf(records, kind)].Value = []byte(value)
	return records
}
