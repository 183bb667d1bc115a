package storetest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"amytis/engine/longrun"
	"amytis/engine/table"
	"amytis/store"
)

// testCommits compares all that the store says after each commit.
func testCommits(t *testing.T, h Harness) {
	m := newModel(t, h.Open(t))
	m.checkAll()
	type changed = func(c *store.Commit)
	in := func(g table.GuildID, players ...table.UserID) changed {
		return func(c *store.Commit) {
			c.Header.Guild, c.Header.Players = g, players
			c.Events[0].Order = players
		}
	}
	by := func(interaction table.InteractionID, deadline int64) changed {
		return func(c *store.Commit) { c.Interaction, c.Deadline = interaction, deadline }
	}
	becomes := func(status store.Status) changed { return func(c *store.Commit) { c.Header.Status = status } }
	without := func(c *store.Commit) { c.Events = nil }
	won := ending(1, channel, 4, standing(anna, 1, 50), standing(boris, 2, 40))
	wrong := func(change func(r *store.Result)) changed {
		return func(c *store.Commit) {
			r := *c.Result
			r.Standings = slices.Clone(r.Standings)
			change(&r)
			c.Result = &r
		}
	}
	against := func(level int) changed {
		return wrong(func(r *store.Result) { r.Level, r.Season, r.Records = level, "", map[string]int{"towers": level} })
	}
	for _, step := range []struct {
		says string
		want error
		c    store.Commit
	}{
		{"a new table takes its channel", nil, opening(1, channel)},
		{"no second one opens there", store.ErrChannelTaken, opening(9, channel)},
		{"another has its own, with the next ID", nil, opening(2, channel+1)},
		{"all of a commit is stored", nil, alter(move(1, channel, 1), by(7, 3000), func(c *store.Commit) {
			c.Header.Announced, c.Header.Tells, c.Header.Post, c.Header.Parent, c.Header.LastMessage = 2, 1, true, 500, 5
			c.Outbox = []store.Entry{message(1, "a"), {Table: 1, Kind: "b", From: 1, Version: 2, To: anna, Way: store.Direct, Target: 8}}
		})},
		{"an interaction counts once, whatever the version", store.ErrDuplicate, alter(move(1, channel, 1), by(7, 0))},
		{"also at another table", store.ErrDuplicate, alter(move(2, channel+1, 1), by(7, 0))},
		{"a version is taken once", store.ErrConflict, alter(move(1, channel, 1), by(8, 0))},
		{"a refused commit uses no interaction up", nil, alter(move(1, channel, 2), by(8, 3000))},
		{"no version is left out", store.ErrConflict, move(1, channel, 9)},
		{"a table has to be opened", store.ErrNotFound, move(9, channel+9, 3)},
		{"interaction 0 is none", nil, alter(move(1, channel, 3), by(0, 2000))},
		{"a commit may have no event", nil, alter(move(1, channel, 4), by(0, -5), without)},
		{"a new table has one", errAny, alter(opening(9, channel+9), without)},
		{"a table has an ID", errAny, opening(0, channel+9)},
		{"an event has a kind", errAny, alter(move(1, channel, 4), func(c *store.Commit) { c.Events = make([]table.Event, 1) })},
		{"players come and go", nil, alter(move(2, channel+1, 1), in(guild, boris, clara), by(0, -5))},
		{"a table changes its channel", nil, move(2, channel+50, 2)},
		{"not to one that is taken", store.ErrChannelTaken, move(2, channel, 3)},
		{"it changes its server, and has no channel", nil, alter(move(2, 0, 3), in(guild+1, anna))},
		{"so may any number of tables", nil, alter(opening(3, 0), in(guild))},
		{"a log may be long", nil, alter(move(3, 0, 1), func(c *store.Commit) {
			start := table.Start([]table.UserID{anna, boris}, nil, []byte(`{"bag":[1,2,3]}`), 0, 5)
			c.Events = slices.Repeat([]table.Event{start}, 500)
		})},
		{"a result is of its table", errAny, alter(won, wrong(func(r *store.Result) { r.Table++ }))},
		{"and of its server", errAny, alter(won, wrong(func(r *store.Result) { r.Guild++ }))},
		{"levels go to 5", errAny, alter(won, against(6))},
		{"a computer has a level", errAny, alter(won, wrong(func(r *store.Result) { r.Standings[1].User = table.ComputerID(1, 2) }))},
		{"nobody plays twice", errAny, alter(won, wrong(func(r *store.Result) { r.Standings[1].User = anna }))},
		{"a result ends the table", errAny, alter(won, becomes(store.Running))},
		{"the channel is free after the end", nil, won},
		{"there is one result", errAny, alter(won, func(c *store.Commit) { c.Want = 5 })},
		{"its table stays ended", errAny, move(1, channel, 5)},
		{"in its server", errAny, alter(move(1, channel, 5), becomes(store.Ended), in(guild+1))},
		{"more may be told", nil, alter(move(1, channel, 5), becomes(store.Ended))},
		{"an aborted table has no result", nil, alter(move(2, 0, 4), becomes(store.Aborted))},
		{"computers are in no row", nil, alter(ending(6, channel, 0, standing(boris, 2, 30), standing(table.ComputerID(1, 3), 1, 60)), against(3))},
		{"each level has its boards", nil, alter(ending(7, channel, 0, standing(boris, 1, -9), standing(table.ComputerID(1, 5), 2, -10)), against(5))},
	} {
		t.Log(step.says)
		require.Equal(t, step.want, m.expectedRefusal(&step.c))
		m.commit(step.c)
		m.checkAll()
	}
	_, _, err := m.s.Table(t.Context(), 9)
	for _, err := range []error{
		err, errorOf(m.s.Header(t.Context(), 9)), errorOf(m.s.OpenTable(t.Context(), channel+9)),
	} {
		require.ErrorIs(t, err, store.ErrNotFound)
	}
	require.True(t, Must(m.s.Committed(t.Context(), 7))(t), "the interaction is known")
	require.False(t, Must(m.s.Committed(t.Context(), 9))(t), "nobody has made it")
	requireSound(t, m.s)
}

