package table_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"amytis/engine"
	"amytis/engine/babel"
	"amytis/engine/gardens"
	"amytis/engine/table"
)

// Times of these tests, in Unix ms and ms.
const (
	noon  int64 = 1_000_000_000
	hour  int64 = 3_600_000
	limit       = table.Limit(hour / 1000)
)

// timed is a game that starts at noon, with a limit of an hour.
func timed(t *testing.T, g engine.Game, options engine.Options, players ...string) *log {
	l := &log{t: t}
	e := table.Event{Kind: table.Opened, At: 1, By: ana, Name: "Ana", Game: g.Info().ID, Options: options, Limit: limit}
	opened, err := table.Open(g, e)
	require.NoError(t, err)
	l.table, l.events = opened, append(l.events, e)
	for i, name := range players {
		l.do(join(bo+table.UserID(i), name))
	}
	l.do(l.table.Deal(ana, noon, chance()))
	return l
}

// at plays a move at a time.
func (l *log) at(when int64, text string) {
	l.t.Helper()
	e := move(text)
	e.At = when
	l.do(e)
}

// expire does what the end of a seat's limit demands.
func (l *log) expire(seat engine.Seat, when int64) (last string) {
	l.t.Helper()
	events, err := l.table.Expire(seat, when)
	require.NoError(l.t, err)
	for _, e := range events {
		require.Zero(l.t, e.By)
		l.do(e)
	}
	return events[len(events)-1].Move
}

// first is the text of the first legal move of a seat.
func (l *log) first(seat engine.Seat) string {
	l.t.Helper()
	legal := l.table.State.Legal(seat, nil)
	require.NotEmpty(l.t, legal)
	return string(l.table.Game.AppendMove(nil, legal[0]))
}

func TestTheLimitIsOneOfAFewAndSetInTheLobby(t *testing.T) {
	l := open(t, nil)
	assert.Zero(t, l.table.Limit)
	l.do(table.Event{Kind: table.Limited, By: ana, Limit: 43200})
	assert.EqualValues(t, 43200, l.table.Limit)
	l.refused(table.RefusedOption, table.Event{Kind: table.Limited, Limit: 5})
	l.do(table.Event{Kind: table.Limited, By: ana})
	assert.Zero(t, l.table.Limit)
	l.do(join(bo, "Bo"))
	l.start()
	l.refused(table.RefusedStarted, table.Event{Kind: table.Limited, Limit: 43200})
	assert.Empty(t, l.table.Demands(table.Always), "no limit, no demand")
	_, err := table.Open(gardens.Game, table.Event{Kind: table.Opened, By: ana, Limit: 7})
	assert.Error(t, err)
}

func TestOfATurnRemindersComeAtFourFifths(t *testing.T) {
	l := timed(t, gardens.Game, nil, "Bo", "Cleo", "Dan")
	require.Equal(t, []table.Demand{
		{Kind: table.Reminder, At: noon + hour*8/10, Seat: 1},
		{Kind: table.TurnOver, At: noon + hour, Seat: 1},
	}, l.table.Demands(table.Always))
	l.do(table.Event{Kind: table.Reminded, At: noon + hour*8/10, Seat: 1})
	require.Equal(t, []table.Demand{{Kind: table.TurnOver, At: noon + hour, Seat: 1}}, l.table.Demands(table.Always), "there is one")
}

func TestStepsOfATurnDoNotProlongItAndItsEndBeginsTheNext(t *testing.T) {
	l := timed(t, gardens.Game, engine.Options{"build": "together"}, "Bo", "Cleo", "Dan")
	l.at(noon+5, "1 dig b2")
	require.Equal(t, noon+hour, l.table.Waits[1].Until, "digging begins the turn")
	require.Equal(t, noon+5+hour, l.table.Waits[2].Until, "the next one may dig")
	l.at(noon+7, "1 end")
	require.Equal(t, table.Wait{}, l.table.Waits[1])
	require.Equal(t, noon+5+hour, l.table.Waits[2].Until, "which is nothing to the others")
}

func TestTimeThatIsTakenBackGoesOn(t *testing.T) {
	l := timed(t, gardens.Game, nil, "Bo", "Cleo", "Dan")
	l.at(noon+5, "1 dig b2")
	l.at(noon+6, l.first(1))
	l.do(table.Event{Kind: table.Undone, At: noon + 9, By: ana, Seat: 1})
	require.Equal(t, noon+hour, l.table.Waits[1].Until)
}

