package storetest

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine/table"
	"amytis/store"
)

// record is a record that may be kept.
type record struct {
	kind       string
	key, value string
}

// id returns the first number of the key.
func (r record) id() uint64 { return binary.BigEndian.Uint64([]byte(r.key)) }

// message returns the message of the outbox that the record is.
func (r record) message(t require.TestingT) (m store.Entry) {
	require.NoError(t, json.Unmarshal([]byte(r.value), &m))
	return m
}

func dumpAll(t testing.TB, s store.Store) (records []record) {
	t.Helper()
	require.NoError(t, s.(store.Movable).Dump(t.Context(), func(r store.Record) error {
		records = append(records, record{r.Kind, string(r.Key), string(r.Value)})
		return nil
	}))
	return records
}

// load loads records, and then fails unless broken is nil.
func load(ctx context.Context, s store.Store, records []record, broken error) error {
	_, err := s.(store.Movable).Load(ctx, false, func(each func(store.Record) error) error {
		for _, r := range records {
			if err := each(store.Record{Kind: r.kind, Key: []byte(r.key), Value: []byte(r.value)}); err != nil {
				return err
			}
		}
		return broken
	})
	return err
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
	copied := h.Open(t)
	require.NoError(t, load(t.Context(), copied, dumpAll(t, s), nil))
	return copied
}

func testRefusedDumps(t *testing.T, h Harness) {
	full := h.Open(t)
	fill(t, full)
	records := dumpAll(t, full)
	require.ErrorIs(t, load(t.Context(), full, records, nil), store.ErrNotEmpty)
	require.Equal(t, records, dumpAll(t, full))

	s := h.Open(t)
	errBroken := errors.New("the dump broke")
	require.ErrorIs(t, load(t.Context(), s, records, errBroken), errBroken)
	ended, end := context.WithCancel(t.Context())
	end()
	require.ErrorIs(t, load(ended, s, records, nil), context.Canceled)
	at := func(kind string) int {
		return slices.IndexFunc(records, func(r record) bool { return r.kind == kind })
	}
	without := func(kind string) []record { return slices.Delete(slices.Clone(records), at(kind), at(kind)+1) }
	changed := func(kind, value string) []record {
		records := slices.Clone(records)
		records[at(kind)].value = value
		return records
	}
	for name, c := range map[string]struct {
		records []record
		want    string
	}{
		"an unknown kind":          {append(slices.Clip(records), record{"spells", "1", "1"}), `unknown kind of record "spells"`},
		"an event without a kind":  {changed("event", `{}`), "event 1 of"},
		"a missing event":          {without("event"), "event"},
		"a missing table":          {without("table"), "agrees with no table"},
		"settings of another type": {changed("settings", `[]`), "the settings of guild 71"},
		"a missing result":         {without("result"), "its result 1 is missing"},
		"a record twice":           {append(slices.Clip(records), records[0]), "digest"},
	} {
		err := load(t.Context(), s, c.records, nil)
		require.ErrorContains(t, err, c.want, name)
		require.Empty(t, dumpAll(t, s), name)
	}
	require.NoError(t, load(t.Context(), s, records, nil), "it is as good as new")
	requireSound(t, s)
	require.Equal(t, records, dumpAll(t, s))

	other := h.Open(t)
	newTable(t, other, channel+99)
	_, err := other.(store.Movable).Load(t.Context(), true, func(each func(store.Record) error) error {
		return s.(store.Movable).Dump(t.Context(), each)
	})
	require.NoError(t, err)
	require.Equal(t, records, dumpAll(t, other), "what was there is replaced")
}