// testRandom does random things. Tables, channels and players are few, so that they collide.
func testRandom(t *testing.T, h Harness) {
	m := newModel(t, h.Open(t))
	var base uint64
	var commits []store.Commit
	rounds := longrun.Choose[uint64](4, 15)
	rapid.Check(t, func(rt *rapid.T) {
		if base >= 1000*rounds {
			return
		}
		base += 1000 // all rounds share a store, since making one costs more than a round
		rt.Repeat(map[string]func(*rapid.T){
			"commit": func(rt *rapid.T) {
				commits = append(commits, m.drawCommit(rt, base))
				m.commit(commits[len(commits)-1])
			},
			"again": func(rt *rapid.T) {
				if len(commits) > 0 {
					m.commit(rapid.SampledFrom(commits).Draw(rt, "commit"))
				}
			},
			"settle": func(rt *rapid.T) {
				m.settle(rapid.IntRange(0, 12).Draw(rt, "place"), store.Settlement{
					Sent:   table.MessageID(rapid.Uint64Range(0, 2).Draw(rt, "sent")),
					Follow: slices.Repeat([]store.Entry{{Kind: "follow"}}, rapid.IntRange(0, 1).Draw(rt, "follows")),
				})
			},
			"retire": func(rt *rapid.T) {
				name := func(n int) string { return fmt.Sprintf("player %d", n) }
				fates := rapid.SliceOfN(rapid.SampledFrom([]store.Fate{{}, {Delete: true}, {Name: name}, {Name: name}}), 6, 6).Draw(rt, "fates")
				after := table.ID(base + rapid.Uint64Range(0, 5).Draw(rt, "after"))
				limit := rapid.IntRange(1, 3).Draw(rt, "limit")
				drawn := func(id table.ID, _ store.Header, _ int64) store.Fate { return fates[uint64(id)-base] }
				m.retire(after, limit, drawn)
				m.retire(after, limit, drawn) // again changes nothing, or goes on
				m.finishRetire(table.GuildID(base + rapid.Uint64Range(0, 1).Draw(rt, "server")))
			},
			"erase": func(rt *rapid.T) { m.erase(rapid.SampledFrom(m.users).Draw(rt, "user")) },
		})
		m.checkAll()
	})
	for at := uint64(1000); at <= base; at += 1000 {
		m.finishRetire(table.GuildID(at))
		m.finishRetire(table.GuildID(at + 1))
	}
	requireSound(t, m.s)
	m.continueWithCopy(h)
}

