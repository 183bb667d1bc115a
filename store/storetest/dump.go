package storetest

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine/table"
	"amytis/store"
)

// record is a [store.Record] that outlives its call.
type record struct {
	kind       string
	key, value string
}

func readDump(t testing.TB, s store.Store) (records []record) {
	t.Helper()
	require.NoError(t, s.(store.Movable).Dump(t.Context(), func(r store.Record) error {
		records = append(records, record{r.Kind, string(r.Key), string(r.Value)})
		return nil
	}))
	return records
}

// loadDump loads records, and then fails unless broken is nil.
func loadDump(ctx context.Context, s store.Store, records []record, broken error) error {
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

func copyStore(t testing.TB, s store.Store, h Harness) store.Store {
	t.Helper()
	copied := h.Open(t)
	require.NoError(t, loadDump(t.Context(), copied, readDump(t, s), nil))
	require.Equal(t, readDump(t, s), readDump(t, copied))
	return copied
}

// filled is a store with something of every kind. Tables 2, 3 and 4 have ended.
func filled(t testing.TB, s store.Store) *model {
	t.Helper()
	m := newModel(t, s)
	ctx := t.Context()
	c := opening(1, channel)
	c.Interaction, c.Deadline, c.Header.Announced, c.Header.Tells = 4711, 5000, 2, 1
	c.Outbox = []store.Entry{message(1, "first"), message(1, "second"), {Table: 1, Kind: "third", To: boris, Way: store.Direct}}
	m.commit(c)
	m.settle(0, store.Settlement{Sent: 99})
	for i := range 3 {
		id := table.ID(2 + i)
		end := ending(id, channel+1, 0, standing(anna, 1+i%2, 30), standing(boris, 2-i%2, 20))
		end.Result.Records = map[string]int{"towers": 3 + i}
		m.commit(end)
		require.NoError(t, s.SetReview(ctx, id, []byte(`{"seat":1,"b":2,"a":"<"}`)))
	}
	SetSettings(t, s, guild, store.Settings{Language: "fr", Channels: []table.ChannelID{channel}})
	SetPreferences(t, s, clara, store.Preferences{Private: true, Lessons: map[string]string{"b": "2", "a": "1"}})
	require.NoError(t, s.SetNote(ctx, "alive", "17"))
	require.NoError(t, s.SetNote(ctx, "commands", "<&>"))
	return m
}

func testGoesOn(t *testing.T, h Harness) {
	reopen := func(s store.Store) store.Store { return h.Reopen(t, s) }
	copied := func(s store.Store) store.Store { return copyStore(t, s, h) }
	for name, next := range map[string]func(s store.Store) store.Store{
		"the next run": reopen, "a copy": copied,
		"the next run of a copy": func(s store.Store) store.Store { return reopen(copied(s)) },
	} {
		t.Run(name, func(t *testing.T) {
			m := filled(t, h.Open(t))
			ctx := t.Context()
			unused := Must(m.s.NewTable(ctx))(t)
			before := readDump(t, m.s)
			m.s = next(m.s)
			requireSound(t, m.s)
			for range 2 { // a dump changes nothing
				require.Equal(t, before, readDump(t, m.s))
				m.checkAll()
			}
			require.Greater(t, Must(m.s.NewTable(ctx))(t), table.ID(4))
			require.NotEqual(t, unused, Must(m.s.NewTable(ctx))(t), "an unused ID is not given out again")
			m.commit(alter(move(1, channel, 1), func(c *store.Commit) { c.Interaction = 4711 }))
			m.commit(opening(9, channel))
			m.settle(0, store.Settlement{Sent: 100, Follow: []store.Entry{message(1, "follow")}})
			m.commit(ending(1, channel, 1, standing(anna, 1, 40), standing(boris, 2, 10)))
			m.checkAll()
			requireSound(t, m.s)
		})
	}
}

func testRefusedDumps(t *testing.T, h Harness) {
	full := filled(t, h.Open(t)).s
	ctx := t.Context()
	records := readDump(t, full)
	require.ErrorIs(t, loadDump(ctx, full, records, nil), store.ErrNotEmpty)
	require.Equal(t, records, readDump(t, full))

	s := h.Open(t)
	errBroken := errors.New("the dump broke")
	require.ErrorIs(t, loadDump(ctx, s, records, errBroken), errBroken)
	ended, end := context.WithCancel(ctx)
	end()
	require.ErrorIs(t, loadDump(ended, s, records, nil), context.Canceled)
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
		err := loadDump(ctx, s, c.records, nil)
		require.ErrorContains(t, err, c.want, name)
		require.Empty(t, readDump(t, s), name)
	}
	require.NoError(t, loadDump(ctx, s, records, nil), "it is as good as new")
	requireSound(t, s)
	require.Equal(t, records, readDump(t, s))

	other := h.Open(t)
	commit(t, other, opening(99, channel+99))
	_, err := other.(store.Movable).Load(ctx, true, func(each func(store.Record) error) error {
		return s.(store.Movable).Dump(ctx, each)
	})
	require.NoError(t, err)
	require.Equal(t, records, readDump(t, other), "what was there is replaced")
}
