package storetest

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"amytis/engine/longrun"
	"amytis/engine/table"
	"amytis/store"
)

// testTwins does random things to the store and its twin, and compares their dumps. Tables,
// channels and players are few, so that they collide. At the end, each store and a copy is sound.
func testTwins(t *testing.T, h Harness) {
	stores := []store.Store{h.Open(t)}
	if h.Twin != nil {
		stores = append(stores, h.Twin(t))
	}
	rounds := longrun.Choose[uint64](5, 15)
	var base uint64
	rapid.Check(t, func(rt *rapid.T) {
		if base >= 1000*rounds {
			return // dumps get long
		}
		// All rounds share one store, because making a file costs more than a round. Each round
		// uses separate IDs.
		base += 1000
		m := &randomRun{t: t, stores: stores, base: base}
		rt.Repeat(map[string]func(*rapid.T){
			"commit":   m.commit,
			"settle":   m.settle,
			"settings": m.settings,
			"retire":   m.retire,
		})
		m.compare(rt)
	})
	for _, s := range stores {
		for at := uint64(1000); at <= base; at += 1000 {
			require.NoError(t, s.Retired(t.Context(), []table.GuildID{table.GuildID(at), table.GuildID(at + 1)}))
		}
		requireSound(t, s)
	}
	requireSameCopy(t, stores[0], h)
}

type randomRun struct {
	t      *testing.T
	stores []store.Store
	base   uint64 // added to all IDs in this round
	again  []store.Commit
}

// all does the same to the stores, and checks that they return errors of the same kind.
func (m *randomRun) all(rt *rapid.T, do func(s store.Store) error) {
	want := do(m.stores[0])
	for _, s := range m.stores[1:] {
		got := do(s)
		for _, e := range []error{store.ErrNotFound, store.ErrConflict, store.ErrDuplicate, store.ErrChannelTaken} {
			if errors.Is(want, e) != errors.Is(got, e) || (want == nil) != (got == nil) {
				rt.Fatalf("the store returned %v, its twin %v", want, got)
			}
		}
	}
}

func (m *randomRun) commit(rt *rapid.T) {
	var c store.Commit
	if len(m.again) > 0 && rapid.IntRange(0, 9).Draw(rt, "again") == 0 {
		c = rapid.SampledFrom(m.again).Draw(rt, "commit")
	} else {
		c = m.draw(rt)
	}
	m.again = append(m.again, c)
	m.all(rt, func(s store.Store) error { return s.Commit(m.t.Context(), c) })
}