func (m *model) drawCommit(rt *rapid.T, base uint64) store.Commit {
	number := func(from, to uint64, what string) uint64 { return base + rapid.Uint64Range(from, to).Draw(rt, what) }
	c := opening(table.ID(number(1, 5, "table")), table.ChannelID(number(0, 3, "channel")))
	c.Header.Guild, c.Header.Game = table.GuildID(number(0, 1, "server")), rapid.SampledFrom([]string{"babel", "gardens"}).Draw(rt, "game")
	c.Header.Status = rapid.SampledFrom([]store.Status{store.Lobby, store.Running, store.Ended, store.Ended, store.Aborted}).Draw(rt, "status")
	users := rapid.Permutation([]table.UserID{anna, boris, clara}).Draw(rt, "users")
	c.Header.Players = users[:rapid.IntRange(0, 3).Draw(rt, "players")]
	if t := m.tables[c.Table]; t != nil {
		c.Want = t.Version
		if rapid.Bool().Draw(rt, "stays") {
			c.Header.Guild, c.Header.Channel, c.Header.Game = t.Guild, t.Channel, t.Game
		}
	}
	if rapid.IntRange(0, 9).Draw(rt, "stale") == 0 {
		c.Want = table.Version(rapid.IntRange(0, 9).Draw(rt, "want"))
	}
	c.Events = nil
	if len(c.Header.Players) > 0 {
		c.Events = append(c.Events, naming(table.MoveText("", users[0], 0), c.Header.Players...))
	}
	for range rapid.IntRange(0, 3).Draw(rt, "events") {
		at := rapid.Int64Range(0, 9).Draw(rt, "at")
		text := rapid.StringMatching("[a-z0-9 ]{0,12}").Draw(rt, "move")
		c.Events = append(c.Events, table.MoveText(text, users[0], at))
	}
	if rapid.Bool().Draw(rt, "interacts") {
		c.Interaction = table.InteractionID(number(1, 99, "interaction"))
	}
	c.Deadline = rapid.Int64Range(0, 5).Draw(rt, "deadline")
	for range rapid.IntRange(0, 2).Draw(rt, "messages") {
		c.Outbox = append(c.Outbox, store.Entry{Table: c.Table, Kind: "k", To: users[1]})
	}
	if c.Header.Status == store.Ended && rapid.Bool().Draw(rt, "result") {
		c.Result = &store.Result{Table: c.Table, Guild: c.Header.Guild, Game: c.Header.Game}
		if c.Result.Level = rapid.SampledFrom([]int{0, 0, 3}).Draw(rt, "level"); c.Result.Level > 0 {
			users[2] = table.ComputerID(1, c.Result.Level)
		} else {
			c.Result.Season = rapid.SampledFrom([]store.Season{"", season, "1970-01"}).Draw(rt, "season")
		}
		for _, user := range users {
			c.Result.Standings = append(c.Result.Standings,
				standing(user, rapid.IntRange(1, 3).Draw(rt, "rank"), rapid.IntRange(-9, 99).Draw(rt, "score")))
		}
	}
	return c
}