func TestASeatIsResignedAfterThreeSkipsInARow(t *testing.T) {
	l := timed(t, gardens.Game, nil, "Bo", "Cleo")
	skips := map[engine.Seat]int{}
	for when := noon; l.table.Status == table.Running; when += hour {
		seat := l.table.Turn().Slice()[0]
		if seat == 3 && l.table.Skipped[3] == 2 {
			l.at(when, l.first(3))
			require.Zero(t, l.table.Skipped[3], "a move of its own resets it")
			l.refused(table.RefusedLog, table.Event{Kind: table.Reminded, Seat: 2})
			continue
		}
		want := "0 skip " + seat.String()
		if skips[seat] == 3 && seat != 3 {
			want = seat.String() + " resign"
		}
		require.Equal(t, want, l.expire(seat, when))
		skips[seat]++
	}
	require.Equal(t, 4, skips[1])
	require.Equal(t, 4, skips[2])
	r, over := l.table.State.Result()
	require.True(t, over)
	require.Equal(t, []engine.Seat{3}, r.Winners)
	require.Empty(t, l.table.Demands(table.Always))
}

func TestAnExtensionGivesASeatMoreTime(t *testing.T) {
	l := timed(t, gardens.Game, nil, "Bo")
	l.do(table.Event{Kind: table.Reminded, At: noon + 1, Seat: 1})
	l.do(table.Event{Kind: table.Extended, At: noon + 3*hour, Seat: 1, Until: noon + 4*hour})
	require.Equal(t, table.Wait{Since: noon, Until: noon + 4*hour, Reminded: true, Extended: noon + 3*hour}, l.table.Waits[1])
	require.Equal(t, []table.Demand{{Kind: table.TurnOver, At: noon + 4*hour, Seat: 1}}, l.table.Demands(table.Always))
	l.expire(1, noon+4*hour)
	require.Equal(t, table.Wait{}, l.table.Waits[1])
	l.refused(table.RefusedLog, table.Event{Kind: table.Extended, Seat: 1, Until: noon})
	l.refused(table.RefusedLog, table.Event{Kind: table.Extended, Seat: 200, Until: noon})
}

func TestQuietHoursPutOffWhatWouldHappenInThem(t *testing.T) {
	l := timed(t, gardens.Game, nil, "Bo")
	quietFrom := func(from, to int64) table.Quiet {
		return func(user table.UserID, at int64) int64 {
			if user == l.table.Player(1).User && at >= from && at < to {
				return to
			}
			return at
		}
	}
	for _, c := range []struct {
		name  string
		quiet table.Quiet
		want  []table.Demand
	}{
		{"the reminder waits", quietFrom(noon+hour/2, noon+hour*9/10), []table.Demand{
			{Kind: table.Reminder, At: noon + hour*9/10, Seat: 1}, {Kind: table.TurnOver, At: noon + hour, Seat: 1}}},
		{"the limit runs out when they end", quietFrom(noon+hour*9/10, noon+3*hour), []table.Demand{
			{Kind: table.Reminder, At: noon + hour*8/10, Seat: 1}, {Kind: table.TurnOver, At: noon + 3*hour, Seat: 1}}},
		{"a reminder has no point any more", quietFrom(noon, noon+3*hour), []table.Demand{
			{Kind: table.TurnOver, At: noon + 3*hour, Seat: 1}}},
		{"a day later it is as if nothing were", quietFrom(noon+24*hour, noon+30*hour), l.table.Demands(table.Always)},
	} {
		require.Equal(t, c.want, l.table.Demands(c.quiet), c.name)
	}
}

// TestB2_NoLimitRunsForADiscardOwedInAnothersTurn plays Babel until somebody owes
// discards while it is the other's turn.
func TestB2_NoLimitRunsForADiscardOwedInAnothersTurn(t *testing.T) {
	for seed := range uint64(200) {
		l := timed(t, babel.Game, nil, "Bo")
		r := rand.New(rand.NewPCG(seed, 1))
		for when := noon; l.table.Turn() != 0; when++ {
			turn := l.table.Turn()
			if turn.Len() == 2 {
				require.Equal(t, 1, waits(l.table), "one of them is in turn")
				return
			}
			if turn.Has(engine.Chance) {
				l.step(when, l.table.State.Chance(r))
				continue
			}
			legal := l.table.State.Legal(turn.Slice()[0], nil)
			l.step(when, legal[r.IntN(len(legal))])
		}
	}
	t.Fatal("nobody ever owed discards")
}