func (m *randomRun) draw(rt *rapid.T) store.Commit {
	id := table.ID(m.base + rapid.Uint64Range(1, 5).Draw(rt, "table"))
	c := store.Commit{Table: id}
	c.Header = store.Header{
		Guild:   table.GuildID(m.base + rapid.Uint64Range(0, 1).Draw(rt, "guild")),
		Channel: table.ChannelID(m.base + rapid.Uint64Range(0, 3).Draw(rt, "channel")),
		Game:    rapid.SampledFrom([]string{"babel", "gardens"}).Draw(rt, "game"),
		Status: rapid.SampledFrom([]store.Status{store.Lobby, store.Running, store.Running, store.Ended, store.Aborted}).
			Draw(rt, "status"),
		Players: rapid.SliceOfNDistinct(rapid.SampledFrom([]table.UserID{1, 2, 3}), 0, 3, rapid.ID[table.UserID]).
			Draw(rt, "players at it"),
	}
	if h, err := m.stores[0].Header(m.t.Context(), id); err == nil {
		c.Want = h.Version
		if rapid.Bool().Draw(rt, "stays") {
			c.Header.Guild, c.Header.Channel, c.Header.Game = h.Guild, h.Channel, h.Game
		}
	}
	if rapid.IntRange(0, 9).Draw(rt, "stale") == 0 {
		c.Want = table.Version(rapid.IntRange(0, 9).Draw(rt, "want"))
	}
	for i := range rapid.IntRange(0, 3).Draw(rt, "events") {
		move := rapid.StringMatching("[a-z0-9 ]{0,12}").Draw(rt, "move")
		c.Events = append(c.Events, table.MoveText(move, 0, int64(i)))
	}
	if rapid.Bool().Draw(rt, "interacts") {
		c.Interaction = table.InteractionID(m.base + rapid.Uint64Range(1, 99).Draw(rt, "interaction"))
	}
	if rapid.Bool().Draw(rt, "timed") {
		c.Deadline = rapid.Int64Range(1, 5).Draw(rt, "deadline")
	}
	for range rapid.IntRange(0, 2).Draw(rt, "messages") {
		c.Outbox = append(c.Outbox, store.Entry{Table: id, Channel: c.Header.Channel, Kind: "k"})
	}
	if c.Header.Status == store.Ended && rapid.Bool().Draw(rt, "result") {
		c.Result = &store.Result{Table: id, Guild: c.Header.Guild, Game: c.Header.Game}
		c.Result.At = rapid.Int64Range(0, 9).Draw(rt, "at")
		users := []table.UserID{1, 2, 3, 4}
		if c.Result.Level = rapid.SampledFrom([]int{0, 0, 1, 3}).Draw(rt, "level"); c.Result.Level > 0 {
			users = append(users, table.ComputerID(1, c.Result.Level), table.ComputerID(2, 1))
		} else {
			c.Result.Season = rapid.SampledFrom([]store.Season{"", season, "1970-01"}).Draw(rt, "season")
		}
		users = rapid.Permutation(users).Draw(rt, "users")
		for _, u := range users[:rapid.IntRange(1, 4).Draw(rt, "players")] {
			c.Result.Standings = append(c.Result.Standings,
				place(u, rapid.IntRange(1, 3).Draw(rt, "rank"), rapid.IntRange(-9, 99).Draw(rt, "score")))
		}
	}
	return c
}

func (m *randomRun) settle(rt *rapid.T) {
	// The numbers of a store may have gaps, so entries are named by their place in the outbox.
	place := rapid.IntRange(0, 12).Draw(rt, "place")
	seqAt := func(s store.Store) uint64 {
		out := got(s.Outbox(m.t.Context(), 0, 1000))(m.t)
		if place >= len(out) {
			return 0
		}
		return out[place].Seq
	}
	sent := table.MessageID(rapid.Uint64Range(0, 2).Draw(rt, "sent"))
	s := store.Settlement{Sent: sent}
	if rapid.Bool().Draw(rt, "follows") {
		s.Follow = []store.Entry{{Kind: "follow"}} // of no table, since Check looks for it
	}
	m.all(rt, func(in store.Store) error { return in.Settle(m.t.Context(), seqAt(in), s) })
}

func (m *randomRun) settings(rt *rapid.T) {
	server := table.GuildID(m.base + rapid.Uint64Range(0, 1).Draw(rt, "guild"))
	s := store.Settings{
		Language: rapid.SampledFrom([]string{"", "en", "fr"}).Draw(rt, "language"),
		Quiet:    rapid.Bool().Draw(rt, "quiet"),
		Channels: make([]table.ChannelID, rapid.IntRange(0, 2).Draw(rt, "channels")),
		Role:     table.RoleID(rapid.Uint64Range(0, 1).Draw(rt, "role")),
	}
	for _, in := range m.stores {
		SetSettings(m.t, in, server, s)
	}
}

// compare compares the dumps, but for what differs between any two stores.
func (m *randomRun) compare(rt *rapid.T) {
	dumps := make([][]record, len(m.stores))
	for i, s := range m.stores {
		for _, r := range dumpAll(m.t, s) {
			switch r.kind {
			case "message":
				msg := r.message(rt)
				msg.Nonce, msg.At = "", 0
				r.value = fmt.Sprintf("%+v", msg)
			case "interaction":
				r.value = "" // the time
			}
			dumps[i] = append(dumps[i], r)
		}
	}
	require.Equal(rt, dumps[0], dumps[len(dumps)-1])
}
