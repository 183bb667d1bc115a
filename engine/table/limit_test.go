package table_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/engine/table"
)

// Times of these tests, in milliseconds.
const (
	noon  int64 = 1_000_000_000
	hour  int64 = 3_600_000
	limit       = table.Limit(hour / 1000)
)

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

func TestQuietHoursDelayTheReminderAndTheEndOfTheLimit(t *testing.T) {
	l := newGame(t, "gardens limit=3600 Bo")
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

// TestB2_NoLimitRunsForADiscardOwedInTheOthersTurn plays Babel until a player owes discards.
func TestB2_NoLimitRunsForADiscardOwedInTheOthersTurn(t *testing.T) {
	for seed := range uint64(200) {
		l := newGame(t, "babel limit=3600 Bo")
		r := rand.New(rand.NewPCG(seed, 1))
		for when := noon; l.table.Turn() != 0; when++ {
			turn := l.table.Turn()
			if turn.Len() == 2 {
				running := slices.DeleteFunc(l.table.Waits[:], func(w table.Wait) bool { return w.Until == 0 })
				require.Len(t, running, 1, "a limit runs only for the seat in turn")
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

func TestLimits(t *testing.T) {
	scripts(t, []row{
		{"a reminder is due at four fifths", "gardens limit=3600 Bo Cleo Dan", `
			demands = remind 1 48m, over 1 1h; @48m; remind 1; demands = over 1 1h`},
		{"an undo does not restart it", "gardens limit=3600 Bo Cleo Dan", `
			@1m; play 1 dig b2; @2m; play 1; @3m; undo 1; until 1 = 1h`},
		{"an extension", "gardens limit=3600 Bo", `
			@1m; remind 1; @3h; extend 1 4h; since 1 = 0s; until 1 = 4h; reminded 1 = true; extended 1 = 3h; counted 1 = 3h
			demands = over 1 4h; @4h; expire 1; since 1 = never; bad_log: extend 1 0s; bad_log: extend 200 0s`},
		{"an extension counts absences until its time or another one", "gardens limit=3600 Bo", `
			@3h; extend 1 48h 2h; counted 1 = 2h; @4h; extend 1 49h; counted 1 = 4h; extended 1 = 4h`},
		{"a pause moves its end until another replaces it", "gardens limit=3600 Bo", `
			@1h; pause 1 1h 10h; until 1 = 10h; @2h; pause 1 2h 20h; until 1 = 20h
			@5h; pause 1 5h 5h; until 1 = 5h; pause 1 5h 6h; until 1 = 6h
			bad_log: pause 1 9h 8h; bad_log: pause 1 -1ms 8h; bad_log: pause 2 0s 8h; bad_log: pause 200 0s 8h`},
		{"a suspended table can end", "gardens limit=3600 Bo", `
			suspend; suspended = true; thinking = []; abort nobody; suspended = false; demands =`},
		{"a new player has all of it", "gardens limit=3600 Bo", `
			@48m; remind 1; @50m; replace 1 Dan; until 1 = 1h50m; reminded 1 = false`},
		{"a live game restarts it at each step of the seat and at each round", "untimed limit=3600 Bo Cleo", `
			@5m; play 1 build; until 1 = 1h5m; until 2 = 1h; @6m; expire 2; last = 0 skip 2; turn = [1 3]
			@7m; play 1 stuck; @8m; play 3 stuck; until 1 = 1h8m; until 2 = 1h8m; until 3 = 1h8m
			@9m; timeup; until 1 = never; until 2 = never; until 3 = never`},
		{"with a clock everybody has the time of the round", "rush limit=3600 Bo Cleo", `demands = round over 0 10m`},
		{"a seat resigns after three skips in a row", "gardens limit=3600 Bo Cleo", `
			@1h; expire 1; expire 2; expire 3; expire 1; expire 2; expire 3; expire 1; last = 0 skip 1; expire 2
			skipped 3 = 2; play 3; skipped 3 = 0; bad_log: remind 2; expire 1; last = 1 resign; expire 2; last = 2 resign
			status = ended; resigned = [1 2]; demands =`},
		{"a hushed player is called once unless reminded", "gardens Bo", `
			bad_log: hold 2; bad_log: call 200; demands =; @1m; hold 1; demands = call 1 1m
			@2m; call 1; demands =; @3m; hold 1; demands = call 1 3m; @4m; expire 1; demands =`},
		{"a player who has looked is not called", "gardens limit=3600 Bo", `
			bad_log: look 1; @1m; hold 1; bad_log: look 2; look 1; demands = remind 1 48m, over 1 1h
			@3m; hold 1; demands = remind 1 48m, over 1 1h`},
		{"it starts once a turn whatever its steps", "gardens build=together limit=3600 Bo Cleo Dan", `
			since 1 = 0s; since 2 = never; @5m; play 1 dig b2; @9m; play 1; until 1 = 1h; since 2 = 5m
			@11m; play 1 end; since 1 = never; until 1 = never; since 2 = 5m; until 2 = 1h5m`},
		{"the wait starts once a turn without a limit", "gardens build=together Bo Cleo Dan", `
			since 1 = 0s; since 2 = never; @5m; play 1 dig b2; @9m; play 1; since 1 = 0s; since 2 = 5m; until 2 = never
			@11m; play 1 end; since 1 = never; since 2 = 5m`},
	})
}

// holdPing holds back the ping of a seat at a given time.
func (l *log) holdPing(seat engine.Seat, at int64) {
	l.t.Helper()
	l.do(table.Event{Kind: table.PingHeld, At: at, Seat: seat})
}

func TestNoCallIsDueTogetherWithAReminderOrTheEndOfTheTurn(t *testing.T) {
	l := newGame(t, "gardens limit=3600 Bo")
	l.holdPing(1, noon)
	until := func(end int64) table.Quiet {
		return func(_ table.UserID, at int64) int64 { return max(at, end) }
	}
	kinds := func(quiet table.Quiet) (all []table.DemandKind) {
		for _, d := range l.table.Demands(quiet) {
			all = append(all, d.Kind)
		}
		return all
	}
	require.Equal(t, []table.DemandKind{table.Call, table.Reminder, table.TurnOver}, kinds(until(noon+hour/2)))
	require.Equal(t, []table.DemandKind{table.Reminder, table.TurnOver}, kinds(until(noon+hour*9/10)))
	require.Equal(t, []table.DemandKind{table.TurnOver}, kinds(until(noon+2*hour)))
	l.do(table.Event{Kind: table.Reminded, At: noon + hour*8/10, Seat: 1})
	require.Equal(t, []table.DemandKind{table.TurnOver}, kinds(table.Always))
}

func TestAPlayerIsCalledAtTheTimeTheyWant(t *testing.T) {
	l := newGame(t, "gardens limit=3600 Bo")
	l.holdPing(1, noon)
	calls := func(after int64) table.Calls {
		return func(_ table.UserID, held int64) int64 { return held + after }
	}
	first := func(quiet table.Quiet, calls table.Calls) table.Demand { return l.table.DemandsWith(quiet, calls)[0] }
	require.Equal(t, table.Demand{Kind: table.Call, At: noon + hour/2, Seat: 1}, first(table.Always, calls(hour/2)))
	quiet := func(_ table.UserID, at int64) int64 { return max(at, noon+hour*3/4) }
	require.Equal(t, table.Demand{Kind: table.Call, At: noon + hour*3/4, Seat: 1}, first(quiet, calls(hour/2)))
	require.Equal(t, table.Reminder, first(table.Always, calls(hour*9/10)).Kind, "the reminder comes first")
	never := func(table.UserID, int64) int64 { return 0 }
	require.Equal(t, table.Reminder, first(table.Always, never).Kind)
	l.holdPing(1, noon+hour/4)
	require.Equal(t, noon+hour/2, first(table.Always, calls(hour/2)).At, "the time counts from the first")
	require.Equal(t, noon+hour/4, first(table.Always, calls(0)).At, "but no call comes before the last")
}