// step plays a move without loading the log again.
func (l *log) step(when int64, m engine.Move) {
	l.t.Helper()
	e := move(string(l.table.Game.AppendMove(nil, m)))
	e.At = when
	next, err := l.table.Next(e)
	require.NoError(l.t, err)
	l.table, l.events = next, append(l.events, e)
}

// waits counts the seats for which a limit runs.
func waits(t *table.Table) int {
	n := 0
	for _, w := range t.Waits {
		if w.Until != 0 {
			n++
		}
	}
	return n
}

func TestInALiveGameTheLimitRunsFromEachSeatsOwnStep(t *testing.T) {
	l := timed(t, rush, nil, "Bo", "Cleo")
	l.at(noon+5, "1 build")
	require.Equal(t, noon+5+hour, l.table.Waits[1].Until)
	require.Equal(t, noon+hour, l.table.Waits[2].Until)
	require.Equal(t, table.Demand{Kind: table.RoundOver, At: noon + rushClock*1000}, l.table.Demands(table.Always)[0])
	require.Equal(t, "0 skip 2", l.expire(2, noon+6))
	require.Equal(t, engine.Seats(1, 3), l.table.Turn(), "who is skipped is stuck")
	l.at(noon+7, "1 stuck")
	l.at(noon+8, "3 stuck")
	for seat := 1; seat <= 3; seat++ {
		require.Equal(t, noon+8+hour, l.table.Waits[seat].Until, "a round begins for everybody")
	}
	over := l.table.TimeUp(noon + 9)
	l.do(over)
	require.Zero(t, waits(l.table))
}

// TestALimitRunsForWhoeverMayBeSkipped plays at random, and holds after every
// event what must always be true.
func TestALimitRunsForWhoeverMayBeSkipped(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		g := rapid.SampledFrom([]engine.Game{gardens.Game, babel.Game, rush}).Draw(rt, "game")
		l := timed(t, g, nil, "Bo")
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 1))
		when := noon
		for range rapid.IntRange(1, 60).Draw(rt, "moves") {
			if l.table.Turn() == 0 {
				break
			}
			when += r.Int64N(hour)
			l.something(when, r)
			holds(rt, l.table, when)
		}
		loaded, err := table.Load(games, l.events)
		require.NoError(rt, err)
		same(rt, l.table, loaded)
	})
}

// something plays a random move, or does what a limit demands.
func (l *log) something(when int64, r *rand.Rand) {
	l.t.Helper()
	seats := l.table.Turn().Slice()
	seat := seats[r.IntN(len(seats))]
	switch {
	case seat == engine.Chance:
		l.step(when, l.table.State.Chance(r))
	case l.table.Waits[seat].Until != 0 && r.IntN(4) == 0:
		events, err := l.table.Expire(seat, when)
		require.NoError(l.t, err)
		for _, e := range events {
			next, err := l.table.Next(e)
			require.NoError(l.t, err)
			l.table, l.events = next, append(l.events, e)
		}
	default:
		legal := l.table.State.Legal(seat, nil)
		l.step(when, legal[r.IntN(len(legal))])
	}
}

func holds(t require.TestingT, tb *table.Table, now int64) {
	for i := range tb.Players {
		seat := engine.Seat(i + 1)
		wait := tb.Waits[seat]
		if tb.Turn().Has(engine.Chance) {
			continue
		}
		mayBeSkipped := false
		if tb.Turn() != 0 {
			_, err := tb.State.Apply(engine.SkipMove(seat))
			mayBeSkipped = err == nil
		}
		require.Equal(t, mayBeSkipped, wait.Until != 0, "seat %d", seat)
		require.LessOrEqual(t, wait.Until, now+hour)
	}
	last := int64(0)
	for _, d := range tb.Demands(table.Always) {
		require.LessOrEqual(t, last, d.At)
		last = d.At
	}
}