func testRaces(t *testing.T, h Harness) {
	one := h.Open(t)
	two := []store.Store{one, h.Second(t, one)}
	ctx := t.Context()
	commit(t, one, alter(opening(1, channel), func(c *store.Commit) { c.Outbox = []store.Entry{message(1, "a")} }))
	commit(t, one, opening(2, channel+1))
	first := Must(one.Outbox(ctx, 0, 1))(t)[0].Seq
	for name, c := range map[string]struct {
		call    func(s store.Store, i int) error
		refused error
	}{
		"a version": {func(s store.Store, i int) error {
			c := move(1, channel, 1)
			c.Interaction = table.InteractionID(1000 + i)
			return s.Commit(ctx, c)
		}, store.ErrConflict},
		"a channel": {func(s store.Store, i int) error {
			return s.Commit(ctx, opening(table.ID(1000+i), channel+2))
		}, store.ErrChannelTaken},
		"an interaction, which is no conflict": {func(s store.Store, _ int) error {
			c := move(2, channel+1, 1)
			c.Interaction = 77
			return s.Commit(ctx, c)
		}, store.ErrDuplicate},
		"a message": {func(s store.Store, _ int) error {
			return s.Settle(ctx, first, store.Settlement{Follow: []store.Entry{message(1, "b")}})
		}, store.ErrNotFound},
	} {
		require.Equal(t, 1, raceCalls(t, 64, c.refused, func(i int) error { return c.call(two[i%2], i) }), name)
	}
	for id := table.ID(1); id <= 2; id++ {
		head, events, err := one.Table(ctx, id)
		require.NoError(t, err)
		require.EqualValues(t, 2, head.Version)
		require.Len(t, events, 2)
	}

	var ids sync.Map
	raceCalls(t, 320, nil, func(int) error { // of one process
		id, err := one.NewTable(ctx)
		_, twice := ids.LoadOrStore(id, true)
		assert.False(t, twice, "table %d", id)
		return err
	})
	next := Must(one.NewTable(ctx))(t)
	for id := range ids.Range {
		require.Greater(t, next, id, "the newest table has the highest ID")
	}
	require.Less(t, uint64(next), uint64(1<<61), "IDs of copies are above")

	refused := errors.New("refused")
	won := raceCalls(t, 80, refused, func(i int) error {
		s := two[i%2]
		answer := []error{nil, refused}[i/2%2]
		return errors.Join(
			s.ChangeSettings(ctx, guild, func(s *store.Settings) error { s.Limit++; return answer }),
			s.ChangePreferences(ctx, anna, func(p *store.Preferences) error {
				p.Lessons = map[string]string{"a": p.Lessons["a"] + "."}
				return answer
			}),
			s.ChangeNote(ctx, "count", func(old string) (string, error) { return old + ".", answer }),
		)
	})
	require.Equal(t, 40, won)
	require.EqualValues(t, won, Must(one.Settings(ctx, guild))(t).Limit)
	require.Len(t, Must(one.Preferences(ctx, anna))(t).Lessons["a"], won)
	require.Len(t, Must(one.Note(ctx, "count"))(t), won)
	requireSound(t, one)
}

// testContexts has contexts end before and during commits. A second try tells what has happened.
func testContexts(t *testing.T, h Harness) {
	s := h.Open(t)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, s.Commit(ended, opening(5000, channel)), context.Canceled)
	require.ErrorIs(t, errorOf(s.NewTable(ended)), context.Canceled)
	require.ErrorIs(t, errorOf(s.Header(ended, 5000)), context.Canceled)
	require.ErrorIs(t, errorOf(s.Header(t.Context(), 5000)), store.ErrNotFound)
	raceCalls(t, 64, nil, func(w int) error {
		c := opening(table.ID(w+1), channel+1+table.ChannelID(w))
		c.Interaction = table.InteractionID(1000 + w)
		ctx, cancel := context.WithCancel(t.Context())
		go cancel()
		first := s.Commit(ctx, c)
		second := s.Commit(t.Context(), c)
		if first != nil {
			assert.ErrorIs(t, first, context.Canceled)
		}
		if first == nil || second != nil {
			assert.ErrorIs(t, second, store.ErrDuplicate)
		}
		head, err := s.Header(t.Context(), c.Table)
		assert.EqualValues(t, 1, head.Version)
		return err
	})
	requireSound(t, s)
}

// testClose closes the store while commits are on their way, which are stored or refused.
func testClose(t *testing.T, h Harness) {
	s := h.Open(t)
	ctx := t.Context()
	var closing sync.WaitGroup
	accepted := raceCalls(t, 65, store.ErrClosed, func(w int) error {
		if w == 32 {
			closing.Go(func() { _ = s.Close() })
			return store.ErrClosed
		}
		return s.Commit(ctx, opening(table.ID(1+w), table.ChannelID(1+w)))
	})
	closing.Wait()
	for i, err := range []error{
		s.Commit(ctx, opening(99, channel)), s.Settle(ctx, 1, store.Settlement{}), s.SetNote(ctx, "a", "b"), s.Release(ctx),
		errorOf(s.Header(ctx, 1)), errorOf(s.NewTable(ctx)), errorOf(s.Outbox(ctx, 0, 1)),
		errorOf(s.Playing(ctx, guild, anna)), errorOf(s.Check(ctx)), errorOf(s.Counts(ctx)),
		func() error { _, _, err := s.Hold(ctx, "name", long, ""); return err }(), s.ChangePreferences(ctx, anna, func(*store.Preferences) error { return nil }),
	} {
		require.ErrorIs(t, err, store.ErrClosed, i)
	}
	require.NoError(t, s.Close(), "a second Close does nothing")
	s = h.Reopen(t, s)
	found := 0
	require.NoError(t, s.Headers(ctx, 0, func(table.ID, store.Header) { found++ }))
	require.Equal(t, accepted, found, "exactly the accepted commits are stored")
	requireSound(t, s)
}
