package table_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/engine/babel"
	"amytis/engine/gardens"
	"amytis/engine/table"
)

// Times of these tests, in milliseconds.
const (
	noon  int64 = 1_000_000_000
	hour  int64 = 3_600_000
	limit       = table.Limit(hour / 1000)
)

// startTimed starts a game at noon with a limit of an hour.
func startTimed(t *testing.T, g engine.Game, options engine.Options, players ...string) *log {
	return startWith(t, g, table.OpenLobby(g.Info(), table.Player{User: ana, Name: "Ana"}, options, limit, 1), players)
}

// startWith starts a game at noon. People join its lobby, and computers of levels.
func startWith(t *testing.T, g engine.Game, opening table.Event, people []string, levels ...int) *log {
	l := begin(t, g, opening)
	for i, name := range people {
		l.do(join(bo+table.UserID(i), name))
	}
	for i, level := range levels {
		l.do(add(i+1, level))
	}
	l.do(l.table.Deal(ana, noon, chance()))
	return l
}

// playAt plays a move at a given time.
func (l *log) playAt(when int64, text string) {
	l.t.Helper()
	e := move(text)
	e.At = when
	l.do(e)
}

// expire applies the events of a limit that has run out, and returns the last move.
func (l *log) expire(seat engine.Seat, when int64) (last string) {
	l.t.Helper()
	events := got(l.table.Expire(seat, when))(l.t)
	for _, e := range events {
		require.Zero(l.t, e.By)
		l.do(e)
	}
	return events[len(events)-1].Move
}

// firstMove returns the text of a seat's first legal move.
func (l *log) firstMove(seat engine.Seat) string {
	l.t.Helper()
	legal := l.table.State.Legal(seat, nil)
	require.NotEmpty(l.t, legal)
	return string(l.table.Game.AppendMove(nil, legal[0]))
}

func TestLimitIsSetInTheLobbyToOneOfLimits(t *testing.T) {
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
	assert.Empty(t, l.table.Demands(table.Always), "a table without a limit has no demands")
	_, err := table.Open(gardens.Game, table.Event{Kind: table.Opened, By: ana, Limit: 7})
	assert.Error(t, err)
}

func TestReminderIsDueAtFourFifthsOfTheLimit(t *testing.T) {
	l := startTimed(t, gardens.Game, nil, "Bo", "Cleo", "Dan")
	require.Equal(t, []table.Demand{
		{Kind: table.Reminder, At: noon + hour*8/10, Seat: 1},
		{Kind: table.TurnOver, At: noon + hour, Seat: 1},
	}, l.table.Demands(table.Always))
	l.do(table.Event{Kind: table.Reminded, At: noon + hour*8/10, Seat: 1})
	require.Equal(t, []table.Demand{{Kind: table.TurnOver, At: noon + hour, Seat: 1}}, l.table.Demands(table.Always),
		"only one reminder")
}

func TestUndoDoesNotRestartTheLimit(t *testing.T) {
	l := startTimed(t, gardens.Game, nil, "Bo", "Cleo", "Dan")
	l.playAt(noon+5, "1 dig b2")
	l.playAt(noon+6, l.firstMove(1))
	l.do(table.Event{Kind: table.Undone, At: noon + 9, By: ana, Seat: 1})
	require.Equal(t, noon+hour, l.table.Waits[1].Until)
}

