package retention

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/say/sentences"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/bolt/bolttest"
	"amytis/store/storetest"
)

const guild table.GuildID = 71

const day = 24 * time.Hour

// fixture is a worker on an empty store.
type fixture struct {
	*testing.T
	store  store.Store
	worker *Worker
	// member is what Discord says of the bot, and asked how often.
	member bool
	err    error
	asked  atomic.Int32
	holds  int // how often this process works for all before another one does; it counts down
	log    bytes.Buffer
}

func newFixture(t *testing.T, keep time.Duration) *fixture {
	f := &fixture{T: t, store: bolttest.New(t), holds: 1 << 30}
	log := slog.New(slog.NewTextHandler(&f.log, nil))
	f.worker = &Worker{
		Store: f.store, Languages: sentences.NewLanguages(f.store, log), Log: log, Now: time.Now, KeepNames: keep,
		OnGuild: func(context.Context, string) (bool, error) {
			f.asked.Add(1)
			return f.member, f.err
		},
		Mine: func(context.Context) bool {
			f.holds--
			return f.holds >= 0
		},
	}
	return f
}

// inBubble runs a test with a fixture that keeps names for a time.
func inBubble(t *testing.T, keep time.Duration, test func(t *testing.T, f *fixture)) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) { test(t, newFixture(t, keep)) })
}

// play commits tables of a server that have ended now.
func (f *fixture) play(in table.GuildID, n int) {
	f.Helper()
	for range n {
		id := storetest.Must(f.store.NewTable(f.Context()))(f)
		head := store.Header{
			Guild: in, Channel: table.ChannelID(id), Game: "gardens", Status: store.Ended, Players: []table.UserID{11, 12},
		}
		require.NoError(f, f.store.Commit(f.Context(), store.Commit{
			Table: id, Header: head,
			Events: []table.Event{
				table.OpenLobby(&engine.Info{ID: "gardens"}, table.Player{User: 11, Name: "Ana"}, nil, 0, time.Now().UnixMilli()),
			},
			Result: &store.Result{Table: id, Guild: in, Game: "gardens", Standings: []store.Standing{
				{User: 11, Rank: 1}, {User: 12, Rank: 2},
			}},
		}))
	}
}

// requireTables requires that there are so many tables of a server, and that so many name people.
func (f *fixture) requireTables(in table.GuildID, all, named int) {
	f.Helper()
	var have [2]int
	require.NoError(f, f.store.Headers(f.Context(), in, func(_ table.ID, h store.Header) {
		have[0]++
		if h.Players[0].IsPerson() {
			have[1]++
		}
	}))
	require.Equal(f, [2]int{all, named}, have)
}

func (f *fixture) leave() {
	f.Helper()
	note := store.Gone{Since: time.Now().UnixMilli()}
	require.NoError(f, f.store.SetNote(f.Context(), store.GoneNote(guild), note.String()))
}

func (f *fixture) look() error { return f.worker.DeleteDue(f.Context()) }

func (f *fixture) note() string {
	return storetest.Must(f.store.Note(f.Context(), store.GoneNote(guild)))(f)
}

func TestServerIsForgottenAfterThirtyDaysUnlessTheBotIsThere(t *testing.T) {
	inBubble(t, 0, func(t *testing.T, f *fixture) {
		f.play(guild, 3)
		f.play(guild+1, 2)
		f.worker.Languages.Note(t.Context(), guild, "fr")
		f.leave()
		time.Sleep(30*day - time.Second)
		require.NoError(t, f.look())
		require.Zero(t, f.asked.Load())

		time.Sleep(time.Second)
		f.err = errors.New("no connection")
		require.NoError(t, f.look())
		f.requireTables(guild, 3, 3) // in doubt nothing is deleted

		f.err, f.member = nil, true
		require.NoError(t, f.look())
		require.Empty(t, f.note())
		require.NoError(t, f.look())
		require.EqualValues(t, 2, f.asked.Load())

		f.leave()
		f.member = false
		time.Sleep(30 * day)
		require.NoError(t, f.look())
		f.requireTables(guild, 0, 0)
		f.requireTables(guild+1, 2, 2)
		notes := storetest.Must(f.store.Notes(t.Context(), ""))(t)
		require.Empty(t, notes)
		require.Contains(t, f.log.String(), "a server that the bot left is forgotten")
	})
}

// TestForgettingGoesOnAfterAnInterruption stops the work after every step, as a kill or another
// process does, and has the server return in between. What is new then stays.
func TestForgettingGoesOnAfterAnInterruption(t *testing.T) {
	inBubble(t, 0, func(t *testing.T, f *fixture) {
		f.play(guild, 3*step)
		f.leave()
		time.Sleep(30 * day)
		f.holds = 2
		require.ErrorIs(t, f.look(), errNotMine)
		f.requireTables(guild, step, step) // two steps are done
		gone, ok := store.ParseGone(f.note())
		require.True(t, ok, "the note says how far the forgetting came: %q", f.note())
		require.NotZero(t, gone.Upto)

		f.play(guild, 1)
		f.member, f.holds = true, 1<<30
		again := newFixture(t, 0)
		again.worker.Store, again.store = f.store, f.store
		require.NoError(t, again.look())
		require.Zero(t, again.asked.Load(), "what has begun is ended")
		f.requireTables(guild, 1, 1)
		rows := storetest.Must(f.store.Leaderboard(t.Context(), guild, store.Board{}))(t)
		require.Len(t, rows, 2)
		require.Equal(t, 1, rows[0].Games)
		require.Empty(t, f.note())
	})
}

func TestNamesLeaveGamesAfterTheirDays(t *testing.T) {
	inBubble(t, 10*day, func(t *testing.T, f *fixture) {
		ever := newFixture(t, 0)
		f.play(guild, 2)
		ever.play(guild, 1)
		time.Sleep(9 * day)
		require.NoError(t, f.look())
		f.play(guild, 1)
		time.Sleep(day - time.Second)
		require.NoError(t, f.look())
		f.requireTables(guild, 3, 3)
		time.Sleep(day)
		require.NoError(t, f.look())
		f.requireTables(guild, 3, 1)
		time.Sleep(2 * day)
		require.NoError(t, f.look())
		require.Contains(t, f.log.String(), "the names in old games are removed")
		require.Equal(t, 1, strings.Count(f.log.String(), "\n"), "they are removed once")
		require.NoError(t, ever.look())
		ever.requireTables(guild, 1, 1) // the host has set no days
	})
}

// damaged is a store in which something is damaged. It counts the steps.
type damaged struct {
	store.Store
	steps int
}

func (d *damaged) Retire(
	ctx context.Context, after table.ID, limit int, fate func(table.ID, store.Header, int64) store.Fate,
) (table.ID, error) {
	d.steps++
	last, err := d.Store.Retire(ctx, after, limit, fate)
	return last, errors.Join(err, store.ErrDamaged)
}

func TestDamageIsToldOnceADayAndStopsNothing(t *testing.T) {
	inBubble(t, day, func(t *testing.T, f *fixture) {
		f.play(guild, 2*step)
		d := &damaged{Store: f.store}
		f.worker.Store = d
		time.Sleep(2 * day)
		require.ErrorIs(t, f.look(), store.ErrDamaged)
		f.requireTables(guild, 2*step, 0)
		steps := d.steps
		require.NoError(t, f.look())
		require.Equal(t, steps, d.steps)
	})
}

func TestGamesInDirectChannelsAreDeletedAfterTheDaysOfNames(t *testing.T) {
	inBubble(t, 10*day, func(t *testing.T, f *fixture) {
		left, stays := table.DirectGuild(7), table.DirectGuild(8)
		f.play(left, 2)
		f.play(stays, 1)
		for _, in := range []table.GuildID{left, stays} {
			require.NoError(t, f.worker.Languages.Keep(t.Context(), in, "de"))
		}
		time.Sleep(9 * day)
		f.play(stays, 1)
		time.Sleep(2 * day)
		require.NoError(t, f.look())
		for in, want := range map[table.GuildID]int{left: 0, stays: 1} {
			f.requireTables(in, want, want)
			set := storetest.Must(f.store.Settings(t.Context(), in))(t)
			require.Equal(t, want > 0, set.Language == "de", "the language goes with the last table")
		}
	})
}

// TestRunLooksUntilItIsStopped has another process do the work at first.
func TestRunLooksUntilItIsStopped(t *testing.T) {
	inBubble(t, 0, func(t *testing.T, f *fixture) {
		f.play(guild, 1)
		f.leave()
		var mine atomic.Bool
		f.worker.Mine = func(context.Context) bool { return mine.Load() }
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() {
			f.worker.Run(ctx)
			close(done)
		}()
		time.Sleep(31 * day)
		synctest.Wait()
		require.Zero(t, f.asked.Load())
		mine.Store(true)
		time.Sleep(2 * lookEvery)
		synctest.Wait()
		f.requireTables(guild, 0, 0)
		stop()
		<-done
	})
}