func TestSeatResignsAfterThreeSkipsInARow(t *testing.T) {
	l := startTimed(t, gardens.Game, nil, "Bo", "Cleo")
	skips := map[engine.Seat]int{}
	for when := noon; l.table.Status == table.Running; when += hour {
		seat := l.table.Turn().Slice()[0]
		if seat == 3 && l.table.Skipped[3] == 2 {
			l.playAt(when, l.firstMove(3))
			require.Zero(t, l.table.Skipped[3], "the seat's move resets the count")
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
	require.True(t, over, "the game is over")
	require.Equal(t, []engine.Seat{3}, r.Winners)
	require.Empty(t, l.table.Demands(table.Always))
}

func TestExtensionGivesASeatMoreTime(t *testing.T) {
	l := startTimed(t, gardens.Game, nil, "Bo")
	l.do(table.Event{Kind: table.Reminded, At: noon + 1, Seat: 1})
	l.do(table.Event{Kind: table.Extended, At: noon + 3*hour, Seat: 1, Until: noon + 4*hour})
	require.Equal(
		t,
		table.Wait{Since: noon, Until: noon + 4*hour, Reminded: true, Extended: noon + 3*hour, Counted: noon + 3*hour},
		l.table.Waits[1],
	)
	require.Equal(t, []table.Demand{{Kind: table.TurnOver, At: noon + 4*hour, Seat: 1}}, l.table.Demands(table.Always))
	l.expire(1, noon+4*hour)
	require.Equal(t, table.Wait{}, l.table.Waits[1])
	l.refused(table.RefusedLog, table.Event{Kind: table.Extended, Seat: 1, Until: noon})
	l.refused(table.RefusedLog, table.Event{Kind: table.Extended, Seat: 200, Until: noon})
}

func TestQuietHoursDelayTheReminderAndTheEndOfTheLimit(t *testing.T) {
	l := startTimed(t, gardens.Game, nil, "Bo")
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
		{"the reminder comes when they end", quietFrom(noon+hour/2, noon+hour*9/10), []table.Demand{
			{Kind: table.Reminder, At: noon + hour*9/10, Seat: 1}, {Kind: table.TurnOver, At: noon + hour, Seat: 1}}},
		{"the limit runs out when they end", quietFrom(noon+hour*9/10, noon+3*hour), []table.Demand{
			{Kind: table.Reminder, At: noon + hour*8/10, Seat: 1}, {Kind: table.TurnOver, At: noon + 3*hour, Seat: 1}}},
		{"no reminder at the end of the limit", quietFrom(noon, noon+3*hour), []table.Demand{
			{Kind: table.TurnOver, At: noon + 3*hour, Seat: 1}}},
		{"quiet hours a day later change nothing", quietFrom(noon+24*hour, noon+30*hour), l.table.Demands(table.Always)},
	} {
		require.Equal(t, c.want, l.table.Demands(c.quiet), c.name)
	}
}

// TestB2_NoLimitRunsForADiscardOwedInTheOthersTurn plays Babel until a player owes discards in the
// other player's turn.
func TestB2_NoLimitRunsForADiscardOwedInTheOthersTurn(t *testing.T) {
	for seed := range uint64(200) {
		l := startTimed(t, babel.Game, nil, "Bo")
		r := rand.New(rand.NewPCG(seed, 1))
		for when := noon; l.table.Turn() != 0; when++ {
			turn := l.table.Turn()
			if turn.Len() == 2 {
				require.Equal(t, 1, runningLimits(l.table), "a limit runs only for the seat in turn")
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
	t.Fatal("no game reached a state in which a player owes discards")
}

// step plays a move by the seat's player, without loading the log again.
func (l *log) step(when int64, m engine.Move) {
	l.t.Helper()
	var by table.UserID
	if m.Seat != engine.Chance {
		by = l.table.Player(m.Seat).User
	}
	e := table.Move(l.table.Game, m, by, when)
	next := got(l.table.Next(e))(l.t)
	l.table, l.events = next, append(l.events, e)
}

// runningLimits counts the seats with a running limit.
func runningLimits(t *table.Table) int {
	n := 0
	for _, w := range t.Waits {
		if w.Until != 0 {
			n++
		}
	}
	return n
}

func TestLiveGameRestartsTheLimitAtEachStepOfTheSeat(t *testing.T) {
	l := startTimed(t, untimed, nil, "Bo", "Cleo")
	l.playAt(noon+5, "1 build")
	require.Equal(t, noon+5+hour, l.table.Waits[1].Until)
	require.Equal(t, noon+hour, l.table.Waits[2].Until)
	require.Equal(t, "0 skip 2", l.expire(2, noon+6))
	require.Equal(t, engine.Seats(1, 3), l.table.Turn(), "a skipped seat is stuck")
	l.playAt(noon+7, "1 stuck")
	l.playAt(noon+8, "3 stuck")
	for seat := 1; seat <= 3; seat++ {
		require.Equal(t, noon+8+hour, l.table.Waits[seat].Until, "the new round restarts every limit")
	}
	over := l.table.TimeUp(noon + 9)
	l.do(over)
	require.Zero(t, runningLimits(l.table))

	l = startTimed(t, rush, nil, "Bo", "Cleo")
	end := []table.Demand{{Kind: table.RoundOver, At: noon + rushClock*1000}}
	require.Equal(t, end, l.table.Demands(table.Always), "with a clock everybody has the time of the round")
}
